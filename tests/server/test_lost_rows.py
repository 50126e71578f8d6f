"""A database that loses its last rows while processes run, as in a fail-over to a replica that lags behind."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import ExitStack
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError
from websockets.exceptions import ConnectionClosedError

from edokko.server.store import rows as store
from edokko.server.store.rows import CHANNEL, encode_news
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.healing import Healing
from edokko.table.commands import playing
from edokko.table.problems import ApiProblem
from edokko.table.store import Conflict
from edokko.table.venue import summary_of
from edokko.table.views.live_table import LiveTable
from tests.helpers.server import Launch, Visitor, first_move
from tests.helpers.venue import venue_of
from tests.server.workers.test_notifications import GUESTS, game, loaded, move, wait_for_version, with_two

CHOICE = random.Random(3)


async def lose(address: str, table: str, count: int, *, is_cut: bool = False) -> None:
    """Remove the newest rows of a table, as if they had never been written.

    Args:
        address: of the database.
        table: the id.
        count: the number of rows.
        is_cut: whether to cut all connections of the processes too.
    """
    connection = await asyncpg.connect(make_url(address).set(drivername="postgresql").render_as_string(False))
    try:
        async with connection.transaction():
            await connection.execute(
                'DELETE FROM rows WHERE "table" = $1 AND row >= (SELECT version FROM tables WHERE id = $1) - $2',
                table,
                count,
            )
            await connection.execute(
                "UPDATE tables SET version = version - $2,"
                ' changed = (SELECT time FROM rows WHERE "table" = $1 ORDER BY row DESC LIMIT 1) WHERE id = $1',
                table,
                count,
            )
        if is_cut:
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
    finally:
        await connection.close()
    # The event loop has to notice that the connections of its process are cut.
    await asyncio.sleep(0.2 if is_cut else 0)


async def moved(venue: ServerVenue, table: str, count: int) -> None:
    """Play moves, each as a client does that shows the newest view."""
    for _ in range(count):
        await venue.current(table)
        await move(venue, table, CHOICE)


async def stored_game(venue: ServerVenue, table: str) -> tuple[list[int], Any]:
    """Return the numbers of a table's rows, and the state of its game as the rows have it."""
    rows = await venue.store.rows(table)
    async with venue_of(venue.database).locked(table) as live_table:
        return [row.row for row in rows], live_table.match.game.state


@pytest.mark.parametrize("is_cut", [False, True], ids=["", "connections are cut"])
def test_a_game_goes_on_from_what_is_stored(postgres: str, is_cut: bool) -> None:
    """Neither process adds a row to rows that are lost."""

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        await loaded(second, table)
        await moved(first, table, 4)
        await loaded(second, table)
        await lose(postgres, table, 2, is_cut=is_cut)
        refusals: list[str] = []
        for venue in (first, second):
            for _ in range(3):
                seen = await venue.get(table)
                seat, ply = seen.match.seat, seen.match.ply
                assert seat is not None
                words = str(CHOICE.choice(seen.match.game.legal_moves))
                try:
                    await playing.play(venue, table, GUESTS[seat], ply, [words], version=seen.version)
                except DBAPIError:
                    # The process has not noticed yet that its connection is cut: an error, but no row.
                    assert is_cut
                except ApiProblem as problem:
                    refusals.append(problem.code)
                    seen = await venue.current(table)
                    assert (seen.version, seen.match.game.state) == await _state(venue, table)
        # By chance the new history may have as many rows as the lost one: then a move is judged in its position.
        assert set(refusals) <= {"stale_ply", "illegal_move"}
        numbers, state = await stored_game(first, table)
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > mine.version - 2
        for venue in (first, second):
            venue.mark_all_stale()
            assert (await venue.current(table)).match.game.state == state

    with_two(postgres, look)


async def _state(venue: ServerVenue, table: str) -> tuple[int, Any]:
    numbers, state = await stored_game(venue, table)
    return len(numbers), state


def test_a_process_notices_that_its_rows_are_lost(postgres: str) -> None:
    """Without a write: the comparison with the database finds a lower version, and other rows of the same number."""

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        await moved(first, table, 4)
        second.on_notification = lambda news: None  # type: ignore[method-assign]
        await loaded(second, table)
        healing = Healing(second, second.hub)
        await healing.compare_tables()
        assert healing.healed == 0
        await lose(postgres, table, 2)
        await healing.compare_tables()
        assert healing.healed == 1
        theirs = await second.current(table)
        assert (theirs.version, second.rollbacks) == (4, 1)
        # Another process replaces the lost rows: the numbers are the same, the moves are not.
        await moved(second, table, 2)
        healing = Healing(first, first.hub)
        first.on_notification = lambda news: None  # type: ignore[method-assign]
        stale = await first.get(table)
        stale.is_stale = False
        assert stale.version == theirs.version == 6
        await healing.compare_tables()
        assert (await first.current(table)).match.game.state == theirs.match.game.state
        assert first.rollbacks == 1

    with_two(postgres, look)


