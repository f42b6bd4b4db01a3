"""A witness's number, the GM's taking back and the roller's next form at the same moment: one of them happens, whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaigns.ledger.commands import ask_witness, chain, take_back, witness
from campaigns.ledger.models import Entry, Lane, Ledger, Opening, Roll
from campaigns.site.refused import Refused
from tests.ledgers import POST, THREAD, ask, cast, checked, lane_in, ledger_of, number, wanted
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def table() -> tuple[Lane, Lane, Lane, Entry]:
    """Ann has named Ben as witness; Mia is the GM."""
    ann = ledger_of("Ann")
    ben, mia = lane_in(ann.ledger, "Ben"), lane_in(ann.ledger, "Mia", "gm")
    one = ask_witness(ann, ask=ask(ann, "hers"), wanted=wanted("!roll 3d6"), who=ben, post=POST, thread=THREAD, text=None)
    return ann, ben, mia, one.entry


def outcome(act: Callable[[], object]) -> bool:
    try:
        act()
    except Refused:
        return False
    return True


def types(ledger: Ledger) -> list[str]:
    return list(ledger.entries.filter(t__in=("bind", "wit", "cast", "void")).order_by("i").values_list("t", flat=True))


def test_the_same_number_from_two_tabs_ten_times_is_one_answer_and_one_cast() -> None:
    ann, ben, _, bind = table()
    casts = at_once(lambda _: witness(bind, by=ben, n=number("his")), range(10))
    assert len({one.entry.pk for one in casts}) == 1
    assert types(ann.ledger) == ["bind", "wit", "cast"] and checked(ann.ledger).refusal is None


def test_ten_numbers_at_once_are_one_and_nine_come_too_late() -> None:
    ann, ben, _, bind = table()
    done = at_once(lambda n: outcome(lambda: witness(bind, by=ben, n=number(str(n)))), range(10))
    assert done.count(True) == 1
    assert types(ann.ledger) == ["bind", "wit", "cast"] and checked(ann.ledger).refusal is None


def test_the_answer_and_the_taking_back_at_once_are_one_of_the_two() -> None:
    ann, ben, mia, bind = table()
    acts = [lambda: witness(bind, by=ben, n=number("his")), lambda: take_back(bind, by=mia, why="Ben is away")]
    done = at_once(outcome, acts * 3)
    assert types(ann.ledger) in (["bind", "wit", "cast"], ["bind", "void"])
    assert done.count(True) == 3  # the same again changes nothing, the other is refused
    report = checked(ann.ledger)
    assert (report.refusal, report.open_binds) == (None, 0)
    assert cast(ann, ask(ann, "next")).entry.t == "cast" and checked(ann.ledger).refusal is None


def test_the_next_throw_at_the_same_moment_waits_for_the_answer_or_comes_after_it() -> None:
    ann, ben, _, bind = table()
    acts = [lambda: witness(bind, by=ben, n=number("his")), lambda: cast(ann, ask(ann, "other"))]
    done = at_once(outcome, acts)
    assert done[0] and types(ann.ledger) == ["bind", "wit", "cast", *(["cast"] if done[1] else [])]
    assert checked(ann.ledger).refusal is None


def test_what_breaks_between_the_number_and_the_dice_leaves_the_request_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, _, bind = table()
    before = (Ledger.objects.get().length, Lane.objects.get(pk=ann.pk).bind, Opening.objects.count())
    append = chain.append

    def broken(ledger: Ledger, body: dict[str, object], **more: str) -> Entry:
        if body["t"] == "cast":
            raise OSError("the power is gone")
        return append(ledger, body, **more)

    with monkeypatch.context() as power:
        power.setattr(chain, "append", broken)
        with pytest.raises(OSError):
            witness(bind, by=ben, n=number("his"))
    assert (Ledger.objects.get().length, Lane.objects.get(pk=ann.pk).bind, Opening.objects.count()) == before
    assert Roll.objects.get().waits == "witness"
    done = witness(bind, by=ben, n=number("his"))
    assert done.entry.t == "cast" and checked(ann.ledger).refusal is None
