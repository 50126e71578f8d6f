"""Notifications between processes on one PostgreSQL: moves are applied without a query, other changes are read."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
import msgspec
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import IntegrityError

from edokko.server.live import postgres_bus as bus_module
from edokko.server.live.bus import Bus, Outbox
from edokko.server.live.postgres_bus import PostgresBus
from edokko.server.live.presence import Presence
from edokko.server.live.signals import Signals
from edokko.server.store import Database, migrate, open_database
from edokko.server.store import rows as store
from edokko.server.store.rows import LONGEST_NEWS, News, encode_news
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.listening import CHANNELS, Listening
from edokko.table.api import seats as seat_operations
from edokko.table.api.games import to_bot
from edokko.table.api.seats import take_seat
from edokko.table.commands import lifecycle, playing
from edokko.table.hub import Hub, Listener
from edokko.table.match import Match
from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.shapes import tables as shapes
from edokko.table.shapes.requests import ChosenSeat, OwnSeat, ToBot
from edokko.table.venue import summary_of
from edokko.table.views.live_table import LiveTable
from edokko.table.views.running import running_of
from tests.helpers.venue import venue_of
from tests.table.helpers import caller

GUESTS = ("a" * 20, "b" * 20)


@asynccontextmanager
async def process(address: str) -> AsyncIterator[ServerVenue]:
    """Yield the venue of a process on a database."""
    database, hub = open_database(address), Hub()
    bus = bus_of(address, database)
    outbox = Outbox(bus)
    presence = Presence(database, hub, outbox.put)
    venue = venue_of(database, hub, presence=presence, publish=outbox.put)
    listening = Listening(bus, venue, presence, Signals(hub))
    await outbox.start()
    await listening.start()
    try:
        while not listening.is_connected:
            await asyncio.sleep(0.01)
        yield venue
    finally:
        await outbox.stop()
        await listening.stop()
        await database.close()


def bus_of(address: str, database: Database) -> Bus:
    return PostgresBus(address, database, CHANNELS, b"key")


async def game(venue: ServerVenue) -> LiveTable:
    """Create a running table of two people."""
    now = time.time()
    info = TableInfo(secrets.token_hex(8), GUESTS[0], Setup("2021", 1, 2), now, now, TableSettings(random_seats=False))
    seats = [SeatInfo(number, "person", guest[0], guest, crest=number) for number, guest in enumerate(GUESTS)]
    return await lifecycle.create(venue, info, seats)


async def waiting(venue: ServerVenue) -> str:
    """Create a full waiting table of two people."""
    now = time.time()
    info = TableInfo(secrets.token_hex(8), GUESTS[0], Setup("2021", 1, 2), now, now, TableSettings(random_seats=False))
    seats = [SeatInfo(0, "person", "a", GUESTS[0], crest=0), SeatInfo(1, "open", crest=1)]
    await lifecycle.create(venue, info, seats)
    await take_seat(venue, info.id, GUESTS[1], "b")
    return info.id


async def move(venue: ServerVenue, table: str, choice: random.Random) -> None:
    live_table = await venue.get(table)
    seat = live_table.match.seat
    assert seat is not None
    await playing.play(
        venue, table, GUESTS[seat], live_table.match.ply, [str(choice.choice(live_table.match.game.legal_moves))]
    )


async def loaded(venue: ServerVenue, table: str) -> LiveTable:
    """Load a table in a process, and refresh it if a notification arrived during the load."""
    async with venue.locked(table) as live_table:
        return live_table


async def wait_for_version(venue: ServerVenue, table: str, version: int) -> None:
    """Wait until a process has received the notification of a version."""
    end = time.monotonic() + 20
    while (await venue.get(table)).version < version and not (await venue.get(table)).is_stale:
        assert time.monotonic() < end, "no notification arrived"
        await asyncio.sleep(0.001)


def with_two(address: str, look: Callable[[ServerVenue, ServerVenue], Awaitable[None]]) -> None:
    migrate(address)

    async def run() -> None:
        async with process(address) as first, process(address) as second:
            await look(first, second)

    asyncio.run(run())


def test_moves_of_another_process_are_applied_without_a_query(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    async def counted(connection: Any, table: str, first: int = 0) -> list[Row]:
        looks.append(table)
        rows: list[Row] = await connection.run_sync(store.rows_of, table, first)
        return rows

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        choice = random.Random(7)
        mine = await game(first)
        table = mine.info.id
        theirs = await loaded(second, table)
        monkeypatch.setattr(store, "read_rows", counted)
        while not mine.match.is_over:
            for mover, other in ((first, second), (second, first)):
                if (await mover.get(table)).match.is_over:
                    break
                await move(mover, table, choice)
                await wait_for_version(other, table, (await mover.get(table)).version)
                if choice.random() < 0.2 and mine.match.undo_by is not None:
                    await playing.undo(mover, table, GUESTS[mine.match.undo_by], mine.match.ply)
                    await wait_for_version(other, table, (await mover.get(table)).version)
            assert theirs.match.game.state == mine.match.game.state
            assert theirs.match.undo_by == mine.match.undo_by
            assert theirs.requests == mine.requests
        assert looks == []
        # Status and results of the end are not in the rows, so they are read.
        async with second.locked(table) as finished:
            assert finished.info.status == "finished"
        async with first.locked(table) as finished:
            assert finished.info.status == "finished"

    with_two(postgres, look)


def test_the_game_is_encoded_once_for_all_processes(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    encodings: list[Match] = []

    def counted(match: Match, changes: dict[int, float]) -> shapes.Running:
        encodings.append(match)
        return running_of(match, changes)

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        choice = random.Random(11)
        mine = await game(first)
        table = mine.info.id
        theirs = await loaded(second, table)
        received: list[News] = []
        hear = second.on_notification
        second.on_notification = lambda news: (received.append(news), hear(news))[1]  # type: ignore[func-returns-value, method-assign]
        monkeypatch.setattr("edokko.table.views.live_table.running_of", counted)
        # Without remote guests the notification does not contain the game.
        await move(first, table, choice)
        await wait_for_version(second, table, mine.version)
        unwatched = received[-1]
        assert unwatched.game is msgspec.UNSET
        first.hub.set_remote_guests(table, frozenset(GUESTS[1:]))
        shipped = 0

        def is_over() -> bool:
            return mine.match.is_over

        while not is_over():
            await move(first, table, choice)
            if choice.random() < 0.2 and mine.match.undo_by is not None:
                await playing.undo(first, table, GUESTS[mine.match.undo_by], mine.match.ply)
            await wait_for_version(second, table, mine.version)
            if is_over():
                break
            encodings.clear()
            assert theirs.game is not None
            assert bytes(theirs.game) == msgspec.json.encode(running_of(theirs.match, {}))
            assert encodings == ([] if received[-1].game is not msgspec.UNSET else [theirs.match])
            shipped += encodings == []
        assert shipped > 0.8 * mine.match.ply
        # The final view has the scores from the database.
        final = (await second.current(table)).game
        assert final is not None
        assert msgspec.json.decode(bytes(final), type=shapes.Running).scores

    with_two(postgres, look)


def test_changes_other_than_moves_are_read(postgres: str) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        theirs = await loaded(second, table)
        await to_bot(first, caller(GUESTS[0]), table, ToBot())
        await wait_for_version(second, table, mine.version)
        assert theirs.is_stale
        async with second.locked(table) as read:
            assert read is theirs
            assert read.seats[0].level == "easy"
            assert not read.is_stale

    with_two(postgres, look)


def test_news_with_a_gap_or_during_a_change_mark_the_table_stale(postgres: str) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        choice = random.Random(3)
        mine = await game(first)
        table = mine.info.id
        theirs = await loaded(second, table)
        before = theirs.version
        await second.database.close()

        def is_stale() -> bool:
            return theirs.is_stale

        second.on_notification(News(table, before, []))
        assert not is_stale()
        second.on_notification(News(table, before + 2, [], [{"row": before + 1, "kind": "move"} | ROW]))
        assert is_stale()
        assert theirs.version == before
        theirs.is_stale = False
        second.on_notification(News(table, before + 1, []))
        assert is_stale()
        theirs.is_stale = False
        async with theirs.lock:
            await move(first, table, choice)
            await wait_for_version(second, table, mine.version)
            assert is_stale()
            assert theirs.version == before

    with_two(postgres, look)


def test_a_notification_that_is_not_understood_causes_a_read(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    """A process of another version may send another format, or a move that is illegal here."""

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        for message in (
            f"{table} 3 a,b",
            encode_news(table, 3, [], [Row(2, "move", seat=0, text="fly")]),
        ):
            theirs = await second.get(table)
            database = second.database
            presence = Presence(database, second.hub, lambda channel, message: None)
            listening = Listening(bus_of(postgres, database), second, presence, Signals(second.hub))
            listening.receive(store.CHANNEL, message)
            assert theirs.is_stale or theirs.is_evicted
            async with second.locked(table) as read:
                assert read.version == 2
                assert read.match.game.state == mine.match.game.state
        assert "is not understood" in caplog.text

    with_two(postgres, look)


def test_a_silent_connection_is_replaced(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that disappears closes no connection: a listener without checks would wait forever."""
    monkeypatch.setattr(bus_module, "CHECK_INTERVAL", 0.1)
    monkeypatch.setattr(bus_module, "CHECK_TIMEOUT", 0.3)
    monkeypatch.setattr(bus_module, "RETRY_DELAY", 0.05)
    migrate(postgres)
    url = make_url(postgres)

    async def look() -> None:
        is_silent, connections = False, 0
        opened: list[asyncio.StreamWriter] = []

        async def carry(reader: asyncio.StreamReader, venue: asyncio.StreamWriter) -> None:
            while data := await reader.read(65536):
                if not is_silent:
                    venue.write(data)

        async def connected(reader: asyncio.StreamReader, venue: asyncio.StreamWriter) -> None:
            nonlocal connections
            connections += 1
            there, back = await asyncio.open_connection(url.host, url.port)
            opened.extend([venue, back])
            with suppress(OSError):
                await asyncio.gather(carry(reader, back), carry(there, venue))

        between = await asyncio.start_server(connected, "127.0.0.1", 0)
        address = url.set(host="127.0.0.1", port=between.sockets[0].getsockname()[1])
        database, hub = open_database(postgres), Hub()
        presence = Presence(database, hub, lambda channel, message: None)
        venue = venue_of(database, hub, presence=presence)
        bus = bus_of(address.render_as_string(hide_password=False), database)
        listening = Listening(bus, venue, presence, Signals(hub))
        await listening.start()
        try:
            async with asyncio.timeout(20):
                while not listening.is_connected:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.5)
                assert connections == 1, "a connection that answers is kept"
                is_silent = True
                while connections < 2:
                    await asyncio.sleep(0.01)
        finally:
            await listening.stop()
            await database.close()
            between.close()
            for stream in opened:
                stream.close()
                with suppress(OSError):
                    await stream.wait_closed()

    asyncio.run(look())


