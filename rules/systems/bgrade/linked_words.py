"""The words of rolls that meet: contests (BG-17) and hands joined against time (BG-22).

`{roller}` threw the roll of the card, all whose hands are in it together; `{rival}` the roll against which it stands.
`{hand1}`, `{hand2}` .. threw the hands of a joint roll, the leader's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sets import Outcome, Set, area, sets_of
from rules.systems.bgrade.throw import Throw
from rules.systems.bgrade.words import name, numbers

NAMES: Final = {"roller": "{roller}", "rival": "{rival}"}
TIES: Final = {"gm": "The GM says what happens.", "next": "The GM says what happens.", "reroll": "Both roll again."}
VERDICTS: Final = {"roller": "success", "rival": "failure"}


def contest_words(throw: Throw, outcome: Outcome) -> tuple[str, str, str, str]:
    """(headline, detail, verdict, spoken sentence) of an answer; nothing is decided where the GM is asked."""
    verdicts = throw.verdicts(outcome)
    winner = verdicts["winner"]
    if winner == "open":
        return _open(throw, outcome, verdicts)
    return decided_words(throw, outcome, throw.contest or "fast")


def decided_words(throw: Throw, outcome: Outcome, by: str) -> tuple[str, str, str, str]:
    """The same by that way of deciding, which the GM may have said after the throw."""
    winner = throw.verdict(outcome, by)
    said = _decided(throw, outcome, by, winner)
    return said, "Nobody has won." if winner in ("tie", "none") else "", VERDICTS.get(winner, ""), said


def joint_words(throw: Throw, hand: Sequence[int]) -> str:
    """The hands, and whose own set lets them count together: "{hand1} 3, 3, 5, {hand2} 3, 7, 8: ..."."""
    hands = [*(throw.joins.hands if throw.joins else ()), tuple(sorted(hand))]
    names = [f"{{hand{place}}}" for place in range(1, len(hands) + 1)]
    dice = ", ".join(f"{who} {numbers(one) or 'no dice'}" for who, one in zip(names, hands, strict=True))
    owners = [who for who, one in zip(names, hands, strict=True) if sets_of(one)[0]]
    if not owners:
        return f"{dice}: nobody has a set of his own{' yet' if throw.joint else ''}"
    whose = " and ".join(owners)
    has = "has a set of his own" if len(owners) == 1 else "have sets of their own"
    counts = "the best hand counts" if choice(throw.options, "coop_mode") == "best_of" else "the hands count together"
    return f"{dice}: {whose} {has}, so {counts}"


def _open(throw: Throw, outcome: Outcome, verdicts: dict[str, str]) -> tuple[str, str, str, str]:
    """Time would decide otherwise than height, and nobody said which it is."""
    ways = [f"If time matters, {_won(verdicts['fast'])}.", f"If it does not, {_won(verdicts['slow'])}."]
    rival = " and ".join(map(name, throw.against.sets if throw.against else ()))
    own = " and ".join(map(name, outcome.qualifying))
    said = f"{{rival}} {rival}, {{roller}} {own}."
    return f"{said} The GM says whether time matters.", " ".join(ways), "", f"{said} {' '.join(ways)}"


def _won(winner: str) -> str:
    return f"{NAMES[winner]} wins" if winner in NAMES else "it is a tie"


def _decided(throw: Throw, outcome: Outcome, by: str, winner: str) -> str:
    """ "{rival} 3×5, {roller} 2×9: wider is faster, {rival} wins."."""
    own, rival = (throw.deciding(sets, by) for sets in (outcome.qualifying, throw.against.sets if throw.against else ()))
    if winner == "none":
        return "Neither has a set that counts: nobody wins."
    if own is None or rival is None:
        loser = "{roller}" if own is None else "{rival}"
        sides = f"{{rival}} {name(rival)}" if rival else f"{{roller}} {name(own or (0, 0))}"
        return f"{sides}: {loser} has no set that counts, {NAMES[winner]} wins."
    if by == "slow":
        sides = f"{name(rival)} against {name(own)}"
    else:
        sides = f"{{rival}} {name(rival)}, {{roller}} {name(own)}"
    if winner == "tie":
        return f"{sides}: a tie. {TIES[choice(throw.options, 'contest_tie')]}"
    if by == "slow" and own[1] != rival[1]:
        return f"{sides}: taller wins, {NAMES[winner]}."
    return f"{sides}: {_why(throw, own, rival, by)}, {NAMES[winner]} wins."


def _why(throw: Throw, own: Set, rival: Set, by: str) -> str:
    """Why one of two sets decides."""
    if own == rival or (by in ("width", "height") and own[by == "height"] == rival[by == "height"]):
        return "the next best sets decide"
    if by == "fast" and choice(throw.options, "area_use") == "speed":
        return "the larger area is faster" if area(own) != area(rival) else "wider is faster"
    if by == "height" or (by == "fast" and own[0] == rival[0]):
        return "taller wins" if by == "height" else "equally wide, the taller set is ahead"
    return "wider is faster" if by in ("fast", "width") else "equally tall, the wider set is ahead"
