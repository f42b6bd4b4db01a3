from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.ledger.card import rival_of
from campaigns.ledger.commands import Wanted, choose, leave_unanswered, redraw, throw
from campaigns.ledger.models import Entry, Lane, Roll
from campaigns.site.keys import hex16
from campaigns.site.refused import Refused, Stale
from rules.system import Declaration, Rival
from tests.duel import DUEL, against
from tests.ledgers import ask, checked, lane_in, ledger_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("duel")]


@pytest.fixture
def ann() -> Lane:
    return ledger_of("Ann")


@pytest.fixture
def gm(ann: Lane) -> Lane:
    return lane_in(ann.ledger, "Mia", role="gm")


def wanted(declaration: Any, name: str, **more: Any) -> Wanted:
    return Wanted(DUEL.parse(declaration) if isinstance(declaration, str) else declaration, "!duel", name=name, **more)


def thrown(lane: Lane, *rolls: Wanted) -> list[Roll]:
    return list(throw(lane, ask=ask(lane), wanted=rolls, post=hex16(), thread=hex16(), text=None).rolls)


def anew(roll: Roll) -> Roll:
    return Roll.objects.select_related("entry", "answers").get(pk=roll.pk)


def strike(lane: Lane, expr: str = "3d10 waits", target: str = "Toad") -> Roll:
    return thrown(lane, wanted(expr, "Wolfman", target=target, target_char="cc" * 16))[0]


def defend(lane: Lane, roll: Roll, declaration: Declaration | None = None) -> Roll:
    return thrown(lane, wanted(declaration or against(rival_of(anew(roll))), "Toad", answers=roll))[0]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def state() -> tuple[object, ...]:
    return Entry.objects.count(), list(Roll.objects.order_by("pk").values_list("waits", "unanswered", "answers", "html"))


def test_a_roll_that_is_to_be_answered_says_for_whom_it_waits(ann: Lane) -> None:
    roll = strike(ann)
    assert (roll.waits, roll.target, roll.target_char, roll.card["waits"]) == ("answer", "Toad", "cc" * 16, "Waiting for Toad.")
    assert "Waiting for Toad." in words(roll.html) and 'data-waits="answer"' in roll.html
    assert strike(ann, target="").card["waits"] == "Waiting for an answer."
    assert thrown(ann, wanted("3d10", "Wolfman"))[0].waits == ""


def test_the_rules_get_the_waiting_roll_as_it_is_recorded(ann: Lane) -> None:
    roll = strike(ann)
    faces = json.loads(roll.entry.body)["rolls"][0]["dice"][0][1]
    assert rival_of(anew(roll)) == Rival(
        f"{roll.entry.i}.0", "Wolfman", DUEL.parse("3d10 waits"), ((10, tuple(faces)),)
    )  # fmt: skip


def test_an_answer_joins_the_two_cards_and_ends_the_waiting(ann: Lane, gm: Lane) -> None:
    roll = strike(ann)
    answer = defend(gm, roll)
    fresh = anew(roll)
    assert (fresh.waits, list(fresh.answered_by.all()), anew(answer).answers) == ("", [answer], fresh)
    high = fresh.card["reading"]["short"]
    assert f"Answers Wolfman, Duel {high}" in words(answer.html)
    assert f"Answered by Toad, Duel {answer.card['reading']['short']}" in words(fresh.html)
    assert f'href="/r/{answer.key}' in fresh.html and f'href="/r/{roll.key}' in answer.html
    assert "Waiting" not in fresh.html
    assert checked(ann.ledger).refusal is None


@pytest.mark.parametrize(("number", "winner"), [(1, "Toad"), (5, ""), (9, "Wolfman")])
def test_the_winner_is_marked_on_both_cards(ann: Lane, gm: Lane, number: int, winner: str) -> None:
    roll = strike(ann)
    answer = defend(gm, roll, DUEL.parse(f"0d10+1 open against {roll.entry.i}.0 {number}"))
    choose(answer, by=gm, values=[5], rid=hex16())
    cards = anew(roll).card, anew(answer).card
    assert [cards[0]["won"], cards[1]["rival"]["won"]] == [winner == "Wolfman"] * 2
    assert [cards[1]["won"], cards[0]["answer"]["won"]] == [winner == "Toad"] * 2
    for one in (roll, answer):
        assert words(anew(one).html).count("Wins") == bool(winner)


def test_names_are_laid_into_the_reading_as_plain_text(ann: Lane, gm: Lane) -> None:
    roll = thrown(ann, wanted("3d10 waits", "<b>{target}</b>", target="Toad"))[0]
    answer = defend(gm, roll)
    told = answer.card["reading"]["headline"]
    assert re.fullmatch(r"Toad \d+, <b>\{target\}</b> \d+\.", told)
    assert "&lt;b&gt;{target}&lt;/b&gt;" in answer.html and "<b>{target}" not in answer.html
    nameless = thrown(ann, wanted("3d10", ""))[0]
    assert nameless.card["reading"]["headline"].startswith("the roller has ")


