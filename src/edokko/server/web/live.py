"""The live channels: the newest view of a table, again after every change; and what waits for somebody.

The channel sends what there is when it gets to it. Whoever is slow misses views in between, never the last one; the
steps that led there come along as far as they are remembered.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from edokko.server import shapes
from edokko.server.access import may_watch
from edokko.server.guests import Person
from edokko.server.hub import Listener, guest_topic
from edokko.server.lobby import turns_of
from edokko.server.problems import ApiProblem
from edokko.server.services import Services
from edokko.server.views.table import hand_over_of, view_of
from edokko.server.web.addresses import address_of
from edokko.server.web.dependencies import Id, ServicesDependency
from edokko.server.web.identity import guest_or_none, require_guest
from edokko.server.web.language import catalogue_of
from edokko.server.web.tables import SeenVersion

Socket = WebSocket[Any, Any, Any]
_ENCODER = msgspec.json.Encoder()
LONGEST_MESSAGE = 200
MOST_MESSAGES = 30
"""Of a client in ten seconds."""
WINDOW = 10.0
GATHERED = 0.15
"""Seconds."""
SLOW = 20.0
"""Seconds that somebody may take nothing; after twice as many, at most, they are gone."""
RETRY = 2.0


@websocket("/tables/{table:str}/live")
async def live(socket: Socket, services: ServicesDependency, table: Id, after: SeenVersion = None) -> None:
    await socket.accept()
    try:
        person = await guest_or_none(services, socket)
        guest = person.id if person else None
        await services.tables.authorised(table, functools.partial(may_watch, guest=guest))
    except ApiProblem as problem:
        await _refuse(socket, problem)
        return
    await _serve(socket, services, table, person, functools.partial(_send_views, after=after))


@websocket("/live")
async def own(socket: Socket, services: ServicesDependency) -> None:
    await socket.accept()
    try:
        person = await require_guest(services, socket)
    except ApiProblem as problem:
        await _refuse(socket, problem)
        return
    await _serve(socket, services, guest_topic(person.id), person, _send_turns)


Sending = Callable[[Socket, Services, str, Person | None, Listener], Coroutine[Any, Any, None]]


async def _serve(socket: Socket, services: Services, place: str, person: Person | None, send: Sending) -> None:
    """Keep a channel open until somebody goes.

    Args:
        socket: the channel, accepted.
        services: the server.
        place: what it listens to: a table's id, or :func:`guest_topic`.
        person: whose it is.
        send: what sends whatever there is to hear.
    """
    address = address_of(socket)
    listener = Listener(person.id if person else None, address)
    if services.is_stopping or services.hub.channels_of(address) >= services.settings.sockets:
        await _goodbye(socket, "shutdown" if services.is_stopping else "too_many")
        return
    services.hub.enter(place, listener)
    patience = asyncio.timeout(None)
    receiving = asyncio.create_task(_receive(socket, listener, patience))
    try:
        async with patience:
            await send(socket, services, place, person, listener)
        if listener.close_reason is not None and listener.close_reason != "left":
            await _goodbye(socket, listener.close_reason)
    except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
        # Gone without a word.
        pass
    except ApiProblem as problem:
        await _refuse(socket, problem)
    finally:
        services.hub.leave(place, listener)
        receiving.cancel()
        await asyncio.gather(receiving, return_exceptions=True)


async def _send_turns(
    socket: Socket, services: Services, place: str, person: Person | None, listener: Listener
) -> None:
    """Which tables wait for somebody, whenever that has changed."""
    assert person is not None
    seen: list[shapes.LobbyTable] | None = None
    while listener.close_reason is None:
        listener.wakeup.clear()
        tables = await turns_of(services.database, person.id)
        if tables != seen:
            seen = tables
            await _send(socket, listener, _ENCODER.encode(shapes.LiveTurns(tables, time.time())))
        await listener.wakeup.wait()
        if listener.close_reason is None:
            # A turn is several moves: what they bring is looked up once.
            await asyncio.sleep(GATHERED)


async def _send_views(
    socket: Socket, services: Services, table: str, person: Person | None, listener: Listener, after: int | None = None
) -> None:
    """The newest view, whenever it has changed.

    Args:
        socket, services, table, person, listener: as in :func:`_serve`.
        after: the version that somebody who comes back has seen.
    """
    sent = after
    seen = (-1, -1)
    while listener.close_reason is None:
        listener.wakeup.clear()
        live_table = await services.tables.current(table)
        # Who may look on changes when the game begins.
        may_watch(live_table, person.id if person else None)
        now = (live_table.version, services.hub.presence_version(table))
        message = b""
        if now[0] != seen[0]:
            # A database that was put back may be older than what somebody has seen.
            steps = live_table.match.steps_since(sent) if sent is not None and sent <= now[0] else None
            view = view_of(live_table, services.hub, person.id if person else None)
            message = _ENCODER.encode(shapes.LiveView(now[0], view, steps or [], steps is None))
        elif now != seen:
            present = services.hub.guests(table)
            seats = [one.seat for one in live_table.seats if one.kind == "bot" or one.guest in present]
            sitting = {one.guest for one in live_table.seats}
            hand_over = hand_over_of(live_table, services.hub, person.id if person else None)
            late = time.time() if any(one.since is not None for one in hand_over) else None
            told = shapes.LivePresence(seats, services.hub.spectators(table, sitting), hand_over, late)
            message = _ENCODER.encode(told)
        if message:
            seen, sent = now, now[0]
            await _send(socket, listener, message)
        await listener.wakeup.wait()


async def _send(socket: Socket, listener: Listener, message: bytes) -> None:
    listener.send_started = time.monotonic()
    await socket.send_text(message.decode())
    listener.send_started = None


async def _receive(socket: Socket, listener: Listener, patience: asyncio.Timeout) -> None:
    """Answer pings, and notice who goes, talks too much or takes nothing.

    Args:
        socket, listener: the channel.
        patience: what the sending ends with. A timeout for each message would cost as much as the sending.
    """
    began, count = time.monotonic(), 0
    try:
        while True:
            try:
                async with asyncio.timeout(SLOW):
                    text = await socket.receive_text()
            except TimeoutError:
                if listener.send_started is not None and time.monotonic() - listener.send_started > SLOW:
                    raise
                continue
            if time.monotonic() - began > WINDOW:
                began, count = time.monotonic(), 0
            count += 1
            if count > MOST_MESSAGES or len(text) > LONGEST_MESSAGE:
                listener.close("too_many")
                return
            async with asyncio.timeout(SLOW):
                await socket.send_text(_ENCODER.encode(shapes.LivePong()).decode())
    except TimeoutError:
        patience.reschedule(asyncio.get_running_loop().time())
    except Exception:
        # However it ended: the channel is of no use any more.
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
