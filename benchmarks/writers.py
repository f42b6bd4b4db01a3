"""8 writers, 50 posts with a roll each into one thread, each form sent twice; on SQLite, then on PostgreSQL and Redis."""

from __future__ import annotations

import http.cookiejar
import os
import re
import secrets
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from tests.journeys.conftest import PASSWORD
from tests.journeys.site import ROOT, Site

WRITERS, POSTS = 8, 50
PEOPLE = ("ines", "juniper", "tobias", "bex", "reed")


class Person:
    """A signed-in browser without a page."""

    def __init__(self, site: Site, name: str) -> None:
        self.site = site
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.get(f"{site.url}/accounts/login/")
        self.post(f"{site.url}/accounts/login/", login=name, password=PASSWORD)

    def get(self, address: str) -> str:
        return str(self.opener.open(address, timeout=120).read().decode())

    def post(self, address: str, **fields: str) -> int:
        token = next(cookie.value for cookie in self.jar if cookie.name.endswith("csrftoken"))
        data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        asked = urllib.request.Request(address, data, {"Referer": self.site.url})
        return int(self.opener.open(asked, timeout=120).status)


def write(person: Person, address: str, writer: int) -> list[str]:
    """Posts, each sent twice; gives the errors."""
    faults = []
    for number in range(POSTS):
        fields = {"text": f"Writer {writer}, post {number}.\n\n!roll 2d6+3", "kind": "ooc", "rid": secrets.token_hex(16)}
        for _ in range(2):
            try:
                person.post(f"{address}write/", **fields)
            except OSError as fault:
                faults.append(str(fault))
    return faults


def measure(site: Site) -> None:
    people = [Person(site, PEOPLE[number % len(PEOPLE)]) for number in range(WRITERS)]
    gm = people[0]
    campaign = re.search(r"/c/([a-z0-9-]*orpheum[a-z0-9-]*)/", gm.get(f"{site.url}/campaigns/"))
    if campaign is None:
        raise RuntimeError("the demo campaign is not there")
    gm.post(f"{site.url}/c/{campaign[1]}/threads/new/", title="Everybody at once", kind="scene")
    page = gm.get(f"{site.url}/c/{campaign[1]}/")
    key = re.findall(r'/t/([a-z0-9]+)/"[^>]*>[^<]*(?:<[^>]*>)*[^<]*Everybody at once', page)[-1]
    address = f"{site.url}/c/{campaign[1]}/t/{key}/"
    begin = perf_counter()
    with ThreadPoolExecutor(WRITERS) as pool:
        faults = [fault for found in pool.map(write, people, [address] * WRITERS, range(WRITERS)) for fault in found]
    took = perf_counter() - begin
    numbers = sorted({int(found) for k in range(1, 17) for found in re.findall(r'id="post-(\d+)"', gm.get(f"{address}?page={k}"))})
    ledger = site.folder / "ledger.jsonl"
    ledger.write_text(gm.get(f"{site.url}/c/{campaign[1]}/rolls/export/"))
    checked = subprocess.run([sys.executable, "-m", "rules.proof", str(ledger)], cwd=ROOT, capture_output=True, text=True)
    whole = numbers == list(range(1, WRITERS * POSTS + 1))
    print(f"  posts {len(numbers)} of {WRITERS * POSTS}, numbers without a gap: {whole}, errors: {len(faults)} {faults[:2]}")
    print(f"  {2 * WRITERS * POSTS / took:.0f} forms a second ({took:.1f} s); the chain verifies: {checked.returncode == 0}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ}
        print("PostgreSQL and Redis" if kept else "SQLite and one process")
        site = Site(Path(folder), **kept)
        site.manage("migrate", "--verbosity", "0")
        site.manage("seed_demo")
        site.start()
        try:
            measure(site)
        finally:
            site.stop()
    if "DATABASE_URL" not in os.environ:
        subprocess.run([sys.executable, "tests/services.py", sys.executable, "-m", "benchmarks.writers"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
