"""Checking the dice: the saved page from disk, "Verify all", the page of a roll, the worked example."""

from __future__ import annotations

import json
import urllib.request
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_looks import keep, violations

NO_SUBTLE = "Object.defineProperty(Crypto.prototype, 'subtle', {get: () => undefined})"
"""What a browser is like that has no cryptography of its own."""


def slug_of(site: Site, name: str = "The Orpheum Affair") -> str:
    return str(site.ask("SELECT slug FROM campaign_campaign WHERE name = ?", name)[0][0])


def export(site: Site) -> bytes:
    """The ledger's file of the demo, as a visitor gets it."""
    with urllib.request.urlopen(f"{site.url}/c/{slug_of(site)}/rolls/export/", timeout=30) as answer:
        return bytes(answer.read())


def saved(page: Page, folder: Path) -> str:
    """The page that checks, saved to disk as a person does it; its hash is the one that the site states."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Save verify.html").click()
    download.value.save_as(folder / "verify.html")
    stated = page.locator("#fingerprint").text_content()
    assert stated == sha256((folder / "verify.html").read_bytes()).hexdigest()
    return (folder / "verify.html").as_uri()


def hand_over(page: Page, folder: Path, ledger: bytes, receipt: str = "") -> None:
    """Chooses the ledger's file in the saved page and starts the check."""
    (folder / "ledger.jsonl").write_bytes(ledger)
    page.locator("#file").set_input_files(folder / "ledger.jsonl")
    page.locator("#receipts").fill(receipt)
    page.locator("#ask button").click()


def receipt_of(line: bytes) -> str:
    told = json.loads(line)
    return f"vroll1:{told['e']['led']}:{told['e']['i']}:{told['h']}:{told['s']}"


def test_the_saved_page_finds_a_ledger_good_and_names_the_line_of_a_flipped_byte(site: Site, seat: Seat, tmp_path: Path) -> None:
    ledger = export(site)
    lines = ledger.splitlines(keepends=True)
    page = seat("", "/verify/")
    page.goto(saved(page, tmp_path))
    hand_over(page, tmp_path, ledger)
    expect(page.locator("#verdict .good")).to_contain_text(f"The file is good: {len(lines)} entries")
    expect(page.locator("#verdict .good")).to_contain_text("Whose ledger it is was not checked")
    expect(page.locator("#verdict")).to_contain_text(f"{len(lines)} hold")
    hand_over(page, tmp_path, ledger, receipt_of(lines[-1]))
    expect(page.locator("#verdict .good")).to_contain_text("1 receipt fits.")
    expect(page.locator("#verdict .good")).not_to_contain_text("NOT")
    cast = next(n for n, line in enumerate(lines) if b'"t":"cast"' in line)
    for n in (cast, len(lines) - 1):
        at = len(b"".join(lines[:n])) + len(lines[n]) // 2
        hand_over(page, tmp_path, ledger[:at] + bytes([ledger[at] ^ 1]) + ledger[at + 1 :])
        expect(page.locator("#verdict .bad")).to_contain_text(f"Refused at line {n + 1}: E_")
    hand_over(page, tmp_path, b"".join(lines[:-1]), receipt_of(lines[-1]))
    expect(page.locator("#verdict .bad")).to_contain_text("E_TRUNCATED")
    assert violations(page) == []


def test_without_the_browsers_cryptography_the_saved_page_says_that_signatures_were_not_checked(
    site: Site, seat: Seat, tmp_path: Path
) -> None:
    page = seat("", "/verify/")
    page.add_init_script(NO_SUBTLE)
    page.goto(saved(page, tmp_path))
    assert page.evaluate("() => crypto.subtle === undefined")
    ledger = export(site)
    hand_over(page, tmp_path, ledger)
    expect(page.locator("#verdict .good")).to_contain_text("Its signatures were NOT checked")
    at = ledger.rindex(b'"h":"') + 10
    hand_over(page, tmp_path, ledger[:at] + bytes([ledger[at] ^ 1]) + ledger[at + 1 :])
    expect(page.locator("#verdict .bad")).to_contain_text(f"line {ledger.count(bytes([10]))}: E_HASH")


