"""The server process: uvicorn with the application, the log and the graceful shutdown."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import signal
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from sqlalchemy import make_url

from edokko import __version__
from edokko.server.app.application import application
from edokko.server.app.log_filter import RepeatFilter
from edokko.server.app.preparing import prepare
from edokko.server.settings import Settings
from edokko.server.web.connections import Connections, LimitedWebSocket, limited_http, raise_descriptor_limit

log = logging.getLogger("edokko.server")
SHUTDOWN_SECONDS = 4
"""Grace period of open connections at a shutdown, in seconds."""
RESERVED_FILES = 128
"""File descriptors that connections leave free for the database, the log and the page."""
LARGEST_FRAME = 16 * 1024
"""Maximum size of a WebSocket message, in bytes."""
SWITCH_INTERVAL = 0.001
"""Seconds after which a thread that searches releases the GIL; Python's default, 0.005, delays the event loop."""


class JsonLines(logging.Formatter):
    """A log formatter that writes each entry as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        # The arguments of the message as fields of their own.
        entry |= getattr(record, "about", {})
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class _Server(uvicorn.Server):
    """A uvicorn server with callbacks after its start and before its shutdown."""

    def __init__(
        self, config: uvicorn.Config, on_started: Callable[[int], None], on_stopping: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._on_started = on_started
        self._on_stopping = on_stopping

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started and self.servers:
            self._on_started(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: Any = None) -> None:
        self._on_stopping()
        # uvicorn cancels requests that outlast the grace period: do not log that as an error.
        logging.getLogger("uvicorn.error").addFilter(_is_not_cancellation)
        # Let every live channel send its last message.
        await asyncio.sleep(0.2)
        await super().shutdown(sockets)


def _is_not_cancellation(record: logging.LogRecord) -> bool:
    error = record.exc_info[0] if record.exc_info else None
    return not (error is not None and issubclass(error, asyncio.CancelledError))


def serve(
    settings: Settings, host: str, port: int, on_started: Callable[[int], None], *, is_json: bool = False
) -> None:
    """Run the server until SIGINT or SIGTERM.

    ``on_started`` is called with the port once the server accepts connections; port 0 means any free one.

    Raises:
        OSError: the database's folder cannot be used.
    """
    log_to_stderr(is_json=is_json)
    sys.setswitchinterval(SWITCH_INTERVAL)
    services = prepare(settings)
    connections = Connections(settings.connections, max(1, raise_descriptor_limit() - RESERVED_FILES))

    def on_stopping() -> None:
        services.is_stopping = True
        services.hub.close_all("shutdown")

    def announce(actual_port: int) -> None:
        place = f"{host}:{actual_port}"
        address = ", ".join(settings.origins) or f"http://{place}"
        thinking = f"in {settings.bot_threads} threads" if settings.thinks else "in workers"
        log_facts("server", settings, address=address, listens=place, thinking=thinking)
        on_started(actual_port)

    config = uvicorn.Config(
        application(services),
        host=host,
        port=port,
        loop="auto",
        http=limited_http(connections),
        ws=LimitedWebSocket,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_FRAME,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        lifespan="on",
    )
    # The objects of the start live as long as the process: exempt them from garbage collection.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    # uvicorn raises these signals again after its shutdown; ignored here, so that the exit code is 0.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    _Server(config, announce, on_stopping).run()


def log_facts(kind: str, settings: Settings, **facts: str | int) -> None:
    """Log what has started: the version, the database without its password, and further facts."""
    database = make_url(settings.database).set(query={}).render_as_string()
    about = {"version": __version__, **facts, "database": database}
    listed = ", ".join(f"{name} {value}" for name, value in about.items())
    log.info("edokko %s: %s", kind, listed, extra={"about": about})


def log_to_stderr(*, is_json: bool) -> None:
    """Write the log to stderr, as text or as lines of JSON."""
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    handler.setFormatter(JsonLines() if is_json else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("edokko").setLevel(logging.INFO)
    # Alembic logs two lines at every start, even when no migration is due.
    logging.getLogger("alembic").setLevel(logging.WARNING)
