"""What the card of a pool shows: clusters of dice, the verdict and its reason in words (commands.md, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.system import Cluster, Declaration, Die, Reading
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sets import Outcome, Set, area, lowest_pair
from rules.systems.bgrade.throw import Throw

FAILS: Final = "The attempt fails."


def blank(declaration: Declaration, throw: Throw) -> Reading:
    """The card before the throw: as many blank dice as will be thrown, the Expert Dice with their heights."""
    dice = [Die(10, None)] * throw.rolled + [Die(10, height, "expert") for height in throw.heights]
    clusters = (Cluster(tuple(dice)), *_lost(declaration, throw))
    spoken = f"{', '.join(declaration.notes)}, not thrown yet."
    return Reading(clusters, detail=_asked(throw), short=declaration.title, spoken=spoken)


def thrown(declaration: Declaration, throw: Throw, faces: Sequence[int]) -> Reading:
    """The card of thrown dice."""
    outcome = throw.outcome(faces)
    several = len(throw.difficulties) > 1
    used = None if several else outcome.suggested
    others = [of for of in outcome.sets if of != used]
    clusters = [_set_cluster(of, throw, of == used) for of in ([used, *others] if used else others)]
    if outcome.loose:
        clusters.append(Cluster(_dice(outcome.loose, throw), note="no match", state="loose"))
    headline, detail, verdict = _several(throw, outcome) if several else _single(throw, outcome)
    found = " and ".join(name(of) for of in outcome.sets) or "no set"
    return Reading(
        clusters=(*clusters, *_lost(declaration, throw)),
        headline=headline,
        detail=detail,
        verdict=verdict,
        short=f"{declaration.title}, {found}, {'partly' if verdict == 'part' else verdict}",
        spoken=_spoken(declaration, outcome, f"{headline} {detail}".strip()),
    )


def name(of: Set) -> str:
    """ "3×4": width by height."""
    return f"{of[0]}×{of[1]}"


def _set_cluster(of: Set, throw: Throw, used: bool) -> Cluster:
    width, height = of
    note = f"width {width}, height {height}, area {area(of)}"
    return Cluster(_dice([height] * width, throw), name(of), note, "used" if used else "set")


def _dice(faces: Sequence[int], throw: Throw) -> tuple[Die, ...]:
    """Dice of a cluster; of each height as many are Expert Dice as were set to it, and those stand last."""
    expert = {face: min(throw.heights.count(face), list(faces).count(face)) for face in set(faces)}
    plain = list(faces)
    for face, count in expert.items():
        for _ in range(count):
            plain.remove(face)
    special = [face for face in sorted(expert) for _ in range(expert[face])]
    return (*(Die(10, face) for face in plain), *(Die(10, face, "expert") for face in special))


def _lost(declaration: Declaration, throw: Throw) -> tuple[Cluster, ...]:
    """The dice that penalties removed, with their reason where it is known."""
    if not throw.lost:
        return ()
    said = next((note for note in declaration.notes if note.startswith(f"{throw.lost} lost ")), "")
    return (Cluster((Die(10, None, "lost"),) * throw.lost, note=said or f"{throw.lost} lost to penalties"),)


def _asked(throw: Throw) -> str:
    """What the Difficulty asks of a set: "Difficulty 4: a pair needs 5 or more."."""
    if len(set(throw.difficulties)) > 1:
        levels = ", ".join(str(level) for level in throw.difficulties)
        return f"Difficulties {levels}, one for each action."
    if throw.difficulty == 0:
        return ""
    lowest, auto = lowest_pair(throw.difficulty, throw.options), int(choice(throw.options, "auto_beat_width"))
    small = "a pair" if auto else "a set"
    if lowest > 10:
        return f"Difficulty {throw.difficulty}: {small} is never enough{', width 3 is' if auto else ''}."
    return f"Difficulty {throw.difficulty}: {small} needs {lowest} or more."


def _nothing(throw: Throw) -> str:
    """Why there is no set."""
    if throw.auto_fail:
        return "No die is left in the pool."
    return "One die alone cannot match." if throw.rolled + len(throw.heights) == 1 else "No two dice match."


def _single(throw: Throw, outcome: Outcome) -> tuple[str, str, str]:
    """(headline, detail, verdict) of one action."""
    if outcome.suggested is None:
        if not outcome.sets:
            return FAILS, _nothing(throw), "failure"
        return FAILS, _asked(throw), "failure"
    headline = f"Success with {name(outcome.suggested)}."
    width, height = outcome.suggested
    if throw.difficulty == 0:
        return headline, f"Width {width}, height {height}.", "success"
    auto = int(choice(throw.options, "auto_beat_width"))
    if auto and width >= auto:
        return headline, f"Difficulty {throw.difficulty}; width {width} beats any Difficulty.", "success"
    return headline, _asked(throw), "success"


def _several(throw: Throw, outcome: Outcome) -> tuple[str, str, str]:
    """(headline, detail, verdict) of several declared actions: the roller says which set serves which (BG-19)."""
    count, served = len(throw.difficulties), throw.served(outcome)
    if served == 0:
        return "All actions fail.", _asked(throw) if outcome.sets else _nothing(throw), "failure"
    serving = " and ".join(name(of) for of in outcome.qualifying)
    level = f" {_asked(throw)}" if any(throw.difficulties) else ""
    number = f"{count} actions" if served == count else f"{served} of {count} actions"
    detail = f"A set serves one action, and the roller says which.{level}"
    return f"{serving} for {number}.", detail, "success" if served == count else "part"


def _spoken(declaration: Declaration, outcome: Outcome, verdict: str) -> str:
    parts = [name(of) for of in outcome.sets]
    if outcome.loose:
        parts.append(f"loose {', '.join(str(face) for face in outcome.loose)}")
    dice = f": {', '.join(parts)}" if parts else ""
    return f"{', '.join(declaration.notes)}{dice}. {verdict}"
