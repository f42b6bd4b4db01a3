"""Addresses of the desk."""

from __future__ import annotations

from django.urls import path

from campaigns.desk.views import campaign, dice, help, home, witness

urlpatterns = [
    path("", home.home, name="home"),
    path("help/", help.help_page, name="help"),
    path("help/commands/", help.commands, name="help_commands"),
    path("help/dice/", dice.how, name="help_dice"),
    path("verify/", dice.verify, name="verify"),
    path("verify.html", dice.verify_file, name="verify_file"),
    path("help/examples/<slug:key>/", help.worked, name="help_examples"),
    path("witness/", witness.witness, name="witness"),
    path("campaigns/new/", campaign.found, name="found"),
    path("c/<slug:slug>/", campaign.campaign_page, name="campaign"),
]
