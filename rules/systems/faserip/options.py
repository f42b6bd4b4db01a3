"""What a campaign may choose among the readings of the FASERIP rules; the first choice is the default."""

from __future__ import annotations

from typing import Final

from rules.options import Option, Options, chosen

OPTIONS: Final = (
    Option("blue_max", "Blue on every rank", ("5", "0", "white"), "FR-A02",
        ("1 to 5", "no number", "1 to 5 where they would be White"), range(100)),
    Option("hundred", "A natural 100 adds", ("replace", "stack"), "FR-A03", ("5d10 in place of the 3d6", "5d10 and the 3d6")),
    Option("hundred_vs_red", "A natural 100 against a lower Red", ("bonus", "full"), "FR-A04",
        ("keeps its 5d10", "full damage alone")),
    Option("number_must_be_lower", "A better colour needs the higher number too", ("off", "on"), "FR-A06",
        ("no, the colour decides", "yes, else no damage")),
    Option("rounding", "Half and a quarter are rounded", ("floor", "ceil", "half_up", "least_1"), "FR-A12",
        ("down", "up", "to the nearest, a half up", "down, but to 1 at least")),
    Option("feat_pass", "What passes a FEAT that nobody opposes", ("half", "yellow", "green"), "FR-A13",
        ("Yellow, and Green for half the effect", "Yellow barely, Red outstandingly; Green barely fails",
         "Green too, for the full effect")),
    Option("shift_y", "Number of Shift Y", ("seed", "classic"), "FR-A15", ("300", "200")),
    Option("unlisted_init", "Initiative die above Unearthly", ("number", "cap100"), "FR-A16",
        ("as many sides as the rank's number", "1d100")),
    Option("shift0_rolls", "Shift 0 may be rolled", ("off", "on"), "FR-A17", ("no", "yes")),
    Option("cs_policy", "How far column shifts go", ("capped", "classic", "free"), "FR-A18",
        ("up to Shift Z; Class ranks shift down only", "up to Shift Z; Class ranks never shift", "over the whole ladder")),
    Option("init_anew", "Initiative", ("once", "round"), "FR-A19", ("once in a fight", "anew in every Round")),
    Option("init_ties", "Equal initiative numbers", ("group", "agility"), "FR-A20",
        ("act at the same time", "the higher Agility rank first")),
    Option("talent_frees", "A Talent for several actions removes the slide", ("on", "off"), "FR-A24",
        ("yes", "no, it only allows the actions")),
    Option("feat_mode", "Further actions after a FEAT", ("cumulative", "flat"), "FR-A25",
        ("-2CS, -3CS, -4CS", "-2CS, -1CS, -1CS")),
    Option("floor", "One of several actions that would fall below Good", ("refused", "clamp"), "FR-A27",
        ("is not allowed, and one at Good is the last", "is rolled at Good, and Good ends nothing")),
    Option("dodge_shift", "A defence between several actions", ("off", "on"), "FR-A28",
        ("is not shifted", "takes the shift of the action made last, which its line says")),
    Option("most_health", "Greatest Health", ("free", "sum"), "FR-A33",
        ("a free number of the sheet", "the sum of F, A, S and E, for Mental Health of R, I and P")),
    Option("beyond", "A rank Beyond, above Class 5000", ("off", "on"), "FR-A37", ("there is none", "there is one")),
    Option("talents", "Several Talents for one roll", ("sum", "best"), "FR-A38", ("all count", "the best one counts alone")),
    Option("out_of_action", "The Turn of somebody out of action", ("skip", "ask"), "FR-A41",
        ("is passed over, the GM can undo it", "comes as everybody's does")),
    Option("free_floor", "Good as the floor where a Talent removes the slide", ("off", "on"), "FR-A44",
        ("binds nobody", "binds: at Good there is no second action")),
    Option("break_free", "Breaking free, resisting a poison", ("contest", "feat"), "FR-A45",
        ("against the roll of whoever holds, else a FEAT", "always a FEAT")),
    Option("grapple_damage", "A grapple", ("off", "on"), "FR-A46", ("holds and does not hurt", "holds and hurts by Strength")),
)  # fmt: skip


CHOICES: Final = {option.name: option.choices for option in OPTIONS}
OFFERED: Final = {option.name: option for option in OPTIONS}


def choice(options: Options, name: str) -> str:
    """The campaign's choice of that option, else the default; a choice that the option does not have is refused."""
    return chosen(options, OFFERED, name)
