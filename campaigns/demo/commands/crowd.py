"""A campaign to measure pages with: 25 writers, a scene with their posts and rolls, 12 combatants."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from campaigns.campaign.access import Viewer, viewer
from campaigns.campaign.commands import found_campaign, invite, join_campaign
from campaigns.campaign.models import Campaign
from campaigns.character.commands import create_character
from campaigns.demo.commands.laying import demo_people
from campaigns.ledger.commands import Ask
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.thread.commands import Draft, open_thread, post_reply
from campaigns.thread.models import Thread

NAME, SCENE = "The Crowd", "A long fight"
WRITERS, COMBATANTS = 25, 12
PROSE = (
    "Rain came down the gutters in ropes. Somebody upstairs was moving furniture, slowly, the way one does it when the furniture "
    "has to be quiet, and {name} counted the steps and did not like the sum. There were two doors, one of them painted on. "
    "The other one had been opened so often that the floor in front of it was a different colour. It smelled of pears."
)


@transaction.atomic
def lay_crowd(posts: int) -> Thread | None:
    """Lays the campaign with `posts` posts, 25 writers in turn, two or three rolls each; None when it is there already."""
    gm = demo_people()["ines"]
    if Campaign.objects.filter(name=NAME, members__person=gm).exists():
        return None
    campaign = found_campaign(gm, name=NAME, system="bgrade", sentence="A table to measure pages with.", visibility="unlisted")
    writers = [viewer(gm, campaign.slug), *_writers(campaign, gm)]
    thread = open_thread(writers[0], title=SCENE, kind="scene")
    for number in range(posts):
        _post(writers[number % WRITERS], thread, number)
    return thread


def _writers(campaign: Campaign, gm: User) -> list[Viewer]:
    """24 players with a character each."""
    invitation = invite(viewer(gm, campaign.slug), role="player")
    secret = make_password(settings.DEMO_PASSWORD)
    seated = []
    for number in range(1, WRITERS):
        person, _ = User.objects.get_or_create(
            username=f"writer{number}", defaults={"email": f"writer{number}@example.org", "password": secret}
        )
        join_campaign(person, invitation)
        seen = viewer(person, campaign.slug)
        sheet = {"stats": "Body 3", "skills": "Brawl 4", "penalties": ""}
        create_character(seen, name=f"Writer {number}", line="One of many", fields=sheet)
        seated.append(seen)
    return seated


def _post(writer: Viewer, thread: Thread, number: int) -> None:
    character = writer.member.characters.first() if writer.member else None
    name = character.name if character else "The house"
    lines = [PROSE.format(name=name), ""]
    if number == 0:
        lines += ["!fight", *(f'!init "Usher {k}" {30 - k}' for k in range(1, COMBATANTS + 1)), "!next"]
    rolls = ["!pool Body+Brawl vs 4", "!roll 4d6kh3 # luck", "!roll 1d100"] if character else ["!roll 7d10", "!roll 1d20+5"]
    lines += rolls[: 2 + number % 2]
    post_reply(writer, thread, Draft("\n".join(lines), character), Ask(hex16()))
