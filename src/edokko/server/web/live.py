"""The live channels: a WebSocket for the views of a table, and one for the turns of a guest."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from edokko.server.services import Services
from edokko.server.web.errors import as_problem
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.negotiation import catalogue_of
from edokko.server.web.parameters import Id, SeenVersion, ServicesDependency, address_of
from edokko.table.access import may_watch
from edokko.table.api.channels import Messages, changes, views
from edokko.table.api.lobby import turns_of
from edokko.table.hub import Listener, guest_topic
from edokko.table.problems import ApiProblem
from edokko.table.shapes import live as shapes
from edokko.table.shapes.base import ResponseShape
from edokko.table.tasks import cancel

Socket = WebSocket[Any, Any, Any]
_ENCODER = msgspec.json.Encoder()
LONGEST_MESSAGE = 200
MOST_MESSAGES = 30
"""Rate limit of a client's messages in :data:`WINDOW`."""
WINDOW = 10.0
"""Window of the rate limit, in seconds."""
SLOW = 20.0
"""Seconds that a send may take; a client that accepts nothing is disconnected after at most twice as many."""
RETRY = 2.0
"""Seconds after which a client may reconnect after a shutdown."""


Channel = tuple[str, str | None, Messages]
"""The topic of a channel, the id of its guest (``None``: an anonymous one), and its messages."""


@websocket("/tables/{table:str}/live")
async def live(socket: Socket, services: ServicesDependency, table: Id, after: SeenVersion = None) -> None:
    async def enter() -> Channel:
        guest = await guest_id_or_none(services, socket)
        await services.venue.authorised(table, partial(may_watch, guest=guest))
        beside = [feature.beside(services, table, guest) for feature in services.features if feature.beside is not None]
        return table, guest, partial(views, services.venue, table, guest, after=after, beside=beside)

    await _open(socket, services, enter)


@websocket("/live")
async def own(socket: Socket, services: ServicesDependency) -> None:
    async def enter() -> Channel:
        guest = (await require_guest(services, socket)).id
        read = partial(turns_of, services.venue, guest)
        messages = partial(changes, read=read, message=lambda tables: shapes.LiveTurns(tables, services.venue.now()))
        return guest_topic(guest), guest, messages

    await _open(socket, services, enter)


async def serve_open(
    socket: Socket, services: Services, topic: str, read: Callable[[str | None], Awaitable[ResponseShape]]
) -> None:
    """Accept a channel that every client with the link may open, and send what ``read`` returns for its guest."""

    async def enter() -> Channel:
        guest = await guest_id_or_none(services, socket)
        return topic, guest, partial(changes, read=partial(read, guest))

    await _open(socket, services, enter)


async def _open(socket: Socket, services: Services, enter: Callable[[], Awaitable[Channel]]) -> None:
    await socket.accept()
    try:
        channel = await enter()
    except Exception as error:
        await _refuse(socket, as_problem(error))
    else:
        await _serve(socket, services, *channel)


async def _serve(socket: Socket, services: Services, topic: str, guest: str | None, messages: Messages) -> None:
    """Run an accepted channel of a table, or of :func:`guest_topic`, until the client or the server closes it."""
    address = address_of(socket)
    listener = Listener(guest, address)
    if services.is_stopping or services.hub.channels_of(address) >= services.settings.sockets:
        await _goodbye(socket, "shutdown" if services.is_stopping else "too_many")
        return
    services.hub.enter(topic, listener)
    send_timeout = asyncio.timeout(None)
    receiver = asyncio.create_task(_receive(socket, listener, send_timeout))
    try:
        async with send_timeout, contextlib.aclosing(messages(listener)) as channel:
            async for message in channel:
                listener.send_started = time.monotonic()
                await socket.send_text(message.decode())
                listener.send_started = None
        if listener.close_reason is not None and listener.close_reason != "left":
            await _goodbye(socket, listener.close_reason)
    except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
        # The client has disconnected without a close frame.
        pass
    except Exception as error:
        await _refuse(socket, as_problem(error))
    finally:
        services.hub.leave(topic, listener)
        await cancel(receiver)


async def _receive(socket: Socket, listener: Listener, send_timeout: asyncio.Timeout) -> None:
    """Answer pings, and detect a client that disconnects, exceeds the rate limit or accepts nothing.

    The timeout of the sender is triggered from here: one for each message would cost as much as the send itself.
    """
    window_start, count = time.monotonic(), 0
    try:
        while True:
            try:
                async with asyncio.timeout(SLOW):
                    text = await socket.receive_text()
            except TimeoutError:
                if listener.send_started is not None and time.monotonic() - listener.send_started > SLOW:
                    raise
                continue
            if time.monotonic() - window_start > WINDOW:
                window_start, count = time.monotonic(), 0
            count += 1
            if count > MOST_MESSAGES or len(text) > LONGEST_MESSAGE:
                listener.close("too_many")
                return
            async with asyncio.timeout(SLOW):
                await socket.send_text(_ENCODER.encode(shapes.LivePong()).decode())
    except TimeoutError:
        send_timeout.reschedule(asyncio.get_running_loop().time())
    except Exception:
        # Any error here means that the connection is unusable.
        listener.close("left")


async def _goodbye(socket: Socket, reason: Any) -> None:
    retry = RETRY if reason == "shutdown" else None
    with contextlib.suppress(Exception):
        await socket.send_text(_ENCODER.encode(shapes.LiveGone(reason, retry)).decode())
        await socket.close(code=1012 if reason == "shutdown" else 4000, reason=reason)


async def _refuse(socket: Socket, problem: ApiProblem) -> None:
    with contextlib.suppress(Exception):
        await socket.send_text(_ENCODER.encode(problem.shape(catalogue_of(socket))).decode())
        await socket.close(code=4000 + problem.status, reason=problem.code)
