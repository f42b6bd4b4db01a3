"""Two headers that every answer needs."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class HeadersMiddleware:
    """Keeps what a signed-in person sees out of every store, and the site out of other sites' pages.

    Reading a session is what makes a page personal; a page that read none stays free for a proxy to keep.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if request.session.accessed and request.user.is_authenticated:
            answer.headers["Cache-Control"] = "private, no-store"
        answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        answer.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return answer
