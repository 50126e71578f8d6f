"""The database: transactions that come together are committed together, and each of them stands or falls alone."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from conftest_server import sqlite_in
from sqlalchemy import Connection, event, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from edokko.server.database import Database, migrate, models
from edokko.server.database.connect import MOST_PER_COMMIT, STATEMENT_CONNECTIONS
from edokko.server.database.migrating import migrate_to


def in_database(address: str, look: Callable[[Database], Awaitable[None]]) -> None:
    migrate(address)
    opened(address, look)


def opened(address: str, look: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(address)
        try:
            await look(database)
        finally:
            await database.close()

    asyncio.run(run())


def keep(name: str, fails: bool = False) -> Callable[[Connection], str]:
    def work(connection: Connection) -> str:
        connection.execute(insert(models.Secret), [{"name": name, "value": "1"}])
        if fails:
            raise ValueError(name)
        return name

    return work


async def kept(database: Database) -> set[str]:
    async with database.read() as connection:
        return set((await connection.execute(select(models.Secret.name))).scalars())


def test_what_fails_is_taken_back_alone(database: str) -> None:
    async def look(database: Database) -> None:
        works = [keep(f"a{number}", fails=number % 3 == 1) for number in range(7)] + [keep("a0")]
        found = await asyncio.gather(*map(database.transact, works), return_exceptions=True)
        # Side by side on PostgreSQL either of the two a0 may be the first.
        assert sorted(one for one in found if isinstance(one, str)) == ["a0", "a2", "a3", "a5", "a6"]
        errors = [type(one) for one in found if not isinstance(one, str)]
        assert Counter(errors) == {ValueError: 2, IntegrityError: 1}
        assert {one for one in await kept(database) if one.startswith("a")} == {"a0", "a2", "a3", "a5", "a6"}

    in_database(database, look)


def test_a_transaction_alone_that_fails_leaves_nothing(database: str) -> None:
    async def look(database: Database) -> None:
        with pytest.raises(ValueError, match="b"):
            await database.transact(keep("b", fails=True))
        assert "b" not in await kept(database)

    in_database(database, look)


def test_a_file_of_sqlite_is_for_its_owner_only(tmp_path: Path) -> None:
    """Whatever the folder is, which may have been there before."""

    async def look(database: Database) -> None:
        await database.transact(keep("a"))
        files = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
        assert files == dict.fromkeys(("edokko.sqlite", "edokko.sqlite-wal", "edokko.sqlite-shm"), "0o600")

    in_database(f"sqlite+aiosqlite:///{tmp_path / 'edokko.sqlite'}", look)


def test_many_at_once_need_few_commits_and_each_is_answered_after_its_own(tmp_path: Path) -> None:
    async def look(database: Database) -> None:
        commits: list[int] = []
        assert database._writer is not None
        event.listen(database._writer.engine, "commit", lambda _: commits.append(len(answered)))
        answered: list[str] = []

        async def one(number: int) -> None:
            answered.append(await database.transact(keep(f"c{number}")))

        await asyncio.gather(*map(one, range(3 * MOST_PER_COMMIT)))
        assert len(answered) == 3 * MOST_PER_COMMIT
        # The first begins alone at most; nobody is answered before a commit.
        assert 3 <= len(commits) <= 4
        assert commits[0] == 0
        assert len(await kept(database)) == 3 * MOST_PER_COMMIT

    in_database(sqlite_in(tmp_path), look)


def test_a_caller_who_gives_up_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async def look(database: Database) -> None:
        tasks = [asyncio.create_task(database.transact(keep(f"d{number}"))) for number in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [one for one in found if isinstance(one, str)] == ["d0", "d1", "d3", "d4"]
        await database.transact(keep("d5"))

    in_database(sqlite_in(tmp_path), look)


# --- migrations


def test_the_migrations_make_what_the_models_say(database: str) -> None:
    async def look(database: Database) -> None:
        def differences(connection: Connection) -> list[object]:
            return list(compare_metadata(MigrationContext.configure(connection), models.Base.metadata))

        async with database.read() as connection:
            assert await connection.run_sync(differences) == []

    in_database(database, look)


def test_seats_from_before_there_were_crests_have_that_of_their_number_and_are_ready(empty_database: str) -> None:
    seat = "INSERT INTO seats (\"table\", seat, kind, name) VALUES ('old', {0}, 'person', 'x')"
    table = (
        "INSERT INTO tables (id, host, name, edition, rules_version, players, listed, pace, hints, rated, spectators, "
        "random_seats, created, changed, status, version, month, bot_decides) VALUES "
        "('old', 'h', '', '2021', 1, 3, true, 'live', true, true, true, true, 0, 0, 'waiting', 0, 0, false)"
    )
    migrate_to(empty_database, "0004")

    async def fill(database: Database) -> None:
        def work(connection: Connection) -> None:
            for statement in (table, *(seat.format(number) for number in range(3))):
                connection.execute(text(statement))

        await database.transact(work)

    async def look(database: Database) -> None:
        async with database.read() as connection:
            found = await connection.execute(select(models.Seat.crest, models.Seat.ready).order_by(models.Seat.seat))
            assert [tuple(one) for one in found] == [(number, True) for number in range(3)]

    opened(empty_database, fill)
    in_database(empty_database, look)


def test_single_statements_have_connections_that_stay_open(postgres: str) -> None:
    async def look(database: Database) -> None:
        async def one(seconds: float = 0.0) -> int:
            return int(await database.execute("SELECT pg_backend_pid() FROM pg_sleep($1)", [seconds]))

        first = await one()
        assert await one() == first
        # As many at once as there are connections; whoever comes then waits.
        many = await asyncio.gather(*(one(0.05) for _ in range(4 * STATEMENT_CONNECTIONS)))
        assert first in many
        assert len(set(many)) == STATEMENT_CONNECTIONS
        # Whatever fails takes its connection along, and nothing else.
        for _ in range(3 * STATEMENT_CONNECTIONS):
            with pytest.raises(DBAPIError):
                await database.execute("SELECT 1 / $1::integer", [0])
        slow = asyncio.create_task(one(60.0))
        await asyncio.sleep(0.3)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        now = await one()
        assert now not in many
        # The server ends it while nobody looks.
        async with database.read() as connection:
            await connection.execute(text(f"SELECT pg_terminate_backend({now})"))
        await asyncio.sleep(0.2)
        assert await one() != now
        assert len(set(await asyncio.gather(*(one(0.05) for _ in range(40))))) == STATEMENT_CONNECTIONS

    in_database(postgres, look)


def test_a_deadlock_is_a_lost_race(postgres: str) -> None:
    """PostgreSQL ends one of two transactions that wait for each other; it is done again."""

    def lock(first: str, second: str) -> Callable[[Connection], str]:
        def work(connection: Connection) -> str:
            for name in (first, second):
                connection.execute(text("UPDATE secrets SET value = '2' WHERE name = :name"), {"name": name})
                connection.execute(text("SELECT pg_sleep(0.3)"))
            return first

        return work

    async def look(database: Database) -> None:
        await asyncio.gather(*(database.transact(keep(name)) for name in ("left", "right")))
        works = [lock("left", "right"), lock("right", "left")]
        assert await asyncio.gather(*map(database.transact, works)) == ["left", "right"]

    in_database(postgres, look)
