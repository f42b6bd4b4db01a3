"""Who may make, see and change a character, and what is kept of it."""

from __future__ import annotations

import pytest

from campaigns.campaign.access import Viewer
from campaigns.campaign.commands import found_campaign, set_role
from campaigns.campaign.models import Campaign, LogEntry, Member
from campaigns.character.access import characters_by_name, characters_of, may_edit, visible
from campaigns.character.commands import create_character, edit_sheet
from campaigns.character.models import Character, SheetRevision
from campaigns.character.sheets import sheet_of
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed, Refused, Stale
from rules.names import find_name
from tests.people import IRON_MAN, MABEL, WOLFMAN, seen_by


def named(typed: str, viewer: Viewer) -> Character | None:
    known = characters_by_name(viewer)
    found = find_name(typed, known)
    return known[found] if found else None


def names(rows: object) -> list[str]:
    return [row.name for row in rows]  # type: ignore[attr-defined]


def test_a_sheet_is_kept_as_the_rules_read_it(wolfman: Character, iron_man: Character) -> None:
    assert wolfman.sheet["stats"][0] == {"name": "Body", "dice": 3, "ed": 0, "had": 0}
    assert iron_man.sheet["ranks"]["Reasoning"] == "Remarkable"
    assert SheetRevision.objects.get(character=wolfman).sheet == wolfman.sheet
    assert sheet_of(wolfman) == wolfman.sheet


def test_an_empty_sheet_is_none(mole: Character) -> None:
    assert (mole.sheet, sheet_of(mole)) == ({}, None)


def test_what_the_rules_refuse_makes_no_character(campaign: Campaign, player: User) -> None:
    with pytest.raises(Refused, match="Stats, line 1"):
        create_character(seen_by(player, campaign), name="Otto", line="", fields={"stats": "Body three"})
    with pytest.raises(Refused, match="quotes"):
        create_character(seen_by(player, campaign), name='Ot"to', line="", fields={})
    assert Character.objects.count() == 0


def test_a_watcher_and_a_stranger_make_no_character(campaign: Campaign, watcher: User, stranger: User) -> None:
    for person in (watcher, stranger):
        with pytest.raises(NotAllowed):
            create_character(seen_by(person, campaign), name="Otto", line="", fields={})


def test_a_player_makes_no_npc_and_hides_nobody(campaign: Campaign, player: User) -> None:
    for more in ({"npc": True}, {"hidden": True}):
        with pytest.raises(NotAllowed):
            create_character(seen_by(player, campaign), name="Otto", line="", fields={}, **more)


def test_a_gm_hides_no_character_of_his_own(campaign: Campaign, gm: User) -> None:
    with pytest.raises(Refused, match="Only an NPC"):
        create_character(seen_by(gm, campaign), name="Otto", line="", fields={}, hidden=True)
    assert Character.objects.count() == 0


def test_a_shown_character_is_meant_before_a_hidden_one_that_reads_the_same(
    campaign: Campaign, gm: User, player: User, mole: Character
) -> None:
    shown = create_character(seen_by(player, campaign), name="THE MOLE", line="", fields={})
    assert named("the mole", seen_by(gm, campaign)) == shown


def test_two_characters_in_sight_never_share_a_name(campaign: Campaign, other_player: User, wolfman: Character) -> None:
    with pytest.raises(Refused, match="There is a wolfman  JACKSON|There is a wolfman JACKSON"):
        create_character(seen_by(other_player, campaign), name="wolfman  JACKSON", line="", fields={})


def test_taking_a_hidden_ones_name_is_answered_as_if_nobody_had_it(
    campaign: Campaign, gm: User, player: User, mole: Character
) -> None:
    rival = create_character(seen_by(player, campaign), name="the mole", line="", fields={})
    assert rival.name == "the mole"
    with pytest.raises(Refused, match="There is a The Mole"):
        told = {"name": "The Mole", "line": "", "fields": {}, "seen_version": 1, "hidden": False}
        edit_sheet(seen_by(gm, campaign), mole, **told)
    assert named("The Mole", seen_by(gm, campaign)) == rival
    assert named("The Mole", seen_by(player, campaign)) == rival


def test_a_hidden_character_is_seen_by_gms_alone(
    campaign: Campaign, gm: User, player: User, watcher: User, stranger: User, wolfman: Character, mole: Character
) -> None:
    everybody = Character.objects.order_by("name")
    assert names(visible(everybody, seen_by(gm, campaign))) == ["The Mole", "Wolfman Jackson"]
    for person in (player, watcher, stranger):
        assert names(visible(everybody, seen_by(person, campaign))) == ["Wolfman Jackson"]


def test_a_hidden_name_is_as_unknown_as_a_missing_one(
    campaign: Campaign, gm: User, player: User, wolfman: Character, mole: Character
) -> None:
    assert named("themole", seen_by(gm, campaign)) == mole
    assert named("themole", seen_by(player, campaign)) is None
    assert named("nobody at all", seen_by(player, campaign)) is None
    assert named("WOLFMANJACKSON", seen_by(player, campaign)) == wolfman
    assert named("Wolfman", seen_by(player, campaign)) is None


def test_a_name_is_sought_in_one_campaign(campaign: Campaign, gm: User, iron_man: Character, wolfman: Character) -> None:
    assert named("Iron Man", seen_by(gm, campaign)) is None
    assert named("IronMan", seen_by(gm, iron_man.campaign)) == iron_man


