"""Conditions: by a line and by a button, what they take from pools, and where a page shows them."""

from __future__ import annotations

import re

import pytest

from campaigns.character.models import Character
from campaigns.combat.commands import fight_of
from campaigns.combat.models import CombatCommand, Encounter
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.commands import Draft, preview_post
from campaigns.thread.models import Post, Thread
from rules.combat.record import to_record
from tests.people import seen_by
from tests.tables import changed, cursor_in, page, part, press, reply


@pytest.fixture
def brawl(scene: Thread, gm: User, player: User, wolfman: Character, mabel: Character) -> Thread:
    """B-Grade: Wolfman at 3×5, Mabel at 12, an Usher who is nothing but a name; Round 1, Wolfman acts."""
    reply(gm, scene, '!fight\n!init "Wolfman Jackson" 30\n!init "Mabel Crane" 12\n!init Usher 5\n!next')
    return scene


@pytest.fixture
def harbour_fight(harbour: Thread, gm: User, iron_man: Character, toad: Character) -> Thread:
    """FASERIP: Iron Man, then Toad."""
    reply(gm, harbour, "!fight\n!init IronMan 15\n!init Toad 12")
    return harbour


def said(post: Post) -> list[str]:
    return [content for kind, content in post.blocks if kind == "note"]


def ails(thread: Thread) -> dict[str, list[tuple[str, int, int | None]]]:
    """Name, dice and Turns left of what stands on each; the stored copy equals the fold."""
    encounter = Encounter.objects.get(stream=thread.stream_id, is_open=True)
    fight = fight_of(encounter)
    assert encounter.state == to_record(fight)
    return {row.name: [(one.name, one.dice, one.left) for one in fight.standing(row)] for row in fight.combatants if row.conditions}


def refusal(person: User, thread: Thread, line: str) -> str:
    before = (Post.objects.count(), Roll.objects.count(), CombatCommand.objects.count())
    with pytest.raises(Refused) as refused:
        reply(person, thread, f"Ouch.\n{line}\n!roll 1d6")
    assert (refused.value.field, refused.value.line) == ("text", 2)
    assert (Post.objects.count(), Roll.objects.count(), CombatCommand.objects.count()) == before
    return refused.value.sentence


def newest_roll() -> tuple[str, str, list[str]]:
    roll = Roll.objects.latest("pk")
    return roll.name, roll.expr, roll.card["declared"]["notes"]


def id_of(name: str) -> str:
    return next(str(row["id"]) for row in Encounter.objects.get().state["rows"] if row["name"] == name)


def version() -> str:
    return str(Encounter.objects.get().version)


def test_a_line_puts_on_and_takes_away_and_the_post_says_so(brawl: Thread, gm: User) -> None:
    post = reply(
        gm, brawl, '!state Wolfman-Jackson +"torn arm" -1d\n!state Usher +held for 2\n!state Usher +dazed for 1\n!state Usher -HELD'
    )
    assert said(post) == [
        "Wolfman Jackson: torn arm, -1d on every pool.",
        "Usher: held, for 2 Rounds.",
        "Usher: dazed, for 1 Round.",
        "Usher: held no more.",
    ]
    assert ails(brawl) == {"Wolfman Jackson": [("torn arm", 1, None)], "Usher": [("dazed", 0, 1)]}
    recorded = {"do": "condition", "id": id_of("Wolfman Jackson"), "name": "torn arm", "dice": 1}
    assert CombatCommand.objects.get(number=6).act == recorded


def test_it_ends_by_itself_and_the_line_that_ends_its_last_turn_tells(brawl: Thread, gm: User) -> None:
    reply(gm, brawl, '!state "Mabel Crane" +held for 1')
    assert said(reply(gm, brawl, "!next")) == ["Round 1, Mabel Crane's turn."]
    assert said(reply(gm, brawl, "!next")) == ["Round 1, Usher's turn. Mabel Crane: held no more."]
    assert ails(brawl) == {"Mabel Crane": []}
    press(gm, brawl, "undo", version=version())
    assert ails(brawl) == {"Mabel Crane": [("held", 0, 1)]}


