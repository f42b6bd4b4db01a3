"""The one exception of the checker: a rule of vroll/1 that a ledger breaks."""

from __future__ import annotations


class Breach(Exception):
    """The first broken rule.

    `code` is one of the format's error names (E_HASH), `sentence` says what is wrong and what is right.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence


def need(holds: bool, code: str, sentence: str) -> None:
    """Raises the breach unless the rule holds."""
    if not holds:
        raise Breach(code, sentence)


def shown(value: object) -> str:
    """A value from a file as a sentence may show it: short, on one line, without control characters."""
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."
