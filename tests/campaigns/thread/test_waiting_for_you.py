"""What waits for a person's own hand: dice to set, sets to allot, a contest that hangs on the GM's word; and the forms for it."""

from __future__ import annotations

import re
from html import unescape

import pytest

from campaigns.character.models import Character
from campaigns.ledger.models import Ledger, Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.campaigns.thread.test_answers_by_button import acts_of, press, slot
from tests.campaigns.thread.test_gms_word import contest, later, settle
from tests.campaigns.thread.test_second_acts import sets_of, with_sets
from tests.ledgers import checked
from tests.people import browser
from tests.tables import changed, cursor_in, page, part, reply


def waiting(person: User | None, thread: Thread) -> str:
    """The waiting line of the thread, without its link."""
    words = re.sub(r"<a .*", "", part(page(person, thread), "due", "p"), flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", "", words)).strip()


def today(person: User) -> list[str]:
    return [one.said for one in browser(person).get("/").context["due"]]


def test_open_dice_wait_for_who_threw_them(scene: Thread, gm: User, player: User, other_player: User) -> None:
    reply(other_player, scene, "!pool 5d+1had")
    roll = Roll.objects.get()
    assert [waiting(who, scene) for who in (gm, player, None)] == ["", "", ""]
    assert waiting(other_player, scene) == "Waiting for you: the dice of Tobias are to be set."
    assert [today(who) for who in (gm, player, other_player)] == [[], [], ["Tobias has dice to set"]]
    link = f"/c/{scene.campaign.slug}/t/{scene.key}/p/1/?roll={roll.key}"
    assert link in page(other_player, scene)
    assert link in browser(other_player).get("/").content.decode()
    answer = browser(other_player).get(link)
    assert answer["Location"].endswith(f"?page=1#slot-{roll.key}")
    assert browser(other_player).get(f"{link}%22%3E")["Location"].endswith("#post-1")
    press(other_player, "choose_dice", roll, values="5")
    assert (waiting(other_player, scene), today(other_player)) == ("", [])


def test_dice_that_are_late_wait_for_the_gm_too(scene: Thread, gm: User, player: User, other_player: User) -> None:
    settle(gm, scene.campaign, "2")
    reply(other_player, scene, "!pool 5d+1had")
    assert (today(gm), waiting(gm, scene)) == ([], "")
    with later(days=3):
        assert (today(gm), today(player)) == (["Tobias has dice to set"], [])
        assert waiting(gm, scene) == "Waiting for you: the dice of Tobias are to be set."


def test_sets_of_several_actions_wait_and_are_allotted_by_the_form_of_their_card(
    scene: Thread, gm: User, player: User, other_player: User, wolfman: Character
) -> None:
    roll = with_sets(scene, player, wolfman, "!pool 9d actions punch, duck", 2)
    first, second = sets_of(roll)[:2]
    assert roll.waits == "sets"
    assert "Wolfman Jackson has sets to allot" in today(player)
    assert [today(who) for who in (gm, other_player)] == [[], []]
    assert [acts_of(page(who, scene, page="last"), roll) for who in (gm, player, other_player)] == [[], ["Allot"], []]
    form = slot(page(player, scene, page="last"), roll)
    assert re.findall(r"<label[^>]*>([^<]*)<", form)[:2] == [f"{first} for", f"{second} for"]
    assert re.findall(r'<option value="([^"]*)" selected', form)[:2] == ["punch", "duck"]
    sets = [one.replace("×", "x") for one in (first, second)]
    for person in (gm, other_player):
        assert press(person, "use_sets", roll, set=sets, **{"for": ["duck", "punch"]}).status_code == 403
    for wrong in (
        {}, {"set": sets}, {"set": sets, "for": ["punch"]}, {"set": sets, "for": ["", ""]}, {"set": sets, "for": ["punch"] * 2},
        {"set": ["7x7"], "for": ["punch"]}, {"set": ["9"], "for": ["duck"]},
    ):  # fmt: skip
        assert press(player, "use_sets", roll, **wrong).status_code == 422
    old, told = page(other_player, scene, page="last"), Event.objects.count()
    for _ in range(2):
        assert press(player, "use_sets", roll, set=sets, **{"for": ["duck", "punch"]}).status_code == 302
    assert Event.objects.count() == told + 1
    roll.refresh_from_db()
    assert roll.card["reading"]["headline"] == f"Punch {second}, succeeds. Duck {first}, succeeds."
    assert roll.waits == ""
    missed, new = changed(other_player, scene, cursor_in(old)), page(other_player, scene, page="last")
    assert slot(old, roll) != slot(missed, roll) == slot(new, roll)
    assert press(player, "use_sets", roll, set=sets, **{"for": ["punch", "duck"]}).status_code == 409
    assert acts_of(page(player, scene, page="last"), roll) == []
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_of_one_action_another_set_may_be_used_and_nothing_waits(scene: Thread, gm: User, player: User, wolfman: Character) -> None:
    roll = with_sets(scene, player, wolfman, "!pool 9d", 2)
    used, other = sets_of(roll)[:2]
    assert (roll.waits, today(player), waiting(player, scene)) == ("", [], "")
    buttons = acts_of(page(player, scene, page="last"), roll)
    assert (f"Use {other} instead" in buttons, f"Use {used} instead" in buttons) == (True, False)
    assert acts_of(page(gm, scene, page="last"), roll) == []
    assert press(player, "use_sets", roll, set=other.replace("×", "x")).status_code == 302
    roll.refresh_from_db()
    assert roll.card["reading"]["headline"] == f"Success with {other}."
    assert acts_of(page(player, scene, page="last"), roll) == []


def test_parts_of_one_set_that_serve_one_action_serve_it_as_one(scene: Thread, player: User, wolfman: Character) -> None:
    scene.campaign.options = scene.campaign.options | {"split_sets": "on"}
    scene.campaign.save(update_fields=["options"])
    for _ in range(300):
        reply(player, scene, "!pool 15d actions 2", wolfman)
        roll = Roll.objects.latest("pk")
        wide = next((of for of in sets_of(roll) if of.startswith("4×")), None)
        if wide:
            break
    assert wide
    height = wide.partition("×")[2]
    shown = re.findall(r'name="set" value="([^"]*)"', slot(page(player, scene, page="last"), roll))
    assert shown.count(f"2x{height}") == 2
    press(player, "use_sets", roll, set=[f"2x{height}"] * 2, **{"for": ["1", "1"]})
    roll.refresh_from_db()
    assert roll.uses == [[[4, int(height)], "1"]]


def test_a_contest_that_hangs_on_time_waits_for_the_gm(
    scene: Thread, gm: User, player: User, other_player: User, wolfman: Character, mabel: Character
) -> None:
    roll = contest(scene, player, other_player)
    rival = roll.card["rival"]["name"]
    assert roll.waits == "word"
    asked = today(gm)
    assert f"{rival} against Mabel Crane waits for your word" in asked
    assert today(player) == today(other_player) == []
    assert waiting(gm, scene) == "Waiting for you: does time matter in the contest that Mabel Crane answered?"
    assert waiting(player, scene) == waiting(other_player, scene) == ""
    for one in Roll.objects.filter(waits="word"):
        assert press(gm, "rule_roll", one, word="fast").status_code == 302
    assert (today(gm), waiting(gm, scene)) == ([], "")


def test_without_script_a_refused_answer_comes_back_in_its_form(
    scene: Thread, player: User, other_player: User, gm: User, wolfman: Character, mabel: Character
) -> None:
    reply(player, scene, '!pool 5d vs "Mabel Crane" fast', wolfman)
    roll = Roll.objects.get()
    answer = press(other_player, "answer_roll", roll, line="!defend with Body+Clim # careful")
    html = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "No Clim on this sheet. Did you mean Climb?" in html
    assert 'value="!defend with Body+Clim # careful"' in html
    assert f'action="/r/{roll.key}/answer/"' in html
    assert press(other_player, "answer_roll", roll, line="!defend with Body+Climb ed=10 # careful").status_code == 302
    refused = press(player, "answer_roll", roll, line="!defend with 5d").content.decode()
    assert "answer/" not in refused


def test_without_script_refused_heights_and_sets_come_back_too(
    scene: Thread, player: User, other_player: User, wolfman: Character
) -> None:
    reply(other_player, scene, "!pool 5d+2had")
    roll = Roll.objects.get()
    html = press(other_player, "choose_dice", roll, values=["8", "11"]).content.decode()
    assert re.findall(r'name="values"[^>]*value="([^"]*)"', html) == ["8", "11"]
    several = with_sets(scene, player, wolfman, "!pool 9d actions punch, duck", 2)
    sets = [one.replace("×", "x") for one in sets_of(several)[:2]]
    html = press(player, "use_sets", several, set=sets, **{"for": ["duck", "duck"]}).content.decode()
    assert re.findall(r'<option value="([^"]*)" selected', html)[:2] == ["duck", "duck"]
    assert press(player, "use_sets", several, htmx=True, set=sets, **{"for": ["duck", "duck"]}).headers["HX-Retarget"] == "#alert"


@pytest.mark.parametrize("key", ["", "x" * 8])
def test_a_form_of_no_roll_is_no_page(scene: Thread, player: User, key: str) -> None:
    assert browser(player).post(f"/r/{key or 'aaaaaaaa'}/use/", {"set": "2x8"}).status_code == 404