def test_only_the_gm_changes_conditions_and_only_of_whom_and_what_there_is(
    brawl: Thread, gm: User, player: User, other_player: User
) -> None:
    for person in (player, other_player):
        assert refusal(person, brawl, "!state Usher +held") == "Only the GM changes conditions."
    assert refusal(gm, brawl, "!state Hulk +held") == "Nobody called Hulk is in this turn order."
    assert refusal(gm, brawl, "!state Usher -held") == "Usher has no condition “held”. There is none to take away."
    assert "Put on or taken away?" in refusal(gm, brawl, "!state Usher held")
    reply(gm, brawl, "!fight end")
    assert refusal(gm, brawl, "!state Usher +held") == "No turn order is open in this thread. The GM opens one with `!fight`."


def test_rules_without_pools_refuse_dice_and_know_conditions(harbour_fight: Thread, gm: User) -> None:
    told = refusal(gm, harbour_fight, "!state Toad +dazed -1d")
    assert told == "FASERIP rolls no pools that could lose dice. Leave -1d away: `!state Toad +dazed`."
    reply(gm, harbour_fight, "!state Toad +dazed for 3")
    assert ails(harbour_fight) == {"Toad": [("dazed", 0, 3)]}
    assert 'name="dice"' not in part(page(gm, harbour_fight), "turns")


def test_every_pool_of_the_character_loses_the_dice_while_the_condition_stands(
    brawl: Thread, scene: Thread, gm: User, player: User, wolfman: Character
) -> None:
    reply(gm, brawl, '!state "Wolfman Jackson" +"torn arm" -1d')
    reply(player, brawl, "!pool Body+Brawl", wolfman)
    assert newest_roll()[:2] == ("Wolfman Jackson", "6d lost 1")
    assert "1 lost for torn arm" in newest_roll()[2]
    reply(player, brawl, "!roll 2d6", wolfman)
    assert newest_roll()[1] == "2d6"
    reply(gm, brawl, "!pool 7d")
    assert newest_roll()[1] == "7d"
    shown = preview_post(seen_by(player, brawl.campaign), brawl, Draft("!pool Body+Brawl", wolfman)).throws[0].declaration
    assert getattr(shown, "expr", "") == "6d lost 1"
    reply(gm, brawl, '!state "Wolfman Jackson" -"torn arm"')
    reply(player, brawl, "!pool Body+Brawl", wolfman)
    assert newest_roll()[1] == "7d"


def test_special_dice_buy_a_condition_off_beside_the_penalties_of_the_sheet(
    brawl: Thread, gm: User, other_player: User, mabel: Character
) -> None:
    reply(gm, brawl, '!state "Mabel Crane" +dazed -1d')
    reply(other_player, brawl, "!pool Coordination+Pilot", mabel)
    name, expr, notes = newest_roll()
    assert (name, expr) == ("Mabel Crane", "8d lost 1")
    assert notes[2:4] == ["torn arm -1d", "dazed -1d"]
    assert "-1d bought off: the Hammer-time Die is thrown like a plain die" in notes


def test_answers_and_help_lose_them_too_of_a_mere_name_as_well(
    brawl: Thread, gm: User, player: User, wolfman: Character, mabel: Character, other_player: User
) -> None:
    reply(gm, brawl, '!state Usher +dazed -2d\n!state "Mabel Crane" +cold -3d')
    reply(player, brawl, "!pool Body+Brawl vs Usher fast", wolfman)
    reply(gm, brawl, "!defend with 6d as Usher")
    assert newest_roll()[:2][0] == "Usher"
    assert newest_roll()[1].startswith("4d lost 2 against ")
    reply(other_player, brawl, '!assist "Wolfman Jackson" 6d', mabel)
    reply(player, brawl, '!pool 5d with "Mabel Crane"', wolfman)
    assert newest_roll()[1] == "7d lost 4"  # Mabel's 6 less her torn arm and her cold


