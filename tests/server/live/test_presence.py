"""Presence over all processes on one PostgreSQL, also when a process dies."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import httpx
from sqlalchemy import select
from websockets.sync.client import ClientConnection

from edokko.server.live.presence import Presence
from edokko.server.store import migrate, models, open_database
from edokko.table.hub import Hub, Listener
from tests.helpers.server import Launch, Person, Server, Visitor, first_move, wait_until


def connected(guest: Person, table: str) -> list[bool]:
    return [seat.get("connected", False) for seat in guest.view(table)["table"]["seats"]]


def presence(channel: ClientConnection) -> dict[str, Any]:
    """Return the next presence message, without ``hand_over`` and ``now``."""
    while True:
        message = json.loads(channel.recv(timeout=30))
        if message["type"] == "presence":
            return {name: value for name, value in message.items() if name not in ("hand_over", "now")}


def at(guest: Person, server: Server) -> None:
    """Connect a client to another process."""
    guest.server = server
    guest.http.base_url = httpx.URL(server.address)


def test_guests_of_another_process_are_present(postgres: str, launch: Launch, visitor: Visitor) -> None:
    first, second = launch(postgres), launch(postgres)
    host, other, stranger = visitor(first), visitor(first), visitor(first)
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    at(other, second)
    at(stranger, second)
    assert connected(host, table) == [False, False]
    with host.live(table) as own:
        with other.live(table):
            assert presence(own) == {"type": "presence", "connected": [0, 1]}
            assert connected(host, table) == [True, True]
            assert connected(other, table) == [True, True]
            # Neither process replaces a player who is present.
            assert host.post(f"/api/tables/{table}/bot", {"seat": 1}, 409)["code"] == "not_away"
            with stranger.live(table):
                assert presence(own) == {"type": "presence", "connected": [0, 1], "spectators": 1}
            assert presence(own) == {"type": "presence", "connected": [0, 1]}
        assert presence(own) == {"type": "presence", "connected": [0]}
        with other.live(table):
            assert presence(own)["connected"] == [0, 1]
            # The process is killed: its guests are absent when its heartbeat times out.
            second.kill()
            assert presence(own)["connected"] == [0]
        answer = host.post(f"/api/tables/{table}/bot", {"seat": 1})
        assert answer["view"]["table"]["seats"][1]["kind"] == "bot"
    assert first.stop() == 0


def test_a_process_that_stops_removes_its_guests(postgres: str, launch: Launch, visitor: Visitor) -> None:
    first, second = launch(postgres), launch(postgres)
    host, other = visitor(first), visitor(second)
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    with other.live(table):
        wait_until(lambda: connected(host, table) == [False, True])
        assert second.stop() == 0
        wait_until(lambda: connected(host, table) == [False, False], 10)
    host.post(f"/api/tables/{table}/start")
    assert first_move(host.view(table))
    assert first.stop() == 0


def test_departure_times_reach_other_processes(postgres: str) -> None:
    """A player who reloads the page does not count as absent in another process."""
    migrate(postgres)

    async def look() -> None:
        databases = open_database(postgres), open_database(postgres)
        hubs = Hub(), Hub()
        remote, local = (
            Presence(database, hub, lambda channel, message: None)
            for database, hub in zip(databases, hubs, strict=True)
        )
        # The process has run for long.
        hubs[1]._start = 0.0
        await remote.start()
        await local.start()
        listener = Listener("one", "")
        hubs[0].enter("table", listener)
        while await local.guests("table") != {"one"}:
            await asyncio.sleep(0.01)
        hubs[1].set_remote_guests("table", frozenset())
        hubs[1]._departures.clear()
        hubs[0].leave("table", listener)
        while not hubs[1].absent_since("table", "one"):
            assert "two" not in await local.guests("table")
            await asyncio.sleep(0.01)
        assert time.time() - hubs[1].absent_since("table", "one") < 5
        # The guest reconnects and is present.
        hubs[0].enter("table", Listener("one", ""))
        while await local.guests("table") != {"one"}:
            await asyncio.sleep(0.01)
        for process in (remote, local):
            await process.stop()
        for database in databases:
            await database.close()

    asyncio.run(asyncio.wait_for(look(), 30))


def test_a_player_with_two_pages_is_no_spectator() -> None:
    hub = Hub()
    here = [Listener("one", ""), Listener("one", ""), Listener("two", ""), Listener(None, ""), Listener(None, "")]
    for listener in here:
        hub.enter("table", listener)
    hub.set_remote_guests("table", frozenset({"one", "three"}))
    assert hub.guests("table") == {"one", "two", "three"}
    assert hub.spectators("table", {"one", None}) == 4
    for listener in here:
        hub.leave("table", listener)
    assert hub.guests("table") == {"one", "three"}
    assert hub.presence_version("table") > 0
    hub.set_remote_guests("table", frozenset())
    assert hub.presence_version("table") == 0


def test_anonymous_spectators_of_another_process_are_counted(postgres: str) -> None:
    migrate(postgres)

    async def look() -> None:
        databases = open_database(postgres), open_database(postgres)
        hubs = Hub(), Hub()
        remote, local = (
            Presence(database, hub, lambda channel, message: None)
            for database, hub in zip(databases, hubs, strict=True)
        )
        await remote.start()
        await local.start()
        listeners = [Listener(None, ""), Listener(None, ""), Listener("one", ""), Listener("two", "")]
        for count, listener in enumerate(listeners):
            hubs[0].enter("anonymous", listener)
            # A player does not count, wherever the player is connected.
            while hubs[1].spectators("anonymous", {"two"}) != min(count + 1, 3):
                await asyncio.sleep(0.01)
                await local.guests("anonymous")
        hubs[1].enter("anonymous", Listener(None, ""))
        assert hubs[1].spectators("anonymous", {"two"}) == 4
        while await local.guests("anonymous") != {"one", "two"}:
            await asyncio.sleep(0.01)
        for listener in listeners:
            hubs[0].leave("anonymous", listener)
        while hubs[1].spectators("anonymous", {"two"}) != 1:
            await asyncio.sleep(0.01)
            await local.guests("anonymous")
        # Only guests have a time of departure; old numbers are deleted.
        statement = select(models.Presence.guest).where(models.Presence.table == "anonymous")
        rows: set[str] = set()
        while rows != {"one", "two", "anonymous:1"}:
            async with databases[0].read() as connection:
                rows = set((await connection.execute(statement)).scalars())
        for process in (remote, local):
            await process.stop()
        for database in databases:
            await database.close()

    asyncio.run(asyncio.wait_for(look(), 30))
