"""What a roll does to its target, applied at one press: once, in the fight or on the sheet, and seen by everybody."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from campaigns.campaign.models import LogEntry
from campaigns.character.models import Character, SheetRevision
from campaigns.combat.access import Blow, blow_of, open_on
from campaigns.combat.commands import fight_of
from campaigns.combat.models import Applied, CombatCommand
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.campaigns.thread.test_queries import read
from tests.people import browser
from tests.tables import HTMX, changed, cursor_in, page, part, press, reply


def leave(gm: User, roll: Roll) -> Roll:
    assert browser(gm).post(reverse("leave_roll", args=[roll.key])).status_code == 302
    return Roll.objects.select_related("entry").get(pk=roll.pk)


def blow_at(name: str, thread: Thread, gm: User, toad: Character) -> tuple[Roll, Blow]:
    """Toad aims his Repulsor at somebody until a roll that nobody answers does some damage."""
    for _ in range(60):
        post = reply(gm, thread, f"!attack {name} with Repulsor", toad)
        roll = leave(gm, Roll.objects.get(post=post.uid))
        if blow := blow_of(roll):
            return roll, blow
    raise AssertionError("sixty attacks in a row did nothing")


def apply(person: User, roll: Roll, **sent: Any) -> Any:
    return browser(person).post(reverse("apply_roll", args=[roll.key]), sent)


def physical(character: Character) -> int:
    character.refresh_from_db()
    return int(character.sheet["health"]["physical"][0])


def slot(person: User | None, thread: Thread, roll: Roll) -> str:
    return part(page(person, thread, page="last"), f"apply-{roll.key}", "div")


def test_in_a_fight_the_points_are_kept_there_with_the_roll_and_count_once(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(gm, harbour, "!fight\n!init IronMan 15")
    roll, blow = blow_at("IronMan", harbour, gm, toad)
    assert (blow.gauge, blow.char, blow.words) == ("Physical Health", iron_man.cid, f"{blow.points} Physical to Iron Man")
    assert f"Apply {blow.words}</button>" in slot(gm, harbour, roll)
    assert apply(player, roll).status_code == 403
    assert Applied.objects.count() == 0
    assert apply(gm, roll).status_code == 302
    again = apply(gm, roll)
    assert again.status_code == 409
    assert "Ines applied it already: Iron Man, Physical Health 58 to" in again.content.decode()
    fight = open_on(harbour.stream_id)
    assert fight is not None
    assert [dict(row.harm) for row in fight_of(fight).combatants] == [{"Physical Health": blow.points}]
    newest = CombatCommand.objects.get(encounter=fight, number=fight.version)
    assert (newest.act["do"], newest.act["points"], newest.roll) == ("harm", blow.points, roll.key)
    assert physical(iron_man) == 58


def test_an_undo_gives_the_points_back_and_the_roll_can_be_applied_again(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(gm, harbour, "!fight\n!init IronMan 15")
    roll, blow = blow_at("IronMan", harbour, gm, toad)
    apply(gm, roll)
    old = page(player, harbour, page="last")
    assert "Applied" in part(old, f"apply-{roll.key}", "div")
    press(gm, harbour, "undo", version=str(CombatCommand.objects.count()))
    assert Applied.objects.count() == 0
    missed = changed(player, harbour, cursor_in(old))
    assert "Not applied yet" in part(missed, f"apply-{roll.key}", "div")
    assert apply(gm, roll).status_code == 302
    fight = open_on(harbour.stream_id)
    assert fight is not None
    assert dict(fight_of(fight).combatants[0].harm) == {"Physical Health": blow.points}


def test_without_a_fight_or_without_the_target_in_it_the_sheet_is_changed_and_its_owner_reads_of_it(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    first, blow = blow_at("IronMan", harbour, gm, toad)
    log = LogEntry.objects.count()
    assert apply(gm, first).status_code == 302
    assert physical(iron_man) == 58 - blow.points
    assert (SheetRevision.objects.filter(character=iron_man).count(), iron_man.version) == (2, 2)
    assert [entry.sentence for entry in LogEntry.objects.order_by("pk")[log:]] == ["Ines changed the sheet of Iron Man."]
    assert apply(gm, first).status_code == 409
    reply(gm, harbour, "!fight\n!init Mob 15")
    second, more = blow_at("IronMan", harbour, gm, toad)
    apply(gm, second)
    assert physical(iron_man) == 58 - blow.points - more.points
    assert [row.encounter for row in Applied.objects.order_by("pk")] == [None, None]


def test_everybody_sees_whether_it_is_applied_and_an_old_page_catches_up(
    harbour: Thread, gm: User, player: User, watcher: User, iron_man: Character, toad: Character
) -> None:
    roll, blow = blow_at("IronMan", harbour, gm, toad)
    readers = (player, watcher, None)
    for reader in readers:
        assert f"Not applied yet: {blow.words}." in slot(reader, harbour, roll)
        assert "<button" not in slot(reader, harbour, roll)
    old = {reader: page(reader, harbour, page="last") for reader in readers}
    sent = {"after": cursor_in(page(gm, harbour, page="last")), "page": "last"}
    answer = browser(gm).post(reverse("apply_roll", args=[roll.key]), sent, headers=HTMX)
    told = f"<b>Applied</b> by Ines: Iron Man, Physical Health 58 to {58 - blow.points}"
    assert told in part(answer.content.decode(), f"apply-{roll.key}", "div")
    for reader in readers:
        missed = changed(reader, harbour, cursor_in(old[reader]))
        assert told in slot(reader, harbour, roll)
        assert part(missed, f"apply-{roll.key}", "div") == slot(reader, harbour, roll)


def test_an_answered_attack_is_applied_under_its_answer(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    for _ in range(60):
        attack = Roll.objects.get(post=reply(gm, harbour, "!attack IronMan with Repulsor", toad).uid)
        answer = Roll.objects.get(post=reply(player, harbour, "!defend", iron_man).uid)
        attack.refresh_from_db()
        if blow := blow_of(answer):
            break
    assert (blow.char if blow else "", blow_of(attack)) == (iron_man.cid, None)
    assert apply(gm, attack).status_code == 422
    assert apply(gm, answer).status_code == 302
    assert physical(iron_man) == 58 - (blow.points if blow else 0)


def test_what_does_nothing_or_hits_a_mere_name_has_nothing_to_apply(
    harbour: Thread, gm: User, iron_man: Character, toad: Character, scene: Thread, player: User
) -> None:
    reply(gm, harbour, "!fight\n!init Mob 15")
    plain = Roll.objects.get(post=reply(gm, harbour, "!feat Agility", toad).uid)
    waiting = Roll.objects.get(post=reply(gm, harbour, "!attack IronMan with Repulsor", toad).uid)
    mob, blow = blow_at("Mob", harbour, gm, toad)
    assert (blow.char, blow.name) == ("", "Mob")
    for roll in (plain, waiting, mob):
        assert apply(gm, roll).status_code == 422
    assert 'id="apply-' not in page(gm, harbour, page="last")
    assert Applied.objects.count() == 0


def test_nobody_learns_of_a_roll_that_he_may_not_read(harbour: Thread, gm: User, stranger: User, iron_man: Character) -> None:
    harbour.campaign.visibility = "private"
    harbour.campaign.save()
    roll = Roll.objects.get(post=reply(gm, harbour, "!roll 1d6").uid)
    assert apply(stranger, roll).status_code == 404


def test_a_page_asks_once_more_where_rolls_do_something_however_many_do(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(gm, harbour, "!roll 1d6")
    plain = read(player, harbour)
    for _ in range(2):
        roll, _ = blow_at("IronMan", harbour, gm, toad)
        assert read(player, harbour) == plain + 1
    apply(gm, roll)
    assert (read(player, harbour), read(gm, harbour)) == (plain + 1, plain + 1)
