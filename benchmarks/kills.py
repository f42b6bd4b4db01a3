"""8 processes of the site post at one table, every form sent twice at once, secret rolls and their reveals among them; four
times all of them are killed (SIGKILL) in mid-run. On SQLite, then on PostgreSQL and Redis: `python -m benchmarks.kills`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, sleep

from tests.journeys.site import ROOT, Site

WRITERS, POSTS, KILLS = 8, 48, 4


def shell(site: Site, code: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "manage.py", "shell", "--no-imports", "-c", f"from benchmarks import poster; {code}"]
    log = (site.folder / "processes.log").open("a")  # the nudges to pages that nobody has open may come too late
    return subprocess.Popen(words, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, stderr=log)


def sent(folder: Path) -> int:
    """How many forms were sent by now."""
    return sum(file.read_bytes().count(b"\n") for file in folder.glob("*.journal"))


def post(site: Site, until: int) -> int:
    """Starts all writers and kills them once so many forms are sent; with `until` 0 they finish. How many were still at work."""
    folder = site.folder
    journals = [folder / f"{writer}.journal" for writer in range(WRITERS)]
    writers = [shell(site, f"poster.post_all({n}, {POSTS}, {str(file)!r})") for n, file in enumerate(journals)]
    while until and sent(folder) < until and any(one.poll() is None for one in writers):
        sleep(0.05)
    killed = 0
    for one in writers if until else ():
        killed += one.poll() is None
        one.kill()
    codes = [one.wait() for one in writers]
    if not until and any(codes):
        raise RuntimeError(f"writers ended with {codes}: {(folder / 'processes.log').read_text()[-3000:]}")
    return killed


def told(folder: Path, kind: str) -> Sequence[str]:
    return [line for file in folder.glob(f"*.{kind}") for line in file.read_text().splitlines()]


def measure(site: Site) -> None:
    begin = perf_counter()
    killed = [post(site, WRITERS * POSTS * part // (KILLS + 1)) for part in range(1, KILLS + 1)]
    post(site, 0)
    took = perf_counter() - begin
    print(f"  killed in mid-run: {killed}; sent again: {dict(Counter(told(site.folder, 'again')))}; {took:.0f} s")
    print(
        f"  the site was too busy {len(told(site.folder, 'busy'))} times: {dict(Counter(told(site.folder, 'busy')).most_common(3))}"
    )
    asked = shell(site, f"poster.tell({str(site.folder)!r})")
    key, _, found = (asked.communicate()[0]).decode().strip().partition(" ")
    if asked.returncode:
        raise RuntimeError(f"a form is not one post with one cast: {(site.folder / 'processes.log').read_text()[-3000:]}")
    file = str(site.folder / "ledger.jsonl")
    checked = subprocess.run([sys.executable, "-m", "rules.proof", file, "--key", key], cwd=ROOT, capture_output=True, text=True)
    print(f"  {found}; the chain verifies: {checked.returncode == 0}")
    if checked.returncode:
        raise RuntimeError(checked.stdout)


def main() -> None:
    kept = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ}
    with tempfile.TemporaryDirectory() as folder:
        print("PostgreSQL and Redis" if kept else "SQLite", flush=True)
        site = Site(Path(folder), **kept)
        site.manage("migrate", "--verbosity", "0")
        if shell(site, f"poster.lay_out({WRITERS})").wait():
            raise RuntimeError("the table is not laid out")
        measure(site)
    if not kept:
        subprocess.run([sys.executable, "tests/services.py", sys.executable, "-m", "benchmarks.kills"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
