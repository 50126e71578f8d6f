"""The bus between processes, the outbox before it, and the healing of what it loses."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import make_url

from edokko.server.live import bus as bus_module
from edokko.server.live import postgres_bus
from edokko.server.live.bus import GAP, Bus, BusError, Message, Outbox
from edokko.server.live.postgres_bus import PostgresBus
from edokko.server.store import migrate, open_database
from edokko.server.workers.healing import Healing
from edokko.table.hub import Hub, Listener, guest_topic
from tests.helpers.venue import venue_of
from tests.server.workers.test_notifications import GUESTS, game, loaded, move


class Ear:
    """What a process hears on a bus."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.gaps = 0

    def receive(self, channel: str, message: str) -> None:
        self.messages.append((channel, message))

    def on_gap(self) -> None:
        self.gaps += 1

    async def wait_for(self, messages: int = 0, gaps: int = 0) -> None:
        async with asyncio.timeout(60):
            while len(self.messages) < messages or self.gaps < gaps:
                await asyncio.sleep(0.005)


class Wire:
    """A relay to a server that can be cut, or go silent as a host that disappears."""

    def __init__(self, address: str) -> None:
        self._url = make_url(address)
        self._writers: list[asyncio.StreamWriter] = []
        self.connections = 0
        self.is_silent = False
        self.is_cut = False

    async def open(self) -> str:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return self._url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)

    async def cut(self) -> None:
        self.is_cut = True
        for venue in self._writers:
            venue.close()
        self._writers.clear()

    async def close(self) -> None:
        self._server.close()
        await self.cut()

    async def _connected(self, reader: asyncio.StreamReader, venue: asyncio.StreamWriter) -> None:
        self._writers.append(venue)
        self.connections += 1
        if self.is_cut:
            venue.close()
            return
        there, back = await asyncio.open_connection(self._url.host, self._url.port)
        self._writers.append(back)
        with suppress(OSError):
            await asyncio.gather(self._carry(reader, back), self._carry(there, venue))

    async def _carry(self, reader: asyncio.StreamReader, venue: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if not self.is_silent:
                venue.write(data)
        venue.close()


@asynccontextmanager
async def bus_at(address: str, ear: Ear, key: bytes = b"key") -> AsyncIterator[Bus]:
    database = open_database(address)
    bus = PostgresBus(address, database, ("one", "two"), key)
    await bus.start(ear.receive, ear.on_gap)
    try:
        yield bus
    finally:
        await bus.stop()
        await database.close()


def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_bus, "RETRY_DELAY", 0.02)
    monkeypatch.setattr(postgres_bus, "CHECK_INTERVAL", 0.1)
    monkeypatch.setattr(postgres_bus, "CHECK_TIMEOUT", 3.0)


def test_all_processes_receive_the_messages_in_order(postgres: str) -> None:
    async def look() -> None:
        near, far = Ear(), Ear()
        async with bus_at(postgres, near) as bus, bus_at(postgres, far):
            for ear in (near, far):
                await ear.wait_for(gaps=1)
            sent = [("one" if number % 3 else "two", f"{number} é " + "x" * 7_000) for number in range(30)]
            await bus.send(sent[:20])
            await bus.send(sent[20:])
            await far.wait_for(messages=30)
            await near.wait_for(messages=30)
            assert near.messages == far.messages == sent

    asyncio.run(look())


