"""Cast, sheet, form and history in the browser."""

from __future__ import annotations

import re

from django.urls import reverse

from campaigns.campaign.commands import found_campaign
from campaigns.campaign.models import Campaign, Member
from campaigns.character.commands import create_character, edit_sheet
from campaigns.character.models import Character
from campaigns.character.sheets import draw
from campaigns.people.models import User
from rules import catalogue
from tests.people import WOLFMAN, browser, seen_by


def page(person: User | None, name: str, *args: str) -> tuple[int, str]:
    answer = browser(person).get(reverse(name, args=args))
    return answer.status_code, answer.content.decode()


def form_of(fields: dict[str, str], **more: str) -> dict[str, str]:
    return {f"sheet_{name}": text for name, text in fields.items()} | more


def test_the_cast_names_a_hidden_npc_to_gms_alone(
    campaign: Campaign, gm: User, player: User, stranger: User, wolfman: Character, mole: Character
) -> None:
    assert "The Mole" in page(gm, "cast", campaign.slug)[1]
    for person in (player, stranger, None):
        status, html = page(person, "cast", campaign.slug)
        assert (status, "Wolfman Jackson" in html, "The Mole" in html, mole.key in html) == (200, True, False, False)
        assert "NPCs" not in html


def test_each_page_of_a_hidden_npc_is_there_for_gms_alone(
    campaign: Campaign, gm: User, player: User, watcher: User, stranger: User, mole: Character
) -> None:
    for name in ("character", "edit_character", "character_history"):
        assert page(gm, name, mole.key)[0] == 200
        assert [page(person, name, mole.key)[0] for person in (player, watcher, stranger, None)] == [404] * 4


def test_no_page_of_a_private_tables_cast_is_there_for_strangers(private_campaign: Campaign, player: User, stranger: User) -> None:
    secret = create_character(seen_by(player, private_campaign), name="Otto", line="", fields=WOLFMAN)
    pages = [("cast", private_campaign.slug), ("new_character", private_campaign.slug)]
    pages += [(name, secret.key) for name in ("character", "edit_character", "character_history")]
    for name, key in pages:
        assert [page(person, name, key)[0] for person in (player, stranger, None)] == [200, 404, 404]
    Member.objects.filter(campaign=private_campaign, person=player).update(state="left")
    assert [page(player, name, key)[0] for name, key in pages] == [404] * 5


def test_anothers_sheet_is_read_and_not_edited(
    gm: User, player: User, other_player: User, watcher: User, stranger: User, wolfman: Character
) -> None:
    people = (gm, player, other_player, watcher, stranger, None)
    assert [page(person, "character", wolfman.key)[0] for person in people] == [200] * 6
    assert [page(person, "edit_character", wolfman.key)[0] for person in people] == [200, 200, 403, 403, 403, 302]
    told = form_of(WOLFMAN, name="Mine", line="", version="1")
    assert browser(other_player).post(reverse("edit_character", args=[wolfman.key]), told).status_code == 403
    wolfman.refresh_from_db()
    assert wolfman.name == "Wolfman Jackson"


def test_players_make_characters_and_others_do_not(campaign: Campaign, player: User, watcher: User, stranger: User) -> None:
    people = (player, watcher, stranger, None)
    assert [page(person, "new_character", campaign.slug)[0] for person in people] == [200, 403, 403, 302]
    told = form_of(WOLFMAN, name="Otto", line="Counts the bolts", npc="on", hidden="on")
    answer = browser(player).post(reverse("new_character", args=[campaign.slug]), told)
    made = Character.objects.get()
    assert answer.headers["Location"] == reverse("character", args=[made.key])
    assert (made.name, made.owner, made.hidden) == ("Otto", Member.objects.get(campaign=campaign, person=player), False)


def test_a_gm_makes_a_hidden_npc(campaign: Campaign, gm: User) -> None:
    told = form_of({}, name="The Mole", line="", npc="on", hidden="on")
    browser(gm).post(reverse("new_character", args=[campaign.slug]), told)
    made = Character.objects.get()
    assert (made.owner, made.hidden) == (None, True)
    told = form_of({}, name="Shown", line="", hidden="on")
    answer = browser(gm).post(reverse("new_character", args=[campaign.slug]), told)
    assert (answer.status_code, Character.objects.count()) == (422, 1)


def test_a_refused_sheet_keeps_what_was_typed_and_says_which_line_is_wrong(campaign: Campaign, player: User) -> None:
    told = form_of(WOLFMAN | {"skills": "Brawl four"}, name="Otto", line="")
    answer = browser(player).post(reverse("new_character", args=[campaign.slug]), told)
    html = answer.content.decode()
    assert (answer.status_code, "Skills, line 1" in html, "Brawl four" in html) == (422, True, True)


