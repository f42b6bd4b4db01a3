"""How tests of the rules go through many cases in little time: a table as one test, and few drawn examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

LONGEST = 160
"""So many characters of a row are told."""


def rows(
    names: str | tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], str] = repr
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, for tests that need no fixture: thousands of tests of a microsecond cost seconds.

    All rows are run; the error holds one part for each row that failed, with `ids(row)` as its note.  May be stacked.
    """
    table = list(cases)
    columns = names if isinstance(names, tuple) else (names,)

    def of(test: Callable[..., None]) -> Callable[..., None]:
        def every_row(**given: Any) -> None:
            failed = []
            for row in table:
                values = row if isinstance(names, tuple) else (row,)
                try:
                    test(**given, **dict(zip(columns, values, strict=True)))
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as error:
                    error.add_note(f"in the row {ids(row)[:LONGEST]}")
                    failed.append(error)
            assert table
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(table)} rows fail", failed)

        every_row.__name__, every_row.__qualname__ = test.__name__, test.__qualname__
        every_row.__doc__, every_row.__module__ = test.__doc__, test.__module__
        return every_row

    return of


few = settings(max_examples=40, deadline=None, derandomize=True, database=None)
"""For hypothesis: the same forty examples in every run. Beside each such test the known cases are written out."""

ODD_SIGNS = (
    "".join(map(chr, range(128)))
    + "\x85\xa0\xad\u200b\u2028\u202e\u3000\ufeff\ufffd\ud800\U0001f3b2\U0010ffff"
    + "ß×–—−“”„’…²½ÅéЯЖ٣२１Ａｄ漢ǅİı"
)
"""What texts are drawn from: ASCII, and signs that are taken for others, change under folding, or cannot be stored."""
