"""A roll thrown in secret by the choice in the roll tray, and opened in two clicks while another reader looks on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_looks import keep, violations


def test_the_table_sees_a_sealed_roll_and_then_its_dice_without_a_reload(site: Site, seat: Seat, pictures: Path) -> None:
    scene = site.thread("The box office")
    roller, reader, gm = (seat(person, scene) for person in ("bex", "juniper", "ines"))
    roller.locator("#id_text").fill("What do I hear?")
    roller.locator(".addroll > summary").click()
    roller.locator("#id_lines").fill("6d6+100 # the guards listen")
    roller.get_by_label("Who sees it").select_option(label="I and the GM")
    roller.locator("#post").click()
    post = "article.post:has-text('What do I hear?')"
    expect(reader.locator(f"{post} .roll")).to_contain_text("bex threw in secret.")
    for page in (roller, gm):
        expect(page.locator(f"{post} .roll .big")).to_have_count(1)
    total = roller.locator(f"{post} .roll .big").inner_text()
    assert total not in reader.locator(post).inner_text() and "guards" not in reader.locator(post).inner_text()
    expect(roller.locator(f"{post} .roll")).to_contain_text("The others see sealed roll")
    expect(roller.locator("#id_sees")).to_have_value("")
    for name, page in (("roller", roller), ("reader", reader)):
        for theme in ("light", "dark"):
            for width in (1440, 390):
                page.emulate_media(color_scheme=theme)
                page.set_viewport_size({"width": width, "height": 900})
                keep(page, pictures, f"secret-{name}-{width}-{theme}")
        assert violations(page) == []
        page.set_viewport_size({"width": 1440, "height": 1000})
    roller.locator(".addroll > summary").click()
    keep(roller, pictures, "secret-tray-1440-dark")
    roller.locator(".addroll > summary").click()
    card = roller.locator(post)
    expect(card.get_by_role("button", name="Reveal now")).to_be_hidden()
    card.get_by_text("Reveal", exact=True).click()
    card.get_by_role("button", name="Reveal now").click()
    for page in (roller, reader, gm):
        expect(page.locator(f"{post} .roll .big")).to_have_text(total)
        expect(page.locator(f"{post} .roll")).to_contain_text("Thrown in secret; revealed later, in entry")
        expect(page.locator(post).get_by_text("Reveal", exact=True)).to_have_count(0)
    for page in (roller, reader):  # each recomputes the dice out of what was revealed
        page.locator(f"{post} .ft > summary").click()
        expect(page.locator(f"{post} .proofstate")).to_contain_text("Verified")