def test_a_stale_edit_shows_both_texts_and_can_be_sent_again(
    campaign: Campaign, gm: User, player: User, wolfman: Character
) -> None:
    edit_sheet(
        seen_by(gm, campaign), wolfman, name=wolfman.name, line="", fields=WOLFMAN | {"penalties": "torn arm -1d"}, seen_version=1
    )
    address = reverse("edit_character", args=[wolfman.key])
    told = form_of(WOLFMAN | {"skills": "Brawl 5"}, name=wolfman.name, line="", version="1")
    answer = browser(player).post(address, told)
    html = answer.content.decode()
    assert (answer.status_code, "Ines changed this sheet" in html) == (409, True)
    assert ("Brawl 5" in html, "On the sheet now" in html, "torn arm -1d" in html, "Brawl 4" in html) == (True,) * 4
    assert 'name="version" value="2"' in html
    assert browser(player).post(address, told | {"version": "2"}).status_code == 302
    wolfman.refresh_from_db()
    assert (wolfman.version, wolfman.sheet["skills"][0]["dice"]) == (3, 5)


def test_the_history_tells_what_each_version_changed(campaign: Campaign, player: User, wolfman: Character) -> None:
    changed = WOLFMAN | {"skills": "Brawl 5"}
    edit_sheet(seen_by(player, campaign), wolfman, name="Wolfman Jack", line="Howls", fields=changed, seen_version=1)
    html = page(None, "character_history", wolfman.key)[1]
    assert html.index("Version 2") < html.index("Version 1")
    assert ("Wolfman Jackson</td>" in html, "Brawl 5" in html, "The sheet as it was made." in html) == (True,) * 3


def test_a_bgrade_sheet_is_drawn_with_pips_and_leaders(mabel: Character) -> None:
    drawn = draw(mabel.campaign.rules, mabel.sheet)
    stats, skills, penalties = drawn.sections
    assert [(row.name, row.value, row.pips) for row in stats.rows] == [
        ("Body", "2", (True, True, False, False, False)), ("Coordination", "4", (True, True, True, True, False)),
    ]  # fmt: skip
    assert [(one.counted, one.lost) for one in drawn.sections] == [(True, False), (False, False), (False, True)]
    assert [(row.name, row.value, row.tags) for row in skills.rows] == [("Climb", "2", ("1ed",)), ("Pilot", "4", ("1had",))]
    assert [(row.name, row.value) for row in penalties.rows] == [("torn arm", "-1d")]


def test_a_faserip_sheet_is_drawn_with_ladders_powers_and_health(iron_man: Character) -> None:
    drawn = draw(iron_man.campaign.rules, iron_man.sheet)
    reasoning = drawn.ranks[4]
    assert (reasoning.label, reasoning.word, reasoning.number) == ("Reasoning", "Remarkable", "30")
    assert [(rung.mark, rung.state) for rung in reasoning.ladder] == [
        *((mark, "lo") for mark in ("Fe", "Pr", "Ty", "Gd", "Ex")), ("Rm", "at"),
        *((mark, "") for mark in ("In", "Am", "Mn", "Un")),
    ]  # fmt: skip
    powers, talents = drawn.sections
    assert (powers.rows[0].name, powers.rows[0].value) == ("Repulsor", "Amazing")
    assert powers.rows[0].note == "aimed with Agility, Physical"
    assert (talents.rows[0].name, talents.rows[0].value) == ("Physics", "Reasoning +1cs")
    assert [(track.now, track.most, track.share) for track in drawn.tracks] == [(58, 120, 48), (90, 90, 100)]
    assert drawn.values == ()


def test_a_sheet_tells_what_a_very_high_endurance_brings(faserip_campaign: Campaign, player: User, iron_man: Character) -> None:
    assert "survive in space" not in page(player, "character", iron_man.key)[1]
    iron_man.sheet = iron_man.sheet | {"ranks": iron_man.sheet["ranks"] | {"Endurance": "Unearthly"}}
    iron_man.save()
    shown = page(player, "character", iron_man.key)[1]
    assert "Can survive in space." in shown and "May need hardly any sleep." in shown


def test_a_track_below_nothing_is_an_empty_bar(faserip_campaign: Campaign, player: User, iron_man: Character) -> None:
    texts = iron_man.campaign.rules.show_sheet(iron_man.sheet) | {"physical_now": "-12"}
    drawn = draw(iron_man.campaign.rules, iron_man.campaign.rules.read_sheet(texts))
    assert (drawn.tracks[0].now, drawn.tracks[0].share) == (-12, 0)


def test_the_list_of_characters_is_ones_own(player: User, other_player: User, wolfman: Character, mabel: Character) -> None:
    html = page(player, "characters")[1]
    assert ("Wolfman Jackson" in html, "Mabel Crane" in html) == (True, False)
    assert page(None, "characters")[0] == 302


def test_a_sheet_takes_as_many_queries_however_full_it_is(
    campaign: Campaign, player: User, wolfman: Character, mole: Character, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    reader = browser(player)
    with django_assert_max_num_queries(6):
        reader.get(reverse("character", args=[wolfman.key]))
    with django_assert_max_num_queries(8):
        reader.get(reverse("cast", args=[campaign.slug]))


def test_the_form_asks_for_every_part_of_every_sheet(gm: User) -> None:
    for system in catalogue.all_systems():
        table = found_campaign(gm, name=system.title, system=system.key, sentence="", visibility="public")
        html = page(gm, "new_character", table.slug)[1]
        assert re.findall(r'name="sheet_([^"]+)"', html) == [trait.name for trait in system.traits()]
        assert [trait.label for trait in system.traits() if f">{trait.label} <" not in html] == []
