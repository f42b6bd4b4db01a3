"""A roll that is picked: the line, what it would throw and its chances, and the way into the post."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.ledger.models import Entry
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.people import browser
from tests.tables import HTMX, address, opened, page, sent

OWN = ("character", "shape", "act", "text", "lines")
"""Fields of the composer's form that are no picks."""


def rolled(person: User | None, thread: Thread, *, htmx: bool = True, **picked: str) -> str:
    """The picker's answer: a part for htmx, else the composer's page."""
    told = {name if name in OWN else f"pick-{name}": text for name, text in picked.items()}
    answer = browser(person).post(address("rolling", thread), told, headers=HTMX if htmx else {})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def line_in(html: str) -> str:
    found = re.search(r"<code data-line>(.*?)</code>", html)
    return found[1] if found else ""


def test_a_pool_is_picked_from_the_sheet_of_whom_one_speaks_as(scene: Thread, player: User, wolfman: Character) -> None:
    html = rolled(player, scene, character=wolfman.key, stat="Body", skill="Brawl", bonus="1", difficulty="4", reason="the door")
    assert line_in(html) == "!pool Body+Brawl +1d vs 4 # the door"
    assert "Body 3 + Brawl 4. 7 dice. 1 bonus die. 8 dice. the door." in html
    assert "Beats Difficulty 4" in html and "86.8 %" in html


def test_a_feat_and_its_chances(harbour: Thread, player: User, iron_man: Character) -> None:
    html = rolled(player, harbour, character=iron_man.key, roll="Reasoning", talents="Physics")
    assert line_in(html) == "!feat Reasoning with Physics"
    assert "Reasoning Remarkable. Physics +1CS. Incredible." in html
    assert 'aria-label="Chances: Blue 5.0 %, White 25.0 %, Green 30.0 %, Yellow 30.0 %, Red 10.0 %."' in html


def test_an_attack_is_reckoned_against_a_rank_that_one_supposes(
    harbour: Thread, player: User, iron_man: Character, toad: Character
) -> None:
    told = {"character": iron_man.key, "pick-act": "attack", "pick-target": "Toad", "pick-roll": "Repulsor"}
    for supposed, words in (("", "mean damage undefended"), ("Good", "mean damage against Good")):
        asked = told | {"pick-supposed": supposed}
        html = unescape(browser(player).post(address("rolling", harbour), asked, headers=HTMX).content.decode())
        assert line_in(html) == "!attack Toad with Repulsor" and words in html


def test_plain_dice_are_picked_in_every_campaign(scene: Thread, player: User) -> None:
    html = rolled(player, scene, game="dice", which="d6", count="2", plus="3")
    assert line_in(html) == "!roll 2d6+3"
    assert 'aria-label="Chances from 5 to 15; the likeliest is 10 with 16.7 %."' in html


def test_nothing_is_thrown_or_posted_by_picking(scene: Thread, player: User, wolfman: Character) -> None:
    before = Entry.objects.count()
    rolled(player, scene, character=wolfman.key)
    rolled(player, scene, htmx=False, character=wolfman.key, act="put")
    scene.refresh_from_db()
    assert (Entry.objects.count(), scene.post_count) == (before, 0)


def test_what_is_missing_is_said_in_the_words_of_the_rules(harbour: Thread, player: User, iron_man: Character) -> None:
    told = {"character": iron_man.key, "pick-act": "attack"}
    html = browser(player).post(address("rolling", harbour), told, headers=HTMX).content.decode()
    assert '<p class="err">Say whom it is aimed at.</p>' in html and "data-put" not in html


def test_the_fields_are_sent_again_only_when_they_changed(scene: Thread, player: User, wolfman: Character) -> None:
    first = browser(player).post(address("rolling", scene), {"character": wolfman.key, "pick-skill": "Brawl"}, headers=HTMX)
    assert first["HX-Reselect"] == "#picker"
    shape = re.search(r'name="shape" value="(\w+)"', first.content.decode())
    assert shape is not None
    told = {"character": wolfman.key, "pick-skill": "Brawl", "shape": shape[1]}
    again = browser(player).post(address("rolling", scene), told | {"pick-bonus": "2"}, headers=HTMX)
    assert not again.has_header("HX-Reselect")
    other = browser(player).post(address("rolling", scene), told | {"pick-skill": "Climb"}, headers=HTMX)
    assert other["HX-Retarget"] == "#picker"
    assert "Expert Die set to" in other.content.decode()


