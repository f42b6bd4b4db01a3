"""The one refusal of the rules."""

from __future__ import annotations


class RuleError(ValueError):
    """A refusal in one or two sentences, for the person who typed: what is wrong, then the right line.

    `column` is the 1-based place in the typed line that is at fault, or None.
    """

    def __init__(self, sentence: str, column: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.column = column
