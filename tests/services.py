"""Throw-away PostgreSQL and Redis on private loopback ports, for one command or until Ctrl-C.

`python tests/services.py COMMAND ...` runs the command with DATABASE_URL and REDIS_URL set and exits with its code. Where the
programs are missing it says so and exits 0, or 1 with REQUIRE_SERVICES=1.
"""

from __future__ import annotations

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

import psycopg

PATIENCE = 60
"""Seconds that a service may take to answer."""


def main(command: list[str]) -> int:
    postgres, redis = postgresql_folder(), shutil.which("redis-server")
    missing = [name for name, found in (("PostgreSQL", postgres), ("Redis", redis)) if not found]
    if missing:
        required = bool(os.environ.get("REQUIRE_SERVICES"))
        what = "this run requires them" if required else "the tests on them are left out"
        print(f"Not found: {' and '.join(missing)}; {what}. Debian, Ubuntu: apt install postgresql redis-server", flush=True)
        return 1 if required else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with ExitStack() as until:
        folder = Path(until.enter_context(tempfile.TemporaryDirectory(prefix="long-table-services-")))
        folder.chmod(0o755)  # another user's PostgreSQL must get through
        urls = {
            "DATABASE_URL": until.enter_context(postgresql(str(postgres), folder)),
            "REDIS_URL": until.enter_context(redis_server(str(redis), folder)),
        }
        if command:
            return subprocess.run(command, env=os.environ | urls).returncode
        print("\n".join(f"export {name}={url}" for name, url in urls.items()), flush=True)
        try:
            while True:
                sleep(3600)
        except KeyboardInterrupt:
            return 0


def postgresql_folder() -> str | None:
    """The folder of `initdb` and `postgres`: the one on the path, else the newest that Debian or Homebrew installed."""
    on_path = shutil.which("initdb")
    if on_path and os.path.exists(f"{os.path.dirname(on_path)}/postgres"):
        return os.path.dirname(on_path)
    places = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin")
    found = [folder for place in places for folder in glob.glob(place) if os.path.exists(f"{folder}/postgres")]
    return max(
        found, key=lambda folder: [int(part) for part in folder.replace("@", "/").split("/") if part.isdigit()], default=None
    )


@contextmanager
def postgresql(programs: str, folder: Path) -> Iterator[str]:
    """A new cluster in `folder`; its URL. Root may not run PostgreSQL: then the user postgres does."""
    home = folder / "postgresql"
    home.mkdir()
    as_other = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_other:
        shutil.chown(home, "postgres")
    port = free_port()
    subprocess.run(
        [*as_other, f"{programs}/initdb", "-D", f"{home}/data", "-U", "table", "--auth=trust", "--encoding=UTF8", "--locale=C"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=home,
    )
    words = [f"{programs}/postgres", "-D", f"{home}/data", "-p", str(port), "-k", str(home)]
    settings = ["listen_addresses=127.0.0.1", "max_connections=200", "log_min_messages=fatal", "log_statement=none"]
    for setting in settings:
        words += ["-c", setting]
    log = (folder / "postgresql.log").open("w")
    server = subprocess.Popen([*as_other, *words], cwd=home, stdout=log, stderr=log)
    try:
        wait_for(port, server)
        create_database(port)
        yield f"postgres://table@127.0.0.1:{port}/table"
    finally:
        # SIGINT to the postmaster itself: a fast shutdown, sessions still open are ended
        master = int((home / "data" / "postmaster.pid").read_text().split()[0])
        subprocess.run([*as_other, "kill", "-INT", str(master)])
        server.wait(PATIENCE)
        log.close()


@contextmanager
def redis_server(program: str, folder: Path) -> Iterator[str]:
    """A Redis that keeps nothing; its URL."""
    port = free_port()
    words = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        wait_for(port, server)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def create_database(port: int) -> None:
    """Makes the database `table` as soon as the server lets anybody in."""
    end = monotonic() + PATIENCE
    while True:
        try:
            with psycopg.connect(host="127.0.0.1", port=port, user="table", dbname="postgres", autocommit=True) as db:
                db.execute('CREATE DATABASE "table"')
                return
        except psycopg.OperationalError:
            if monotonic() > end:
                raise
            sleep(0.1)


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Returns when something listens; raises RuntimeError when the server ended or took too long."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError(f"{server.args!r} ended with code {server.returncode}")
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.1)
    raise RuntimeError(f"nothing listens on port {port} after {PATIENCE} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
