"""The real site as a process: SQLite in a folder of its own, filled by `seed_demo`, served by `runserver`."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60
"""Seconds that the site may take to answer."""


class Site:
    """Started, stopped and started again on the same port and files. `folder` holds all that it writes."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://localhost:{self.port}"
        unset = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        self.environment = kept | {"LONG_TABLE_VAR": str(folder)} | environment
        self.server: subprocess.Popen[bytes] | None = None

    def manage(self, *words: str) -> None:
        subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=self.environment, check=True)

    def start(self) -> None:
        words = [sys.executable, "manage.py", "runserver", "--noreload", str(self.port)]
        log = (self.folder / "server.log").open("a")
        self.server = subprocess.Popen(words, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        end = monotonic() + PATIENCE
        while not self._answers():
            if self.server.poll() is not None or monotonic() > end:
                raise RuntimeError((self.folder / "server.log").read_text()[-3000:])
            sleep(0.1)

    def stop(self, *, kill: bool = False) -> None:
        if self.server is None:
            return
        self.server.kill() if kill else self.server.terminate()
        self.server.wait(PATIENCE)
        self.server = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def ask(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Rows of the site's database, read beside the running server."""
        with sqlite3.connect(f"file:{self.folder / 'table.sqlite3'}?mode=ro", uri=True) as database:
            return database.execute(sql, values).fetchall()

    def thread(self, title: str) -> str:
        """The address of the thread of that title (of the first one, where two campaigns have it)."""
        joined = "thread_thread t JOIN campaign_campaign c ON c.id = t.campaign_id"
        sql = f"SELECT c.slug, t.key FROM {joined} WHERE t.title = ? ORDER BY t.id"
        slug, key = self.ask(sql, title)[0]
        return f"{self.url}/c/{slug}/t/{key}/"


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
