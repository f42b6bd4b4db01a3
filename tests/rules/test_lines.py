"""Command lines: what is a command, what is text, and what a line says apart from its own grammar."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.combat.words import FightWord, InitLine, read_fight_word, read_init
from rules.lines import Command, RuleError, Word, near_miss, read_line, split_words
from rules.names import check_name, find_name, fold_name, loose_name
from rules.systems.dice.system import SYSTEM
from tests.rules.rows import ODD_SIGNS, few, rows

CORPUS = [json.loads(row) for row in (Path(__file__).parent / "corpus_dice.jsonl").read_text().splitlines()]


def refusal_of(line: str) -> str:
    command = read_line(line)
    assert command is not None
    with pytest.raises(RuleError) as refused:
        read_init(command) if command.word == "init" else read_fight_word(command)
    return refused.value.sentence


def init(line: str) -> InitLine:
    command = read_line(line)
    assert command is not None
    return read_init(command)


def fight(line: str) -> FightWord:
    command = read_line(line)
    assert command is not None
    return read_fight_word(command)


def answer(line: str) -> Any:
    """What a line gives: None for text, the prints of its rolls, the stated parts of `!init`, or the refusal."""
    try:
        command = read_line(line)
        if command is None:
            return None
        if command.word == "roll":
            return [roll.expr for roll in SYSTEM.declare(command, None, {})]
        read = vars(read_init(command))
    except RuleError as refused:
        return refused.sentence
    return {name: value for name, value in read.items() if value not in ("", None, False) and (name, value) != ("count", 1)}


@rows("row", CORPUS, ids=lambda row: str(row["id"]))
def test_every_line_of_the_corpus_gives_what_is_written_beside_it(row: dict[str, Any]) -> None:
    made = row.get("gen", {})
    line = row.get("line") or made["prefix"] + made["repeat"] * made["times"] + made["suffix"]
    assert answer(line) == row["gives"]


@rows(
    "line",
    ["", "init Thor", "! init Thor", "!initThor 20", "    !init Thor", "\t!init Thor", "\\!init Thor", "see !init Thor",
     "> !init Thor", "`!init Thor`", "!shout loudly", "!", "!!init", "/init Thor", "!roll2d6", "/rolls 2d6",
     "!ｒoll 1d6"],
)  # fmt: skip
def test_a_line_that_is_not_a_command_stays_text(line: str) -> None:
    assert read_line(line) is None


@rows("line", ["!roll 2d6", "   !ROLL 2d6", "!r 2d6", "/roll 2d6", "/R 2d6", "!roll\t2d6  "])
def test_all_spellings_of_roll_mean_roll(line: str) -> None:
    command = read_line(line)
    assert command is not None
    assert (command.word, command.rest) == ("roll", "2d6")


def test_aliases_mean_the_word_they_stand_for() -> None:
    ore, faserip = read_line("!ore 7d"), read_line("!Faserip Good")
    assert ore is not None and faserip is not None
    assert (ore.word, faserip.word) == ("pool", "feat")


def test_a_line_is_taken_apart_into_word_rest_speaker_secrecy_and_reason() -> None:
    assert read_line('  !roll 2d6 + 3 as “Iron Man” secret # the "lock", #2 ') == Command(
        word="roll", rest="2d6 + 3", column=7, reason='the "lock", #2',
        line='!roll 2d6 + 3 as “Iron Man” secret # the "lock", #2',
        speaker="Iron Man", secrecy="secret",
    )  # fmt: skip


def test_a_reason_begins_only_after_a_blank_and_outside_quotes() -> None:
    command = read_line('!pool "A # b"+x#y #why')
    assert command is not None
    assert (command.rest, command.reason) == ('"A # b"+x#y', "why")


def test_the_turn_order_takes_no_speaker_and_no_secrecy() -> None:
    command = read_line("!init Thor 20 secret")
    assert command is not None
    assert (command.rest, command.secrecy) == ("Thor 20 secret", "")


@rows(
    ("line", "sentence"),
    [
        ("!roll 2d6 # " + "x" * 121, "A reason has at most 120 characters; this one has 121."),
        ("!roll 2d6 # a\u202eb", "A reason holds no control or direction characters."),
        ('!pool "Body', "A quote is opened and not closed (column 7)."),
        ("!roll 2d6 secret blind", "Say `secret` (roller and GM) or `blind` (GM alone), once."),
        ("!roll secret 2d6", "`secret` and `blind` stand behind the dice: `!roll 2d6 secret`."),
        ("!roll 2d6 as", 'One name stands after `as`, in quotes where it has blanks: `as "Iron Man"`.'),
        ("!roll 2d6 as Iron Man", 'One name stands after `as`, in quotes where it has blanks: `as "Iron Man"`.'),
        ("!roll 2d6 as Thor as Loki", 'One name stands after `as`, in quotes where it has blanks: `as "Iron Man"`.'),
    ],
)
def test_a_known_word_with_a_bad_common_part_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_line(line)
    assert refused.value.sentence == sentence


def test_a_reason_of_120_characters_is_kept_whole() -> None:
    command = read_line("!roll 2d6 # " + "x" * 120)
    assert command is not None
    assert command.reason == "x" * 120


@rows(
    ("line", "question"),
    [
        ("!inti Thor", "Did you mean !init?"),
        ("!iniit Thor", "Did you mean !init?"),
        ("!rol 2d6", "Did you mean !roll?"),
        ("!fasreip Good", "Did you mean !faserip?"),
        ("!Secret roll 2d6", "Nothing is thrown by this line. `secret` stands behind the dice: `!roll 2d6 secret`."),
        ("!blind", "Nothing is thrown by this line. `blind` stands behind the dice: `!roll 2d6 blind`."),
        ("!init Thor", None),
        ("!ho", None),
        ("!shout", None),
        ("no command", None),
    ],
)
def test_the_preview_tells_of_a_word_that_was_meant_as_a_command(line: str, question: str | None) -> None:
    assert near_miss(line) == question


def test_words_part_at_blanks_commas_and_quotes() -> None:
    assert split_words('a,"b c" +“torn arm”\td', 10) == [
        Word("a", False, 10), Word(",", False, 11), Word("b c", True, 12), Word("+", False, 18),
        Word("torn arm", True, 19), Word("d", False, 30),
    ]  # fmt: skip


@few
@given(st.text(ODD_SIGNS, max_size=60))
def test_no_text_makes_reading_fail_with_anything_but_a_refusal(text: str) -> None:
    for line in (text, "!roll " + text, "!init " + text):
        answer(line)


@rows(
    ("typed", "kept"),
    [
        ("Thor", "Thor"),
        ("  Iron \u00a0 Man ", "Iron Man"),
        ("Cafe\u0301", "Café"),
        ("Тор", "Тор"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_good_name_is_kept_in_one_form(typed: str, kept: str) -> None:
    assert check_name(typed) == kept


@rows(
    ("typed", "sentence"),
    [
        ("", "A name needs at least one character."),
        ("\u3000\u00a0", "A name needs at least one character."),
        ("x" * 41, "A name has at most 40 characters; this one has 41."),
        ("?!", "A name needs at least one letter or digit."),
        ("Th\u200for", "A name holds no control or invisible characters; this one has right-to-left mark, U+200F."),
        ("Thor\u200b", "A name holds no control or invisible characters; this one has zero width space, U+200B."),
        ("Th\ufe0for", "A name holds no control or invisible characters; this one has variation selector-16, U+FE0F."),
        ("\u3164x", "A name holds no control or invisible characters; this one has hangul filler, U+3164."),
        ("a\nb", "A name holds no control or invisible characters; this one has U+000A."),
        ("a\x00b", "A name holds no control or invisible characters; this one has U+0000."),
        ("a\ue000", "A name holds no control or invisible characters; this one has U+E000."),
        ("\ud800a", "A name holds no control or invisible characters; this one has U+D800."),
        ("a<b", "A name holds no quotes, slashes or angle brackets; this one has “<”."),
        (
            "Ir\u03bfnMan",
            "A name keeps to one alphabet; “ο” (greek small letter omicron, U+03BF) stands among Latin letters.",
        ),
    ],
)
def test_a_bad_name_is_refused_by_what_is_wrong_with_it(typed: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        check_name(typed)
    assert refused.value.sentence == sentence


def test_names_fold_without_case_and_width() -> None:
    assert fold_name("Ｔｈｏｒ") == fold_name("THOR") == "thor"
    assert fold_name("Straße") == fold_name("STRASSE")
    assert loose_name("Dr. Iron-Man") == "drironman"


def test_a_name_is_found_exactly_or_else_loosely_where_one_fits() -> None:
    cast = ["Iron Man", "Thor", "Daniel", "J.J.", "JJ", "Ann-Lee", "Ann Lee"]
    assert find_name("THOR", cast) == "Thor"
    assert find_name("ironman", cast) == "Iron Man"
    assert find_name("Dan", cast) is None
    assert find_name("jj", cast) == "JJ"
    assert find_name("annlee", cast) is None
    assert find_name(".", ["-"]) is None


@rows(
    ("line", "read"),
    [
        ("!init Thor 20", InitLine("Thor", 20)),
        ("!init Thor 00020", InitLine("Thor", 20)),
        ("!init Thor 99999", InitLine("Thor", 99999)),
        ("!init Thor", InitLine("Thor")),
        ("!init 99 20", InitLine("99", 20)),
        ("!init Thor good", InitLine("Thor", rank="good")),
        ('!init Thor "Shift X"', InitLine("Thor", rank="Shift X")),
        ("!init Thor Class1000", InitLine("Thor", rank="Class1000")),
        ("!init Thor 3×5", InitLine("Thor", set=(3, 5))),
        ("!init Usher x3 12", InitLine("Usher", 12, count=3)),
        ("!init Usher x3", InitLine("Usher", count=3)),
        ("!init all", InitLine("", all=True)),
        ('!init "all" 4', InitLine("all", 4)),
        ('!init "begin"', InitLine("begin")),
    ],
)
def test_init_reads_a_name_and_how_it_enters(line: str, read: InitLine) -> None:
    assert init(line) == read


HOW = "`!init NAME` throws, `!init NAME NUMBER` enters a number you rolled. Open with `!fight`, go on with `!next`."
NUMBER = "The number is a roll you made, 1 to 99999. To throw it here: `!init Thor`."


@rows(
    ("line", "sentence"),
    [
        ("!init", HOW),
        ("!init 20", HOW),
        ("!init begin", HOW + " (Quotes make `begin` a name.)"),
        ("!init add Thor 20", HOW + " (Quotes make `add` a name.)"),
        *((f"!init Thor {number}", NUMBER) for number in ("1d20", "-3", "20.5", "0", "２０", "100000", '"20"')),
        ('!init "Iron Man" 1d20', 'The number is a roll you made, 1 to 99999. To throw it here: `!init "Iron Man"`.'),
        ("!init Iron Man 17", 'A name with blanks needs quotes: `!init "Iron Man" 17`, or `!init IronMan 17`.'),
        ("!init Iron Man", 'A name with blanks needs quotes: `!init "Iron Man" 15`, or `!init IronMan 15`.'),
        ("!init Iron Man Good", 'A name with blanks needs quotes: `!init "Iron Man" Good`, or `!init IronMan Good`.'),
        ("!init Iron Man Shift X", 'A rank is one word, or in quotes: `!init "Iron Man" ShiftX`.'),
        ("!init 20 Thor", HOW),
        ('!init Thor "b" 5', "One command a line, and nothing after the number: `!init Thor 20`, or `!init Thor 20 # why`."),
        ("!init Thor Goood", "Did you mean `!init Thor Good`?"),
        ("!init Thor 1x5", "A set is width 2 or more, then height 1 to 10: `!init Thor 3x5`."),
        ("!init Usher x21", "2 to 20 of a kind: `!init Usher x3`."),
        ("!init all 5", '`!init all` stands alone. (Quotes make it a name: `!init "all"`.)'),
        ("!init secret 5", '`secret` means something here. In quotes it is a name: `"secret"`.'),
        ("!next Thor", "`!next` stands alone on its line. A note goes after #."),
        ("!turn", "Say whose turn it is: `!turn NAME`."),
        ("!out", "Say who leaves: `!out NAME`."),
        ("!turn Iron Man", 'A name with blanks needs quotes: `!turn "Iron Man"`, or `!turn IronMan`.'),
        ("!fight now", "`!fight` opens the turn order, `!fight end` closes it."),
    ],
)
def test_a_wrong_line_of_the_turn_order_is_answered_with_the_right_one(line: str, sentence: str) -> None:
    assert refusal_of(line) == sentence


@rows(
    ("line", "read"),
    [
        ("!fight", FightWord("open")), ("!fight END", FightWord("end")), ("!next # and on", FightWord("next")),
        ("!back", FightWord("back")), ("!hold", FightWord("hold")), ("!pass", FightWord("pass")),
        ("!pass Thor", FightWord("pass", "Thor")), ('!turn "Iron Man"', FightWord("turn", "Iron Man")),
        ("!out Toad", FightWord("out", "Toad")),
    ],
)  # fmt: skip
def test_the_words_of_a_fight_are_read(line: str, read: FightWord) -> None:
    assert fight(line) == read


def test_a_line_of_very_many_words_is_refused_before_they_are_read() -> None:
    with pytest.raises(RuleError, match="^A command line has at most 400 words.$"):
        read_line("!init " + '"a" ' * 20_000)
    assert len(split_words("a " * 400)) == 400