def test_verify_all_checks_every_entry_in_the_page_against_what_the_browser_keeps(site: Site, seat: Seat) -> None:
    page = seat("juniper", f"/c/{slug_of(site)}/rolls/")
    page.get_by_role("button", name="Verify all").click()
    expect(page.locator("#checked .good")).to_contain_text("The file is good:")
    led = page.get_by_role("button", name="Verify all").get_attribute("data-led")
    head = json.loads(export(site).splitlines()[-1])
    wrong = {"i": head["e"]["i"], "h": "ab" * 32, "s": head["s"]}
    page.evaluate("([name, value]) => localStorage.setItem(name, value)", [f"vroll/{led}/head", json.dumps(wrong)])
    page.get_by_role("button", name="Verify all").click()
    expect(page.locator("#checked .bad")).to_contain_text("Refused at a receipt: E_RECEIPT")
    page.evaluate(
        "([head, pin]) => (localStorage.removeItem(head), localStorage.setItem(pin, JSON.stringify(['ab'.repeat(32)])))",
        [f"vroll/{led}/head", f"vroll/{led}/pin"],
    )
    page.get_by_role("button", name="Verify all").click()
    expect(page.locator("#checked .bad")).to_contain_text("E_KEY. The ledger is signed with another key")


def test_a_file_is_checked_on_the_sites_own_page_too(site: Site, seat: Seat, tmp_path: Path) -> None:
    ledger = export(site)
    page = seat("", "/verify/")
    for content, verdict in ((ledger, "The file is good:"), (ledger[:-1], f"Refused at line {ledger.count(bytes([10]))}: E_JSON")):
        (tmp_path / "ledger.jsonl").write_bytes(content)
        page.get_by_label("The ledger's file").set_input_files(tmp_path / "ledger.jsonl")
        page.get_by_role("button", name="Check the file").click()
        expect(page.locator("#checked > p")).to_contain_text(verdict)


def test_the_page_of_a_roll_is_computed_again_by_the_browser(site: Site, seat: Seat) -> None:
    (roll,) = site.ask("SELECT key FROM ledger_roll WHERE rv = 'bgrade/1' ORDER BY id LIMIT 1")[0]
    page = seat("", f"/r/{roll}/")
    expect(page.locator(".proven[data-state=verified]")).to_contain_text("Your browser computed this roll again just now")
    plain = seat("", f"/r/{roll}/", java_script_enabled=False)
    expect(plain.locator(".proven")).to_contain_text("Everything fits:")


def test_a_browser_that_comes_after_a_change_of_keys_finds_old_rolls_right(seat: Seat, tmp_path: Path) -> None:
    table = Site(tmp_path)
    for words in (("migrate", "--verbosity", "0"), ("seed_demo",), ("ledger_rotate_key",)):
        table.manage(*words)
    table.start()
    try:
        page = seat("", f"{table.url}/c/{slug_of(table)}/rolls/")
        page.get_by_role("button", name="Verify all").click()
        expect(page.locator("#checked .good")).to_be_visible()
        page.locator(".rolls .wt").last.click()
        expect(page.locator(".proven[data-state=verified]")).to_be_visible()
    finally:
        table.stop()


def test_the_worked_example_is_redone_in_the_page(site: Site, seat: Seat) -> None:
    page = seat("", "/help/dice/")
    again = page.get_by_role("button", name="Compute it here")
    again.click()
    expect(page.locator("#redone .good")).to_be_visible()
    expect(page.locator("#redone dd").last).to_have_text("7, 1, 3")
    page.get_by_label("Words").fill("blue sock")
    again.click()
    expect(page.locator("#redone dd").last).not_to_have_text("7, 1, 3")
    expect(page.locator("#redone .good")).to_be_visible()
    page.get_by_label("Secret").fill("ab" * 32)
    again.click()
    expect(page.locator("#redone .bad")).to_contain_text("does not fit")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_the_pages_that_prove_have_no_violation_and_do_not_scroll_sideways(
    site: Site, seat: Seat, pictures: Path, theme: str, width: int
) -> None:
    page = seat("ines", viewport={"width": width, "height": 900}, color_scheme=theme)
    slug, (roll,) = slug_of(site), site.ask("SELECT key FROM ledger_roll WHERE rv = 'bgrade/1' ORDER BY id LIMIT 1")[0]
    places = {
        "dice": "/help/dice/",
        "verify": "/verify/",
        "ledger": f"/c/{slug}/rolls/",
        "nothing": f"/c/{slug}/rolls/?show=void&thread=x",
        "faces": f"/c/{slug}/rolls/statistics/",
        "proof": f"/r/{roll}/",
    }
    for name, address in places.items():
        page.goto(site.url + address)
        for summary in page.locator(".faces summary").all():
            summary.click()
        if name == "ledger":
            page.get_by_role("button", name="Verify all").click()
            expect(page.locator("#checked .good")).to_be_visible()
        assert violations(page) == [], address
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, address
        keep(page, pictures, f"{name}-{theme}-{width}")
