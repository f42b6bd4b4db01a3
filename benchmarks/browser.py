"""How long the saved page verify.html checks a ledger of 5,000 casts of three dice: `python -m benchmarks.browser [CASTS]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.proof import PLAYERS, ledger
from campaigns.ledger.verifier import page as verifier
from tests.journeys.conftest import FLAGS, chromium

CASTS = 5_000
MOST_SECONDS = 5
RUNS = 3

CHECK = """async () => {
  const bar = document.getElementById("bar"), verdict = document.getElementById("verdict"), seen = [];
  new MutationObserver(() => seen.push(bar.value)).observe(bar, { attributes: true });
  const begin = performance.now();
  document.querySelector("#ask button").click();
  await new Promise((done) => new MutationObserver(() => verdict.firstChild && done()).observe(verdict, { childList: true }));
  return { seconds: (performance.now() - begin) / 1000, steps: new Set(seen).size, said: verdict.firstChild.textContent };
}"""


def main(casts: int) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path, saved = Path(folder) / "ledger.jsonl", Path(folder) / "verify.html"
        path.write_bytes(b"".join(ledger(1 + PLAYERS + casts)))
        saved.write_bytes(verifier())
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS.split())
        try:
            for _ in range(RUNS):
                measure(browser.new_page(), saved, path, casts)
        finally:
            browser.close()


def measure(page: Page, saved: Path, path: Path, casts: int) -> None:
    """From the press of the button to the verdict, every signature checked."""
    page.goto(saved.as_uri())
    page.set_input_files("#file", path)
    spent = page.context.new_cdp_session(page)
    spent.send("Performance.enable")
    before = _thread_time(spent)
    found = page.evaluate(CHECK)
    own = _thread_time(spent) - before
    assert f"The file is good: {casts + PLAYERS + 1:,} entries, {casts:,} casts" in found["said"], found
    assert "NOT checked" not in found["said"] + (page.locator("dl").text_content() or "").replace("outcome not checked", "")
    seconds = found["seconds"]
    ratio = f"{seconds / MOST_SECONDS:.2f} of the {MOST_SECONDS} s allowed"
    print(
        f"{casts:,} casts in {seconds:.2f} s, {ratio} ({own:.2f} s of the page's own thread); the bar moved {found['steps']} times"
    )
    page.close()


def _thread_time(spent: CDPSession) -> float:
    """Seconds that the page's thread has worked, whatever else the machine does."""
    metrics = {one["name"]: one["value"] for one in spent.send("Performance.getMetrics")["metrics"]}
    return float(metrics["ThreadTime"])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else CASTS)
