"""What a first visit to a full thread page weighs, gzipped, fonts apart."""

from __future__ import annotations

import gzip
import tempfile
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import Response, sync_playwright

from benchmarks.live import page_of
from tests.journeys.conftest import FLAGS, chromium
from tests.journeys.site import Site


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.manage("migrate", "--verbosity", "0")
        site.manage("seed_demo")
        site.manage("seed_bench")
        site.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS.split())
        try:
            page = page_of(browser, site, "ines")
            answers: list[Response] = []
            page.on("response", lambda answer: answers.append(answer))
            page.goto(site.thread("A long fight"))
            page.wait_for_load_state("networkidle")
            kib: dict[str, float] = defaultdict(float)
            for answer in answers:
                kind = answer.request.resource_type
                if kind in ("document", "stylesheet", "script", "image"):
                    kib[kind] += len(gzip.compress(answer.body(), 6)) / 1024
            for kind, size in kib.items():
                print(f"{kind:12} {size:6.1f} KiB")
            total = kib["document"] + kib["stylesheet"] + kib["script"]
            print(f"HTML + CSS + JS: {total:.1f} KiB, {total / 60:.2f} of the 60 KiB allowed")
            print("hosts asked:", sorted({answer.url.split("/")[2] for answer in answers}))
        finally:
            browser.close()
            site.stop()


if __name__ == "__main__":
    main()
