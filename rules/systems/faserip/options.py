"""What a campaign may choose among the readings of the FASERIP rules; the first choice is the default."""

from __future__ import annotations

from typing import Final

from rules.lines import RuleError
from rules.system import Option, Options

OPTIONS: Final = (
    Option("blue_max", "Blue on every rank", ("5", "0"), "FR-A02", ("1 to 5", "no number")),
    Option("hundred", "A natural 100 adds", ("replace", "stack"), "FR-A03", ("5d10 in place of the 3d6", "5d10 and the 3d6")),
    Option("hundred_vs_red", "A natural 100 against a lower Red", ("bonus", "full"), "FR-A04",
        ("keeps its 5d10", "full damage alone")),
    Option("number_must_be_lower", "A better colour needs the higher number too", ("off", "on"), "FR-A06",
        ("no, the colour decides", "yes, else no damage")),
    Option("rounding", "Half and a quarter are rounded", ("floor", "ceil", "half_up"), "FR-A12",
        ("down", "up", "to the nearest, a half up")),
    Option("shift_y", "Number of Shift Y", ("seed", "classic"), "FR-A15", ("300", "200")),
    Option("unlisted_init", "Initiative die above Unearthly", ("number", "cap100"), "FR-A16",
        ("as many sides as the rank's number", "1d100")),
    Option("shift0_rolls", "Shift 0 may be rolled", ("off", "on"), "FR-A17", ("no", "yes")),
    Option("cs_policy", "How far column shifts go", ("capped", "classic", "free"), "FR-A18",
        ("up to Shift Z; Class ranks shift down only", "up to Shift Z; Class ranks never shift", "over the whole ladder")),
    Option("init_ties", "Equal initiative numbers", ("group", "agility"), "FR-A20",
        ("act at the same time", "the higher Agility rank first")),
    Option("talent_frees", "A Talent for several actions removes the slide", ("on", "off"), "FR-A24",
        ("yes", "no, it only allows the actions")),
    Option("feat_mode", "Further actions after a FEAT", ("cumulative", "flat"), "FR-A25",
        ("-2CS, -3CS, -4CS", "-2CS, -1CS, -1CS")),
)  # fmt: skip


CHOICES: Final = {option.name: option.choices for option in OPTIONS}


def choice(options: Options, name: str) -> str:
    """The campaign's choice of that option, else the default; a choice that the option does not have is refused."""
    chosen = options.get(name, CHOICES[name][0])
    if chosen not in CHOICES[name]:
        raise RuleError(f"The option {name} is one of {', '.join(CHOICES[name])}, not {chosen}.")
    return str(chosen)
