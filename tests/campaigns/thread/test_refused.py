"""What a writer reads when the open page takes his post back."""

from __future__ import annotations

import re

import pytest

from campaigns.character.models import Character
from campaigns.people.models import User
from campaigns.thread.models import Post, Thread
from tests.people import browser
from tests.tables import HTMX, address, press, reply, sent, write


def wrong_in(html: str) -> str:
    """The sentence above the form, with the line that it names."""
    found = re.search(r'<p id="wrong">(.*?)</p>', html)
    return re.sub(r"<[^>]*>", "", found[1]) if found else ""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("!next", "Only the GM moves turns. (line 2)"),
        ("!init Thor 3", "There is no character of yours by that name. (line 2)"),
        ("!init IronMan 12", "Iron Man stands at 15. Only the GM changes it now. (line 2)"),
    ],
)
def test_a_move_that_is_not_the_writers_comes_back_in_the_form_with_its_line(
    harbour: Thread, gm: User, player: User, iron_man: Character, thor: Character, line: str, sentence: str
) -> None:
    reply(gm, harbour, "!fight\n!init Thor 20\n!init IronMan 15\n!next")
    answer = write(player, harbour, f"Keep me.\n{line}", htmx=True)
    assert answer.status_code == 422
    assert wrong_in(answer.content.decode()) == sentence
    assert f"Keep me.\n{line}</textarea>" in answer.content.decode()
    assert Post.objects.count() == 1


def test_who_was_quicker_is_told_outside_the_turn_order_which_the_nudge_replaces(harbour: Thread, gm: User) -> None:
    reply(gm, harbour, "!fight\n!init Toad 12\n!next")
    press(gm, harbour, "next", version="3")
    told = press(gm, harbour, "next", version="3").content.decode()
    turns, alert = told[: told.index('id="alert"')], told[told.index('id="alert"') :]
    assert ("Ines was quicker" in turns, "Ines was quicker" in alert) == (False, True)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("!ini Thor 20", ["Did you mean !init?"]),
        ("[[ 2d6+1 ]]", ["Dice in brackets are not thrown. A line of its own throws them: `!roll 2d6+1`."]),
        ("So [dice]1d20[/dice] it is.", ["Dice in brackets are not thrown. A line of its own throws them: `!roll 1d20`."]),
        ("!hooray", []),
        ("[[a page of ours]]", []),
    ],
)
def test_a_preview_asks_about_what_looks_like_a_command_and_stays_text(
    harbour: Thread, player: User, line: str, asked: list[str]
) -> None:
    shown = browser(player).post(address("preview", harbour), sent(f"Hm.\n{line}"), headers=HTMX).content.decode()
    assert re.findall(r'<p class="note">(.*?)</p>', shown) == asked
    assert line in shown