def test_rows_of_another_history_are_not_continued(postgres: str) -> None:
    """The version is right, but the last row is another one: the statement writes neither a row nor the summary."""

    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        await moved(first, table, 2)
        stale = await loaded(second, table)
        second.on_notification = lambda news: None  # type: ignore[method-assign]
        await lose(postgres, table, 1)
        first.mark_all_stale()
        await moved(first, table, 1)
        assert mine.is_evicted
        stale.is_stale = False
        before = await first.store.rows(table)
        assert len(before) == stale.version
        rows = stale.match.play([str(stale.match.game.legal_moves[0])], stale.version, None, None, time.time())
        statement = store.append_statement(table, stale.info.changed, rows, summary_of(stale))
        first_row = await second.database.transact_single(lambda connection: None, lambda: statement)
        assert first_row is None
        with pytest.raises(Conflict):
            await second.database.transact(
                lambda connection: store.append(connection, table, stale.info.changed, rows, summary_of(stale))
            )
        assert await first.store.rows(table) == before

    with_two(postgres, look)


def test_an_invented_message_shows_no_move(postgres: str) -> None:
    async def look(first: ServerVenue, second: ServerVenue) -> None:
        mine = await game(first)
        table = mine.info.id
        theirs = await loaded(second, table)
        await moved(first, table, 1)
        await wait_for_version(second, table, mine.version)
        before = (await loaded(second, table)).version
        invented = _invented(theirs)
        connection = await asyncpg.connect(make_url(postgres).set(drivername="postgresql").render_as_string(False))
        for channel in (CHANNEL, f"{CHANNEL}_signed"):
            for text in (invented, "0" * 32 + invented, "\x01", "é" * 40, ""):
                await connection.execute("SELECT pg_notify($1, $2)", channel, text)
        await connection.close()
        await asyncio.sleep(0.3)
        assert theirs.version == before
        assert not theirs.is_stale
        # The bus goes on.
        await moved(first, table, 1)
        async with asyncio.timeout(20):
            while (await second.get(table)).version == before:
                await asyncio.sleep(0.01)

    with_two(postgres, look)


def _invented(live_table: LiveTable) -> str:
    """Return the message of a move that the process would apply if it were genuine."""
    copy = live_table.match.copy()
    rows = copy.play([str(copy.game.legal_moves[0])], copy.version, None, None, time.time())
    return encode_news(live_table.info.id, copy.version, GUESTS, rows)


def test_clients_of_two_servers_go_back(postgres: str, launch: Launch, visitor: Visitor) -> None:
    """A live channel sends the older view within moments, and tells the client to drop its log."""
    servers = [launch(postgres), launch(postgres)]
    host = visitor(servers[0])
    view = host.table("you", "local")
    table = view["table"]["id"]
    other = visitor(servers[1])
    other.http.cookies = host.http.cookies
    with ExitStack() as stack:
        channels = {person: stack.enter_context(person.live(table)) for person in (host, other)}
        for _ in range(4):
            view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
        version = view["table"]["version"]
        for channel in channels.values():
            _next_view(channel, lambda message: message["version"] == version)
        asyncio.run(lose(postgres, table, 2, is_cut=True))
        for person, channel in channels.items():
            try:
                message = _next_view(channel, lambda message: message["version"] < version)
            except ConnectionClosedError as closed:
                # The server read on a connection that had just been cut. A client comes back then, as the page does.
                if closed.rcvd is None or closed.rcvd.code != 4500:
                    raise
                message = _next_view(stack.enter_context(person.live(table)), lambda message: True)
            assert message["version"] == version - 2
            assert message["resync"]
            assert message["view"]["table"]["ply"] == view["table"]["ply"] - 2
    # The rows that the first server lost are replaced by the second one.
    for person in (other, host):
        view = person.view(table)
        person.play(table, view["table"].get("ply", 0), first_move(view))
    record = host.get(f"/api/tables/{table}/record")
    assert len(record["moves"]) == 4
    for server in servers:
        assert server.stop() == 0


def _next_view(channel: Any, is_wanted: Any) -> dict[str, Any]:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        message: dict[str, Any] = json.loads(channel.recv(timeout=20))
        if message["type"] == "view" and is_wanted(message):
            return message
    raise AssertionError("no such view came")
