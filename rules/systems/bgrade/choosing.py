"""What is said after the throw: `!hammer` sets Hammer-time Dice (BG-24), `!use` allots sets (BG-15, BG-19)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.lines import Command, RuleError, Word, check_name, find_name, split_words
from rules.system import Allotment, Declaration, Reading, Thrown
from rules.systems.bgrade import contest
from rules.systems.bgrade.card import labels_of, thrown
from rules.systems.bgrade.linked_words import decided_words
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.printing import parse
from rules.systems.bgrade.sets import Set, check_faces
from rules.systems.bgrade.throw import MOST_ACTIONS, MOST_SPECIAL, Throw
from rules.systems.bgrade.words import name

HAMMER: Final = "Say the height, 1 to 10: `!hammer 8`, or `!hammer 8,8` for two Hammer-time Dice."
USE: Final = "Say the set and what it is for: `!use 2x8`, or `!use 2x8 for punch, 2x2 for duck`."
_SET = re.compile(r"([0-9]{1,3})[x×]([0-9]{1,2})", re.IGNORECASE | re.ASCII)
_ROLL = re.compile(r"[0-9a-z]{1,40}", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class HammerLine:
    """A `!hammer` line: the values in the order of the dice, and the roll as typed, "" for the newest that waits."""

    values: tuple[int, ...]
    roll_id: str = ""


@dataclass(frozen=True)
class Served:
    """A declared action, the set that serves it (None for none) and whether that succeeds."""

    action: str
    of: Set | None
    success: bool


def read_hammer(command: Command) -> HammerLine:
    """The parts of `!hammer 8`, `!hammer 8,8 for 5p1c`."""
    words, at = split_words(command.rest, command.column), 0
    values: list[int] = []
    while at < len(words) and len(values) < MOST_SPECIAL:
        if words[at].quoted or not re.fullmatch(r"[0-9]{1,3}", words[at].text, re.ASCII):
            break
        values.append(int(words[at].text))
        at += 1
        if at == len(words) or not words[at].says(","):
            break
        at += 1
    rest = words[at:]
    if not values or words[at - 1].says(","):
        raise RuleError(HAMMER, command.column)
    if rest and not (len(rest) == 2 and rest[0].says("for") and _ROLL.fullmatch(rest[1].text)):
        raise RuleError(HAMMER, rest[0].column)
    return HammerLine(check_faces(values), rest[1].text.lower() if rest else "")


def check_chosen(declaration: Declaration, values: Sequence[int]) -> tuple[int, ...]:
    """The same values for that roll's Hammer-time Dice, one each; refused where they are not that many faces."""
    throw = parse(declaration.expr)
    if throw.had and not values:
        raise RuleError(f"This roll has {throw.had}: `!hammer {','.join(['8'] * throw.had)}`.")
    return throw.chosen(values)


def read_use(command: Command) -> tuple[tuple[Set, str], ...]:
    """(set, action) of `!use 2x8 for punch, 2x2 for duck`; the action is "" in `!use 2x8`."""
    parts: list[list[Word]] = [[]]
    for word in split_words(command.rest, command.column):
        if word.says(","):
            parts.append([])
        else:
            parts[-1].append(word)
    uses = tuple(_use(part, command) for part in parts)
    if len(uses) > MOST_ACTIONS or (len(uses) > 1 and not all(action for _, action in uses)):
        raise RuleError(USE, command.column)
    return uses


def _use(words: Sequence[Word], command: Command) -> tuple[Set, str]:
    found = _SET.fullmatch(words[0].text) if words and not words[0].quoted else None
    if found is None or len(words) == 2 or (len(words) > 2 and not words[1].says("for")):
        raise RuleError(USE, words[0].column if words else command.column)
    if len(words) > 3:
        whole = " ".join(word.text for word in words[2:])
        raise RuleError(f'A name with blanks needs quotes: `for "{whole}"`.', words[2].column)
    return (int(found[1]), int(found[2])), check_name(words[2].text) if len(words) == 3 else ""


def allotment(
    declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int], uses: Sequence[tuple[Set, str]]
) -> tuple[Served, ...]:
    """What becomes of each declared action, in their order; an action that no set serves fails (BG-19).

    Actions go by their names, or by their numbers where they were declared as a number only.
    """
    throw = parse(declaration.expr)
    if throw.had and not chosen:
        raise RuleError("This roll waits for its Hammer-time Dice: set them first, `!hammer 8`.")
    if throw.contest is not None or throw.joint or throw.joins:
        raise RuleError("In a contest and in a joint roll the rules say which set counts, so none is chosen.")
    names = _actions(declaration, throw)
    outcome = throw.outcome(throw.faces(dice), throw.chosen(chosen))
    places = _places(uses, names)
    allotted = [places.get(place) for place in range(len(names))]
    passed = contest.allot(outcome.sets, allotted, throw.difficulties, throw.options)
    return tuple(Served(*served) for served in zip(names, allotted, passed, strict=True))


