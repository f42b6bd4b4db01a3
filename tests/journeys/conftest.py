"""Browsers against the real site. Each person signs in once; each test gets contexts of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.site import Site

FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-quic"
)
PASSWORD = "long-table-demo"
Seat = Callable[..., Page]


def chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM_PATH") or next((path for name in names if (path := shutil.which(name))), None)


def pytest_configure(config: pytest.Config) -> None:
    if chromium() is None:
        reason = "No Chromium found: apt-get install chromium, or set CHROMIUM_PATH."
        if os.environ.get("REQUIRE_BROWSER"):
            raise pytest.UsageError(reason)
        pytest.exit(f"{reason} The browser journeys were left out.", returncode=0)


def pytest_report_header() -> str:
    return f"browser: {chromium()}"


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": chromium(), "args": FLAGS.split()}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its demo campaigns."""
    site = Site(tmp_path_factory.mktemp("site"))
    site.manage("migrate", "--verbosity", "0")
    site.manage("seed_demo")
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def keys(site: Site, browser: Browser) -> dict[str, Any]:
    """What a signed-in browser keeps, by person; filled as people are asked for."""
    return {}


@pytest.fixture
def seat(site: Site, browser: Browser, keys: dict[str, Any]) -> Iterator[Seat]:
    """`seat("juniper", path)` is a page of a browser in which that person is signed in; "" is a visitor.

    An error in a page's script, or a breach of the content policy, fails the test.
    """
    contexts, faults = [], []

    def sit(person: str, address: str = "/", **options: Any) -> Page:
        if person and person not in keys:
            keys[person] = _sign_in(site, browser, person)
        context = browser.new_context(**({"viewport": {"width": 1440, "height": 1000}} | options), storage_state=keys.get(person))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{person}: {error}"))
        page.on("console", lambda said: "Content Security Policy" in said.text and faults.append(f"{person}: {said.text}"))
        page.goto(address if address.startswith("http") else site.url + address)
        return page

    yield sit
    for context in contexts:
        context.close()
    assert faults == []


def _sign_in(site: Site, browser: Browser, person: str) -> Any:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site.url}/accounts/login/")
    page.fill("[name=login]", person)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").click()
    expect(page.locator("h1")).to_contain_text("wait")
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def pictures() -> Path:
    """Where pictures of pages go that somebody wants to look at: PICTURES=folder keeps them."""
    folder = Path(os.environ.get("PICTURES") or "/dev/null")
    if os.environ.get("PICTURES"):
        folder.mkdir(parents=True, exist_ok=True)
    return folder
