"""What a campaign may choose among the readings of the B-Grade rules; the first choice is the default."""

from __future__ import annotations

from typing import Final

from rules.options import Option, Options, chosen

OUTCOME: Final = (
    Option(
        "difficulty_mode", "What a pair needs against a Difficulty", ("strict", "inclusive"), "BG-A02",
        ("more than the Difficulty", "at least the Difficulty"),
    ),
    Option(
        "auto_beat_width", "Width that beats every Difficulty", ("3", "4", "5", "0"), "BG-A03",
        ("three dice or more", "four dice or more", "five dice or more", "no width does"), range(2, 21),
    ),
    Option(
        "prefer", "Which set is suggested", ("width", "height"), "BG-A08",
        ("the widest, then the tallest", "the tallest, then the widest"),
    ),
    Option(
        "ed_must_differ", "Two Expert Dice of one pool on one height", ("off", "on"), "BG-A17",
        ("allowed", "not allowed"),
    ),
    Option(
        "split_sets", "A set of four or more may serve two actions as pairs", ("off", "on"), "BG-A07",
        ("no, a set serves one action", "yes, as pairs"),
    ),
    Option(
        "contest_tie", "Equal deciding sets in a contest", ("gm", "next", "reroll"), "BG-A10",
        ("a tie: the GM says what happens", "the next best sets decide", "a tie: both roll again"),
    ),
    Option(
        "had_seen", "Hammer-time Dice of an answer, set when the other hand is seen", ("on", "off"), "BG-A27",
        ("yes, in the order of posting", "no, they are thrown like plain dice"),
    ),
    Option(
        "area_use", "Area, width times height", ("shown", "speed"), "BG-A01",
        ("is shown and used for nothing", "decides a contest in which time matters"),
    ),
    Option(
        "coop_mode", "Hands thrown together against time", ("union", "best_of"), "BG-A11",
        ("all dice count as one hand", "the best of the separate hands counts"),
    ),
)  # fmt: skip
"""Options that act on the faces; a print tells those that can matter to its roll."""

POOL: Final = (
    Option(
        "multi_penalty", "Dice lost for several actions", ("flat", "per_extra"), "BG-A05",
        ("one, however many actions", "one for each further action"),
    ),
    Option(
        "ed_buys_off", "Expert Dice buy off penalties", ("on", "off"), "BG-A18",
        ("yes, like Hammer-time Dice", "no, only Hammer-time Dice do"),
    ),
    Option(
        "buyoff_order", "Which special die buys off first", ("ed_first", "had_first"), "BG-A19",
        ("Expert Dice", "Hammer-time Dice"),
    ),
    Option(
        "buyoff_basis", "Bonus dice against a penalty that special dice must buy off", ("net", "gross"), "BG-A21",
        ("cancel it first", "do not cancel it"),
    ),
    Option(
        "multi_counts_for_buyoff", "The penalty for several actions is bought off too", ("on", "off"), "BG-A22",
        ("yes", "no, only wounds and the like"),
    ),
    Option(
        "pool_cap", "Most dice in a pool; surplus dice absorb penalties", ("none", "10", "8", "12", "15", "20"), "BG-A24",
        ("no cap", "10 dice", "8 dice", "12 dice", "15 dice", "20 dice"), range(1, 201),
    ),
)  # fmt: skip
"""Options that act on how a pool is settled; a print tells those without which its pool would be another."""

ASKED: Final = (
    Option(
        "several_pools", "Actions with different pools", ("smallest", "first"), "BG-A06",
        ("the smallest pool is thrown", "the pool written first is thrown, as the GM says"),
    ),
    Option(
        "joint_special", "Special dice of helpers in a joint pool", ("all", "leader"), "BG-A15",
        ("stay, each owner sets his own", "are thrown like plain dice, only the leader's stay"),
    ),
    Option(
        "joint_penalties", "Whose special dice pay for whose penalty in a joint pool", ("own", "common"), "BG-A33",
        ("each for his own, before the pools are added", "all for all, in one common pool"),
    ),
)  # fmt: skip
"""Options that act on which dice make a pool; a print tells them where they decided."""

REFUSING: Final = (
    Option(
        "contest_by", "What decides a contest", ("gm", "width", "height", "width_only", "height_only"), "BG-A09",
        (
            "fast: width, slow: height, neither said: the GM is asked", "width then height, unless slow is said",
            "height then width, unless fast is said", "always width alone", "always height alone",
        ),
    ),
    Option(
        "coop_max", "How many may work together", ("2", "any"), "BG-A14",
        ("two", "more than two, when the GM agrees"),
    ),
    Option(
        "order_by", "Order in a fight", ("width", "height", "width_only"), "BG-A29",
        ("width, then height", "height, then width", "width alone, equal widths at the same time"),
    ),
    Option(
        "skill_needed", "A Stat rolled without a Skill", ("off", "on"), "BG-A34",
        ("allowed", "not allowed"),
    ),
)  # fmt: skip
"""Options that a print shows without their name: as `fast`, `slow`, or not at all, because they only refuse lines."""

OPTIONS: Final = (*OUTCOME, *POOL, *ASKED, *REFUSING)
CHOICES: Final = {option.name: option.choices for option in OPTIONS}
OFFERED: Final = {option.name: option for option in OPTIONS}


def choice(options: Options, name: str) -> str:
    """The campaign's choice of that option, else the default; a choice that the option does not have is refused."""
    return chosen(options, OFFERED, name)


def is_default(options: Options, name: str) -> bool:
    """Whether the campaign keeps the default of that option."""
    return choice(options, name) == CHOICES[name][0]
