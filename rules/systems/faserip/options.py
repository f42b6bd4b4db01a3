"""What a campaign may choose among the readings of the FASERIP rules; the first choice is the default."""

from __future__ import annotations

from typing import Final

from rules.lines import RuleError
from rules.system import Option, Options

OPTIONS: Final = (
    Option("blue_max", "Highest number that is Blue on every rank", ("5", "0"), "FR-A02"),
    Option("hundred", "What a natural 100 does to the 3d6", ("replace", "stack"), "FR-A03"),
    Option("hundred_vs_red", "A natural 100 against a lower Red", ("bonus", "full"), "FR-A04"),
    Option("number_must_be_lower", "A better colour needs the higher number too", ("off", "on"), "FR-A06"),
    Option("rounding", "Rounding of half and a quarter", ("floor", "ceil", "half_up"), "FR-A12"),
    Option("shift_y", "Number of Shift Y: 300 or 200", ("seed", "classic"), "FR-A15"),
    Option("unlisted_init", "Initiative die above Unearthly", ("number", "cap100"), "FR-A16"),
    Option("shift0_rolls", "Shift 0 may be rolled", ("off", "on"), "FR-A17"),
    Option("cs_policy", "How far column shifts go", ("capped", "classic", "free"), "FR-A18"),
    Option("init_ties", "Equal initiative numbers", ("group", "agility"), "FR-A20"),
    Option("talent_frees", "An enabling Talent removes the slide", ("on", "off"), "FR-A24"),
    Option("feat_mode", "Further actions after a FEAT", ("cumulative", "flat"), "FR-A25"),
)


CHOICES: Final = {option.name: option.choices for option in OPTIONS}


def choice(options: Options, name: str) -> str:
    """The campaign's choice of that option, else the default; a choice that the option does not have is refused."""
    chosen = options.get(name, CHOICES[name][0])
    if chosen not in CHOICES[name]:
        raise RuleError(f"The option {name} is one of {', '.join(CHOICES[name])}, not {chosen}.")
    return str(chosen)
