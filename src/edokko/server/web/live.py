"""The live channels: a WebSocket for the views of a table, and one for the turns of a guest.

A channel fetches the newest state whenever it is woken. A slow client skips intermediate views but always gets the
last one, with the steps since its previous view as far as they are in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from edokko.server.services import Services
from edokko.server.tables.lobby import turns_of
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.negotiation import catalogue_of
from edokko.server.web.parameters import Id, SeenVersion, ServicesDependency, address_of
from edokko.table.access import may_watch
from edokko.table.hub import Listener, guest_topic
from edokko.table.problems import ApiProblem
from edokko.table.shapes import live as shapes
from edokko.table.shapes.lobby import LobbyTable
from edokko.table.tasks import cancel
from edokko.table.views.steps import steps_of
from edokko.table.views.table import hand_over_of, view_of

Socket = WebSocket[Any, Any, Any]
_ENCODER = msgspec.json.Encoder()
LONGEST_MESSAGE = 200
MOST_MESSAGES = 30
"""Rate limit of a client's messages in :data:`WINDOW`."""
WINDOW = 10.0
"""Window of the rate limit, in seconds."""
DEBOUNCE = 0.15
"""Seconds between a wake-up and the query of a guest's turns, since a turn has several moves."""
SLOW = 20.0
"""Seconds that a send may take; a client that accepts nothing is disconnected after at most twice as many."""
RETRY = 2.0
"""Seconds after which a client may reconnect after a shutdown."""


@websocket("/tables/{table:str}/live")
async def live(socket: Socket, services: ServicesDependency, table: Id, after: SeenVersion = None) -> None:
    await socket.accept()
    try:
        guest = await guest_id_or_none(services, socket)
        await services.venue.authorised(table, partial(may_watch, guest=guest))
    except ApiProblem as problem:
        await _refuse(socket, problem)
        return
    await _serve(socket, services, table, guest, partial(_send_views, after=after))


@websocket("/live")
async def own(socket: Socket, services: ServicesDependency) -> None:
    await socket.accept()
    try:
        person = await require_guest(services, socket)
    except ApiProblem as problem:
        await _refuse(socket, problem)
        return
    await _serve(socket, services, guest_topic(person.id), person.id, _send_turns)


Sender = Callable[[Socket, Services, str, str | None, Listener], Coroutine[Any, Any, None]]


async def serve_open(socket: Socket, services: Services, topic: str, send: Sender) -> None:
    """Accept a channel that every client with the link may open, and run it."""
    await socket.accept()
    try:
        guest = await guest_id_or_none(services, socket)
    except ApiProblem as problem:
        await _refuse(socket, problem)
        return
    await _serve(socket, services, topic, guest, send)


async def _serve(socket: Socket, services: Services, topic: str, guest: str | None, send: Sender) -> None:
    """Run a channel until the client or the server closes it.

    Args:
        socket: the accepted WebSocket.
        services: the services.
        topic: the id of a table, or :func:`guest_topic`.
        guest: the id; ``None`` for an anonymous one.
        send: sends the messages of the topic.
    """
    address = address_of(socket)
    listener = Listener(guest, address)
    if services.is_stopping or services.hub.channels_of(address) >= services.settings.sockets:
        await _goodbye(socket, "shutdown" if services.is_stopping else "too_many")
        return
    services.hub.enter(topic, listener)
    send_timeout = asyncio.timeout(None)
    receiver = asyncio.create_task(_receive(socket, listener, send_timeout))
    try:
        async with send_timeout:
            await send(socket, services, topic, guest, listener)
        if listener.close_reason is not None and listener.close_reason != "left":
            await _goodbye(socket, listener.close_reason)
    except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
        # The client has disconnected without a close frame.
        pass
    except ApiProblem as problem:
        await _refuse(socket, problem)
    finally:
        services.hub.leave(topic, listener)
        await cancel(receiver)


async def _send_turns(socket: Socket, services: Services, topic: str, guest: str | None, listener: Listener) -> None:
    """Send the tables where it is the guest's turn, whenever the list has changed."""
    assert guest is not None
    last_sent: list[LobbyTable] | None = None
    while listener.close_reason is None:
        listener.wakeup.clear()
        tables = await turns_of(services.database, guest)
        if tables != last_sent:
            last_sent = tables
            await _send(socket, listener, _ENCODER.encode(shapes.LiveTurns(tables, time.time())))
        await listener.wakeup.wait()
        if listener.close_reason is None:
            await asyncio.sleep(DEBOUNCE)


async def send_changes(socket: Socket, listener: Listener, read: Callable[[], Awaitable[msgspec.Struct]]) -> None:
    """Send what ``read`` returns at the start, and whenever the channel is woken and it has changed."""
    last_sent = b""
    while listener.close_reason is None:
        listener.wakeup.clear()
        message = _ENCODER.encode(await read())
        if message != last_sent:
            last_sent = message
            await _send(socket, listener, message)
        await listener.wakeup.wait()
        if listener.close_reason is None:
            await asyncio.sleep(DEBOUNCE)


async def _send_views(
    socket: Socket, services: Services, table: str, guest: str | None, listener: Listener, after: int | None = None
) -> None:
    """Send the newest view of a table or its presence, whenever it has changed.

    Args:
        socket, services, table, guest, listener: as in :func:`_serve`.
        after: the version that a reconnecting client has seen.
    """
    client_version = after
    beside = [feature.beside(services, table, guest) for feature in services.features if feature.beside is not None]
    last_sent, rollbacks = (-1, -1), services.venue.rollbacks
    while listener.close_reason is None:
        listener.wakeup.clear()
        live_table = await services.venue.current(table)
        if rollbacks != services.venue.rollbacks:
            # The client may have seen rows that the database has lost, and other rows of the same numbers.
            client_version, last_sent, rollbacks = None, (-1, -1), services.venue.rollbacks
        # A table without spectators is visible to all until the game begins.
        may_watch(live_table, guest)
        version = live_table.version
        current = (version, services.hub.presence_version(table))
        message = b""
        if version != last_sent[0]:
            # After the restoration of a backup the client may have seen a newer version than the database has.
            has_base = client_version is not None and client_version <= version
            steps = live_table.match.steps_since(client_version or 0) if has_base else None
            view = view_of(live_table, services.hub, guest)
            message = _ENCODER.encode(shapes.LiveView(version, view, steps_of(steps or []), steps is None))
        elif current != last_sent:
            present = services.hub.guests(table)
            connected = [seat.seat for seat in live_table.seats if seat.kind == "bot" or seat.guest in present]
            seated = {seat.guest for seat in live_table.seats}
            hand_over = hand_over_of(live_table, services.hub, guest)
            now = time.time() if any(entry.since is not None for entry in hand_over) else None
            presence = shapes.LivePresence(connected, services.hub.spectators(table, seated), hand_over, now)
            message = _ENCODER.encode(presence)
        if message:
            last_sent, client_version = current, version
            await _send(socket, listener, message)
        for source in beside:
            for extra in await source.pending(live_table):
                await _send(socket, listener, _ENCODER.encode(extra))
        await listener.wakeup.wait()


async def _send(socket: Socket, listener: Listener, message: bytes) -> None:
    listener.send_started = time.monotonic()
    await socket.send_text(message.decode())
    listener.send_started = None


async def _receive(socket: Socket, listener: Listener, send_timeout: asyncio.Timeout) -> None:
    """Answer pings, and detect a client that disconnects, exceeds the rate limit or accepts nothing.

    Args:
        socket, listener: the channel.
        send_timeout: the timeout of the sender, to be triggered from here: one for each message would cost as much as
            the send itself.
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
