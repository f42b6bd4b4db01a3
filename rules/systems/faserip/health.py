"""Health: the rules' word for a number of points (FR-14). The word is derived, never stored."""

from __future__ import annotations

from typing import Final

from rules.lines import RuleError

TRACKS: Final[dict[str, tuple[tuple[int, str], ...]]] = {
    "physical": ((2, "active"), (1, "incapacitated"), (-10, "knocked out"), (-30, "dead")),
    "mental": ((2, "active"), (1, "mentally incapacitated"), (-10, "mental shock"), (-20, "brain dead")),
}
"""By track: (lowest points, state), from above."""

LEAST_ABLE: Final = 2
"""Points with which one can still act."""
BEYOND: Final = {"physical": "ash", "mental": "soul departed"}

WORDS: Final = {
    "mental shock": "in mental shock",
    "ash": "goo or ash",
    "soul departed": "soul gone to the death plane",
}
"""How a state reads on a sheet where that is not its name."""


def health(track: str, points: int) -> str:
    """The state at that many points of the "physical" or "mental" track."""
    if track not in TRACKS:
        raise RuleError(f"Health is physical or mental, not {track}.")
    return next((state for lowest, state in TRACKS[track] if points >= lowest), BEYOND[track])


def word(track: str, points: int) -> str:
    """The state at that many points, as a sheet says it."""
    state = health(track, points)
    return WORDS.get(state, state)
