"""Reading a hand: sets of matching dice, and which of them beat a Difficulty (BG-5 to BG-15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.lines import RuleError
from rules.system import Options
from rules.systems.bgrade.options import choice

Set = tuple[int, int]
"""(width, height): how many dice match, and the face that they show."""


def check_faces(dice: Iterable[int]) -> tuple[int, ...]:
    """The same faces; anything but whole numbers from 1 to 10 is refused (BG-5)."""
    faces = tuple(dice)
    for face in faces:
        if type(face) is not int or not 1 <= face <= 10:
            raise RuleError(f"{face!r} is no face of a ten-sided die: it shows 1 to 10.")
    return faces


def check_set(of: Sequence[int]) -> Set:
    """(width, height); anything but 2 dice or more of one face is refused (BG-6)."""
    if len(of) != 2 or type(of[0]) is not int or of[0] < 2:
        raise RuleError(f"{list(of)} is no set: a width of 2 or more, then a height.")
    return of[0], check_faces(of[1:])[0]


def check_difficulty(difficulty: int) -> int:
    """The same Difficulty, 0 for none; anything but 0 to 10 is refused (BG-A04)."""
    if type(difficulty) is not int or not 0 <= difficulty <= 10:
        raise RuleError(f"A Difficulty is a whole number from 0 to 10, not {difficulty}.")
    return difficulty


def sets_of(dice: Iterable[int]) -> tuple[tuple[Set, ...], tuple[int, ...]]:
    """(sets, widest then tallest; loose dice, ascending). There is one set of a face at most (BG-6, BG-27)."""
    counted = Counter(check_faces(dice))
    sets = sorted(((width, face) for face, width in counted.items() if width > 1), reverse=True)
    return tuple(sets), tuple(sorted(face for face, width in counted.items() if width == 1))


def area(of: Set) -> int:
    """Width times height; shown and otherwise unused (BG-7, BG-A01)."""
    return of[0] * of[1]


def beats(of: Set, difficulty: int, options: Options) -> bool:
    """Whether a set passes that Difficulty: by height, or by a width of 3 whatever its height (BG-13, BG-14)."""
    width, height = of
    automatic = int(choice(options, "auto_beat_width"))
    if check_difficulty(difficulty) == 0 or (automatic and width >= automatic):
        return True
    return height >= lowest_pair(difficulty, options)


def lowest_pair(difficulty: int, options: Options) -> int:
    """The lowest height with which a pair passes that Difficulty; 11 where no pair does (BG-A02)."""
    return difficulty if choice(options, "difficulty_mode") == "inclusive" else difficulty + 1


def best(sets: Iterable[Set], prefer: str) -> Set | None:
    """The set to suggest: the widest, then tallest, or the tallest, then widest (BG-A08)."""
    if prefer not in ("width", "height"):
        raise RuleError(f"Sets are preferred by width or height, not {prefer}.")
    return max(sets, key=lambda of: of if prefer == "width" else (of[1], of[0]), default=None)


@dataclass(frozen=True)
class Outcome:
    """A hand against a Difficulty: its sets, those that pass, and the one to suggest, None when the attempt fails."""

    sets: tuple[Set, ...]
    loose: tuple[int, ...]
    qualifying: tuple[Set, ...]
    suggested: Set | None

    @property
    def success(self) -> bool:
        return self.suggested is not None


def resolve(dice: Sequence[int], difficulty: int, prefer: str, options: Options) -> Outcome:
    """The outcome of a hand; without a Difficulty any set succeeds, without a set nothing does (BG-11, BG-12)."""
    sets, loose = sets_of(dice)
    qualifying = tuple(of for of in sets if beats(of, difficulty, options))
    check_difficulty(difficulty)
    return Outcome(sets, loose, qualifying, best(qualifying, prefer))