def test_without_script_the_line_comes_back_in_the_roll_box(scene: Thread, player: User, wolfman: Character) -> None:
    html = rolled(player, scene, htmx=False, character=wolfman.key, skill="Brawl", text="He swings.", act="put")
    assert '<input id="id_lines" name="lines" value="!pool Body+Brawl"' in html
    assert "\nHe swings.</textarea>" in html
    again = rolled(
        player, scene, htmx=False, character=wolfman.key, skill="", text="He swings.", lines="!pool Body+Brawl", act="put"
    )
    assert '<input id="id_lines" name="lines" value="!pool Body"' in again
    assert "\nHe swings.\n!pool Body+Brawl</textarea>" in again


def test_looking_without_script_puts_nothing_and_opens_the_roll_box(scene: Thread, player: User, wolfman: Character) -> None:
    html = rolled(player, scene, htmx=False, character=wolfman.key, skill="Brawl", lines="!roll 1d6", act="show")
    assert '<input id="id_lines" name="lines" value="!roll 1d6"' in html
    assert '<details class="addroll" open>' in html and line_in(html) == "!pool Body+Brawl"


def test_an_address_may_bring_a_line_and_whom_one_speaks_as(scene: Thread, player: User, wolfman: Character) -> None:
    html = browser(player).get(
        address("write", scene), {"line": '!pool Body vs "A & B"', "character": wolfman.key, "rid": "f" * 32}
    )
    told = unescape(html.content.decode())
    assert 'value="!pool Body vs "A & B""' in told
    assert f'<option value="{wolfman.key}" selected>' in told and "f" * 32 not in told


def test_the_page_of_a_scene_offers_the_fields_and_reckons_nothing(scene: Thread, player: User, wolfman: Character) -> None:
    html = page(player, scene)
    assert 'name="pick-stat"' in html and 'name="pick-skill"' in html
    assert "data-line>" not in html and "Table of chances" not in html


def test_who_may_not_write_picks_nothing(scene: Thread, notes: Thread, watcher: User, stranger: User, gm: User) -> None:
    def status(person: User | None, thread: Thread) -> int:
        client: Client = browser(person)
        return client.post(address("rolling", thread), {"pick-game": "dice"}, headers=HTMX).status_code

    assert [status(watcher, scene), status(stranger, scene), status(stranger, notes), status(gm, scene)] == [403, 403, 404, 200]
    assert "pick-" not in page(watcher, scene)


def test_nobody_picks_from_the_sheet_of_another(scene: Thread, player: User, mabel: Character, wolfman: Character) -> None:
    html = rolled(player, scene, character=mabel.key)
    assert "Coordination" not in html and "How many" not in html and 'name="pick-dice"' in html


def test_names_are_offered_except_those_that_one_may_not_know(
    scene: Thread, player: User, gm: User, wolfman: Character, mole: Character
) -> None:
    assert '<option value="The Mole">' in rolled(gm, scene)
    assert '<option value="The Mole">' not in rolled(player, scene)
    assert '<option value="Wolfman Jackson">' in rolled(player, scene)


def test_the_preview_shows_the_chances_of_every_roll(scene: Thread, player: User, wolfman: Character) -> None:
    told = sent("!roll 2d6\n!pool Body+Brawl", character=wolfman.key)
    html = browser(player).post(address("preview", scene), told, headers=HTMX).content.decode()
    assert html.count('class="odds"') == 2
    assert 'id="odds-1"' in html and 'id="odds-2"' in html
    assert "94.0 %" in html


def test_a_draft_of_many_rolls_is_reckoned_at_its_head_alone(scene: Thread, player: User) -> None:
    told = sent("!roll 2d6 & 3d6\n" + "\n".join(f"!roll {count}d8" for count in range(1, 6)))
    html = browser(player).post(address("preview", scene), told, headers=HTMX).content.decode()
    assert (html.count('class="ahead"'), html.count('class="odds"')) == (7, 5)


def test_a_roll_of_the_sheet_goes_to_the_one_scene_or_asks_which(
    scene: Thread, campaign: Campaign, player: User, watcher: User, wolfman: Character
) -> None:
    asked = {"line": "!pool Body+Brawl", "character": wolfman.key}
    there = f"/c/{campaign.slug}/throw/"
    assert browser(player).get(there, asked)["Location"] == (
        f"{address('write', scene)}?line=%21pool+Body%2BBrawl&character={wolfman.key}"
    )
    opened(campaign, title="The box office")
    html = browser(player).get(there, asked).content.decode()
    assert "The box office" in html and scene.title in html
    assert browser(watcher).get(there, asked).status_code == 403
