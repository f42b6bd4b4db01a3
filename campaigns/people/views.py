"""Signing out, and preferences."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.views import LogoutView, PasswordChangeView, PasswordResetFromKeyView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.live.commands import kick
from campaigns.live.hub import RESTARTED, SIGNED_OUT
from campaigns.people.commands import set_preferences
from campaigns.people.forms import Preferences
from campaigns.people.models import User

YEAR = 365 * 24 * 3600
"""Seconds for which a browser keeps the theme."""


class SignOut(LogoutView):
    """Ends the session, and the sockets that were opened with it."""

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        person_id, session = self.request.user.pk, self.request.session.session_key or ""
        answer: HttpResponse = super().post(*args, **kwargs)
        if person_id is not None:
            kick(person_id, SIGNED_OUT, session=session)
        return answer


class ChangePassword(PasswordChangeView):
    """A new password ends the person's other sessions; all sockets close, and only what is still signed in comes back."""

    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        kick(form.user.pk, RESTARTED)
        return answer


class ResetPassword(PasswordResetFromKeyView):
    """The same by the link of a mail."""

    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        kick(self.reset_user.pk, RESTARTED)
        return answer


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """GET shows the form, POST keeps it. The theme goes into a cookie too, so that the sign-in page wears it."""
    person = cast(User, request.user)
    form = Preferences(request.POST or None, instance=person)
    if request.method != "POST" or not form.is_valid():
        status = 422 if form.errors else 200
        return render(request, "people/preferences.html", {"form": form, "place": "preferences"}, status=status)
    set_preferences(person, **form.cleaned_data)
    messages.success(request, "Your preferences are kept.")
    answer = redirect("preferences")
    if person.theme:
        secure = settings.SESSION_COOKIE_SECURE
        answer.set_cookie("theme", person.theme, max_age=YEAR, samesite="Lax", httponly=True, secure=secure)
    else:
        answer.delete_cookie("theme", samesite="Lax")
    return answer