ROW = {"ply": 0, "seat": 0, "text": "", "chance": "", "batch": 0, "guest": None, "request": None, "time": 0.0}


@pytest.mark.parametrize("begins", [False, True])
def test_a_notification_during_a_load_is_not_lost(postgres: str, monkeypatch: pytest.MonkeyPatch, begins: bool) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        table = await waiting(first) if begins else (await game(first)).info.id

        async def late(connection: Any, table: str, before: int = 0) -> list[Row]:
            rows: list[Row] = await connection.run_sync(store.rows_of, table, before)
            monkeypatch.undo()
            # Another process makes a change now, and its notification arrives before the load ends.
            await (lifecycle.start(first, table, GUESTS[0]) if begins else move(first, table, random.Random(5)))
            await asyncio.sleep(0.3)
            return rows

        monkeypatch.setattr(store, "read_rows", late)
        await second.get(table)
        async with second.locked(table) as read:
            assert read.version == (await first.get(table)).version == 3
            assert read.info.status == "running"

    with_two(postgres, look)


@pytest.mark.parametrize("is_known", [False, True])
def test_a_load_reads_a_consistent_snapshot(postgres: str, monkeypatch: pytest.MonkeyPatch, is_known: bool) -> None:
    """A game that begins between two queries of a load is either running or waiting in both."""

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        table = await waiting(first)
        if is_known:
            theirs = await loaded(second, table)
            await seat_operations.change_seat(first, caller(GUESTS[1]), table, OwnSeat(crest=3))
            await wait_for_version(second, table, 4)
            assert theirs.is_stale
        start_version = (await first.get(table)).version + 1
        news: list[News] = []
        hear, second.on_notification = second.on_notification, news.append  # type: ignore[method-assign,assignment]
        read_once: Callable[..., Any] = store.read_rows if is_known else store.read_seats

        async def meanwhile(*arguments: Any) -> Any:
            monkeypatch.undo()
            result = await read_once(*arguments)
            await lifecycle.start(first, table, GUESTS[0])
            return result

        monkeypatch.setattr(store, read_once.__name__, meanwhile)
        async with second.locked(table) as read:
            assert (read.info.status == "running") == read.match.has_begun
        while not any(item.version == start_version for item in news):
            await asyncio.sleep(0.01)
        for item in news:
            hear(item)
        async with second.locked(table) as read:
            assert read.match.has_begun
            assert read.info.status == "running"
            assert read.seats == (await first.get(table)).seats

    with_two(postgres, look)


