"""The help: every command word, and every worked example of every rule system."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

from campaigns.desk.views.grammar import GRAMMAR
from rules import catalogue
from rules.examples import examples
from rules.lines import WORDS, read_line
from tests.people import browser

pytestmark = pytest.mark.django_db


def shown(name: str, *more: str) -> str:
    answer = browser().get(reverse(name, args=more))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_every_word_stands_on_the_page_of_commands_with_a_line_that_is_read() -> None:
    lines = [line for group in GRAMMAR for line, _, _ in group.rows]
    read = [read_line(line) for line in lines]
    assert {command.word for command in read if command is not None} == WORDS
    html = shown("help_commands")
    assert None not in read and all(f"<code>{line}</code>" in html for line in lines)


def test_the_lines_of_the_house_systems_are_declared_by_them() -> None:
    for system in catalogue.all_systems():
        lines = [line for group in GRAMMAR if group.title == system.title for line, _, _ in group.rows]
        assert {command.word for line in lines if (command := read_line(line))} == set(system.words)


def test_the_lines_of_plain_dice_are_thrown_as_they_stand() -> None:
    (group,) = (group for group in GRAMMAR if group.title == "Dice in !roll")
    dice, commands = catalogue.get("dice"), [read_line(line) for line, _, _ in group.rows]
    assert dice and [command and len(dice.declare(command, None, {})) for command in commands] == [1] * len(commands) != []


def test_the_worked_examples_stand_in_the_help_with_line_dice_and_reading() -> None:
    for system in catalogue.all_systems():
        html = shown("help_examples", system.key)
        for one in examples(system.key):
            for step in one.steps:
                assert f"<code>{step.line}</code>" in html and step.reading in html
                assert ", ".join(map(str, step.faces)) in html
        assert reverse("help_examples", args=[system.key]) in shown("help")


def test_there_is_no_page_of_a_system_that_is_not_there() -> None:
    assert browser().get(reverse("help_examples", args=["no-such"])).status_code == 404
