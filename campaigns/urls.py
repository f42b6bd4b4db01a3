"""All addresses of the site; each app lists its own, highest app last."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("campaigns.site.urls")),
    path("admin/", admin.site.urls),
    path("", include("campaigns.people.urls")),
    path("", include("campaigns.campaign.urls")),
    path("", include("campaigns.character.urls")),
    path("", include("campaigns.thread.urls")),
    path("", include("campaigns.desk.urls")),
]

handler400 = "campaigns.site.views.bad_request"
handler403 = "campaigns.site.views.not_allowed"
handler404 = "campaigns.site.views.not_found"
handler500 = "campaigns.site.views.broken"
