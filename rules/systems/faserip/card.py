"""The cards of rolls that nobody answers: FEATs, further actions, initiative, and any roll before its dice (FR-A13)."""

from __future__ import annotations

from typing import Final

from rules.system import Cluster, Declaration, Die, Options, Reading
from rules.systems.faserip.actions import action_shift
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.colours import bands
from rules.systems.faserip.column_shifts import signed
from rules.systems.faserip.feat import Feat, effect_of
from rules.systems.faserip.options import choice
from rules.systems.faserip.prints import Roll

AT_GOOD: Final = "At Good: no further action or dodge this Round."
BOTCH: Final = "A botch. The GM says what happens."
SENTENCES: Final = {
    "Blue": BOTCH,
    "White": "Fails.",
    "Green": "Partly: half the intended effect.",
    "Yellow": "Succeeds, full effect.",
    "Red": "Succeeds, full effect, outstanding.",
}
RESISTING: Final = {
    "Blue": BOTCH,
    "White": "Not resisted: the whole harm.",
    "Green": "Partly resisted: half the harm.",
    "Yellow": "Resisted: no harm.",
    "Red": "Resisted: no harm, outstanding.",
}
"""What a FEAT of Endurance says: it stands up to something (FR-7, FR-A45)."""
VERDICTS: Final = {"botch": "botch", "none": "failure", "half": "part", "full": "success"}
"""By effect."""
PASSING: Final = {
    "half": {},
    "yellow": {"Green": "Barely fails.", "Yellow": "Barely succeeds, full effect."},
    "green": {"Green": "Succeeds, full effect."},
}
"""What is said otherwise where the campaign says otherwise what passes a FEAT (FR-A13)."""
RESISTED: Final = {
    "half": {},
    "yellow": {"Green": "Barely not resisted: the whole harm.", "Yellow": "Barely resisted: no harm."},
    "green": {"Green": "Resisted: no harm."},
}
"""The same for a FEAT of Endurance."""


def blank(declaration: Declaration, roll: Roll) -> Reading:
    """The card of a roll whose dice are not thrown yet."""
    sides = declaration.req[0][1]
    aim = getattr(roll, "aim", None)
    detail = AT_GOOD if isinstance(aim, Aim) and aim.ends_round else ""
    shown = bands(aim.rank, aim.options) if isinstance(aim, Aim) else ()
    spoken = f"{', '.join(declaration.notes)}: one d{sides}, not thrown yet."
    return Reading((Cluster((Die(sides, None),)),), detail=detail, bands=shown, short=declaration.title, spoken=spoken)


def feat_card(declaration: Declaration, feat: Feat, face: int) -> Reading:
    """The card of a FEAT."""
    shown = feat.aim.colour(face)
    if feat.more:
        headline, verdict = _further(feat, shown)
    else:
        headline, verdict = passing(shown, feat.options, resists=declaration.title == "Endurance FEAT")
    last = f" {AT_GOOD}" if feat.aim.ends_round else ""
    return aimed(
        declaration,
        feat.aim,
        face,
        headline=headline,
        detail=stretch(feat.aim, face) + last,
        verdict=verdict,
        spoken=f"{', '.join(declaration.notes)}: {told(face, shown, headline)}{last}",
    )


def told(face: int, shown: str, headline: str) -> str:
    """ "64, Yellow. Succeeds, full effect.", and of a botch "4, Blue: a botch. The GM says what happens."."""
    return f"{face}, {shown}: a{headline[1:]}" if headline.startswith(BOTCH) else f"{face}, {shown}. {headline}"


def passing(shown: str, options: Options, *, resists: bool = False) -> tuple[str, str]:
    """(sentence, verdict) of a FEAT of that colour that nobody opposes (FR-A13)."""
    usual, otherwise = (RESISTING, RESISTED) if resists else (SENTENCES, PASSING)
    return {**usual, **otherwise[choice(options, "feat_pass")]}[shown], VERDICTS[effect_of(shown, options)]


def aimed(declaration: Declaration, aim: Aim, face: int, *, headline: str, detail: str, verdict: str, spoken: str) -> Reading:
    """The card of a d100 on the bands of its rank."""
    shown = aim.colour(face)
    return Reading(
        clusters=(Cluster((Die(100, face),)),),
        headline=headline,
        detail=detail,
        verdict=verdict,
        figure=str(face),
        figure_note=aim.rank,
        colour=shown,
        bands=bands(aim.rank, aim.options),
        at=face,
        short=f"{declaration.title}, {face}, {shown}",
        spoken=spoken,
    )


def stretch(aim: Aim, face: int) -> str:
    """Where that colour lies at the rank: "Incredible: Yellow from 61 to 90."."""
    shown = aim.colour(face)
    band = next(band for band in bands(aim.rank, aim.options) if band.colour == shown)
    return f"{aim.rank}: {shown} from {band.first} to {band.last}."


def initiative_card(declaration: Declaration, face: int) -> Reading:
    """The card of an initiative die, whose number stands on it once."""
    return Reading(
        clusters=(Cluster((Die(declaration.req[0][1], face),)),),
        figure=str(face),
        figure_note="initiative",
        short=f"Initiative {face}",
        spoken=f"Initiative, {declaration.notation}: {face}.",
    )


def _further(feat: Feat, shown: str) -> tuple[str, str]:
    """(headline, verdict) of the FEAT for further actions; nothing but Yellow or better allows them (FR-A26)."""
    if shown == "Blue":
        return f"{BOTCH} No further actions: the Turn ends.", "botch"
    if shown in ("White", "Green"):
        return "No further actions: the Turn ends.", "failure"
    return f"Further actions allowed, the next at {signed(action_shift('feat', 2, feat.options))}.", "success"