def test_a_refresh_without_new_rows_reads_the_whole_table(postgres: str) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        theirs = await loaded(second, mine.info.id)
        theirs.seats[0].name = ""
        theirs.info.status = ""  # type: ignore[assignment]  # no status of a table
        theirs.is_stale = True
        async with second.locked(mine.info.id) as read:
            assert (read.info.status, read.seats) == ("running", mine.seats)

    with_two(postgres, look)


@pytest.mark.parametrize("is_known", [False, True])
def test_a_read_that_beats_its_notification_wakes_listeners(postgres: str, is_known: bool) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        await loaded(second, table)
        listener = Listener(None, "")
        second.hub.enter(table, listener)
        hear, second.on_notification = second.on_notification, lambda news: None  # type: ignore[method-assign]
        await move(first, table, random.Random(5))
        listener.wakeup.clear()
        if is_known:
            await second.refresh(table)
        else:
            second._cache.clear()
        assert (await second.current(table)).version == 3
        assert listener.wakeup.is_set()
        listener.wakeup.clear()
        hear(News(table, 3, []))
        assert not listener.wakeup.is_set()

    with_two(postgres, look)


def test_a_move_for_a_version_that_is_newer_than_the_cache_is_played(postgres: str) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        seat = mine.match.seat
        assert seat is not None
        words = [str(move) for move in mine.match.game.legal_moves][:2]
        await playing.play(first, table, GUESTS[seat], 0, words[:1])
        await loaded(second, table)
        second.on_notification = lambda news: None  # type: ignore[method-assign]
        await playing.undo(first, table, GUESTS[seat], 1)
        await playing.play(first, table, GUESTS[seat], 0, words[1:])
        version, decides = mine.version, mine.match.seat
        assert decides is not None
        moves = [str(mine.match.game.legal_moves[0])]
        await playing.play(second, table, GUESTS[decides], 1, moves, version=version)

    with_two(postgres, look)


