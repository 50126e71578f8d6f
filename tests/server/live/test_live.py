"""The live channel: views at the start and after every change, presence, shutdown, slow clients."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from edokko.server.web import live
from edokko.table.hub import Hub, Listener
from edokko.table.match import MOST_STEPS
from tests.helpers.server import People, Person, Server, first_move, sqlite_in


def next_view(channel: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(channel.recv(timeout=20))
        if message["type"] == "view":
            return message


def test_all_channels_get_every_change(person: People) -> None:
    host, other = person(), person()
    view = host.table("you", "local")
    table = view["table"]["id"]
    with host.live(table) as own, other.live(table) as watching:
        assert next_view(own)["resync"]
        assert "seats" not in next_view(watching)["view"]["you"]
        for _ in range(5):
            view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
            for channel in (own, watching):
                message = next_view(channel)
                assert message["version"] == view["table"]["version"]
                assert message["view"]["table"]["ply"] == view["table"]["ply"]
                assert [step["kind"] for step in message["steps"]] == ["move"]
        assert "seats" not in message["view"]["you"]


def test_a_reconnecting_client_gets_the_missed_steps(person: People) -> None:
    host = person()
    view = host.table("you", "local")
    table, seen = view["table"]["id"], view["table"]["version"]
    for _ in range(3):
        view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    with host.live(table, after=seen) as channel:
        message = next_view(channel)
        assert "resync" not in message
        assert [step["ply"] for step in message["steps"]] == [0, 1, 2]
    with host.live(table, after=view["table"]["version"]) as channel:
        assert "steps" not in next_view(channel)
    # More steps than are in memory, and a version that does not exist.
    for _ in range(MOST_STEPS):
        view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    for after in (seen, view["table"]["version"] + 1):
        with host.live(table, after=after) as channel:
            message = next_view(channel)
            assert message["resync"]
            assert "steps" not in message


def test_presence_is_sent_when_clients_come_and_go(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    with host.live(table) as channel:
        next_view(channel)
        with other.live(table):
            assert json.loads(channel.recv(timeout=20)) == {"type": "presence", "connected": [0, 1]}
        assert json.loads(channel.recv(timeout=20)) == {"type": "presence", "connected": [0]}


def test_pings_are_answered_and_floods_are_not(person: People) -> None:
    host = person()
    table = host.table("you", "open")["table"]["id"]
    with host.live(table) as channel:
        next_view(channel)
        channel.send('{"type":"ping"}')
        assert json.loads(channel.recv(timeout=20)) == {"type": "pong"}
        with pytest.raises(ConnectionClosed):
            _flood(channel)


def _flood(channel: ClientConnection) -> None:
    for _ in range(100):
        channel.send("x")
        channel.recv(timeout=20)


def test_a_long_message_ends_the_channel(person: People) -> None:
    host = person()
    table = host.table("you", "open")["table"]["id"]
    with host.live(table) as channel:
        next_view(channel)
        channel.send("x" * 20_000)
        with pytest.raises(ConnectionClosed):
            next_view(channel)


def test_no_such_table(person: People) -> None:
    with person().live("none") as channel:
        assert json.loads(channel.recv(timeout=20))["code"] == "no_table"
        with pytest.raises(ConnectionClosed):
            channel.recv(timeout=20)


def test_a_shutdown_sends_gone(
    tmp_path: Path, launch: Callable[[str], Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    person = visitor(server)
    table = person.table("you", "open")["table"]["id"]
    with person.live(table) as channel:
        next_view(channel)
        assert server.stop() == 0
        assert json.loads(channel.recv(timeout=20))["reason"] == "shutdown"
        with pytest.raises(ConnectionClosed) as closed:
            channel.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012


@pytest.mark.parametrize("pings", [False, True])
def test_a_client_that_reads_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch, pings: bool) -> None:
    """Both a silent client and one that sends pings without reading are disconnected."""
    monkeypatch.setattr(live, "SLOW", 0.1)

    class Deaf:
        client = None

        async def send_text(self, text: str) -> None:
            await asyncio.Event().wait()

        async def receive_text(self) -> str:
            if not pings:
                await asyncio.Event().wait()
            return "ping"

    async def messages(listener: Listener) -> AsyncGenerator[bytes, None]:
        yield b"{}"

    async def look() -> None:
        hub = Hub()
        services: Any = SimpleNamespace(is_stopping=False, hub=hub, settings=SimpleNamespace(sockets=10))
        deaf: Any = Deaf()
        serving = asyncio.create_task(live._serve(deaf, services, "table", None, messages))
        await asyncio.sleep(0.05)
        assert len(hub) == 1
        await asyncio.wait_for(serving, 5)
        assert len(hub) == 0

    asyncio.run(look())


def test_a_silent_client_that_reads_stays_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SLOW", 0.05)
    sent: list[str] = []

    class Silent:
        client = None

        async def send_text(self, text: str) -> None:
            sent.append(text)

        async def receive_text(self) -> str:
            await asyncio.Event().wait()
            return ""

    async def messages(listener: Listener) -> AsyncGenerator[bytes, None]:
        for _ in range(4):
            yield b"{}"
            await asyncio.sleep(0.1)

    async def look() -> None:
        services: Any = SimpleNamespace(is_stopping=False, hub=Hub(), settings=SimpleNamespace(sockets=10))
        silent: Any = Silent()
        await asyncio.wait_for(live._serve(silent, services, "table", None, messages), 5)

    asyncio.run(look())
    assert len(sent) == 4
