"""Reading `!feat` and `!more`: a statistic or rank, Talents, shifts, one of several actions, an opponent (FR-9, FR-10,
FR-17 to FR-19).
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from rules.lines import Command, RuleError, Word
from rules.system import Declaration, Options, Sheet
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.contest import Challenge
from rules.systems.faserip.declared import declaration
from rules.systems.faserip.feat import Feat
from rules.systems.faserip.line import aim_of, read_said, shifts_of, words_of
from rules.systems.faserip.options import choice
from rules.systems.faserip.prints import contest
from rules.systems.faserip.ranks import ONE_WORD
from rules.systems.faserip.sheet import STATISTICS, statistic
from rules.systems.faserip.subject import Subject, subject

EXAMPLE: Final = "`!feat Reasoning with Physics`, `!feat Remarkable +1cs`, `!feat Psyche action 1/2`"
FREEING: Final = ("Strength", "Endurance")
"""What breaks free, what resists a poison (FR-A45)."""
FEAT_KEYWORDS: Final = ("with", "vs", "action", "extra")


def declare_feat(command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> Declaration:
    """The declaration of a `!feat` line; `sheet` is the sheet of the character who acts, if there is one.

    already: the further actions that he has made this Round (FR-19).
    """
    words = words_of(command)
    if not words:
        raise RuleError(f"A FEAT needs a statistic or a rank: {EXAMPLE}.", command.column)
    found = _subject(words[0], sheet)
    said = read_said(words[1:], FEAT_KEYWORDS, EXAMPLE)
    shifts = shifts_of(said, found.label, sheet, options)
    aim = aim_of(found.base, said, shifts, options, already=already)
    if said.vs:
        if found.label in FREEING and choice(options, "break_free") == "feat":
            sentence = f"At this table nobody rolls against a FEAT of {found.label}: `!feat {found.label}`."
            raise RuleError(sentence, words[1].column)
        challenge = Challenge(aim, contest(found.label), found.label)
        return declaration(challenge, found.label, shifts.entries, target=said.vs)
    return declaration(Feat(aim), found.label, shifts.entries)


def declare_more(command: Command, sheet: Sheet | None, options: Options) -> Declaration:
    """The FEAT that further actions hang on, at the unshifted rank of Fighting or Agility (FR-19)."""
    words = words_of(command)
    label = statistic(words[0].text) if len(words) == 1 else None
    if label not in ("Fighting", "Agility"):
        raise RuleError("Further actions hang on a FEAT: `!more Fighting` or `!more Agility`.", command.column)
    found = _subject(words[0], sheet)
    aim = Aim(found.base, 0, None, options)
    aim.check()
    return declaration(Feat(aim, more=True), label)


def _subject(word: Word, sheet: Sheet | None) -> Subject:
    found = subject(word, sheet, "`!feat Remarkable`")
    if found is None:
        close = get_close_matches(word.text.lower(), [name.lower() for name in STATISTICS], n=1)
        hint = f"Did you mean {close[0].capitalize()}?" if close else f"Write it like this: {EXAMPLE}."
        hint = ONE_WORD if word.text.lower() in ("shift", "class") else hint
        raise RuleError(f"{word.text} is no statistic and no rank. {hint}", word.column)
    return found
