"""Pages that belong to no app: what went wrong, and whether the site is well."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.site.answers import told
from campaigns.site.checks import database_told

log = logging.getLogger(__name__)

STALE = "You signed in or out since this page was opened, so nothing was sent. What you wrote is below: send it again."
STALE_PART = "You signed in or out since this page was opened, so nothing was sent. What you wrote is still here: send it again."
FOREIGN = "This form was sent from another site or without its cookie, so nothing was done."


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return told(request, 400, "Something in the address or the form cannot be read. Go back and try again.")


def not_allowed(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403 with the reason that was raised (`PermissionDenied("Only a GM may ...")`)."""
    reason = str(exception) if isinstance(exception, PermissionDenied) else ""
    return told(request, 403, reason or "This page is not open to you.")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return told(request, 404, "Nothing is here, or it is not open to you. The address may be mistyped.")


def broken(request: HttpRequest) -> HttpResponse:
    """500 as a page that needs neither the database nor a person."""
    return HttpResponse(loader.get_template("site/500.html").render(), status=500)


def form_is_stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form again, with what was typed and a new token, when its token is older than the sign-in.

    A form that came from another site gets nothing back that could be sent on.
    """
    if request.headers.get("HX-Request") == "true":
        return told(request, 403, STALE_PART)
    if not _came_from_here(request):
        return told(request, 403, FOREIGN)
    typed = [
        {"name": name, "value": value, "long": "\n" in value or len(value) > 60}
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in map(str, values)
    ]
    return told(request, 403, STALE, typed=typed, action=request.get_full_path())


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """/healthz: this process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """/readyz: 200 when the database and the channel layer answer, else 503 with the one that does not."""
    state: dict[str, Any] = {"database": _database(), "layer": _layer()}
    well = all("fault" not in part for part in state.values())
    return JsonResponse({"ready": well, **state}, status=200 if well else 503)


def _database() -> dict[str, str]:
    try:
        return database_told(connection)
    except Exception:
        log.exception("the database does not answer")
        return {"fault": "the database does not answer"}


def _layer() -> dict[str, str]:
    layer = get_channel_layer()
    if layer is None:
        return {"fault": "no channel layer is set"}
    try:
        async_to_sync(layer.group_send)("readyz", {"type": "readyz"})
    except Exception:
        log.exception("the channel layer does not answer")
        return {"fault": "the channel layer does not answer"}
    return {"engine": type(layer).__name__}


def _came_from_here(request: HttpRequest) -> bool:
    origin = request.headers.get("Origin") or request.headers.get("Referer") or ""
    return urlsplit(origin).netloc == request.get_host() and request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
