"""How a command says no."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules.errors import RuleError


class Refused(Exception):
    """A refusal in one or two sentences for the person who asked; nothing was changed and what was typed is kept.

    `field` names the form field at fault, `line` the 1-based line of the text, `column` the 1-based place in that line.
    """

    status = 422

    def __init__(self, sentence: str, *, field: str = "", line: int | None = None, column: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
        self.line = line
        self.column = column


class NotAllowed(Refused):
    """The person may know of the thing but not do this to it (403)."""

    status = 403


class SignInFirst(NotAllowed):
    """Nobody is signed in: the answer leads to the sign-in page and back (302; for htmx 401)."""

    status = 401


class Stale(Refused):
    """Somebody was quicker: the person acted on a page that is no longer true (409)."""

    status = 409


@contextmanager
def refusing(field: str = "", line: int | None = None) -> Iterator[None]:
    """What the rules refuse inside becomes a refusal of the command, with the field and line it stands in."""
    try:
        yield
    except RuleError as error:
        raise Refused(error.sentence, field=field, line=line, column=error.column) from error
