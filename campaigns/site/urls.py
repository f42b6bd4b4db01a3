"""Addresses that belong to no app."""

from __future__ import annotations

from django.urls import path

from campaigns.site.views import alive, ready

urlpatterns = [
    path("healthz", alive, name="alive"),
    path("readyz", ready, name="ready"),
]
