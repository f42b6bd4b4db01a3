"""What a campaign may choose among the readings of the B-Grade rules; the first choice is the default."""

from __future__ import annotations

from typing import Final

from rules.lines import RuleError
from rules.system import Option, Options

OPTIONS: Final = (
    Option(
        "difficulty_mode",
        "A pair must be higher than the Difficulty, or at least as high",
        ("strict", "inclusive"),
        "BG-A02",
    ),
    Option("auto_beat_width", "Width that beats every Difficulty (0: none)", ("3", "0"), "BG-A03"),
    Option("multi_penalty", "-1d for several actions: once, or for each further one", ("flat", "per_extra"), "BG-A05"),
    Option("split_sets", "A set of four or more may serve as pairs", ("off", "on"), "BG-A07"),
    Option("prefer", "Which set is suggested: the widest or the tallest", ("width", "height"), "BG-A08"),
    Option("contest_by", "What decides a contest", ("width", "height"), "BG-A09"),
    Option("ed_must_differ", "Expert Dice of one pool must differ", ("off", "on"), "BG-A17"),
    Option("ed_buys_off", "Expert Dice buy off penalties too", ("on", "off"), "BG-A18"),
    Option("buyoff_order", "Which special die buys off first", ("ed_first", "had_first"), "BG-A19"),
    Option("buyoff_basis", "Bonus dice cancel penalties before the buy-off", ("net", "gross"), "BG-A21"),
    Option("multi_counts_for_buyoff", "The -1d for several actions is bought off too", ("on", "off"), "BG-A22"),
    Option("pool_cap", "Most dice in a pool", ("none", "10"), "BG-A24"),
)

CHOICES: Final = {option.name: option.choices for option in OPTIONS}


def choice(options: Options, name: str) -> str:
    """The campaign's choice of that option, else the default; a choice that the option does not have is refused."""
    chosen = options.get(name, CHOICES[name][0])
    if chosen not in CHOICES[name]:
        raise RuleError(f"The option {name} is one of {', '.join(CHOICES[name])}, not {chosen}.")
    return str(chosen)