def test_a_roll_is_answered_once(ann: Lane, gm: Lane) -> None:
    roll = strike(ann)
    defend(gm, roll)
    before = state()
    with pytest.raises(Stale, match="does not wait for an answer any more"):
        defend(gm, roll)
    other = strike(ann)
    twice = [wanted(against(rival_of(anew(other))), "Toad", answers=other)] * 2
    with pytest.raises(Stale, match="answers a roll once"):
        thrown(gm, *twice)
    assert state()[1][:2] == before[1][:2]  # type: ignore[index]
    assert anew(other).waits == "answer"


def test_a_roll_of_another_ledger_or_one_that_waits_for_nobody_is_not_answered(ann: Lane, gm: Lane) -> None:
    foreign, settled = strike(ledger_of("Zoe")), thrown(ann, wanted("3d10", "Wolfman"))[0]
    before = state()
    with pytest.raises(Refused, match="another ledger"):
        defend(gm, foreign)
    with pytest.raises(Stale, match="does not wait"):
        defend(gm, settled)
    assert (state(), Lane.objects.get(pk=gm.pk).k) == (before, 0)


def test_open_dice_are_set_before_the_answer(ann: Lane, gm: Lane) -> None:
    roll = strike(ann, "3d10+1 open waits")
    assert roll.waits == "choice"
    with pytest.raises(Refused, match="still waits for its own dice"):
        defend(gm, roll)
    choose(roll, by=ann, values=[10], rid=hex16())
    assert (anew(roll).waits, anew(roll).card["waits"]) == ("answer", "Waiting for Toad.")
    answer = defend(gm, roll)
    assert answer.expr == f"3d10 against {roll.entry.i}.0 10"
    assert "Hammer-time Die set to 10 by Wolfman." in words(anew(roll).html)
    assert checked(ann.ledger).refusal is None


def test_an_answer_whose_dice_are_set_later_changes_both_cards(ann: Lane, gm: Lane) -> None:
    roll = strike(ann)
    answer = defend(gm, roll, DUEL.parse(f"1d10+1 open against {roll.entry.i}.0 1"))
    assert (answer.waits, anew(roll).waits) == ("choice", "")
    choose(answer, by=gm, values=[10], rid=hex16())
    assert anew(answer).card["won"] is True
    assert anew(roll).card["answer"]["short"] == "high 10"
    assert anew(roll).card["answer"]["won"] is True


def test_a_roll_that_nobody_answers_stands_by_itself(ann: Lane, gm: Lane) -> None:
    roll = strike(ann)
    entries = Entry.objects.count()
    told = leave_unanswered(roll)
    assert (told.waits, told.unanswered, Entry.objects.count()) == ("", True, entries)
    assert anew(roll).card["reading"]["headline"] == "Wolfman strikes Toad, who does not move."
    before = state()
    leave_unanswered(roll)
    assert state() == before
    with pytest.raises(Stale):
        defend(gm, roll)
    answered = strike(ann)
    defend(gm, answered)
    with pytest.raises(Stale):
        leave_unanswered(answered)


def test_the_site_answers_at_once_as_the_second_roll_of_the_cast(ann: Lane) -> None:
    first, second, third = thrown(
        ann, wanted("3d10 waits", "Wolfman", target="Toad"), wanted(against, "Toad"), wanted("1d10", "Wolfman")
    )
    high = max(first.card["faces"][0][1])
    assert (second.expr, second.answers, third.answers) == (f"3d10 against {first.entry.i}.0 {high}", first, None)
    stored = anew(first)
    assert (first.waits, stored.waits, stored.card["answer"]["name"]) == ("", "", "Toad")
    assert checked(ann.ledger).refusal is None


@pytest.mark.parametrize("before", [[], ["3d10"], ["3d10+1 open waits"]])
def test_a_reply_needs_a_roll_before_it_that_waits(ann: Lane, before: list[str]) -> None:
    with pytest.raises(Refused, match="none that waits"):
        thrown(ann, *(wanted(expr, "Wolfman") for expr in before), wanted(against, "Toad"))
    assert (Roll.objects.count(), Lane.objects.get(pk=ann.pk).k) == (0, 0)


def test_a_card_drawn_anew_is_the_card_that_was_drawn(ann: Lane, gm: Lane) -> None:
    roll = strike(ann)
    for one in (roll, defend(gm, roll)):
        stored = anew(one)
        kept = stored.card, stored.html
        redraw(stored)
        assert (anew(one).card, anew(one).html) == kept


def test_a_card_whose_rules_are_unknown_here_stays_as_it_is(ann: Lane) -> None:
    roll = anew(strike(ann))
    before = state()
    roll.rv = "chess/1"
    with pytest.raises(Refused, match="rules chess/1 are not known"):
        redraw(roll)
    assert state() == before


def test_answering_takes_no_more_queries_for_more_rolls_in_the_ledger(ann: Lane, gm: Lane) -> None:
    counts = []
    for _ in range(2):
        roll = strike(ann)
        answer = against(rival_of(anew(roll)))
        with CaptureQueriesContext(connection) as queries:
            defend(gm, roll, answer)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15
