from __future__ import annotations

from django.urls import path

from campaigns.campaign import views

urlpatterns = [
    path("campaigns/", views.campaigns, name="campaigns"),
    path("c/<slug:slug>/settings/", views.settings, name="settings"),
    path("c/<slug:slug>/settings/table/", views.results, name="results"),
    path("c/<slug:slug>/rulings/", views.rulings, name="rulings"),
    path("c/<slug:slug>/log/", views.log, name="log"),
    path("c/<slug:slug>/leave/", views.leave, name="leave"),
    path("join/<slug:code>/", views.join, name="join"),
]
