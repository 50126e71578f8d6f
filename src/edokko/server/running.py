"""The server as a program: uvicorn with the application, its log, and its goodbye."""

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

from edokko.server.application import application
from edokko.server.connections import Connections, LimitedWebSocket, limited_http, raise_descriptor_limit
from edokko.server.parts import prepare
from edokko.server.repeats import Repeats
from edokko.server.settings import Settings

GOODBYE = 4
"""Seconds that open connections have after the server was asked to stop."""
OTHER_FILES = 128
"""Descriptors that connections leave for the database, the log and the page."""
LARGEST_FRAME = 16 * 1024
SWITCH = 0.001
"""Seconds after which a thread that thinks lets the event loop go on; Python's own measure is five times as long."""


class JsonLines(logging.Formatter):
    """A line of JSON for each entry of the log."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        # What a message tells of, by name too.
        entry |= getattr(record, "about", {})
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class _Server(uvicorn.Server):
    """uvicorn that says when it can be reached, and tells live channels before it closes them."""

    def __init__(self, config: uvicorn.Config, started: Callable[[int], None], stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell_started = started
        self._tell_stopping = stopping

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started and self.servers:
            self._tell_started(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: Any = None) -> None:
        self._tell_stopping()
        # A request that is still being answered when the time is over is cancelled: that is no failure.
        logging.getLogger("uvicorn.error").addFilter(_is_no_cancelling)
        # One turn of the loop for every channel to say goodbye in.
        await asyncio.sleep(0.2)
        await super().shutdown(sockets)


def _is_no_cancelling(record: logging.LogRecord) -> bool:
    error = record.exc_info[0] if record.exc_info else None
    return not (error is not None and issubclass(error, asyncio.CancelledError))


def serve(settings: Settings, host: str, port: int, started: Callable[[int], None], *, is_json: bool = False) -> None:
    """Run the server until it is asked to stop.

    Args:
        settings: how it runs.
        host: the address to listen at.
        port: the port; 0 for any.
        started: called with the port once it can be reached.
        is_json: whether the log is lines of JSON.

    Raises:
        OSError: the database's folder cannot be used.
    """
    _log_to_stderr(is_json=is_json)
    sys.setswitchinterval(SWITCH)
    parts = prepare(settings)
    connections = Connections(settings.connections, max(1, raise_descriptor_limit() - OTHER_FILES))

    def stopping() -> None:
        parts.is_stopping = True
        parts.hub.close_all("shutdown")

    config = uvicorn.Config(
        application(parts),
        host=host,
        port=port,
        loop="auto",
        http=limited_http(connections),
        ws=LimitedWebSocket,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_FRAME,
        timeout_graceful_shutdown=GOODBYE,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        lifespan="on",
    )
    # What is there now stays: the collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    # uvicorn stops at these and then raises them once more: to have been asked to stop is no failure.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    _Server(config, started, stopping).run()


def _log_to_stderr(*, is_json: bool) -> None:
    handler = logging.StreamHandler()
    handler.addFilter(Repeats())
    handler.setFormatter(JsonLines() if is_json else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("edokko").setLevel(logging.INFO)
    # Alembic tells of every start that there was nothing to do.
    logging.getLogger("alembic").setLevel(logging.WARNING)
