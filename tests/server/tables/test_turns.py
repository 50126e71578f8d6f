"""Turns: the tables where it is a guest's turn, in the lobby and on the guest's channel; absent players."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from edokko.server.store import migrate, models, open_database
from edokko.server.store.rows import columns_of
from edokko.server.store.sql_store import SqlStore
from edokko.table.settings import TableInfo
from edokko.table.setup import Setup
from tests.helpers.server import People, Person, Server, both_databases, first_move, sqlite_in, wait_until

AWAY = 8
"""The seconds after which a player is absent: more than a busy machine takes to start a server and to answer once."""


def own(guest: Person, origin: str | None = None) -> ClientConnection:
    """Open the channel of a guest's turns."""
    cookie = "; ".join(f"{item.name}={item.value}" for item in guest.http.cookies.jar)
    address = guest.server.address.replace("http", "ws", 1) + "/api/live"
    return connect(address, origin=Origin(origin or guest.server.address), additional_headers={"Cookie": cookie})


def waiting(channel: ClientConnection) -> list[str]:
    """Return the tables of the next message."""
    message = json.loads(channel.recv(timeout=20))
    assert message["type"] == "turns"
    return [table["id"] for table in message.get("tables", [])]


def running_table(host: Person, other: Person, **settings: Any) -> str:
    table: str = host.table("you", "open", **settings)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    return table


def play_on(guest: Person, table: str) -> None:
    """Play until another player decides."""
    view = guest.view(table)
    while view["you"].get("may_play"):
        view = guest.play(table, view["table"].get("ply", 0), first_move(view))["view"]


@both_databases
def test_a_guest_is_notified_of_a_turn(person: People) -> None:
    host, other = person(), person()
    table = running_table(host, other, pace="days", clock={"days": 3})
    with own(host) as first, own(other) as second:
        assert waiting(first) == waiting(second) == []
        host.post(f"/api/tables/{table}/start")
        assert waiting(second) == [table]
        assert other.get("/api/tables")["turns"] == 1
        mine = other.get("/api/tables")["yours"][0]
        assert mine["your_turn"]
        assert mine["clock"]["deadline"] > other.get("/api/tables")["now"]
        play_on(other, table)
        assert waiting(first) == [table]
        while waiting(second):
            pass
        assert "turns" not in other.get("/api/tables")
        assert "your_turn" not in other.get("/api/tables")["yours"][0]
        assert host.get("/api/tables")["turns"] == 1


@both_databases
def test_a_closed_table_leaves_the_list(person: People) -> None:
    host, other = person(), person()
    table = running_table(host, other)
    host.post(f"/api/tables/{table}/start")
    with own(other) as channel:
        assert waiting(channel) == [table]
        other.post(f"/api/tables/{table}/bot", {})
        assert waiting(channel) == []


def test_the_own_channel_needs_a_guest_and_an_allowed_origin(server: Server, person: People) -> None:
    address = server.address.replace("http", "ws", 1) + "/api/live"
    with connect(address, origin=Origin(server.address)) as channel:
        assert json.loads(channel.recv(timeout=20))["code"] == "no_guest"
        with pytest.raises(ConnectionClosed):
            channel.recv(timeout=20)
    guest = person()
    with pytest.raises(Exception, match="403"), own(guest, "https://evil.example"):
        pass
    with own(guest) as channel:
        assert waiting(channel) == []
        channel.send('{"type":"ping"}')
        assert json.loads(channel.recv(timeout=20)) == {"type": "pong"}


def test_turns_at_another_process_are_sent(
    postgres: str, launch: Callable[[str], Server], visitor: Callable[[Server], Person]
) -> None:
    first, second = launch(postgres), launch(postgres)
    host, other = visitor(first), visitor(second)
    table = running_table(host, other)
    with own(other) as channel:
        assert waiting(channel) == []
        host.post(f"/api/tables/{table}/start")
        assert waiting(channel) == [table]
        play_on(other, table)
        wait_until(lambda: host.get("/api/tables").get("turns") == 1)
    assert first.stop() == 0
    assert second.stop() == 0


