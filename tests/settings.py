"""The site's own settings, made quick and kept in a folder of the run; the databases are those that the environment names."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

os.environ.setdefault("LONG_TABLE_VAR", tempfile.mkdtemp(prefix="long-table-tests-"))
os.environ["CHECK_AT_START"] = "off"
os.environ["DATABASE_POOL"] = "0"
os.environ.pop("SECRET_KEY", None)
os.environ["DEBUG"] = "on"
os.environ["EMAIL_URL"] = "memorymail://"

from campaigns.settings import *  # noqa: F403

DEBUG = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["testserver", "localhost"]
ACCOUNT_RATE_LIMITS = False
DATABASES["default"].setdefault("TEST", {})  # noqa: F405
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # a file, since threads of one test cannot share a database in memory
    DATABASES["default"]["TEST"]["NAME"] = str(Path(os.environ["LONG_TABLE_VAR"]) / "test.sqlite3")  # noqa: F405
if REDIS_URL:  # noqa: F405
    # test runs side by side share one Redis and must not hear each other
    ours = os.environ.get("PYTEST_XDIST_WORKER", "main")
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"tests-{ours}"  # noqa: F405
    CACHES["default"]["KEY_PREFIX"] = f"tests-{ours}"  # noqa: F405
