"""What a browser keeps of a table's ledger, and what it says when the site shows something else."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_looks import keep, violations

WORDS = "seven candles on a long table"


@pytest.fixture(scope="module")
def fallible(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, whose records are put back on the way."""
    site = Site(tmp_path_factory.mktemp("fallible"))
    site.manage("migrate", "--verbosity", "0")
    site.manage("seed_demo")
    site.start()
    yield site
    site.stop()


def kept(page: Page, name: str) -> Any:
    """What this browser keeps under the names that end so; None for nothing, the only one where there is one."""
    script = "name => Object.entries(localStorage).filter(([key]) => key.startsWith('vroll/') && key.endsWith(name)).map(e => e[1])"
    found = [json.loads(value) for value in page.evaluate(script, name)]
    assert len(found) <= 1, (name, found)
    return found[0] if found else None


def throw(page: Page, text: str) -> None:
    page.locator("#id_text").fill(text)
    page.locator("[data-post]").click()
    expect(page.locator("article.post", has_text=text.split("\n")[0]).last.locator(".proofstate")).to_contain_text("Verified")


def test_a_reader_fetches_nothing_for_the_dice_and_a_writer_what_a_throw_needs(site: Site, seat: Seat) -> None:
    page = seat("", site.thread("The box office"))
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/dice/" in request.url else None)
    page.reload()
    page.wait_for_load_state("networkidle")
    assert kept(page, "/head")["signed"] is True
    fetched.clear()
    page.reload()
    page.wait_for_load_state("networkidle")
    assert fetched == []
    expect(page.locator("footer [data-code]")).to_have_text(page.locator("footer [data-code]").inner_text())


def test_words_are_blown_on_the_dice_and_never_leave_the_browser(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread("The box office"))
    bodies: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            bodies.append(request.post_data or "")

    page.on("request", note)
    page.locator("details.addroll > summary").click()
    number = page.locator("#composer [name=cn]")
    expect(number).not_to_have_value("")
    before = number.input_value()
    page.get_by_label("Blow on the dice").fill(WORDS)
    expect(page.locator("[data-blown]")).to_have_text("Mixed into your number.")
    expect(number).not_to_have_value(before)
    blown = number.input_value()
    page.locator("#id_text").fill("Blown on.\n!roll 3d6 # luck")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#tray .die")).to_have_count(3)
    page.locator("[data-post]").click()
    post = page.locator("article.post", has_text="Blown on.")
    expect(post.locator(".proofstate")).to_contain_text("Verified")
    assert [blown in body for body in bodies if "Blown" in body] == [False, True]
    assert "candles" not in "".join(bodies)
    (entry,) = site.ask("SELECT body FROM ledger_entry WHERE cn = ?", blown)[0]
    assert json.loads(str(entry))["cs"] == "browser"


def test_a_secret_roll_is_checked_as_far_as_its_roller_may_see_it(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread("The box office"))
    for word, said in {"secret": "The entry says what you sent.", "blind": "It is your request; its words are sealed."}.items():
        page.locator("#id_text").fill(f"In the {word} way.\n!roll 1d20 {word} # hush")
        page.locator("[data-post]").click()
        card = page.locator("article.post", has_text=f"In the {word} way.").locator("section.roll")
        expect(card.locator(".proofsaid")).to_contain_text(said)
        expect(card.locator(".proofstate")).to_have_text("Sealed")


def test_a_roll_that_this_device_did_not_make_is_told_until_it_is_claimed(site: Site, seat: Seat, tmp_path: Path) -> None:
    address = site.thread("A blocked street")
    desk, pocket = seat("juniper", address), seat("juniper", address)
    throw(desk, "From the desk.\n!roll 1d20")
    pocket.reload()
    told = pocket.locator("[data-alarm=foreign]")
    expect(told).to_contain_text("In your name, but not made by this device")
    expect(told).to_have_attribute("role", "alert")
    told.get_by_role("link", name="a roll").click()
    expect(pocket.locator("h1")).to_be_visible()
    assert "/r/" in pocket.url
    expect(pocket.locator("[data-alarm=foreign]")).to_be_visible()
    desk.goto(f"{site.url}/receipts/")
    with desk.expect_download() as download:
        desk.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "receipts.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["kind"] == "long-table-receipts-1"
    pocket.goto(f"{site.url}/receipts/")
    expect(pocket.locator("[data-more]", has_text="not made here")).to_have_count(1)
    pocket.get_by_label("Read a file from another device").set_input_files(file)
    expect(pocket.locator("#receipts-told")).to_have_text("Read: everything in it fits.")
    pocket.goto(address)
    expect(pocket.locator("[data-alarm]")).to_have_count(0)
    throw(pocket, "From the pocket.\n!roll 1d20")
    desk.goto(address)
    desk.get_by_role("button", name="They were made by me").click()
    desk.reload()
    expect(desk.locator("[data-alarm]")).to_have_count(0)


def test_an_answer_by_a_button_carries_this_browsers_number_and_is_ones_own(site: Site, seat: Seat) -> None:
    address = site.thread("A blocked street")
    gm = seat("tobias", address)
    gm.get_by_role("link", name="Ask for a roll").click()
    gm.locator("#ask [name=line]").fill("!feat Agility")
    gm.locator("#ask").get_by_role("button", name="Ask").click()
    expect(gm.locator("#asked form").first).to_be_visible()
    page = seat("juniper", address)
    button = page.locator("#asked").get_by_role("button", name="Roll it").first
    button.click()
    expect(page.locator("#asked form")).to_have_count(0)
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-alarm]")).to_have_count(0)
    (level,) = site.ask("SELECT level FROM ledger_roll ORDER BY id DESC LIMIT 1")[0]
    assert level == "yours"


