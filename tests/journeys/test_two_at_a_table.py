"""Two people at once: what one posts, throws and moves stands on the other's page without a reload."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site

SCENE = "The box office"


def write(page: Page, text: str) -> None:
    page.locator("#id_text").fill(text)
    page.locator("[data-post]").click()
    expect(page.locator("#id_text")).to_have_value("")


def card_of(page: Page, words: str) -> str:
    """The dice and verdict of the roll in the post with these words, as text."""
    post = page.locator("article.post", has_text=words)
    return re.sub(r"\s+", " ", post.locator("section.roll .bd").inner_text())


def test_a_post_and_its_dice_stand_in_the_other_browser_and_in_the_second_tab(site: Site, seat: Seat) -> None:
    writer, reader = seat("juniper", site.thread(SCENE)), seat("ines", site.thread(SCENE))
    second_tab = writer.context.new_page()
    second_tab.goto(site.thread(SCENE))
    write(writer, "The hinges have opinions.\n\n!pool Body+Brawl vs 4 # the hinges")
    for page in (writer, reader, second_tab):
        expect(page.locator("article.post", has_text="The hinges have opinions.")).to_have_count(1)
    dice = card_of(writer, "The hinges have opinions.")
    assert dice == card_of(reader, "The hinges have opinions.") == card_of(second_tab, "The hinges have opinions.")
    writer.reload()
    assert card_of(writer, "The hinges have opinions.") == dice


def test_the_writers_browser_checks_its_own_dice_and_says_so(site: Site, seat: Seat) -> None:
    writer, reader = seat("juniper", site.thread(SCENE)), seat("bex", site.thread(SCENE))
    write(writer, "He counts the panes.\n\n!roll 3d6+1 # panes")
    mine = writer.locator("article.post", has_text="He counts the panes.").locator(".proofstate")
    theirs = reader.locator("article.post", has_text="He counts the panes.").locator("section.roll")
    expect(mine).to_contain_text("Verified")
    expect(theirs.locator(".proofstate")).to_contain_text("Recorded")
    theirs.locator("summary").click()
    expect(theirs.locator(".proofstate")).to_contain_text("Verified")


def test_a_preview_shows_blank_dice_and_throws_nothing(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread(SCENE))
    before = site.ask("SELECT count(*) FROM ledger_entry")
    page.locator("#id_text").fill("What would happen.\n\n!pool Body+Brawl vs 4")
    page.locator("[data-preview]").click()
    expect(page.locator("#tray .die")).to_have_count(7)
    expect(page.locator("#tray .die b").first).to_have_text("?")
    assert site.ask("SELECT count(*) FROM ledger_entry") == before


def test_one_press_that_the_network_repeats_makes_one_post(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread(SCENE))
    page.locator("#id_text").fill("Only once.\n\n!roll 1d100 # once")
    sent: list[tuple[str, str]] = []
    page.on(
        "request",
        lambda asked: asked.method == "POST" and "/write/" in asked.url and sent.append((asked.url, asked.post_data or "")),
    )
    page.locator("[data-post]").click()
    expect(page.locator("article.post", has_text="Only once.")).to_have_count(1)
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"].endswith("csrftoken"))
    headers = {"X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded"}
    again = page.request.post(sent[0][0], data=sent[0][1], headers=headers)
    assert again.ok
    assert site.ask("SELECT count(*) FROM thread_post WHERE text LIKE 'Only once.%'") == [(1,)]
    assert site.ask("SELECT count(*) FROM ledger_roll WHERE card LIKE '%\"once\"%'") == [(1,)]


def test_after_a_restart_of_the_server_both_catch_up(site: Site, seat: Seat) -> None:
    one, other = seat("juniper", site.thread(SCENE)), seat("ines", site.thread(SCENE))
    expect(one.locator("[data-live=open]").first).to_be_visible()
    site.stop(kill=True)
    site.start()
    late = seat("tobias", site.thread(SCENE))
    write(late, "I was here first after the lights came back.")
    for page in (one, other):
        expect(page.locator("article.post", has_text="after the lights came back")).to_have_count(1, timeout=20_000)


def test_with_sockets_blocked_the_poll_brings_the_post(site: Site, seat: Seat) -> None:
    reader = seat("ines")
    reader.route_web_socket(re.compile("/live/"), lambda socket: socket.close())
    reader.goto(site.thread(SCENE))
    write(seat("juniper", site.thread(SCENE)), "No socket carried this.")
    expect(reader.locator("article.post", has_text="No socket carried this.")).to_have_count(1, timeout=15_000)


def test_a_page_that_was_cut_off_says_so_and_then_shows_exactly_what_is(site: Site, seat: Seat) -> None:
    reader, writer = seat("reed", site.thread(SCENE)), seat("juniper", site.thread(SCENE))
    expect(reader.locator("[data-live=open]").first).to_be_visible()
    reader.context.set_offline(True)
    write(writer, "First while you were away.")
    write(writer, "Second while you were away.")
    expect(reader.locator("[data-live=lost]").first).to_contain_text("Reconnecting", timeout=20_000)
    reader.context.set_offline(False)
    expect(reader.locator("article.post", has_text="while you were away")).to_have_count(2, timeout=20_000)
    here = reader.locator("article.post").evaluate_all("posts => posts.map(post => post.id)")
    assert here == writer.locator("article.post").evaluate_all("posts => posts.map(post => post.id)")


def test_nothing_moves_what_somebody_is_typing(site: Site, seat: Seat) -> None:
    typist, writer = seat("bex", site.thread(SCENE)), seat("juniper", site.thread(SCENE))
    field = typist.locator("#id_text")
    field.click()
    typist.keyboard.type("Half a sentence")
    before = field.bounding_box()
    write(writer, "A long interruption.\n\n" + "word " * 200)
    expect(typist.locator("article.post", has_text="A long interruption.")).to_have_count(1)
    typist.keyboard.type(", whole.")
    after = field.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) < 3
    expect(field).to_have_value("Half a sentence, whole.")