def _actions(declaration: Declaration, throw: Throw) -> tuple[str, ...]:
    count, names = len(throw.difficulties), labels_of(declaration)
    return names if len(names) == count else tuple(str(number) for number in range(1, count + 1))


def to_allot(declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int]) -> Allotment | None:
    """The sets of which the roller says what they serve (BG-19), or of which he may prefer one (BG-15); None for no choice.

    A wide set comes as pairs where they may serve an action each (BG-A07).
    """
    throw = parse(declaration.expr)
    if (throw.had and not chosen) or throw.contest is not None or throw.joint or throw.joins:
        return None
    outcome = throw.outcome(throw.faces(dice), throw.chosen(chosen))
    if len(throw.difficulties) == 1:
        return Allotment(_actions(declaration, throw), outcome.qualifying) if len(outcome.qualifying) > 1 else None
    if not throw.served(outcome):
        return None
    split = choice(throw.options, "split_sets") == "on"
    parts = [part for of in outcome.sets for part in (contest.as_pairs(of) if split else [of])]
    return Allotment(_actions(declaration, throw), tuple(parts))


def _places(uses: Sequence[tuple[Set, str]], names: Sequence[str]) -> dict[int, Set]:
    """The set for each action by its place; refuses an action that was not declared, or that is served twice."""
    places: dict[int, Set] = {}
    for of, action in uses:
        found = find_name(action, names) if action else names[0] if len(names) == 1 else None
        if found is None:
            raise RuleError(f"The actions are {' and '.join(names)}: `!use {of[0]}x{of[1]} for {names[0]}`.")
        if names.index(found) in places:
            raise RuleError(f"An action takes one set: {found} has {name(places[names.index(found)])} already.")
        places[names.index(found)] = of
    return places


def allot(declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int], uses: Sequence[tuple[Set, str]]) -> Reading:
    """The card of a roll whose sets were allotted by `!use`: "Punch 2×8, succeeds. Duck 2×2, succeeds."

    Of a single action, the card with the set that the roller prefers to use.
    """
    throw = parse(declaration.expr)
    served = allotment(declaration, dice, chosen, uses)
    card = thrown(declaration, throw, throw.faces(dice), throw.chosen(chosen))
    if len(served) == 1:
        return _preferred(card, served[0])
    said = " ".join(map(_say, served))
    passed = sum(one.success for one in served)
    verdict = "success" if passed == len(served) else "part" if passed else "failure"
    used = {name(one.of) for one in served if one.of}
    clusters = tuple(replace(one, state="used") if one.name in used else one for one in card.clusters)
    return replace(
        card, clusters=clusters, headline=said, detail="", verdict=verdict, spoken=f"{', '.join(declaration.notes)}: {said}"
    )


def _say(one: Served) -> str:
    """ "Punch 2×8, succeeds.", "Duck fails.", of an action without a name "Action 1, 2×8, succeeds."."""
    action = f"Action {one.action}," if one.action.isdigit() else one.action[:1].upper() + one.action[1:]
    of = f" {name(one.of)}," if one.of else ""
    return f"{action.removesuffix(',') if not of else action}{of} {'succeeds' if one.success else 'fails'}."


def _preferred(card: Reading, one: Served) -> Reading:
    """The card of one action with the set that the roller says."""
    of = one.of or (0, 0)
    states = {True: "used", False: "set"}
    clusters = [replace(part, state=states[part.name == name(of)]) if part.name else part for part in card.clusters]
    clusters.sort(key=lambda part: part.state != "used")
    headline = f"Success with {name(of)}." if one.success else f"{name(of)} is not enough: the attempt fails."
    return replace(card, clusters=tuple(clusters), headline=headline, verdict="success" if one.success else "failure")


def ruled(declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int], by: str) -> Reading:
    """The card of an answer in an open contest once the GM has said "fast" (time matters) or "slow" (BG-A09)."""
    throw = parse(declaration.expr)
    if throw.against is None or throw.contest != "" or by not in ("fast", "slow"):
        raise RuleError("The GM says `fast` or `slow` of an answered contest in which neither was said.")
    faces, values = throw.faces(dice), throw.chosen(chosen)
    card = thrown(declaration, throw, faces, values)
    if throw.had and not values:
        return card
    headline, detail, verdict, said = decided_words(throw, throw.outcome(faces, values), by)
    return replace(
        card, headline=headline, detail=detail, verdict=verdict, waits="", spoken=f"{', '.join(declaration.notes)}. {said}"
    )


def unanswered(declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int]) -> Reading:
    """The card of a roll that waited, once nobody answers it: its own sets alone count."""
    throw = parse(declaration.expr)
    if not throw.waits:
        raise RuleError("This roll waits for nobody.")
    alone = replace(throw, contest=throw.contest if throw.against else None, joint=0)
    card = thrown(declaration, alone, throw.faces(dice), throw.chosen(chosen))
    said = f"Nobody {'helps' if throw.joint else 'answers'}{' any more' if throw.joins else ''}."
    return replace(card, detail=f"{said} {card.detail}".strip(), spoken=f"{card.spoken} {said}")
