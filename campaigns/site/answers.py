"""How a view tells a refusal: in the form that caused it, as a page with the right status, or for htmx as the alert part."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from campaigns.site.refused import Refused, SignInFirst

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)
View = Callable[Concatenate[R, P], HttpResponseBase]

TITLES = {
    400: "That request is not complete",
    401: "Sign in first",
    403: "You may not do that",
    404: "There is no such page",
    409: "Somebody was quicker",
    422: "That does not work",
    429: "Too many at once",
}


def answers(view: View[R, P]) -> View[R, P]:
    """A view whose `Refused` becomes an answer with its status and sentence. A form that keeps what was typed catches it itself."""

    @wraps(view)
    def answered(request: R, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Refused as refusal:
            if isinstance(refusal, SignInFirst) and request.headers.get("HX-Request") != "true":
                return redirect_to_login(request.get_full_path())
            return told(request, refusal.status, refusal.sentence)

    return answered


def refuse(form: BaseForm, refusal: Refused) -> None:
    """Puts a command's refusal where the form shows it: at its field, or above all fields."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.sentence)


def told(request: HttpRequest, status: int, sentence: str, **context: object) -> HttpResponse:
    """The sentence as a page of its own, or in `#alert` where htmx asked."""
    title = TITLES.get(status) or HTTPStatus(status).phrase
    if request.headers.get("HX-Request") == "true":
        answer = render(request, "site/parts/alert.html", {"sentence": sentence}, status=status)
        answer["HX-Retarget"] = "#alert"
        answer["HX-Reswap"] = "outerHTML"
        return answer
    return render(request, "site/problem.html", {"title": title, "sentence": sentence, **context}, status=status)
