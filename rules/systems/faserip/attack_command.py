"""Reading `!attack` and `!grapple`: whom, with what, how much it hurts and what it hurts (FR-7, FR-8, FR-22, FR-23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final

from rules.lines import Command, RuleError, Word, check_name
from rules.system import Declaration, Options, Sheet
from rules.systems.faserip.contest import DEFENCES, Challenge, Stake
from rules.systems.faserip.declared import BY_STRENGTH, declaration
from rules.systems.faserip.line import Said, aim_of, is_option, read_said, shifts_of, words_of
from rules.systems.faserip.options import choice
from rules.systems.faserip.prints import hold
from rules.systems.faserip.ranks import find_rank
from rules.systems.faserip.sheet import STATISTICS, statistic
from rules.systems.faserip.subject import Subject, named, taken

BARE: Final = "`!attack Toad with Good damage Typical`"
EXAMPLE: Final = f"`!attack Toad with Lightning`, {BARE}"
BARE_GRAPPLE: Final = "`!grapple Toad with Good`"
GRAPPLE: Final = f"`!grapple Toad`, {BARE_GRAPPLE}"
ATTACK_KEYWORDS: Final = ("with", "damage", "physical", "mental", "action", "extra")
GRAPPLE_KEYWORDS: Final = ("with", "action", "extra")


def declare_attack(command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> Declaration:
    """The declaration of an `!attack` line; `sheet` is the sheet of the attacker, if there is one.

    already: the further actions that he has made this Round (FR-19).
    """
    target, said = _target(command, sheet, ATTACK_KEYWORDS, EXAMPLE)
    used = _with(said, sheet)
    stake, by_strength = _stake(used, said, sheet)
    shifts = shifts_of(said, used.label, sheet, options)
    aim = aim_of(used.base, said, shifts, options, power=used.power is not None, already=already)
    met = _met(used, stake)
    found = declaration(
        Challenge(aim, stake, met), used.label, shifts.entries, title=used.power["name"] if used.power else "", target=target
    )
    if by_strength:
        return replace(found, notes=(*found.notes, BY_STRENGTH))
    limits = f"; {used.power['limits']}" if used.power and used.power["limits"] else ""
    return replace(found, notation=found.notation + limits)


def declare_grapple(command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> Declaration:
    """The declaration of a `!grapple` line: Strength for a hold, which hurts by the unshifted Strength where the campaign reads
    it so (FR-A46).
    """
    target, said = _target(command, sheet, GRAPPLE_KEYWORDS, GRAPPLE)
    used = taken(said.entries, sheet, "Strength", BARE_GRAPPLE)
    if used.label not in ("", "Strength"):
        raise RuleError(f"A grapple is rolled with Strength, not {used.label}.")
    shifts = shifts_of(said, used.label, sheet, options)
    aim = aim_of(used.base, said, shifts, options, already=already)
    hurts = used.base != "Shift 0" and choice(options, "grapple_damage") == "on"
    return declaration(Challenge(aim, hold(used.base if hurts else ""), "Agility"), used.label, shifts.entries, target=target)


def _target(command: Command, sheet: Sheet | None, allowed: tuple[str, ...], example: str) -> tuple[str, Said]:
    words = words_of(command)
    if not words or is_option(words[0]):
        raise RuleError(f"Say whom first: {example}.", command.column)
    if words[0].text.startswith("-") and not words[0].quoted:
        raise RuleError(f"Target first: {example}.", words[0].column)
    if len(words) > 1 and words[1].says(","):
        raise RuleError(f"One target a line: `!{command.word} {_quoted(words[0].text)}`.", words[1].column)
    if len(words) > 1 and not is_option(words[1]):
        first, last = words[0], words[-1].text
        if named(first, "powers", sheet) or statistic(first.text) or words[1].text.startswith("-"):
            raise RuleError(f"Target first: `!{command.word} {_quoted(last)} with {_quoted(first.text)}`.", first.column)
        if not words[1].quoted:
            whole = " ".join(word.text for word in words[:2])
            raise RuleError(f'A name with blanks needs quotes: `!{command.word} "{whole}"`.', first.column)
    return check_name(words[0].text), read_said(words[1:], allowed, example)


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _with(said: Said, sheet: Sheet | None) -> Subject:
    """The power, statistic or rank after `with`, taken out of the line; Fighting where none stands there."""
    power = next(((at, found) for at, found in enumerate(_powers(said, sheet)) if found), None)
    if power is None or sheet is None:
        _refuse_misspelt(said, sheet)
        return taken(said.entries, sheet, "Fighting", BARE)
    at, found = power
    said.entries.pop(at)
    if any(_powers(said, sheet)) or any(isinstance(word, Word) and statistic(word.text) for word in said.entries):
        raise RuleError(f"One statistic or power, and Talents, stand after `with`: {EXAMPLE}.")
    if not found["aim"]:
        sentence = f"The sheet does not say what aims {found['name']}: write it there, `{found['name']}: {found['rank']}, "
        raise RuleError(f"{sentence}aimed with Agility`.")
    return Subject(found["aim"], str(sheet["ranks"][found["aim"]]), found)


def _refuse_misspelt(said: Said, sheet: Sheet | None) -> None:
    """Refuses a word after `with` that is nearly a power or statistic, and no Talent."""
    known = [*(power["name"] for power in sheet["powers"]), *STATISTICS] if sheet else []
    for entry in said.entries:
        if isinstance(entry, Word) and not named(entry, "talents", sheet):
            close = get_close_matches(entry.text, known, n=1, cutoff=0.75)
            if close and find_rank(entry.text) is None and statistic(entry.text) is None:
                raise RuleError(f"No power {entry.text} on this sheet. Did you mean {close[0]}?", entry.column)


def _powers(said: Said, sheet: Sheet | None) -> list[Mapping[str, Any] | None]:
    return [named(entry, "powers", sheet) if isinstance(entry, Word) else None for entry in said.entries]


def _stake(used: Subject, said: Said, sheet: Sheet | None) -> tuple[Stake, bool]:
    """What is hurt and how much, and whether Strength is what hurts."""
    by_strength = sheet is not None and used.label == "Fighting" and used.power is None and not said.damage
    rank = said.damage or (used.power["rank"] if used.power else "")
    if by_strength and sheet is not None:
        rank = str(sheet["ranks"]["Strength"])
    if not rank:
        raise RuleError(f"Say what damage it does: `damage Amazing`. {used.label or 'A bare rank'} does not tell.")
    track = said.track or (used.power["track"] if used.power else "")
    if used.label == "Psyche" and not track:
        raise RuleError("An attack with Psyche says which Health it hurts: `physical` or `mental`.")
    stake = Stake("damage", rank, track or "physical")
    stake.check()
    return stake, by_strength


def _met(used: Subject, stake: Stake) -> str:
    """What meets the attack (FR-23): the power's own word, Psyche for a mental one, Fighting for a blow, else Agility.

    A bare rank strikes as Fighting does.
    """
    if used.power and "met" in used.power:
        return str(used.power["met"])
    return "Fighting" if stake.track == "physical" and used.label in ("Fighting", "") else DEFENCES[stake.track]
