"""Reading `!defend` and `!dodge`: the roll that answers an attack, a grapple or a contest (FR-12, FR-23)."""

from __future__ import annotations

from typing import Final

from rules.lines import Command, RuleError
from rules.system import Declaration, Rival, Sheet, Thrown
from rules.systems.faserip.contest import Challenge, bonus_of
from rules.systems.faserip.declared import declaration
from rules.systems.faserip.defence import Defence
from rules.systems.faserip.line import Said, aim_of, is_option, read_said, shifts_of, words_of
from rules.systems.faserip.options import choice
from rules.systems.faserip.subject import Subject, taken

EXAMPLE: Final = "`!defend`, `!defend with Agility`, `!defend with Good`"


def declare_defence(
    command: Command, rival: Rival, challenge: Challenge, dice: tuple[Thrown, ...], sheet: Sheet | None
) -> Declaration:
    """The answer to that challenge, whose dice are given; `sheet` is the sheet of the character who answers.

    The options are those of the first roll, so that both are read by the same rules. A defence is no action and takes no
    slide, unless the campaign has it take that of the action made last, which the line says: `!dodge action 1/2` (FR-A28).
    A name before the options says whose roll is meant; the site has found it.
    """
    words = words_of(command)
    named_first = bool(words) and not is_option(words[0])
    if named_first and len(words) > 1 and not is_option(words[1]) and words[1].text[0].isalpha():
        sentence = f'A name with blanks needs quotes: `!{command.word} "{words[0].text} {words[1].text}"`.'
        raise RuleError(sentence, words[1].column)
    allowed = ("with", "action") if choice(challenge.options, "dodge_shift") == "on" else ("with",)
    said = read_said(words[named_first:], allowed, EXAMPLE)
    used = _used(command.word, said, sheet, challenge.defence)
    shifts = shifts_of(said, used.label, sheet, challenge.options)
    aim = aim_of(used.base, said, shifts, challenge.options)
    roll = dice[0][1][0]
    bonus = bonus_of(dice) if challenge.stake.hurts else ()
    defence = Defence(aim, rival.number, (challenge.aim.colour(roll), roll), challenge.stake, bonus)
    return declaration(defence, used.label, shifts.entries, title="Dodge" if command.word == "dodge" else "")


def _used(word: str, said: Said, sheet: Sheet | None, usual: str) -> Subject:
    """What is rolled: the statistic or rank after `with`, else what usually meets the first roll."""
    if word != "dodge":
        return taken(said.entries, sheet, usual, "`!defend with Good`")
    used = taken(said.entries, sheet, "Agility", "`!dodge with Good`")
    if used.label not in ("", "Agility"):
        raise RuleError(f"A dodge is rolled with Agility: `!defend with {used.label}`.")
    return used
