"""What the ASGI server does before its first page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from time import sleep

from django.conf import settings
from django.core.checks import ERROR, CheckMessage, run_checks
from django.core.exceptions import ImproperlyConfigured

from campaigns.site.alone import hold_alone

log = logging.getLogger(__name__)

MINUTE = 60

_held: list[object] = []
"""Keeps the lock of this process until it ends."""


def make_ready() -> None:
    """Runs all checks, those of the database too, and takes the place of the one process where there may be only one.

    Warnings go to the log. Raises ImproperlyConfigured with every error's sentence, or NotAlone.
    """
    if not settings.CHECK_AT_START:
        return
    if not settings.REDIS_URL:
        _held.append(hold_alone(settings.VAR))
    with ThreadPoolExecutor(1) as beside:  # the server's loop is running already, and Django asks its database outside of one
        told = beside.submit(_checked).result()
    for found in told:
        if found.level < ERROR:
            log.warning("%s: %s %s", found.id, found.msg, found.hint or "")
    if errors := [found for found in told if found.level >= ERROR]:
        raise ImproperlyConfigured("\n".join(f"{found.id}: {found.msg}" for found in errors))


def every_minute(act: Callable[[], object]) -> None:
    """Lets a thread of this process do the act once a minute as long as it runs; a fault is logged and costs that minute alone.

    Where several processes do so the act has to bear it. Nothing is done where the checks at the start are off.
    """
    if settings.CHECK_AT_START:
        Thread(target=_again_and_again, args=(act,), name="every minute", daemon=True).start()


def _again_and_again(act: Callable[[], object]) -> None:
    from django.db import connections

    while True:
        sleep(MINUTE)
        try:
            act()
        except Exception:
            log.exception("what is done once a minute failed")
        finally:
            connections.close_all()


def _checked() -> list[CheckMessage]:
    from django.db import connections

    try:
        return list(run_checks(databases=["default"]))
    finally:
        connections.close_all()
