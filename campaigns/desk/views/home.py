"""`/`: Today for a member, the front page for a visitor."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.campaign.access import listed
from campaigns.campaign.models import Campaign
from campaigns.desk.access import MOST, asked_of, demo_seats, dues, latest_rolls, seats, turns, unread
from campaigns.people.models import User

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return _today(request, request.user) if request.user.is_authenticated else _front(request)


def _today(request: HttpRequest, person: User) -> HttpResponse:
    viewers = seats(person)
    mine, others = turns(person, viewers)
    threads, due = unread(person, viewers), dues(viewers)
    asked = list(asked_of(person.pk).select_related("thread__campaign", "character", "by__person").order_by("pk")[:MOST])
    waiting = {turn.thread.key for turn in mine} | {one.place["key"] for one in due} | {one.thread.key for one in asked}
    context = {
        "headline": headline(len(waiting), sum(thread.new for thread in threads)),
        "mine": mine,
        "asked": asked,
        "due": due,
        "others": others,
        "unread": threads,
        "tables": [{"campaign": viewer.campaign, "is_gm": viewer.is_gm} for viewer in viewers],
        "rolls": latest_rolls(viewers),
        "place": "today",
    }
    return render(request, "desk/today.html", context)


def headline(waiting: int, posts: int) -> str:
    """The answer that the page is opened for, in words."""
    if waiting == 1:
        return "One scene waits for you"
    if waiting > 1:
        return f"{NUMBERS[waiting] if waiting < len(NUMBERS) else waiting} scenes wait for you"
    if posts:
        return "Nothing waits for you, and there is something new to read" if posts > 1 else "Nothing waits for you but a new post"
    return "Nothing waits for you"


def _front(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "campaigns": listed(Campaign.objects.all()).order_by("-founded")[:6],
        "demo_people": demo_seats() if settings.DEBUG else [],
        "demo_password": settings.DEMO_PASSWORD,
        "place": "today",
    }
    return render(request, "desk/front.html", context)
