"""A backup is put back under a real site: the table says so, nothing typed is lost, and after the recovery the dice fall again."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import _sign_in
from tests.journeys.site import Site
from tests.journeys.test_looks import keep


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, whose database is put back under it."""
    site = Site(tmp_path_factory.mktemp("restored"))
    site.manage("migrate", "--verbosity", "0")
    site.manage("seed_demo")
    site.start()
    yield site
    site.stop()


def post(page: Page, text: str) -> None:
    page.fill("#id_text", text)
    page.locator("[data-post]").click()


def test_a_restored_backup_closes_the_dice_until_the_operator_has_recovered(own: Site, browser: Browser, pictures: Path) -> None:
    signed_in = _sign_in(own, browser, "juniper")
    backup = own.folder / "backup.sqlite3"
    with sqlite3.connect(own.folder / "table.sqlite3") as database:
        database.execute("VACUUM INTO ?", [str(backup)])
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, storage_state=signed_in, java_script_enabled=False)
    page = context.new_page()
    thread = own.thread("The box office")
    page.goto(thread)
    post(page, "!roll 2d6 # soon lost")
    expect(page.locator("article.post").last).to_contain_text("soon lost")

    own.stop()
    for name in ("table.sqlite3-wal", "table.sqlite3-shm"):
        (own.folder / name).unlink(missing_ok=True)
    shutil.copy(backup, own.folder / "table.sqlite3")
    own.start()
    assert "ledger.W006" in (own.folder / "server.log").read_text()
    with pytest.raises(subprocess.CalledProcessError) as broken:
        own.manage("ledger_verify")
    assert broken.value.returncode == 1
    page.goto(thread)
    closed = page.locator(".closed")
    expect(closed).to_contain_text("The dice are closed: entry")
    for scheme, width in (("dark", 390), ("light", 1440)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        keep(page, pictures, f"closed-{scheme}-{width}")
    post(page, "What I typed.\n!roll 2d6 # again")
    expect(page.locator("main")).to_contain_text("Nothing was thrown.")
    expect(page.locator("#id_text")).to_have_value("What I typed.\n!roll 2d6 # again")

    own.manage("ledger_recover")
    own.manage("ledger_verify")
    page.goto(thread)
    expect(closed).to_have_count(0)
    post(page, "!roll 2d6 # again")
    expect(page.locator("article.post").last).to_contain_text("again")
    own.manage("ledger_verify")
    page.goto(f"{thread.partition('/t/')[0]}/rolls/")
    expect(page.locator("main")).to_contain_text("A backup of the site was put back once")
    keep(page, pictures, "recovered")
    page.goto(f"{thread.partition('/t/')[0]}/log/")
    expect(page.locator("main")).to_contain_text("The operator of the site put back a backup.")
    context.close()
