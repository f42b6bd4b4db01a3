"""Times in the reader's own zone."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone


class TimeZoneMiddleware:
    """Tells every time of a page in the zone that the signed-in person chose.

    Without a session cookie the session stays unread, so that the page stays free for a proxy to keep.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            with timezone.override(ZoneInfo(request.user.time_zone)):
                return self.get_response(request)
        return self.get_response(request)
