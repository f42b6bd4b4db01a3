"""The cards of two rolls that belong together: the challenge, alone or unanswered, and the answer (FR-12, FR-13).

`{roller}`, `{target}` and `{rival}` stand for the names of who threw this card's roll, of whom it is aimed at, and of
who threw the roll that it answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from rules.system import Cluster, Declaration, Die, Reading, Thrown
from rules.systems.faserip.card import AT_GOOD, BOTCH, VERDICTS, aimed, passing, stretch, told
from rules.systems.faserip.contest import Challenge, Stake, bonus_of
from rules.systems.faserip.damage import BONUS
from rules.systems.faserip.declared import BY_STRENGTH, MELEE_TITLE
from rules.systems.faserip.defence import Defence
from rules.systems.faserip.feat import EFFECTS as HELD
from rules.systems.faserip.feat import effect_of
from rules.systems.faserip.sheet import STATISTICS

WAITS: Final = "Waiting for {target}."
_PLAIN_TITLES: Final = {MELEE_TITLE.capitalize(), *(f"{name} {MELEE_TITLE}" for name in STATISTICS)}
HOLDS: Final = {
    "hold": {"none": "no hold.", "half": "{held} is half held, by one limb or slowed.", "full": "{held} is held."},
    "free": {"none": "{bound} stays held.", "half": "{bound} is half free.", "full": "{bound} is free."},
}
"""By what is at stake and effect; {held} and {bound} are the placeholders that fit the card."""
EFFECTS: Final = {
    "Blue": "a botch all the same. The GM says what happens.",
    "White": "no effect, and none for {roller} either.",
    "Green": "half the effect for {rival}.",
    "Yellow": "full effect for {rival}.",
    "Red": "full effect for {rival}, outstanding.",
}


def challenge_card(declaration: Declaration, roll: Challenge, dice: Sequence[Thrown]) -> Reading:
    """The card of a roll that waits for its answer."""
    face = dice[0][1][0]
    shown = roll.aim.colour(face)
    damage = _damage_words(declaration, roll) if roll.stake.hurts else ""
    head = _head(declaration, roll)
    last = AT_GOOD if roll.aim.ends_round else ""
    botch = BOTCH if shown == "Blue" else ""
    thrown = told(face, shown, botch) if botch else f"{', '.join((f'{face}, {shown}', *_added(dice)))}."
    added = "".join(f" {words}; they count when the defence leaves them." for words in _added(dice))
    found = aimed(
        declaration,
        roll.aim,
        face,
        headline=botch or damage,
        detail=_join(stretch(roll.aim, face) + added, last),
        verdict="botch" if botch else "",
        spoken=_join(f"{head}: {thrown}", last, "" if botch else damage),
    )
    more = tuple(Cluster(tuple(Die(sides, one) for one in faces), f"{len(faces)}d{sides}") for sides, faces in dice[1:])
    return replace(found, clusters=found.clusters + more, waits=WAITS)


def unanswered_card(declaration: Declaration, roll: Challenge, dice: Sequence[Thrown]) -> Reading:
    """The same card once nobody answers: the column "no defence" (FR-13, FR-A13)."""
    card = challenge_card(declaration, roll, dice)
    face = dice[0][1][0]
    shown = roll.aim.colour(face)
    if shown == "Blue":
        return replace(card, waits="")
    says, verdict = _undefended(roll, dice, shown)
    said = f"No defence: {says[0].lower()}{says[1:]}"
    return replace(card, headline=said, verdict=verdict, waits="", spoken=f"{card.spoken} {said}")


def _undefended(roll: Challenge, dice: Sequence[Thrown], shown: str) -> tuple[str, str]:
    """(sentence, verdict) of a roll that nobody answers."""
    sentence, verdict = passing(shown, roll.options)
    kind = roll.stake.kind
    if kind == "contest":
        return sentence, verdict
    effect = effect_of(shown, roll.options) if kind == "free" else HELD[shown]
    says = _holding(kind, effect, held="{target}", bound="{roller}") if kind != "damage" else ""
    if roll.stake.hurts:
        counted = (" + ".join(_names([(len(faces), sides) for sides, faces in dice[1:]])), sum(bonus_of(dice)))
        part, base = roll.hit(dice[0][1][0]).share, roll.stake.points(roll.options)
        hurt = _damage(roll.stake, part, base, counted, roll.undefended(dice))
        says = _join(says, f"{hurt[0].upper()}{hurt[1:]}" if says else hurt)
    return says, verdict if kind == "free" else VERDICTS[HELD[shown]]


def defence_card(declaration: Declaration, roll: Defence, face: int) -> Reading:
    """The card of an answer, which says what comes of both rolls; its verdict is the defender's."""
    found = roll.outcome(((100, (face,)),))
    shown = found["colour"]
    headline = _join(_compared(roll, found), _counter(found))
    botch = "{roller} botched: the GM says what happens." if found["botch"] else ""
    won = {"defender": "success", "tie": "part", "attacker": "failure"}[found["winner"]]
    if found["winner"] == "attacker" and found.get("share", found.get("effect")) in ("none", "botch"):
        won = "part"
    return aimed(
        declaration,
        roll.aim,
        face,
        headline=headline,
        detail=_join(stretch(roll.aim, face), botch),
        verdict="botch" if found["botch"] and won != "success" else won,
        spoken=_join(f"{', '.join(declaration.notes)}: {face}, {shown}.", headline, botch),
    )