def test_a_player_speaks_as_his_own_and_a_gm_as_every_npc(
    campaign: Campaign, gm: User, player: User, watcher: User, stranger: User, wolfman: Character, mabel: Character, mole: Character
) -> None:
    assert names(characters_of(seen_by(player, campaign))) == ["Wolfman Jackson"]
    assert names(characters_of(seen_by(gm, campaign))) == ["The Mole"]
    assert names(characters_of(seen_by(watcher, campaign))) == []
    assert names(characters_of(seen_by(stranger, campaign))) == []


def test_own_characters_come_before_npcs(campaign: Campaign, gm: User, mole: Character) -> None:
    create_character(seen_by(gm, campaign), name="Zelda", line="", fields={})
    assert names(characters_of(seen_by(gm, campaign))) == ["Zelda", "The Mole"]


def test_owner_and_gms_edit_a_sheet_and_nobody_else(
    campaign: Campaign, gm: User, player: User, other_player: User, watcher: User, stranger: User, wolfman: Character
) -> None:
    allowed = [may_edit(seen_by(person, campaign), wolfman) for person in (gm, player, other_player, watcher, stranger)]
    assert allowed == [True, True, False, False, False]
    with pytest.raises(NotAllowed):
        edit_sheet(seen_by(other_player, campaign), wolfman, name="Mine", line="", fields=WOLFMAN, seen_version=1)


def test_a_gm_of_another_table_edits_no_sheet_here(wolfman: Character, stranger: User) -> None:
    own = found_campaign(stranger, name="Elsewhere", system="bgrade", sentence="", visibility="public")
    assert seen_by(stranger, own).is_gm
    with pytest.raises(NotAllowed):
        edit_sheet(seen_by(stranger, own), wolfman, name="Mine", line="", fields=WOLFMAN, seen_version=1)


def test_an_owner_made_a_watcher_edits_no_more(campaign: Campaign, gm: User, player: User, wolfman: Character) -> None:
    set_role(seen_by(gm, campaign), Member.objects.get(campaign=campaign, person=player), role="watcher")
    assert not may_edit(seen_by(player, campaign), wolfman)


def test_every_version_of_a_sheet_is_kept(campaign: Campaign, player: User, wolfman: Character) -> None:
    changed = edit_sheet(
        seen_by(player, campaign),
        wolfman,
        name="Wolfman Jack",
        line="Howls",
        fields=WOLFMAN | {"skills": "Brawl 5"},
        seen_version=1,
    )
    kept = SheetRevision.objects.filter(character=wolfman).order_by("number")
    assert (changed.version, changed.name, changed.line) == (2, "Wolfman Jack", "Howls")
    assert [(row.number, row.name, row.sheet["skills"][0]["dice"]) for row in kept] == [
        (1, "Wolfman Jackson", 4), (2, "Wolfman Jack", 5),
    ]  # fmt: skip


def test_the_slower_of_two_editors_is_told_who_was_quicker_and_changes_nothing(
    campaign: Campaign, gm: User, player: User, wolfman: Character
) -> None:
    told = {"name": wolfman.name, "line": "", "seen_version": 1}
    edit_sheet(seen_by(gm, campaign), wolfman, fields=WOLFMAN | {"penalties": "torn arm -1d"}, **told)
    with pytest.raises(Stale, match="^Ines changed this sheet"):
        edit_sheet(seen_by(player, campaign), wolfman, fields=WOLFMAN | {"skills": "Brawl 9"}, **told)
    wolfman.refresh_from_db()
    assert (wolfman.version, wolfman.sheet["skills"][0]["dice"]) == (2, 4)


def test_a_gms_hand_in_a_players_sheet_is_in_the_log_and_a_hidden_ones_sheet_is_not(
    campaign: Campaign, gm: User, player: User, wolfman: Character, mole: Character
) -> None:
    before = LogEntry.objects.count()
    edit_sheet(seen_by(player, campaign), wolfman, name=wolfman.name, line="", fields=WOLFMAN, seen_version=1)
    edit_sheet(seen_by(gm, campaign), mole, name="The Mole", line="Deeper", fields={}, seen_version=1)
    assert LogEntry.objects.count() == before
    edit_sheet(seen_by(gm, campaign), wolfman, name=wolfman.name, line="", fields=WOLFMAN, seen_version=2)
    assert LogEntry.objects.latest("pk").sentence == "Ines changed the sheet of Wolfman Jackson."


def test_an_npc_is_shown_and_hidden_again_by_gms_and_a_players_character_never_hidden(
    campaign: Campaign, gm: User, mole: Character, wolfman: Character
) -> None:
    told = {"name": "The Mole", "line": "", "fields": {}}
    assert not edit_sheet(seen_by(gm, campaign), mole, **told, seen_version=1, hidden=False).hidden
    assert edit_sheet(seen_by(gm, campaign), mole, **told, seen_version=2, hidden=True).hidden
    with pytest.raises(Refused, match="Only an NPC"):
        edit_sheet(seen_by(gm, campaign), wolfman, name="W", line="", fields={}, seen_version=1, hidden=True)


def test_sheets_of_both_systems_come_back_from_the_form_unchanged(
    campaign: Campaign, faserip_campaign: Campaign, mabel: Character, iron_man: Character
) -> None:
    for table, character, fields in ((campaign, mabel, MABEL), (faserip_campaign, iron_man, IRON_MAN)):
        shown = table.rules.show_sheet(character.sheet)
        assert shown == {name: shown[name] for name in (*fields, "macros")}
        assert table.rules.read_sheet(shown) == character.sheet
