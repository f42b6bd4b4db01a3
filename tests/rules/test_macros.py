"""Saved rolls on the sheets of the campaign's own rules."""

from __future__ import annotations

import pytest

from rules.catalogue import get
from rules.lines import RuleError, read_line
from rules.macros import expanded, macros_of, saved_line
from rules.picks import Pick, kept
from rules.system import RuleSystem, Sheet
from tests.rules.rows import rows

BODY = {"stats": "Body 3\nMind 2", "skills": "Brawl 4\nClimb 3+1ed", "macros": "punch = !pool Body+Brawl vs 4\nhurt = 2d6+3\n"}
POOLS = "climb2 = pool Body+Climb ed=10 +1d\nduel = !ore Body+Brawl vs NAME fast\nworn = !roll 1d6 & 2d4"
HERO = {
    "fighting": "Good", "agility": "Remarkable", "strength": "Good", "endurance": "Good", "reasoning": "Typical",
    "intuition": "Good", "psyche": "Good", "powers": "Lightning: Amazing, aimed with Agility", "talents": "Physics: Reasoning +1cs",
    "physical_now": "40", "physical_most": "60", "mental_now": "26", "mental_most": "26",
    "macros": "bolt = !attack NAME with Lightning\nstudy = faserip Reasoning with Physics\nhold = !grapple Toad\nluck = 1d100",
}  # fmt: skip


def system(key: str) -> RuleSystem:
    found = get(key)
    assert found is not None
    return found


BGRADE, FASERIP = system("bgrade"), system("faserip")


def throws(line: str, rules: RuleSystem, sheet: Sheet) -> tuple[str, ...]:
    """The prints of what a line throws."""
    command = read_line(line)
    assert command is not None
    command = expanded(command, macros_of(sheet))
    chosen = system("dice") if command.word == "roll" else rules
    return tuple(declared.expr for declared in chosen.declare(command, sheet, {}))


def refusal(line: str, rules: RuleSystem, sheet: Sheet) -> str:
    with pytest.raises(RuleError) as refused:
        throws(line, rules, sheet)
    return refused.value.sentence


def test_macros_of_both_rules_are_kept_and_shown_again() -> None:
    sheet = BGRADE.read_sheet({**BODY, "macros": BODY["macros"] + POOLS})
    assert sheet["macros"] == {
        "punch": "!pool Body+Brawl vs 4", "hurt": "2d6+3", "climb2": "!pool Body+Climb ed=10 +1d",
        "duel": "!pool Body+Brawl vs NAME fast", "worn": "1d6 & 2d4",
    }  # fmt: skip
    assert BGRADE.read_sheet(BGRADE.show_sheet(sheet)) == sheet
    hero = FASERIP.read_sheet(HERO)
    assert hero["macros"] == {
        "bolt": "!attack NAME with Lightning", "study": "!feat Reasoning with Physics", "hold": "!grapple Toad", "luck": "1d100",
    }  # fmt: skip
    assert FASERIP.read_sheet(FASERIP.show_sheet(hero)) == hero


def test_a_sheet_from_before_there_were_macros_is_read_and_shown() -> None:
    for rules, fields in ((BGRADE, BODY), (FASERIP, HERO)):
        old = rules.read_sheet({**fields, "macros": ""})
        assert "macros" not in old
        assert rules.show_sheet(old)["macros"] == ""
        assert [pick.name for pick in rules.picks(old, {})] == [pick.name for pick in rules.picks({**old, "macros": {}}, {})]
        assert "saved" not in [pick.name for pick in rules.picks(old, {})]