def test_an_older_copy_of_the_records_is_noticed_by_the_browser_alone(fallible: Site, seat: Seat, pictures: Path) -> None:
    address = fallible.thread("The box office")
    page = _sign_in(seat, fallible, address)
    throw(page, "Before the fire.\n!roll 1d20")
    fallible.stop()
    _copy(fallible)
    fallible.start()
    page.goto(address)
    throw(page, "Lost in the fire.\n!roll 1d20")
    page.reload()
    page.wait_for_load_state("networkidle")
    own = kept(page, "/head")
    fallible.stop()
    _put_back(fallible)
    (fallible.folder / "ledger.heads").unlink()
    fallible.start()
    page.goto(address)
    alarm = page.locator("[data-alarm=short]")
    expect(alarm).to_contain_text("This table's ledger ends before your receipt")
    expect(alarm).to_contain_text(f"Yours: entry {own['i']}")
    assert violations(page) == []
    keep(page, pictures, "alarm-short")
    page.reload()
    expect(page.locator(".closed")).to_contain_text("The dice are closed")
    fallible.manage("ledger_recover")
    page.reload()
    fork = page.locator("[data-alarm=fork]")
    expect(fork).to_contain_text("does not go on from what your browser saw")
    fork.get_by_role("button", name="I have told the table").click()
    expect(page.locator("[data-alarm]")).to_have_count(0)
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-alarm=fork]")).to_have_count(0)
    throw(page, "After the fire.\n!roll 1d20")
    page.goto(f"{fallible.url}/receipts/")
    expect(page.locator("[data-more]", has_text="that the site's ledger does not hold")).to_have_count(1)


def test_everybody_is_told_of_a_restore_and_a_request_without_answer_waits_for_its_person(fallible: Site, seat: Seat) -> None:
    address = fallible.thread("The gantry above the screen")
    page = _sign_in(seat, fallible, address)
    page.locator("#id_text").fill("On its way.\n!roll 1d20")
    expect(page.locator("#composer [name=cn]")).not_to_have_value("")
    fallible.stop()
    _copy(fallible)
    fallible.start()
    other = _sign_in(seat, fallible, address, person="tobias")
    throw(other, "Gone soon.\n!roll 1d20")
    page.route("**/write/", lambda route: route.abort())
    page.locator("[data-post]").click()
    expect(page.locator("#alert")).to_contain_text("offline")
    fallible.stop()
    _put_back(fallible)
    fallible.manage("ledger_recover")
    fallible.start()
    page.unroute("**/write/")
    page.goto(address)
    told = page.locator("[data-alarm=status]")
    expect(told).to_contain_text("every envelope was sealed anew")
    page.locator("#id_text").fill("On its way.\n!roll 1d20")
    expect(page.locator(".dicesaid")).to_contain_text("your browser sends no new number until you say so")
    page.locator("[data-post]").click()
    expect(page.get_by_role("button", name="Draw a new number")).to_be_focused()
    assert fallible.ask("SELECT count(*) FROM thread_post WHERE text LIKE 'On its way%'") == [(0,)]
    page.get_by_role("button", name="Draw a new number").click()
    expect(page.locator(".dicesaid")).to_contain_text("a new number")
    throw(page, "On its way.\n!roll 1d20")
    told.get_by_role("button", name="I have read this").click()
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-alarm]")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390, 320])
def test_receipts_have_no_violation_and_do_not_scroll_sideways(
    site: Site, seat: Seat, pictures: Path, theme: str, width: int
) -> None:
    page = seat("juniper", "/receipts/", viewport={"width": width, "height": 900}, color_scheme=theme)
    slug = site.ask("SELECT slug FROM campaign_campaign WHERE name = 'The Orpheum Affair'")[0][0]
    for name, address in {"receipts": "/receipts/", "receipt": f"/c/{slug}/rolls/receipt/"}.items():
        page.goto(site.url + address)
        page.wait_for_load_state("networkidle")
        assert violations(page) == [], address
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, address
        keep(page, pictures, f"{name}-{theme}-{width}")


def _copy(site: Site) -> None:
    """Keeps the records of the stopped site as they are now."""
    with closing(sqlite3.connect(site.folder / "table.sqlite3")) as now, closing(sqlite3.connect(site.folder / "backup")) as copy:
        now.backup(copy)


def _put_back(site: Site) -> None:
    for name in ("table.sqlite3-wal", "table.sqlite3-shm"):
        (site.folder / name).unlink(missing_ok=True)
    shutil.copy(site.folder / "backup", site.folder / "table.sqlite3")


def _sign_in(seat: Seat, site: Site, address: str, person: str = "juniper") -> Page:
    page = seat("", f"{site.url}/accounts/login/")
    page.fill("[name=login]", person)
    page.fill("[name=password]", "long-table-demo")
    page.locator("main form button").click()
    expect(page.locator("h1")).to_contain_text("wait")
    page.goto(address)
    return page