def _head(declaration: Declaration, roll: Challenge) -> str:
    """ "{roller} aims Lightning at {target}, Agility Remarkable" of a power, else the notes alone."""
    notes = ", ".join(note for note in declaration.notes if note != BY_STRENGTH)
    if roll.stake.kind != "damage" or declaration.title in _PLAIN_TITLES:
        return notes
    notes = notes[0].lower() + notes[1:] if roll.aim.action or roll.aim.further else notes
    return f"{{roller}} aims {declaration.title} at {{target}}, {notes}"


def _damage_words(declaration: Declaration, roll: Challenge) -> str:
    by_strength = BY_STRENGTH in declaration.notes or roll.stake.kind == "hold"
    what = BY_STRENGTH if by_strength else f"{roll.stake.rank} damage"
    return f"{what}, {roll.stake.points(roll.options)}, {roll.stake.track.capitalize()}."


def _added(dice: Sequence[Thrown]) -> list[str]:
    """ "3d6 thrown: 4, 5, 6" for each group of added dice."""
    return [f"{len(faces)}d{sides} thrown: {', '.join(map(str, faces))}" for sides, faces in dice[1:]]


def _damage(stake: Stake, part: str, base: int, counted: tuple[str, int], points: int) -> str:
    """ "full damage, 50 Physical."; counted: the added dice that count, by name and sum."""
    if part == "none":
        return "no damage."
    name, bonus = counted
    share = {"quarter": f"a quarter of {base}", "half": f"half of {base}"}.get(part, "full damage")
    added = f" and {name} counted, {points - bonus} + {bonus} =" if name else ","
    return f"{share}{added} {points} {stake.track.capitalize()}."


def _compared(roll: Defence, found: dict[str, Any]) -> str:
    """The two colours, and numbers where these decide, and what comes of them."""
    (first, number), face, shown = roll.first, found["roll"], found["colour"]
    kind, winner = roll.stake.kind, found["winner"]
    if winner == "defender" and found["tie"]:
        return f"{number} {first} against {face} {shown}: the dodger wins a tie, without a counter move."
    numbers = f"{first} {number} against {shown} {face}"
    if winner == "tie":
        return f"{numbers}: a tie. The GM says whether it is a stalemate or both roll again."
    beats = f"{first} beats {shown}" if winner == "attacker" else f"{shown} beats {first}"
    head = numbers if first == shown or kind == "free" else beats
    if kind == "damage":
        return _damaged(roll, found, head)
    if kind == "contest":
        return f"{head}: {EFFECTS[first] if winner == 'attacker' else '{rival} fails.'}"
    effect = found["effect"] if found["effect"] != "botch" else "none"
    says = f"{head}: {_holding(kind, effect, held='{roller}', bound='{rival}')}"
    return _join(says, _hurt(roll, found)) if roll.stake.hurts and found["damage"] else says


def _damaged(roll: Defence, found: dict[str, Any], head: str) -> str:
    first, number = roll.first
    if found["winner"] == "attacker" and found["share"] == "none":
        above = f"{head}, but {number} is not above {found['roll']}: no damage."
        return f"{head}: a botch does no damage." if first == "Blue" else above
    return f"{head}: {_hurt(roll, found)}"


def _hurt(roll: Defence, found: dict[str, Any]) -> str:
    """The damage, and which added dice do not count."""
    left = _names(BONUS[roll.hit(found["roll"]).bonus or ""])
    counted = (" + ".join(left), found["bonus"])
    says = _damage(roll.stake, found["share"], roll.stake.points(roll.options), counted, found["damage"])
    idle = [name for name in _names(roll.groups) if name not in left]
    last = f"The {' + '.join(idle)} of the attack do not count." if idle else ""
    if roll.stake.kind == "hold":
        says = f"{says[0].upper()}{says[1:]}"
    return _join(says, last)


def _names(groups: Sequence[tuple[int, int]]) -> list[str]:
    return [f"{count}d{sides}" for count, sides in groups]


def _holding(kind: str, effect: str, *, held: str, bound: str) -> str:
    return HOLDS[kind][effect].replace("{held}", held).replace("{bound}", bound)


def _counter(found: dict[str, Any]) -> str:
    return "A counter move is allowed, if {roller} has one." if found["counter"] else ""


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