@rows(
    ("fields", "sentence"),
    [
        ({"macros": "x = 1d6\npunch = !pool Body+Brwl"}, "Macros, line 2: punch: No Brwl on this sheet. Did you mean Brawl?"),
        ({"macros": "climb = !pool Body"}, "Macros, line 1: climb is read as something else already"),
        ({"macros": "vs = 1d6"}, "Macros, line 1: vs is read as something else already and cannot be the name of a macro."),
        ({"macros": "c = !pool Body+Climb"}, "Macros, line 1: c: Say the Expert Die's height before the throw: `ed=1` to `ed=10`."),
        ({"macros": "d6 = !pool Body"}, "Macros, line 1: d6 is itself a roll and cannot be the name of a macro."),
        ({"macros": "a = !feat Good"}, "Macros, line 1: a: `!feat` is no roll that a macro holds here, which is dice or `!pool`."),
        ({"macros": "a = !pool Body # why"}, "Macros, line 1: a: A macro holds the roll alone. A reason stands behind its"),
        ({"macros": "a = !pool Body as Ines"}, "Macros, line 1: a: A macro holds the roll alone."),
        ({"macros": "a = !pool Body secret"}, "Macros, line 1: a: A macro holds the roll alone."),
        ({"macros": "a = !roll b\nb = 1d6"}, "Macros, line 1: a: “b” is not part of a roll (column 1)."),
        ({"macros": "a = !init Thor"}, "Macros, line 1: a: "),
        ({"macros": f"a = 1d6[{'x' * 500}]"}, "Macros, line 1: a has more than 500 characters."),
    ],
)  # fmt: skip
def test_a_macro_that_cannot_be_thrown_is_named_with_its_place(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        BGRADE.read_sheet({**BODY, **fields})
    assert refused.value.sentence.startswith(sentence)


@rows("name", ["Agility", "lightning", "Physics", "Good", "In", "ShiftX", "with"])
def test_a_macro_of_a_hero_takes_no_name_that_the_rules_read(name: str) -> None:
    with pytest.raises(RuleError, match="is read as something else already"):
        FASERIP.read_sheet({**HERO, "macros": f"{name} = 1d6"})


def test_a_macro_is_thrown_by_its_name() -> None:
    sheet = BGRADE.read_sheet({**BODY, "macros": BODY["macros"] + POOLS})
    assert throws("!roll punch", BGRADE, sheet) == throws("!pool Body+Brawl vs 4", BGRADE, sheet)
    assert throws("!pool PUNCH # the door", BGRADE, sheet) == throws("!pool Body+Brawl vs 4", BGRADE, sheet)
    assert throws("!roll hurt & 1d4", BGRADE, sheet) == ("2d6+3", "1d4")
    assert throws("!roll worn", BGRADE, sheet) == ("1d6", "2d4")
    assert throws('!roll duel "Iron Man"', BGRADE, sheet) == throws('!pool Body+Brawl vs "Iron Man" fast', BGRADE, sheet)
    hero = FASERIP.read_sheet(HERO)
    assert throws("!roll bolt Toad", FASERIP, hero) == throws("!attack Toad with Lightning", FASERIP, hero)
    assert throws("!feat study", FASERIP, hero) == throws("!feat Reasoning with Physics", FASERIP, hero)
    assert throws("!attack bolt", FASERIP, hero) == throws("!attack Thor", FASERIP, hero)


def test_the_line_keeps_who_throws_why_and_how_it_was_typed() -> None:
    typed = read_line("!roll punch as Ines # the door")
    assert typed is not None
    line = expanded(typed, {"punch": "!pool Body+Brawl"})
    assert (line.word, line.rest, line.speaker, line.reason, line.line) == (
        "pool", "Body+Brawl", "Ines", "the door", "!roll punch as Ines # the door",
    )  # fmt: skip
    assert expanded(typed, {}) is typed
    aimed = read_line("!roll twice Toad")
    assert aimed is not None
    assert expanded(aimed, {"twice": "!pool 4d vs NAME with NAME"}).rest == "4d vs Toad with Toad"


def test_a_macro_that_does_not_fit_the_line_is_refused_with_the_right_one() -> None:
    sheet = BGRADE.read_sheet({**BODY, "macros": BODY["macros"] + POOLS})
    assert refusal("!roll punch & 1d6", BGRADE, sheet) == "punch is `!pool Body+Brawl vs 4` and stands alone: `!roll punch`."
    assert refusal("!roll 1d6 & punch", BGRADE, sheet) == "punch is `!pool Body+Brawl vs 4` and stands alone: `!roll punch`."
    assert refusal("!roll punch vs 5", BGRADE, sheet) == "punch is `!pool Body+Brawl vs 4` and stands alone: `!roll punch`."
    assert refusal("!roll duel", BGRADE, sheet) == "Say whom duel is for: `!roll duel NAME`, in quotes where the name has blanks."
    assert refusal("!roll duel Iron Man", BGRADE, sheet).startswith("Say whom duel is for")
    assert refusal("!roll punhc", BGRADE, sheet) == "No macro punhc on this sheet. Did you mean punch?"


def test_macros_are_picked_before_everything_else() -> None:
    hero = FASERIP.read_sheet(HERO)
    first = FASERIP.picks(hero, {})[0]
    assert first.name == "saved"
    assert first.choices[:2] == (("", "None: what these fields say"), ("bolt", "bolt: !attack NAME with Lightning"))
    aimed = FASERIP.picks(hero, {"saved": "bolt"})
    assert [pick.name for pick in aimed] == ["saved", "target"]
    assert FASERIP.line(kept(aimed, {"saved": "bolt", "target": "Iron Man"})) == '!roll bolt "Iron Man"'
    with pytest.raises(RuleError, match="Say whom it is aimed at"):
        FASERIP.line(kept(aimed, {"saved": "bolt"}))
    assert FASERIP.line(kept(FASERIP.picks(hero, {}), {})) == "!feat Fighting"
    sheet = BGRADE.read_sheet(BODY)
    assert [pick.name for pick in BGRADE.picks(sheet, {"saved": "punch"})] == ["saved"]
    assert BGRADE.line({"saved": "punch"}) == "!roll punch"
    assert BGRADE.line(kept(BGRADE.picks(sheet, {}), {})) == "!pool Body+Brawl"
    assert saved_line({}) == ""


def test_plain_dice_offer_those_macros_that_are_plain() -> None:
    which: Pick = system("dice").picks(BGRADE.read_sheet(BODY), {})[0]
    assert [value for value, _ in which.choices if value.startswith("saved ")] == ["saved hurt"]
