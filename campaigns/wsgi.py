"""Pages alone, for those who want them on WSGI workers beside the ASGI server that holds the sockets."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.settings")

import campaigns.settings  # noqa: F401  (puts the right SQLite in place before Django loads it)
from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