def test_an_absent_player_is_replaceable_only_after_a_while(
    tmp_path: Path, launch: Callable[..., Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_AWAY="60")
    host, other, stranger = (visitor(server) for _ in range(3))
    live, days = running_table(host, other), running_table(host, other, pace="days")
    for table, patience in ((live, 60), (days, 86_400)):
        host.post(f"/api/tables/{table}/start")
        assert host.view(table)["table"]["seat"] == 1
        problem = host.post(f"/api/tables/{table}/bot", {"seat": 1}, 409)
        assert problem["code"] == "not_away"
        assert patience - 30 < problem["retry"] <= patience
        assert stranger.post(f"/api/tables/{table}/bot", {"seat": 1}, 403)["code"] == "not_your_seat"
        assert other.post(f"/api/tables/{table}/bot", {"seat": 0}, 409)["code"] == "not_away"
    with own(host) as channel:
        assert waiting(channel) == []
        assert server.stop() == 0
        assert json.loads(channel.recv(timeout=20))["reason"] == "shutdown"
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE rows SET time = time - 61")
    connection.close()
    # After its start a server gives all players time to reconnect.
    server.settings["EDOKKO_AWAY"] = str(AWAY)
    server.start()
    host.http.base_url = httpx.URL(server.address)
    assert host.post(f"/api/tables/{live}/bot", {"seat": 1}, 409)["retry"] <= AWAY
    wait_until(lambda: host.view(live)["now"] >= host.view(live)["you"]["hand_over"][-1]["since"])
    assert host.post(f"/api/tables/{days}/bot", {"seat": 1}, 409)["code"] == "not_away"
    assert host.post(f"/api/tables/{live}/bot", {"seat": 1})["view"]["table"]["seats"][1]["kind"] == "bot"
    assert server.stop() == 0


def test_a_player_who_thought_for_long_is_not_replaceable_at_once_after_leaving(
    tmp_path: Path, launch: Callable[..., Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_AWAY=str(AWAY))
    host, other = visitor(server), visitor(server)
    table = running_table(host, other)
    host.post(f"/api/tables/{table}/start")
    start = time.time()
    with host.live(table) as looking, other.live(table):
        wait_until(lambda: time.time() > start + AWAY + 0.5)
        while len((message := json.loads(looking.recv(timeout=20))).get("connected", [])) != 2:
            pass
    with host.live(table) as looking:
        # The waiting player gets the time from which the other is replaceable.
        since = host.view(table)["you"]["hand_over"][-1]["since"]
        assert since > start + 2 * AWAY
        problem = host.post(f"/api/tables/{table}/bot", {"seat": 1}, 409)
        assert (problem["code"], 0 < problem["retry"] <= AWAY) == ("not_away", True)
        with other.live(table):
            pass
        while "hand_over" not in (message := json.loads(looking.recv(timeout=20))) or message["connected"] != [0]:
            pass
        assert message["hand_over"][-1]["since"] > since
        assert message["now"] < message["hand_over"][-1]["since"]
    assert server.stop() == 0


def test_any_player_may_replace_an_absent_host(person: Callable[[], Person]) -> None:
    host, other, third, stranger = (person() for _ in range(4))
    table = host.table("you", "open", "open")["table"]["id"]
    for guest in (other, third):
        guest.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    while (seat := host.view(table)["table"]["seat"]) != 0:
        play_on((host, other, third)[seat], table)
    assert {entry["seat"] for entry in other.view(table)["you"]["hand_over"]} == {0, 1}
    assert "hand_over" not in stranger.view(table)["you"]
    assert stranger.post(f"/api/tables/{table}/bot", {"seat": 0}, 403)["code"] == "not_your_seat"
    assert other.post(f"/api/tables/{table}/bot", {"seat": 2}, 403)["code"] == "not_your_seat"
    with host.live(table) as looking:
        looking.recv(timeout=20)
        assert other.post(f"/api/tables/{table}/bot", {"seat": 0}, 409)["code"] == "not_away"
    wait_until(lambda: not other.view(table)["table"]["seats"][0].get("connected"))
    answer = other.post(f"/api/tables/{table}/bot", {"seat": 0})
    assert answer["view"]["table"]["seats"][0]["kind"] == "bot"


def test_with_a_clock_no_player_is_replaced_before_the_timeout(person: Callable[[], Person]) -> None:
    host, other = person(), person()
    table = running_table(host, other, pace="days", clock={"days": 3})
    host.post(f"/api/tables/{table}/start")
    assert host.view(table)["table"]["seat"] == 1
    assert host.view(table)["you"]["hand_over"] == [{"seat": 0}]
    assert host.post(f"/api/tables/{table}/bot", {"seat": 1}, 409)["code"] == "not_away"


def test_finished_tables_do_not_displace_running_ones_in_the_lobby(tmp_path: Path) -> None:
    address = sqlite_in(tmp_path)
    migrate(address)
    infos = [
        TableInfo(f"t{n}", "host", Setup("2021", 1, 2), 0.0, float(n), status="running" if n == 0 else "finished")
        for n in range(60)
    ]
    extra = {"version": 0, "month": 0, "decides": 0, "bot_decides": False, "deadline": None}

    async def lobby() -> list[str]:
        database = open_database(address)
        async with database.write() as connection:
            await connection.execute(insert(models.Table), [columns_of(info) | extra for info in infos])
        listing = await SqlStore(database, {}).listing("host")
        await database.close()
        return [listed.info.id for listed in listing.yours]

    ids_view = asyncio.run(lobby())
    assert ids_view[:2] == ["t0", "t59"]
    assert len(ids_view) == 50
