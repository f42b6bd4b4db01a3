"""`manage.py runserver`, with sockets: uvicorn serves pages, static files and sockets, and starts again when code changes."""

from __future__ import annotations

import errno
import os
import socket
import sys
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.contrib.staticfiles.management.commands.runserver import Command as StaticCommand
from django.utils import autoreload
from django.utils.module_loading import import_string

from campaigns.site.limits import FRAME


class Command(StaticCommand):
    help = "Serves the site on this machine, with live pages, for trying out and for writing code."
    addr: str
    port: str
    use_ipv6: bool
    _raw_ipv6: bool

    def inner_run(self, *args: Any, **options: Any) -> None:
        autoreload.raise_last_exception()
        if not options["skip_checks"]:
            self.check(display_num_errors=True, databases=["default"])
        self.check_migrations()
        self._refuse_a_taken_port()
        application = import_string(settings.ASGI_APPLICATION)
        shown = f"[{self.addr}]" if self._raw_ipv6 else self.addr
        shown = "localhost" if shown in ("127.0.0.1", "[::1]") else shown
        self.stdout.write(self.style.SUCCESS(f"The Long Table is on http://{shown}:{self.port}/  (Ctrl-C ends it)"))
        static = options["use_static_handler"] and (settings.DEBUG or options["insecure_serving"])
        uvicorn.run(
            ASGIStaticFilesHandler(application) if static else application,
            host=self.addr,
            port=int(self.port),
            lifespan="off",
            log_level="info" if options["verbosity"] > 1 else "warning",
            ws_max_size=FRAME,
            timeout_graceful_shutdown=2,
        )
        sys.exit(0)

    def _refuse_a_taken_port(self) -> None:
        with socket.socket(socket.AF_INET6 if self.use_ipv6 else socket.AF_INET) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((self.addr, int(self.port)))
            except OSError as fault:
                told = "is taken by another program" if fault.errno == errno.EADDRINUSE else f"cannot be used ({fault.strerror})"
                self.stderr.write(f"Port {self.port} {told}; name another, like manage.py runserver 8001, or make run PORT=8001.")
                os._exit(1)  # the reloader runs this in a thread, where an exception would end nothing
