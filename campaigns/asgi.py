"""Pages and sockets in one server: `uvicorn campaigns.asgi:application`."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.settings")

import campaigns.settings  # noqa: F401  (puts the right SQLite in place before Django loads it)
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402  (needs the apps loaded)
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import re_path  # noqa: E402

from campaigns.live.socket import OwnSocket  # noqa: E402
from campaigns.site.consumers import no_such_socket  # noqa: E402
from campaigns.site.startup import every_minute, make_ready  # noqa: E402
from campaigns.thread.commands import tend  # noqa: E402
from campaigns.thread.socket import ThreadSocket  # noqa: E402

sockets = [
    re_path(r"^live/t/(?P<key>[a-z0-9]{4,20})/$", ThreadSocket.as_asgi()),
    re_path(r"^live/me/$", OwnSocket.as_asgi()),
    re_path("", no_such_socket),  # type: ignore[arg-type]  # a socket is no view
]

make_ready()
every_minute(tend)
application = ProtocolTypeRouter({"http": pages, "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets)))})
