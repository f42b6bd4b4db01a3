"""What lines say of rolls that are thrown: Hammer-time Dice set, sets allotted, dice offered and joined."""

from __future__ import annotations

import json

import pytest

from campaigns.campaign.models import Campaign
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.ledger.models import Entry, Ledger, Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed, Refused
from campaigns.thread.models import Offer, Post, Thread
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.tables import HTMX, address, casts, reply, sent

PILOT = {"stats": "Body 2\nCoordination 4", "skills": "Brawl 3\nPilot 4+1had\nShoot 2+2had", "penalties": ""}


@pytest.fixture
def pilot(campaign: Campaign, other_player: User) -> Character:
    """Tobias's, without wounds: one Hammer-time Die to fly, two to shoot."""
    return create_character(seen_by(other_player, campaign), name="Kit Vale", line="Flies", fields=PILOT)


def newest(name: str) -> Roll:
    return Roll.objects.filter(name=name).latest("pk")


def refusal(person: User, thread: Thread, text: str, speaker: Character | None = None) -> str:
    before = Ledger.objects.get(pk=thread.campaign.ledger_id).length, Post.objects.count(), Event.objects.count()
    with pytest.raises(Refused) as told:
        reply(person, thread, text, speaker)
    assert (Ledger.objects.get(pk=thread.campaign.ledger_id).length, Post.objects.count(), Event.objects.count()) == before
    return told.value.sentence


def test_a_hammer_time_die_is_set_once_by_who_threw_it(
    scene: Thread, other_player: User, player: User, gm: User, pilot: Character, wolfman: Character
) -> None:
    assert refusal(other_player, scene, "!hammer 8", pilot) == "No roll of yours here waits for a Hammer-time Die."
    reply(other_player, scene, "!pool Coordination+Pilot", pilot)
    roll = newest("Kit Vale")
    assert (roll.waits, roll.card["waits"]) == ("choice", "Waiting for 1 Hammer-time Die.")
    for person, speaker in ((player, wolfman), (gm, None)):
        assert refusal(person, scene, "!hammer 5", speaker) == "No roll of yours here waits for a Hammer-time Die."
    assert refusal(other_player, scene, "!hammer 5,5", pilot) == "This roll has 1: `!hammer 8`."
    assert "1 to 10" in refusal(other_player, scene, "!hammer 11", pilot)
    post = reply(other_player, scene, "Now.\n!hammer 5 # steady", pilot)
    roll.refresh_from_db()
    assert ["note", f"Hammer-time Die of roll {roll.key} set to 5."] in post.blocks
    assert (roll.waits, roll.chosen, roll.card["set"]) == ("", [5], "Hammer-time Die set to 5 by Kit Vale")
    choice = Entry.objects.get(t="choose")
    assert json.loads(choice.body)["set"] == [5]
    assert refusal(other_player, scene, "!hammer 6", pilot) == "It was set to 5 already."
    assert refusal(other_player, scene, f"!hammer 6 for {roll.key}", pilot) == "It was set to 5 already."
    assert Event.objects.latest("pk").kind == "roll"
    assert Event.objects.latest("pk").subject == roll.key
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_two_dice_take_two_heights_and_an_older_roll_is_named(scene: Thread, other_player: User, pilot: Character) -> None:
    reply(other_player, scene, "!pool Coordination+Shoot\n!pool Coordination+Pilot", pilot)
    two, one = Roll.objects.order_by("pk")
    assert refusal(other_player, scene, f"!hammer 8 for {two.key}", pilot) == "This roll has 2: `!hammer 8,8`."
    post = reply(other_player, scene, f"!hammer 8,3 for {two.key}\n!hammer 4", pilot)
    two.refresh_from_db(), one.refresh_from_db()
    assert (two.chosen, one.chosen) == ([8, 3], [4])
    assert ["note", f"Hammer-time Dice of roll {two.key} set to 8, 3."] in post.blocks
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_the_same_form_sent_again_sets_nothing_twice(scene: Thread, other_player: User, pilot: Character) -> None:
    reply(other_player, scene, "!pool Coordination+Pilot", pilot)
    first, again = (reply(other_player, scene, "!hammer 5", pilot, rid="cd" * 16) for _ in range(2))
    assert first == again
    assert Entry.objects.filter(t="choose").count() == 1


def test_an_attack_with_an_open_die_is_answered_once_it_is_set(
    scene: Thread, other_player: User, player: User, pilot: Character, wolfman: Character
) -> None:
    reply(other_player, scene, '!pool Coordination+Pilot vs "Wolfman Jackson" fast', pilot)
    waits = "That roll still waits for its own dice; it is answered once they are set."
    assert refusal(player, scene, "!defend with Body+Brawl", wolfman) == waits
    reply(other_player, scene, "!hammer 5", pilot)
    assert newest("Kit Vale").card["waits"] == "Waiting for Wolfman Jackson."
    reply(player, scene, "!defend with Body+Brawl", wolfman)
    assert newest("Wolfman Jackson").answers == newest("Kit Vale")