@pytest.mark.parametrize("has_rows", [True, False])
def test_a_move_is_retried_when_the_notification_arrives_after_its_refusal(
    postgres: str, monkeypatch: pytest.MonkeyPatch, has_rows: bool
) -> None:
    received: list[News] = []

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        await loaded(second, table)
        hear, second.on_notification = second.on_notification, received.append  # type: ignore[method-assign,assignment]
        query = second.database.query

        async def slow(work: Any) -> Any:
            while not received:
                await asyncio.sleep(0.001)
            hear(received[-1] if has_rows else News(table, received[-1].version, []))
            return await query(work)

        await move(first, table, random.Random(5))
        monkeypatch.setattr(second.database, "query", slow)
        decides = mine.match.seat
        assert decides is not None
        await playing.play(second, table, GUESTS[decides], 1, [str(mine.match.game.legal_moves[0])])

    with_two(postgres, look)


def test_a_player_who_just_joined_at_another_process_can_act(postgres: str) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        table = await waiting(first)
        await seat_operations.leave(first, caller(GUESTS[1]), table, ChosenSeat())
        await loaded(second, table)
        second.on_notification = lambda news: None  # type: ignore[method-assign]
        await take_seat(first, table, GUESTS[1], "b")
        # The other process recognises the player's seat as well.
        await seat_operations.change_seat(second, caller(GUESTS[1]), table, OwnSeat(crest=3))
        await first.refresh(table)
        await seat_operations.leave(first, caller(GUESTS[1]), table, ChosenSeat())
        await take_seat(first, table, GUESTS[1], "b")
        change = await lifecycle.start(second, table, GUESTS[0])
        assert change.live_table.info.status == "running"

    with_two(postgres, look)


