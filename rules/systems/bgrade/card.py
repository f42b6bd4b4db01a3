"""What the card of a pool shows: clusters of dice, the verdict and its reason in words (commands.md, section 5).

Words about people hold `{roller}`, `{rival}` and `{target}`; whoever draws the card lays names in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.system import Cluster, Declaration, Die, Reading
from rules.systems.bgrade.linked_words import contest_words, joint_words
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.pool_command import say_hammers
from rules.systems.bgrade.sets import Outcome, Set, area, lowest_pair, sets_of
from rules.systems.bgrade.throw import Throw
from rules.systems.bgrade.words import name, numbers

FAILS: Final = "The attempt fails."
KINDS: Final = ("", "expert", "hammer")
COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def blank(declaration: Declaration, throw: Throw) -> Reading:
    """The card before the throw: as many blank dice as will be thrown, the Expert Dice with their heights."""
    dice = [Die(10, None)] * throw.rolled + [Die(10, height, "expert") for height in throw.heights]
    dice += [Die(10, None, "hammer")] * throw.had
    clusters = (Cluster(tuple(dice)), *_lost(declaration, throw))
    spoken = f"{', '.join(declaration.notes)}, not thrown yet."
    return Reading(clusters, detail=_asked(throw), short=declaration.title, spoken=spoken)


def thrown(declaration: Declaration, throw: Throw, faces: Sequence[int], chosen: Sequence[int]) -> Reading:
    """The card of thrown dice."""
    if throw.had and not chosen:
        return _waiting(declaration, throw, faces)
    outcome = throw.outcome(faces, chosen)
    headline, detail, verdict, said = _verdict(declaration, throw, outcome, throw.hand(faces, chosen))
    several = len(throw.difficulties) > 1
    used = None if several else outcome.suggested
    found = " and ".join(map(name, outcome.sets)) or "no set"
    ruled = {"part": ", partly", "": ""}.get(verdict, f", {verdict}")
    dice = [*map(name, outcome.sets), *([f"loose {numbers(outcome.loose)}"] if outcome.loose else [])]
    hammer = f"Hammer-time {'Die' if throw.had == 1 else 'Dice'} set to {numbers(chosen)}" if chosen else ""
    told = ", ".join(filter(None, [*declaration.notes, hammer])) + (f": {', '.join(dice)}" if dice else "")
    waits = "Waiting for {target}." if throw.waits else ""
    if throw.against and not throw.joint and throw.verdicts(outcome)["winner"] == "open":
        waits = "Waiting for the GM, who says whether time matters."
    return Reading(
        clusters=(*_clusters(throw, outcome, chosen, used), *_lost(declaration, throw)),
        headline=headline,
        detail=f"{hammer}. {detail}" if hammer and detail else f"{hammer}." if hammer else detail,
        verdict=verdict,
        short=f"{declaration.title}, {found}{ruled}",
        spoken=" ".join(filter(None, [f"{told}.", said, waits])),
        waits=waits,
    )


def _waiting(declaration: Declaration, throw: Throw, faces: Sequence[int]) -> Reading:
    """The card of natural dice whose Hammer-time Dice are not set yet (BG-24)."""
    sets, loose = sets_of(throw.hand(faces))
    open_dice = Cluster((Die(10, None, "hammer"),) * throw.had, note="not set yet", state="loose")
    shown = (*_clusters(throw, Outcome(sets, loose, (), None), (), None), open_dice)
    told = [numbers(sorted(faces))] if faces else []
    told += [f"an Expert Die at {height}" for height in throw.heights]
    headline = f"{', '.join(told)} and {say_hammers(throw.had)} not set yet." if told else f"{say_hammers(throw.had)} not set yet."
    waits = f"Waiting for {throw.had} Hammer-time {'Die' if throw.had == 1 else 'Dice'}."
    return Reading(
        clusters=(*shown, *_lost(declaration, throw)),
        headline=headline[0].upper() + headline[1:],
        detail=_asked(throw),
        short=f"{declaration.title}, {waits[0].lower()}{waits[1:-1]}",
        spoken=f"{', '.join(declaration.notes)}: {headline} {waits}",
        waits=waits,
    )


def labels_of(declaration: Declaration) -> tuple[str, ...]:
    """The names of the declared actions, none where they were declared as a number."""
    said = next((note for note in declaration.notes if note.startswith("for ")), "")
    return tuple(said.removeprefix("for ").split(" and ")) if said else ()


def _clusters(throw: Throw, outcome: Outcome, chosen: Sequence[int], used: Set | None) -> list[Cluster]:
    """The used set, the other sets, the loose dice; special dice stand last in their cluster."""
    special = {"expert": Counter(throw.heights), "hammer": Counter(chosen)}

    def dice(faces: Sequence[int]) -> tuple[Die, ...]:
        drawn = [Die(10, face, _kind(face, special)) for face in faces]
        return tuple(sorted(drawn, key=lambda die: KINDS.index(die.kind)))

    found = []
    for of in [*([used] if used else []), *(of for of in outcome.sets if of != used)]:
        width, height = of
        note = f"width {width}, height {height}, area {area(of)}"
        found.append(Cluster(dice([height] * width), name(of), note, "used" if of == used else "set"))
    if outcome.loose:
        found.append(Cluster(dice(outcome.loose), note="no match", state="loose"))
    return found


def _kind(face: int, special: dict[str, Counter[int]]) -> str:
    """The kind of a die that shows that face, taken from the special dice that are not drawn yet."""
    for kind, left in special.items():
        if left[face] > 0:
            left[face] -= 1
            return kind
    return ""


def _lost(declaration: Declaration, throw: Throw) -> tuple[Cluster, ...]:
    """The dice that penalties removed, with their reason where it is known."""
    if not throw.lost:
        return ()
    said = next((note for note in declaration.notes if note.startswith(f"{throw.lost} lost ")), "")
    return (Cluster((Die(10, None, "lost"),) * throw.lost, note=said or f"{throw.lost} lost to penalties"),)


def _asked(throw: Throw) -> str:
    """What the Difficulty asks of a set: "Difficulty 4: a pair needs 5 or more."."""
    if len(set(throw.difficulties)) > 1:
        return f"Difficulties {numbers(throw.difficulties)}, one for each action."
    if throw.difficulty == 0:
        return ""
    lowest, auto = lowest_pair(throw.difficulty, throw.options), int(choice(throw.options, "auto_beat_width"))
    small = "a pair" if auto == 3 else f"a set narrower than {auto}" if auto else "a set"
    if lowest > 10:
        return f"Difficulty {throw.difficulty}: {small} is never enough{f', width {auto} is' if auto else ''}."
    return f"Difficulty {throw.difficulty}: {small} needs {lowest} or more."


def _nothing(throw: Throw) -> str:
    """Why there is no set."""
    if throw.auto_fail:
        return "No die is left in the pool."
    return "One die alone cannot match." if throw.total == 1 else "No two dice match."


def _verdict(declaration: Declaration, throw: Throw, outcome: Outcome, hand: Sequence[int]) -> tuple[str, str, str, str]:
    """(headline, detail, verdict, spoken sentence)."""
    if len(throw.difficulties) > 1:
        return _several(declaration, throw, outcome)
    if throw.waits:
        found = _opened(throw, outcome)
    else:
        found = contest_words(throw, outcome) if throw.against else _single(throw, outcome)
    return _together(throw, outcome, hand, found) if throw.joins else found


def _together(throw: Throw, outcome: Outcome, hand: Sequence[int], found: tuple[str, str, str, str]) -> tuple[str, str, str, str]:
    """The same words below those of all hands (BG-22)."""
    headline, detail, verdict, said = found
    before = joint_words(throw, hand)
    if not throw.together(hand).gate:
        return headline, f"{before}.", verdict, f"{before}. {headline}"
    before = f"{before}: {name(outcome.suggested)}." if outcome.suggested else f"{before}."
    if throw.against and not throw.joint:
        return headline, f"{before} {detail}".strip(), verdict, f"{before} {said}"
    if outcome.suggested:
        return headline, before, verdict, before if throw.waits else f"{before} Success."
    return headline, f"{before} {detail}", verdict, f"{before} {said}"


def _opened(throw: Throw, outcome: Outcome) -> tuple[str, str, str, str]:
    """The words of a contest or a joint roll that waits: nothing is decided yet."""
    found = throw.deciding(outcome.qualifying) if throw.contest else outcome.suggested
    if found:
        return f"{name(found)}.", _asked(throw) or f"Width {found[0]}, height {found[1]}.", "", ""
    reason = _asked(throw) if outcome.sets else _nothing(throw)
    return "No set that counts.", reason, "", f"{reason} No set that counts."


def _single(throw: Throw, outcome: Outcome) -> tuple[str, str, str, str]:
    """The words of one action."""
    if outcome.suggested is None:
        reason = _asked(throw) if outcome.sets else _nothing(throw)
        return FAILS, reason, "failure", f"{reason} {FAILS}"
    headline = f"Success with {name(outcome.suggested)}."
    width, height = outcome.suggested
    if throw.difficulty == 0:
        return headline, f"Width {width}, height {height}.", "success", f"Width {width}, height {height}: success."
    auto = int(choice(throw.options, "auto_beat_width"))
    reason = _asked(throw)
    if auto and width >= auto:
        reason = f"Difficulty {throw.difficulty}; width {width} beats any Difficulty."
    return headline, reason, "success", f"{reason} {headline}"


def _several(declaration: Declaration, throw: Throw, outcome: Outcome) -> tuple[str, str, str, str]:
    """The words of several declared actions: the roller says which set serves which (BG-19)."""
    count, served = len(throw.difficulties), throw.served(outcome)
    if served == 0:
        reason = _asked(throw) if outcome.sets else _nothing(throw)
        return "All actions fail.", reason, "failure", f"{reason} All actions fail."
    number = len(outcome.qualifying)
    what = " and ".join(labels_of(declaration)) or f"{count} actions"
    sets, them = ("sets", "them") if number > 1 else ("set", "it")
    headline = f"{COUNTS[number].capitalize()} {sets} for {what}: {{roller}} allots {them}."
    level = _asked(throw) if any(throw.difficulties) else ""
    detail = f"A set serves one action. {level}".strip()
    return headline, detail, "success" if served == count else "part", f"{headline} {level}".strip()