@pytest.mark.parametrize("is_silent", [False, True])
def test_a_lost_connection_is_replaced_and_the_gap_is_reported(
    postgres: str, is_silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    quickly(monkeypatch)

    async def look() -> None:
        near, far, wire = Ear(), Ear(), Wire(postgres)
        relayed = await wire.open()
        async with bus_at(postgres, near) as bus, bus_at(relayed, far) as distant:
            await far.wait_for(gaps=1)
            # A connection that answers is kept, also when no message arrives.
            await asyncio.sleep(0.5)
            assert far.gaps == 1
            if is_silent:
                wire.is_silent = True
            else:
                await wire.cut()
            async with asyncio.timeout(60):
                while distant.is_connected:
                    await asyncio.sleep(0.005)
                # The next attempt to connect meets the same silence, and is given up too.
                while wire.connections < 2:
                    await asyncio.sleep(0.005)
            await bus.send([("one", "lost")])
            wire.is_silent = wire.is_cut = False
            await far.wait_for(gaps=2)
            await bus.send([("one", "after")])
            await far.wait_for(messages=1)
            assert far.messages == [("one", "after")]
        await wire.close()

    asyncio.run(look())


def test_a_send_without_a_server_fails_with_the_error_of_the_bus(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quickly(monkeypatch)
    closed = make_url(postgres).set(port=1).render_as_string(hide_password=False)

    async def look() -> None:
        async with bus_at(closed, Ear()) as bus:
            with pytest.raises(BusError):
                await bus.send([("one", "x")])
            assert not bus.is_connected

    asyncio.run(look())


class Recorder:
    """A bus that records, and fails as often as it is told."""

    is_connected = True
    refused = 0

    def __init__(self, failures: int = 0, error: type[Exception] = BusError) -> None:
        self.batches: list[list[Message]] = []
        self.failures = failures
        self.error = error

    async def start(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None: ...

    async def send(self, messages: Sequence[Message]) -> None:
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise self.error("down")
        self.batches.append(list(messages))

    async def stop(self) -> None: ...


def with_outbox(
    failures: int, look: Callable[[Outbox, Recorder], Awaitable[None]], error: type[Exception] = BusError
) -> Recorder:
    recorder = Recorder(failures, error)

    async def run() -> None:
        outbox = Outbox(recorder)
        await outbox.start()
        await look(outbox, recorder)
        await outbox.stop()

    asyncio.run(asyncio.wait_for(run(), 60))
    return recorder


def test_messages_of_a_moment_are_one_batch_and_a_stop_sends_the_rest() -> None:
    async def look(outbox: Outbox, recorder: Recorder) -> None:
        for number in range(5):
            outbox.put("one", str(number))
        while not recorder.batches:
            await asyncio.sleep(0.001)
        outbox.put("one", "last")

    recorder = with_outbox(0, look)
    assert recorder.batches == [[("one", str(number)) for number in range(5)], [("one", "last")]]


@pytest.mark.parametrize("error", [BusError, ValueError], ids=["of the bus", "any other"])
def test_messages_of_an_outage_are_sent_in_order_after_it(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_module, "FIRST_RETRY", 0.01)

    async def look(outbox: Outbox, recorder: Recorder) -> None:
        outbox.put("one", "a")
        while recorder.failures > 1:
            await asyncio.sleep(0.001)
        outbox.put("one", "b")

    assert with_outbox(3, look, error).batches == [[("one", "a"), ("one", "b")]]


@pytest.mark.parametrize("is_long", [False, True])
def test_a_long_outage_becomes_a_gap(is_long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the memory nor the backlog after it may grow without a limit."""
    monkeypatch.setattr(bus_module, "FIRST_RETRY", 0.01)
    monkeypatch.setattr(bus_module, "MOST_WAITING", 3)
    monkeypatch.setattr(bus_module, "MOST_FAILURES", 5 if is_long else 1_000)

    async def look(outbox: Outbox, recorder: Recorder) -> None:
        for number in range(2 if is_long else 5):
            outbox.put("one", str(number))

    sent = [message for batch in with_outbox(5 if is_long else 2, look).batches for message in batch]
    assert sent == ([(GAP, "")] if is_long else [(GAP, ""), ("one", "3"), ("one", "4")])


def test_messages_that_were_never_sent_are_healed(postgres: str) -> None:
    """A process that dies after a commit has sent nothing: its clients elsewhere still get the move."""
    migrate(postgres)

    async def look() -> None:
        database = open_database(postgres)
        dying, here = venue_of(database), Hub()
        venue = venue_of(database, here)
        mine = await game(dying)
        table, elsewhere = mine.info.id, await game(dying)
        theirs = await loaded(venue, table)
        await loaded(venue, elsewhere.info.id)
        watcher, player, bystander = Listener(None, ""), Listener(GUESTS[1], ""), Listener("c" * 20, "")
        here.enter(table, watcher)
        here.enter(guest_topic(GUESTS[1]), player)
        here.enter(guest_topic("c" * 20), bystander)
        healing = Healing(venue, here)
        await healing.compare_tables()
        await healing.compare_turns()
        for listener in (watcher, player, bystander):
            listener.wakeup.clear()
        await healing.compare_tables()
        assert (theirs.is_stale, healing.healed) == (False, 0), "nothing has been lost yet"
        await move(dying, table, random.Random(2))
        await healing.compare_tables()
        assert theirs.is_stale
        assert watcher.wakeup.is_set()
        assert player.wakeup.is_set()
        assert (await venue.current(table)).version == mine.version
        # The cache has made room for another table: its watchers are woken too.
        venue._cache.clear()
        await healing.compare_tables()
        for listener in (watcher, player, bystander):
            listener.wakeup.clear()
        await move(dying, table, random.Random(2))
        await healing.compare_tables()
        assert watcher.wakeup.is_set()
        # A guest's turns at a table that this process does not know.
        await healing.compare_turns()
        assert player.wakeup.is_set()
        assert not bystander.wakeup.is_set()
        await database.close()

    asyncio.run(look())


def test_healing_runs_by_itself(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.server.workers.healing.INTERVAL", 0.02)
    migrate(postgres)

    async def look() -> None:
        database, hub = open_database(postgres), Hub()
        dying, venue = venue_of(database), venue_of(database, hub)
        mine = await game(dying)
        theirs = await loaded(venue, mine.info.id)
        healing = Healing(venue, hub)
        await healing.start()
        await move(dying, mine.info.id, random.Random(2))
        end = time.monotonic() + 60
        while not theirs.is_stale:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        await healing.stop()
        await database.close()

    asyncio.run(look())