def with_sets(thread: Thread, person: User, who: Character, line: str, count: int) -> Roll:
    """A roll of that line that shows at least so many sets; the dice are real, so it is thrown until one does."""
    for _ in range(300):
        reply(person, thread, line, who)
        roll = newest(who.name)
        if len({set_["name"] for set_ in roll.card["reading"]["clusters"] if set_["name"]}) >= count:
            return roll
    raise AssertionError("no such roll came")


def sets_of(roll: Roll) -> list[str]:
    return [one["name"] for one in roll.card["reading"]["clusters"] if one["name"]]


def test_sets_are_allotted_once(scene: Thread, player: User, wolfman: Character) -> None:
    roll = with_sets(scene, player, wolfman, "!pool Body+Brawl actions punch, duck", 2)
    first, second = sets_of(roll)[:2]
    assert "was not rolled" in refusal(player, scene, "!use 7x7 for punch", wolfman)
    assert refusal(player, scene, f"!use {first} for kick", wolfman).startswith("The actions are punch and duck")
    post = reply(player, scene, f"!use {first} for punch, {second} for duck", wolfman)
    roll.refresh_from_db()
    assert roll.card["reading"]["headline"] == f"Punch {first}, succeeds. Duck {second}, succeeds."
    assert ["note", f"Roll {roll.key} uses {first} for punch, {second} for duck."] in post.blocks
    assert "allotted already" in refusal(player, scene, f"!use {second} for punch", wolfman)
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_only_the_roller_allots(scene: Thread, player: User, gm: User, wolfman: Character) -> None:
    with_sets(scene, player, wolfman, "!pool Body+Brawl actions 2", 1)
    assert refusal(gm, scene, "!use 2x8 for 1") == "No roll of yours here has sets to use."


def test_offered_dice_are_thrown_by_the_leader_once(
    scene: Thread, player: User, other_player: User, wolfman: Character, pilot: Character
) -> None:
    joint = '!pool Body+Brawl with "Kit Vale"'
    said = "Kit Vale's dice are not offered yet: Kit Vale writes"
    not_offered = f'{said} `!assist "Wolfman Jackson"` first, then this line is thrown.'
    assert refusal(player, scene, "!pool Body with Nobody", wolfman).startswith("There is nobody called Nobody here.")
    assert refusal(player, scene, joint, wolfman) == not_offered
    post = reply(other_player, scene, "!assist Wolfman-Jackson", pilot)
    assert post.blocks == [["note", "Kit Vale offers Wolfman Jackson dice for a joint roll."]]
    assert casts(scene) == 0
    reply(player, scene, joint, wolfman)
    roll = newest("Wolfman Jackson")
    assert (roll.expr, roll.waits, Offer.objects.get().roll) == ("12d", "", roll.key)
    assert "Wolfman Jackson 7 + Kit Vale 5" in roll.card["notes"]
    assert refusal(player, scene, joint, wolfman) == not_offered
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_dice_are_offered_to_somebody_by_a_character(scene: Thread, player: User, wolfman: Character, mole: Character) -> None:
    assert "by a character" in refusal(player, scene, "!assist Wolfman-Jackson")
    assert "Nobody helps himself" in refusal(player, scene, "!assist Wolfman-Jackson", wolfman)
    assert "nobody called The Mole here" in refusal(player, scene, '!assist "The Mole"', wolfman)


def test_against_time_the_helper_rolls_into_the_waiting_hand(
    scene: Thread, player: User, other_player: User, wolfman: Character, pilot: Character
) -> None:
    reply(player, scene, '!pool Body+Brawl with "Kit Vale" fast', wolfman)
    led = newest("Wolfman Jackson")
    assert (led.waits, led.target, led.target_char) == ("answer", "Kit Vale", pilot.cid)
    reply(other_player, scene, "!assist Wolfman-Jackson", pilot)
    joined = newest("Kit Vale")
    led.refresh_from_db()
    assert (joined.answers, led.waits, joined.expr.split()[1]) == (led, "", "joins")
    assert [roll.card[side]["won"] for roll, side in ((led, "answer"), (joined, "rival"))] == [False, False]
    assert (led.card["won"], joined.card["won"]) == (False, False)
    assert (Offer.objects.count(), casts(scene)) == (0, 2)
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_a_watcher_says_nothing_of_rolls(scene: Thread, talk: Thread, watcher: User, wolfman: Character) -> None:
    with pytest.raises(Refused):
        reply(watcher, talk, "!hammer 5")
    with pytest.raises(NotAllowed):
        reply(watcher, scene, "!hammer 5")


def test_faserip_knows_none_of_it(harbour: Thread, player: User, iron_man: Character) -> None:
    for line in ("!hammer 5", "!use 2x8", "!assist Thor"):
        assert refusal(player, harbour, line, iron_man) == "This campaign plays FASERIP: use `!feat`, `!attack` or `!roll`."


def test_a_preview_shows_the_line_and_changes_nothing(scene: Thread, other_player: User, pilot: Character) -> None:
    reply(other_player, scene, "!pool Coordination+Pilot", pilot)
    asked = sent("!hammer 5", character=pilot.key)
    shown = browser(other_player).post(address("preview", scene), asked, headers=HTMX).content.decode()
    assert "<code>!hammer 5</code>" in shown
    assert newest("Kit Vale").waits == "choice"
