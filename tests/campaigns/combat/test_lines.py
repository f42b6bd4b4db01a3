"""The lines of a post that make and move a turn order."""

from __future__ import annotations

import pytest

from campaigns.character.models import Character
from campaigns.combat.commands import fight_of
from campaigns.combat.models import CombatCommand, Encounter
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed, Refused
from campaigns.thread.commands import void_roll
from campaigns.thread.models import Post, Thread
from rules.combat.record import from_record
from tests.people import seen_by
from tests.tables import casts, press, reply


def rows(thread: Thread) -> list[tuple[str, tuple[int, ...], str]]:
    """Name, number and where it came from, in turn order; the stored copy equals the fold of the acts."""
    encounter = Encounter.objects.get(stream=thread.stream_id, is_open=True)
    fight = from_record(encounter.state)
    assert fight == fight_of(encounter)
    return [(row.name, row.order, row.source) for row in fight.combatants]


def whose(thread: Thread) -> tuple[int, str | None]:
    """The Round, and the name of the one whose turn it is."""
    encounter = Encounter.objects.get(stream=thread.stream_id, is_open=True)
    fight = from_record(encounter.state)
    assert fight == fight_of(encounter)
    return fight.round, fight.acting.name if fight.acting else None


def test_thor_with_20_stands_before_iron_man_with_15(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    reply(gm, harbour, "!fight")
    reply(player, harbour, "!init IronMan 15")
    post = reply(other_player, harbour, "!init Thor 20")
    assert rows(harbour) == [("Thor", (20,), "typed"), ("Iron Man", (15,), "typed")]
    assert post.blocks == [["note", "Thor, initiative 20, typed by hand."]]
    assert whose(harbour) == (0, None)
    reply(gm, harbour, "!next")
    assert whose(harbour) == (1, "Thor")
    reply(gm, harbour, "!next")
    assert whose(harbour) == (1, "Iron Man")
    reply(gm, harbour, "!next")
    assert whose(harbour) == (2, "Thor")


def test_equal_numbers_keep_the_order_in_which_they_came(harbour: Thread, gm: User) -> None:
    reply(gm, harbour, "!fight\n!init Zebra 12\n!init Ant 12\n!init Bee 13")
    assert [name for name, _, _ in rows(harbour)] == ["Bee", "Zebra", "Ant"]


def test_a_number_that_was_thrown_is_the_recorded_rolls(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    reply(gm, harbour, "!fight")
    post = reply(player, harbour, "!init IronMan")
    roll = Roll.objects.get()
    assert rows(harbour) == [("Iron Man", (int(roll.card["reading"]["figure"]),), "thrown")]
    assert (roll.char, roll.expr, roll.card["faces"][0][0]) == (iron_man.cid, "init Excellent", 20)
    assert post.blocks == [["roll", 0]]
    assert CombatCommand.objects.get(number=2).roll == roll.key


def test_a_typed_number_is_linked_to_an_unused_roll_of_that_character_once(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    reply(gm, harbour, "!fight")
    reply(player, harbour, "!init IronMan")
    roll = Roll.objects.get()
    shown = int(roll.card["reading"]["figure"])
    press(gm, harbour, "undo", version="2")
    assert rows(harbour) == []
    reply(other_player, harbour, f"!init Thor {shown}")
    post = reply(player, harbour, f"!init IronMan {shown}")
    assert rows(harbour) == [("Thor", (shown,), "typed"), ("Iron Man", (shown,), "linked")]
    assert post.blocks == [["note", f"Iron Man, initiative {shown}, as roll {roll.key} shows."]]
    reply(gm, harbour, f"!init IronMan {shown}")
    assert rows(harbour)[1] == ("Iron Man", (shown,), "typed")


def test_a_roll_that_counts_already_bears_out_no_typed_number(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    reply(gm, harbour, "!fight\n!init Toad 1")
    reply(player, harbour, "!init IronMan")
    shown = Roll.objects.get().card["reading"]["figure"]
    reply(gm, harbour, f"!init IronMan {shown}")
    assert ("Iron Man", (int(shown),), "typed") in rows(harbour)
    reply(gm, harbour, f"!fight end\n!fight\n!init IronMan {shown}")
    assert rows(harbour) == [("Iron Man", (int(shown),), "typed")]


def test_a_void_roll_bears_out_no_typed_number(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    reply(gm, harbour, "!fight")
    reply(player, harbour, "!init IronMan")
    roll = Roll.objects.get()
    press(gm, harbour, "undo", version="2")
    void_roll(seen_by(gm, harbour.campaign), harbour, roll, what="roll", why="Thrown for the wrong fight")
    reply(player, harbour, f"!init IronMan {roll.card['reading']['figure']}")
    assert rows(harbour) == [("Iron Man", (int(roll.card["reading"]["figure"]),), "typed")]


def test_three_ushers_at_12_are_three_rows_of_one_line(scene: Thread, gm: User) -> None:
    reply(gm, scene, "!fight")
    post = reply(gm, scene, "They come.\n!init Usher x3 12\nAll at once.\n!roll 1d6")
    assert rows(scene) == [(f"Usher {n}", (12,), "typed") for n in (1, 2, 3)]
    assert post.blocks == [
        ["html", "<p>They come.</p>"],
        *(["note", f"Usher {n}, initiative 12, typed by hand."] for n in (1, 2, 3)),
        ["html", "<p>All at once.</p>"],
        ["roll", 0],
    ]


def test_thrown_ushers_and_rolls_between_them_stand_in_their_own_places(harbour: Thread, gm: User) -> None:
    reply(gm, harbour, "!fight")
    post = reply(gm, harbour, "!roll 1d6\n!init Usher x2 Good\n!roll 1d8\n!init Toad Typical")
    assert post.blocks == [["roll", place] for place in range(5)]
    thrown = {roll.place: roll for roll in Roll.objects.all()}
    assert [thrown[place].card["faces"][0][0] for place in range(5)] == [6, 10, 10, 8, 6]
    numbers = {name: order[0] for name, order, _ in rows(harbour)}
    figures = {place: int(thrown[place].card["reading"]["figure"]) for place in (1, 2, 4)}
    assert numbers == {"Usher 1": figures[1], "Usher 2": figures[2], "Toad": figures[4]}


def test_a_set_orders_by_width_then_height(scene: Thread, gm: User, player: User, wolfman: Character) -> None:
    reply(gm, scene, "!fight\n!init Usher 2x9\n!init Organist 3x1")
    reply(player, scene, "!init Wolfman-Jackson 2x10")
    assert [name for name, _, _ in rows(scene)] == ["Organist", "Wolfman Jackson", "Usher"]


def test_b_grade_throws_no_initiative(scene: Thread, gm: User, player: User, wolfman: Character) -> None:
    reply(gm, scene, "!fight")
    with pytest.raises(Refused, match="enter a set"):
        reply(player, scene, "!init Wolfman-Jackson")


def test_a_turn_order_that_is_open_is_not_opened_again(scene: Thread, gm: User) -> None:
    reply(gm, scene, "!fight")
    with pytest.raises(Refused, match="cannot be opened again"):
        reply(gm, scene, "!fight")
    assert (Encounter.objects.count(), Post.objects.count()) == (1, 1)


def test_a_post_may_end_a_fight_and_open_the_next(scene: Thread, gm: User) -> None:
    reply(gm, scene, "!fight\n!init Usher 12\n!next")
    reply(gm, scene, "!fight end\n!fight\n!init Organist 7")
    assert rows(scene) == [("Organist", (7,), "typed")]
    assert Encounter.objects.filter(is_open=False, waits_for=None).count() == 1


def test_without_a_turn_order_its_lines_are_refused_before_dice(harbour: Thread, gm: User) -> None:
    for line in ("!init Toad Good", "!next", "!fight end"):
        with pytest.raises(Refused):
            reply(gm, harbour, f"!roll 1d6\n{line}")
    assert (casts(harbour), Post.objects.count()) == (0, 0)


def test_the_owner_changes_his_typed_number_until_round_1_and_then_the_gm_alone(
    harbour: Thread, gm: User, player: User, iron_man: Character
) -> None:
    reply(gm, harbour, "!fight")
    reply(player, harbour, "!init IronMan 15")
    reply(player, harbour, "!init IronMan 16")
    reply(gm, harbour, "!next")
    with pytest.raises(Refused, match=r"Iron Man stands at 16\. Only the GM changes it now\."):
        reply(player, harbour, "!roll 1d6\n!init IronMan 17")
    reply(gm, harbour, "!init IronMan 3")
    assert rows(harbour) == [("Iron Man", (3,), "typed")]
    assert casts(harbour) == 0


def test_done_with_the_post_moves_the_turn_and_is_refused_when_it_has_moved_on(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(gm, harbour, "!fight\n!init Toad 12")
    reply(player, harbour, "!init IronMan 15")
    reply(gm, harbour, "!next")
    encounter = Encounter.objects.get()
    mine = encounter.state["current"]
    assert encounter.waits_for == player
    post = reply(player, harbour, "I strike.\n!roll 1d6", done_as=mine)
    assert post.blocks[-1] == ["note", "Turn done. Round 1, Toad's turn."]
    assert whose(harbour) == (1, "Toad")
    assert Encounter.objects.get().waits_for is None
    before = (Post.objects.count(), casts(harbour))
    with pytest.raises(Refused, match="It is not Iron Man's turn; it is Toad's"):
        reply(player, harbour, "And again.\n!roll 1d6", done_as=mine)
    assert (Post.objects.count(), casts(harbour)) == before


def test_nobody_ends_the_turn_of_another(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    reply(gm, harbour, "!fight")
    reply(player, harbour, "!init IronMan 15")
    reply(gm, harbour, "!next")
    mine = Encounter.objects.get().state["current"]
    for line, done_as in (("!pass", ""), ("!hold", ""), ("Done.", mine), ("!out IronMan", ""), ("!back", "")):
        with pytest.raises(NotAllowed):
            reply(other_player, harbour, line, done_as=done_as)
    assert whose(harbour) == (1, "Iron Man")


def test_hold_and_pass_are_the_players_own(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    reply(gm, harbour, "!fight")
    reply(player, harbour, "!init IronMan 15")
    reply(other_player, harbour, "!init Thor 12")
    reply(gm, harbour, "!next")
    assert reply(player, harbour, "!hold").blocks == [["note", "Iron Man holds. Round 1, Thor's turn."]]
    assert reply(other_player, harbour, "!pass").blocks == [["note", "Thor passes. Round 1, Iron Man's turn."]]
    assert reply(gm, harbour, "!out Thor").blocks == [["note", "Thor leaves the turn order. Round 1, Iron Man's turn."]]
