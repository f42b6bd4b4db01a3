# Every line can also be typed by hand. Works with GNU Make 3.81 and Python 3.11 to 3.13.
# make run: the site with two demo campaigns.   make test: all tests.   make check: all that CI runs.

SHELL := /bin/sh
PY := .venv/bin/python
PORT ?= 8000
WORKERS ?= 2
SERVICES := $(PY) tests/services.py

.PHONY: run test lint lock services check clean quick journeys

run: .venv/.base
	$(PY) manage.py migrate --verbosity 0
	$(PY) manage.py seed_demo
	$(PY) manage.py runserver $(PORT)

# On SQLite with the in-process layer, then on PostgreSQL and Redis, then in a browser.
# REQUIRE_SERVICES=1 and REQUIRE_BROWSER=1 make the absence of a program an error instead of a told skip.
test: quick
	$(SERVICES) $(PY) -m pytest -n $(WORKERS)
	$(MAKE) journeys

quick: .venv/.test
	env -u DATABASE_URL -u REDIS_URL $(PY) -m pytest -n $(WORKERS)

journeys: .venv/.test
	$(PY) -m pytest tests/journeys -c tests/journeys/pytest.ini

lint: .venv/.test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	.venv/bin/djlint templates --lint --quiet

check: lint test

# Throw-away PostgreSQL and Redis on private loopback ports, their URLs printed, until Ctrl-C.
services: .venv/.test
	$(SERVICES)

LOCK := .venv/bin/uv pip compile --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --quiet
lock: .venv/.test
	$(LOCK) requirements/base.in -o requirements/base.txt
	$(LOCK) requirements/test.in -o requirements/test.txt

clean:
	rm -rf .venv staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# The newest Python from 3.13 down to 3.11 that can make an environment.
.venv/bin/python:
	@for name in python3.13 python3.12 python3.11 python3; do \
	  if "$$name" -c 'import sys, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then \
	    "$$name" -m venv .venv && exit 0; exit 1; \
	  fi; \
	done; \
	echo 'The Long Table needs Python 3.11, 3.12 or 3.13 with venv (Debian, Ubuntu: apt install python3-venv).' >&2; exit 1

.venv/.base: requirements/base.txt .venv/bin/python
	$(PY) -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements/base.txt
	@touch $@

.venv/.test: requirements/test.txt requirements/base.txt .venv/bin/python
	$(PY) -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements/test.txt
	@touch $@ .venv/.base
