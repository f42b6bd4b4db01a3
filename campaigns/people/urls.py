"""Accounts: signing out and new passwords are ours, the rest of /accounts/ is allauth's and comes after it."""

from __future__ import annotations

from django.urls import include, path, re_path

from campaigns.people import views

urlpatterns = [
    path("settings/reading/", views.preferences, name="preferences"),
    path("accounts/logout/", views.SignOut.as_view(), name="account_logout"),
    path("accounts/password/change/", views.ChangePassword.as_view(), name="account_change_password"),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.ResetPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("accounts/", include("allauth.account.urls")),
]
