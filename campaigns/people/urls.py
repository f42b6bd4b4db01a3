"""Accounts: signing out is ours, the rest of /accounts/ is allauth's and comes after it."""

from __future__ import annotations

from django.urls import include, path

from campaigns.people import views

urlpatterns = [
    path("settings/reading/", views.preferences, name="preferences"),
    path("accounts/logout/", views.SignOut.as_view(), name="account_logout"),
    path("accounts/", include("allauth.account.urls")),
]