def test_a_line_below_in_the_same_post_feels_what_the_lines_above_it_changed(scene: Thread, gm: User, wolfman: Character) -> None:
    reply(gm, scene, "!fight\n!init Usher 5\n!state Usher +dazed -2d\n!pool 6d as Usher\n!state Usher -dazed\n!pool 6d as Usher")
    assert list(Roll.objects.order_by("place").values_list("expr", flat=True)) == ["4d lost 2", "6d"]


def test_the_buttons_do_what_the_lines_do_once_from_one_version(brawl: Thread, gm: User, player: User) -> None:
    fields = {"combatant": id_of("Usher"), "name": "Usher", "condition": " torn arm ", "rounds": "2", "dice": "1"}
    assert press(player, brawl, "condition", version="5", **fields).status_code == 403
    assert press(gm, brawl, "condition", version="5", **fields).status_code == 200
    assert press(gm, brawl, "condition", version="5", **fields).status_code == 409
    assert ails(brawl) == {"Usher": [("torn arm", 1, 2)]}
    assert press(player, brawl, "lift", version="6", **fields).status_code == 403
    assert press(gm, brawl, "lift", htmx=False, version="6", **fields).status_code == 302
    assert ails(brawl) == {}
    for wrong in ({"condition": ""}, {"condition": 'a "b'}, {"rounds": "two"}, {"dice": "x"}, {"name": ""}):
        assert press(gm, brawl, "condition", version="7", **fields | wrong).status_code == 422, wrong
    assert version() == "7"


def test_a_refused_press_without_script_keeps_what_was_typed(brawl: Thread, gm: User) -> None:
    fields = {"combatant": id_of("Usher"), "name": "Usher", "condition": "torn arm", "rounds": "two", "dice": "3"}
    told = press(gm, brawl, "condition", htmx=False, version="5", **fields).content.decode()
    assert "Rounds are a whole number, 1 to 99" in told
    row = part(told, f"row-{id_of('Usher')}", "li")
    assert re.findall(r'name="(condition|rounds|dice)"[^>]* value="([^"]*)"', row) == [
        ("condition", "torn arm"), ("dice", "3"), ("rounds", "two"),
    ]  # fmt: skip
    assert re.search(r'<details id="more-[^"]*" class="acts" open>', row)
    assert told.count('class="acts" open') == 1


def test_everybody_sees_conditions_in_words_and_only_the_gm_their_buttons(brawl: Thread, gm: User, player: User) -> None:
    reply(gm, brawl, '!state Usher +held for 2\n!state Usher +"torn arm" -1d for 1')
    for person in (gm, player, None):
        shown = page(person, brawl)
        row = part(shown, f"row-{id_of('Usher')}", "li")
        assert re.findall(r">((?:held|torn arm)[^<]*)<", row) == ["held, 2 Rounds left", "torn arm -1d, 1 Round left"]
        assert ('value="lift"' in row, 'value="condition"' in row) == (person == gm, person == gm)
        strip = part(shown, "strip", "a")
        assert "Turn order, round 1, Usher: held, 2 Rounds left, Usher: torn arm -1d, 1 Round left" in strip
        assert strip.count('class="ill"') == 1


def test_the_live_order_is_that_of_the_page_and_leaves_open_menus_as_they_are(brawl: Thread, gm: User, player: User) -> None:
    olds = {person: cursor_in(page(person, brawl)) for person in (gm, player)}
    press(gm, brawl, "condition", version="5", combatant=id_of("Usher"), name="Usher", condition="held", rounds="2")
    for person, old in olds.items():
        live = changed(person, brawl, old)
        assert part(live, "turns") == part(page(person, brawl), "turns")
        assert part(live, "strip", "a") == part(page(person, brawl), "strip", "a")
        assert live.count(" hx-preserve") == (3 if person == gm else 0)
    fresh = press(gm, brawl, "next", version="6").content.decode()
    stale = press(gm, brawl, "next", version="6").content.decode()
    assert (fresh.count(" hx-preserve"), stale.count(" hx-preserve")) == (0, 3)
