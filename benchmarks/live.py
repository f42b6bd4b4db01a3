"""From the press of Post in one browser to the post on the other page."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Page, sync_playwright

from tests.journeys.conftest import FLAGS, PASSWORD, chromium
from tests.journeys.site import Site

POSTS = 20
SCENE = "The box office"


def page_of(browser: Browser, site: Site, person: str, *, socket: bool = True, poll: bool = True) -> Page:
    page = browser.new_context(viewport={"width": 1440, "height": 1000}).new_page()
    page.goto(f"{site.url}/accounts/login/")
    page.fill("[name=login]", person)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").click()
    page.locator("h1").wait_for()
    if not socket:
        page.route_web_socket(re.compile("/live/"), lambda asked: asked.close())
    if not poll:
        page.add_init_script("window.setInterval = () => 0")
    page.goto(site.thread(SCENE))
    return page


def one_post(writer: Page, reader: Page, words: str) -> tuple[float, float]:
    """Seconds until the reader's page shows the post, and until the writer's own does."""
    writer.fill("#id_text", f"{words}\n\n!pool Body+Brawl vs 4")
    begin = perf_counter()
    writer.locator("[data-post]").click(no_wait_after=True)
    reader.locator("article.post", has_text=words).wait_for(state="attached", timeout=30_000)
    there = perf_counter() - begin
    writer.locator("article.post", has_text=words).wait_for(state="attached")
    return there, perf_counter() - begin


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.manage("migrate", "--verbosity", "0")
        site.manage("seed_demo")
        site.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS.split())
        try:
            writer, reader = page_of(browser, site, "juniper"), page_of(browser, site, "ines", poll=False)
            reader.locator("[data-live=open]").first.wait_for()
            one_post(writer, reader, "warm up")
            pairs = [one_post(writer, reader, f"post {n} over the socket") for n in range(POSTS)]
            there, own = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            print(f"over the socket, {POSTS} posts: median {median(there) * 1000:.0f} ms, slowest {max(there) * 1000:.0f} ms")
            print(f"ratio to the writer's own page: {median(there) / median(own):.2f}")
            blocked = page_of(browser, site, "bex", socket=False)
            print(f"with the socket blocked, by the poll: {one_post(writer, blocked, 'by the poll')[0]:.1f} s")
        finally:
            browser.close()
            site.stop()


if __name__ == "__main__":
    main()