def test_news_omit_what_exceeds_the_size_limit() -> None:
    row = Row(1, "move", seat=0)
    short = msgspec.json.decode(encode_news("t", 2, ["g"], [row]), type=News)
    assert (short.table, short.version, short.guests) == ("t", 2, ["g"])
    assert [store.row_of(columns) for columns in short.rows] == [row]
    game = encode_news("t", 2, ["g"], [row], msgspec.Raw(b'"some"'))
    assert bytes(msgspec.json.decode(game, type=News).game) == b'"some"'  # type: ignore[arg-type]
    assert encode_news("t", 2, ["g"], [row], msgspec.Raw(b'"%b"' % (LONGEST_NEWS * b"x"))) == encode_news(
        "t", 2, ["g"], [row]
    )
    many = [Row(1, "move", seat=0, text="x" * 300)] * 30
    long = encode_news("t", 31, ["g"], many)
    assert len(long) < LONGEST_NEWS
    assert msgspec.json.decode(long, type=News) == News("t", 31, ["g"])


def test_of_two_concurrent_writers_the_second_reads_the_rows_of_the_first(postgres: str) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        await second.get(table)
        words = [str(move) for move in mine.match.game.legal_moves][:2]
        seat = mine.match.seat
        assert seat is not None
        tries = (
            playing.play(venue, table, GUESTS[seat], 0, [word])
            for venue, word in zip((first, second), words, strict=True)
        )
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(isinstance(result, Exception) for result in results) == [False, True]
        for venue in (first, second):
            async with venue.locked(table) as now:
                assert now.version == 3

    with_two(postgres, look)


def test_a_connection_that_the_server_has_closed_is_dropped(postgres: str) -> None:
    migrate(postgres)
    name = make_url(postgres).database

    async def run() -> None:
        database = open_database(postgres)
        try:
            await database.transact(lambda connection: connection.execute(text("SELECT 1")).close())
            async with database.read() as first, database.read() as second:
                await first.execute(text("SELECT 1"))
                await second.execute(text("SELECT 1"))
            address = make_url(postgres).set(drivername="postgresql", database="postgres")
            other = await asyncpg.connect(address.render_as_string(hide_password=False))
            terminated = await other.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
                name,
            )
            await other.close()
            assert terminated
            await asyncio.sleep(0.2)
            for _ in range(3):
                async with database.read() as connection:
                    assert (await connection.execute(text("SELECT 2"))).scalar() == 2
            await database.transact(lambda connection: connection.execute(text("SELECT 1")).close())
        finally:
            await database.close()

    asyncio.run(run())


def test_the_single_statement_is_atomic(postgres: str) -> None:
    """Row and summary are written together or not at all."""

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        info = mine.info
        summary = summary_of(mine)

        async def append(rows: list[Row]) -> None:
            changed = mine.info.changed
            statement = store.append_statement(info.id, changed, rows, summary | {"version": 99, "changed": changed})
            await first.database.transact_single(
                lambda connection: pytest.fail("it takes a statement"), lambda: statement
            )

        async def version() -> int:
            states = await second.database.query(lambda connection: store.states_of(connection, [info.id]))
            return states[info.id][0]

        twice = Row(mine.version, "move", text="done", time=1.0)
        with pytest.raises(IntegrityError):
            await append([twice, twice])
        assert await version() == mine.version
        await append([Row(mine.version - 1, "move", text="done", time=1.0)])
        assert await version() == mine.version, "rows are written after another version than theirs"
        next_one = Row(mine.version, "move", text="done", chance=("reveal monk", "reveal poet"), time=1.0)
        await append([next_one])
        assert (await second.store.rows(info.id))[-1] == next_one
        assert await version() == 99

    with_two(postgres, look)
