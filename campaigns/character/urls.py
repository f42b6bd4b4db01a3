from __future__ import annotations

from django.urls import path

from campaigns.character import views

urlpatterns = [
    path("characters/", views.characters, name="characters"),
    path("c/<slug:slug>/cast/", views.cast, name="cast"),
    path("c/<slug:slug>/cast/new/", views.new_character, name="new_character"),
    path("ch/<slug:key>/", views.character, name="character"),
    path("ch/<slug:key>/edit/", views.edit_character, name="edit_character"),
    path("ch/<slug:key>/history/", views.character_history, name="character_history"),
]
