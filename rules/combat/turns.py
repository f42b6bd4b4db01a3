"""The moves of a turn order as a table: which act is possible in which phase, and which phase follows."""

from __future__ import annotations

from typing import Final

from rules.errors import RuleError

CLOSED: Final = "closed"
GATHERING: Final = "gathering"
RUNNING: Final = "running"
ENDED: Final = "ended"

TABLE: Final[dict[tuple[str, str], str]] = {
    (CLOSED, "open"): GATHERING,
    (GATHERING, "enter"): GATHERING,
    (GATHERING, "out"): GATHERING,
    (GATHERING, "harm"): GATHERING,
    (GATHERING, "condition"): GATHERING,
    (GATHERING, "lift"): GATHERING,
    (GATHERING, "next"): RUNNING,
    (GATHERING, "end"): ENDED,
    (RUNNING, "enter"): RUNNING,
    (RUNNING, "out"): RUNNING,
    (RUNNING, "harm"): RUNNING,
    (RUNNING, "condition"): RUNNING,
    (RUNNING, "lift"): RUNNING,
    (RUNNING, "did"): RUNNING,
    (RUNNING, "allow"): RUNNING,
    (RUNNING, "next"): RUNNING,
    (RUNNING, "back"): RUNNING,
    (RUNNING, "turn"): RUNNING,
    (RUNNING, "hold"): RUNNING,
    (RUNNING, "pass"): RUNNING,
    (RUNNING, "done"): RUNNING,
    (RUNNING, "end"): ENDED,
    (ENDED, "open"): GATHERING,
}

MOVES: Final = frozenset(move for _, move in TABLE) | {"undo"}

MEANING: Final = {
    "open": "be opened",
    "enter": "be joined",
    "out": "be left",
    "harm": "change somebody's Health",
    "condition": "put a condition on somebody",
    "lift": "take a condition away",
    "did": "keep what somebody did",
    "allow": "allow what does not fit in a Turn",
    "next": "move to the next turn",
    "back": "move back a turn",
    "turn": "give somebody the turn",
    "hold": "let somebody hold",
    "pass": "let somebody pass",
    "done": "end a turn",
    "end": "be ended",
}

WHY_NOT: Final = {
    CLOSED: "No turn order is open in this thread, so it cannot {move}. The GM opens one with `!fight`.",
    GATHERING: "The turn order is gathering, its Round has not begun, so it cannot {move}. The GM begins it: `!next`.",
    RUNNING: "The turn order is running, so it cannot {move}. The GM ends it with `!fight end`.",
    ENDED: "The turn order has ended, so it cannot {move}. The GM opens a new one with `!fight`.",
}


def after(phase: str, move: str) -> str:
    """The phase after that move; a move that is not in the table is refused, naming the phase and the move."""
    if move not in MEANING:
        raise RuleError(f"A turn order has no move “{move}”. There are: {', '.join(sorted(MOVES))}.")
    if (phase, move) in TABLE:
        return TABLE[phase, move]
    if (phase, move) == (GATHERING, "open"):
        raise RuleError("The turn order is gathering, so it cannot be opened again. Join with `!init NAME`.")
    raise RuleError(WHY_NOT[phase].format(move=MEANING[move]))
