"""Many requests at the same moment, in threads with connections of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def at_once(act: Callable[[Asked], Answer], asked: Iterable[Asked]) -> list[Answer]:
    """Does the act for all of `asked` side by side; an exception in one is raised here."""
    work = list(asked)

    def apart(one: Asked) -> Answer:
        try:
            return act(one)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(apart, work))
