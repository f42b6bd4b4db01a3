from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import override_settings

from campaigns.site import checks
from campaigns.site.alone import NotAlone, hold_alone, workers_asked

ROOT = Path(__file__).parents[3]
SAFE = {"SECRET_KEY": "k" * 48, "ALLOWED_HOSTS": "table.example", "SITE_ORIGIN": "https://table.example"}


def start(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in the project with these settings and nothing else set, as an operator would."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    command = [sys.executable, *(words or ("-c", "import campaigns.asgi"))]
    return subprocess.run(
        command, cwd=ROOT, env=clean | {"LONG_TABLE_VAR": str(folder)} | environment, capture_output=True, text=True, timeout=120
    )


def numbers() -> list[str]:
    return [str(found.id) for found in checks.settings_are_safe(None)]


def test_the_server_starts_with_safe_settings_and_refuses_an_unsafe_one_by_name(tmp_path: Path) -> None:
    assert start(tmp_path, **SAFE).returncode == 0
    told = start(tmp_path, WEB_CONCURRENCY="3")
    assert told.returncode != 0
    assert "site.E004: 3 workers are set and no REDIS_URL" in told.stderr


LOCAL = {"DEBUG": True, "ALLOWED_HOSTS": ["localhost"], "SITE_ORIGIN": "http://localhost:8000", "WORKERS": 1, "REDIS_URL": ""}
PUBLIC = {
    "DEBUG": False, "ALLOWED_HOSTS": ["table.example"], "SITE_ORIGIN": "https://table.example", "SECRET_KEY": "k" * 32,
    "WORKERS": 1, "REDIS_URL": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (LOCAL, []),
        (PUBLIC, []),
        (LOCAL | {"ALLOWED_HOSTS": ["localhost", "table.example"]}, ["site.E001"]),
        (LOCAL | {"SITE_ORIGIN": "https://table.example"}, ["site.E001"]),
        (PUBLIC | {"SECRET_KEY": "k" * 31}, ["site.E002"]),
        (PUBLIC | {"ALLOWED_HOSTS": ["*"]}, ["site.E003"]),
        (PUBLIC | {"ALLOWED_HOSTS": []}, ["site.E005"]),
        (PUBLIC | {"WORKERS": 3}, ["site.E004"]),
        (PUBLIC | {"WORKERS": 3, "REDIS_URL": "redis://127.0.0.1:1/0"}, []),
    ],
)
def test_each_unsafe_setting_is_refused_and_each_safe_one_is_not(settings: dict[str, object], expected: list[str]) -> None:
    with override_settings(**settings):
        assert numbers() == expected


@pytest.mark.parametrize(
    ("argv", "workers"),
    [
        (["uvicorn", "a:b", "--workers", "3"], 3),
        (["uvicorn", "--workers=4"], 4),
        (["gunicorn", "-w", "2"], 2),
        (["uvicorn"], 7),
        (["-w"], 7),
    ],
)
def test_the_number_of_workers_is_read_as_the_server_reads_it(argv: list[str], workers: int) -> None:
    assert workers_asked(argv, 7) == workers


def test_a_second_process_is_refused_while_the_first_one_runs(tmp_path: Path) -> None:
    first = hold_alone(tmp_path)
    assert first is not None
    with pytest.raises(NotAlone, match="there may be only one"):
        hold_alone(tmp_path, patience=0)
    first.close()
    second = hold_alone(tmp_path, patience=0)
    assert second is not None
    second.close()


@pytest.mark.django_db
def test_the_database_of_this_run_is_safe_and_says_so() -> None:
    errors = [found.id for found in checks.database_is_safe(None, ["default"]) if found.id != "site.W014"]
    assert errors == []
    told = checks.database_told(connection)
    if connection.vendor == "sqlite":
        assert (told["engine"], told["synchronous"], told["foreign_keys"]) == ("SQLite", "2", "1")
    else:
        assert (told["engine"], told["fsync"], told["synchronous_commit"]) == ("PostgreSQL", "on", "on")


@pytest.mark.django_db(transaction=True)
def test_a_database_that_may_lose_posts_is_noticed() -> None:
    sqlite = connection.vendor == "sqlite"
    weak, strong = (
        ("PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL")
        if sqlite
        else ("SET synchronous_commit=off", "RESET synchronous_commit")
    )
    with connection.cursor() as cursor:
        cursor.execute(weak)
        try:
            assert [found.id for found in checks.database_is_safe(None, ["default"])] == ["site.E011" if sqlite else "site.E015"]
        finally:
            cursor.execute(strong)


@pytest.mark.django_db
@override_settings(SQLITE_SAFE=False)
def test_an_old_sqlite_must_not_keep_a_write_ahead_log() -> None:
    if connection.vendor == "sqlite":
        assert [found.id for found in checks.database_is_safe(None, ["default"])] == ["site.E014"]


def test_the_framework_finds_nothing_to_warn_of_before_a_deployment(tmp_path: Path) -> None:
    key = "".join(chr(ord("!") + place) for place in range(60))
    words = ("manage.py", "check", "--deploy", "--fail-level", "WARNING", "--database", "default")
    told = start(tmp_path, *words, **SAFE | {"SECRET_KEY": key})
    assert (told.returncode, told.stderr) == (0, "")


def test_collected_files_carry_their_hash_and_none_is_missing(tmp_path: Path) -> None:
    told = start(
        tmp_path, "manage.py", "collectstatic", "--noinput", "--verbosity", "0", STATIC_ROOT=str(tmp_path / "collected"), **SAFE
    )
    assert (told.returncode, told.stderr) == (0, "")
    names = [path.name for path in (tmp_path / "collected").iterdir() if path.name.startswith("site.")]
    assert [name for name in names if name.endswith(".css") and name != "site.css"] != []
