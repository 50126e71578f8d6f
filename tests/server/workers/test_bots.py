"""The turns of computer players: which table is next when many wait for one thread."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal

import pytest

from edokko.server.store import Database, migrate, open_database
from edokko.server.tables.guests import Guests
from edokko.server.workers.threads import NICE, Threads, lower_priority
from edokko.table.commands import lifecycle
from edokko.table.commands.making import new_table
from edokko.table.hub import Hub, Listener
from edokko.table.people import Person
from edokko.table.shapes.requests import NewSeat, NewTable
from edokko.table.thinking.memory_queue import MemoryQueue
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import Worker
from edokko.table.views.live_table import LiveTable
from tests.helpers.database import in_database
from tests.helpers.server import sqlite_in
from tests.helpers.venue import venue_of

Kind = Literal["bot", "you"]


class House:
    """Tables, their hosts, and one thread for all computer players."""

    def __init__(self, database: Database, bot_pause: float = 0) -> None:
        self.hub = Hub()
        self.guests = Guests(database)
        self.venue = venue_of(database, self.hub)
        self.thinking = Thinking(self.venue, MemoryQueue(), bot_pause)
        self.worker = Worker(self.thinking, ["bots"], Threads(["bots"], 1))
        self.moved: list[tuple[str, str]] = []

    async def host(self, tables: int = 0) -> Person:
        person = await self.guests.create()
        for _ in range(tables):
            await self.table(person)
        return person

    async def table(self, host: Person, *kinds: Kind) -> str:
        seats = [NewSeat(kind, level="easy") for kind in kinds or ("bot", "bot")]
        info, taken = new_table(NewTable(seats, random_seats=False), host, self.venue.now())
        return (await lifecycle.create(self.venue, info, taken)).info.id

    async def first_moves(self, count: int) -> list[tuple[str, str]]:
        """Return the table and its host for each of the first moves."""
        enough = asyncio.Event()

        def note(live_table: LiveTable) -> None:
            self.moved.append((live_table.info.id, live_table.info.host))
            if len(self.moved) >= count:
                enough.set()

        self.venue.on_change(note)
        await self.worker.start()
        await asyncio.wait_for(enough.wait(), 60)
        await self.worker.stop()
        await self.thinking.stop()
        return self.moved[:count]


def in_house(folder: Path, look: Callable[[House], Awaitable[None]]) -> None:
    async def run(database: Database) -> None:
        await look(House(database))

    in_database(sqlite_in(folder), run)


def test_tables_with_people_come_before_bot_only_tables(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        await house.host(10)
        person = await house.host()
        # At one of the tables the computer player begins.
        tables = [await house.table(person, "bot", "you"), await house.table(person, "you", "bot")]
        assert (await house.first_moves(1))[0][0] in tables

    in_house(tmp_path, look)


def test_hosts_take_turns_regardless_of_their_number_of_tables(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        many, single = await house.host(8), await house.host(1)
        hosts = [host for _, host in await house.first_moves(8)]
        assert hosts == [many.id, single.id] * 4

    in_house(tmp_path, look)


def test_a_table_with_a_new_spectator_is_next(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        host = await house.host(6)
        last = await house.table(host)
        house.hub.enter(last, Listener(None, ""))
        moves = [table for table, _ in await house.first_moves(8)]
        assert moves[0] == last
        # Moving it forward gives it no additional turn.
        assert moves[1:7].count(last) <= 6

    in_house(tmp_path, look)


@pytest.mark.skipif(sys.platform != "linux", reason="ONLY LINUX HAS PRIORITIES OF THREADS")
@pytest.mark.parametrize(("before", "after"), [(0, NICE), (NICE + 5, NICE + 5)])
def test_search_threads_do_not_lower_a_higher_niceness(
    monkeypatch: pytest.MonkeyPatch, before: int, after: int
) -> None:
    priorities: list[int] = []
    monkeypatch.setattr(os, "getpriority", lambda which, who: before)
    monkeypatch.setattr(os, "setpriority", lambda which, who, priority: priorities.append(priority))
    lower_priority()
    assert priorities == [after]


@pytest.mark.parametrize(("second", "pauses"), [("you", True), ("bot", False)])
def test_with_several_processes_a_seated_person_gets_the_pause(
    postgres: str, monkeypatch: pytest.MonkeyPatch, second: Kind, pauses: bool
) -> None:
    """The person may be connected to another process."""
    delays: list[float] = []

    def put_turn(self: MemoryQueue, table: str, host: str, *, urgent: bool, pause: float) -> None:
        delays.append(pause if urgent else 0)

    monkeypatch.setattr(MemoryQueue, "put_turn", put_turn)
    migrate(postgres)

    async def look() -> None:
        database = open_database(postgres)
        house = House(database, bot_pause=0.5)
        host = await house.host()
        # At one of the tables the computer player begins.
        await house.table(host, "bot", second)
        await house.table(host, second, "bot")
        await database.close()

    asyncio.run(look())
    assert set(delays) == {0.5 if pauses else 0}
