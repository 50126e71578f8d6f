"""The database: group commit with independent failures, migrations, the statement pool, retries."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from edokko.server.store import Database, migrate, models
from edokko.server.store.driver import is_unwritable
from edokko.server.store.postgres import STATEMENT_CONNECTIONS, StatementPool
from edokko.server.store.sqlite import MOST_PER_COMMIT, SQLiteDatabase
from tests.helpers.database import in_database, with_open_database
from tests.helpers.server import both_databases, sqlite_in

pytestmark = both_databases


def insert_secret(name: str, fails: bool = False) -> Callable[[Connection], str]:
    def work(connection: Connection) -> str:
        connection.execute(insert(models.Secret), [{"name": name, "value": "1"}])
        if fails:
            raise ValueError(name)
        return name

    return work


async def secrets_in(database: Database) -> set[str]:
    async with database.read() as connection:
        return set((await connection.execute(select(models.Secret.name))).scalars())


def test_a_failed_transaction_of_a_group_is_rolled_back_alone(database: str) -> None:
    async def look(database: Database) -> None:
        works = [insert_secret(f"a{number}", fails=number % 3 == 1) for number in range(7)] + [insert_secret("a0")]
        results = await asyncio.gather(*map(database.transact, works), return_exceptions=True)
        # On PostgreSQL they run concurrently, so either of the two a0 may be first.
        assert sorted(result for result in results if isinstance(result, str)) == ["a0", "a2", "a3", "a5", "a6"]
        errors = [type(result) for result in results if not isinstance(result, str)]
        assert Counter(errors) == {ValueError: 2, IntegrityError: 1}
        assert {name for name in await secrets_in(database) if name.startswith("a")} == {"a0", "a2", "a3", "a5", "a6"}

    in_database(database, look)


def test_a_single_failed_transaction_is_rolled_back(database: str) -> None:
    async def look(database: Database) -> None:
        with pytest.raises(ValueError, match="b"):
            await database.transact(insert_secret("b", fails=True))
        assert "b" not in await secrets_in(database)

    in_database(database, look)


def test_a_sqlite_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    """Even if the folder exists with other permissions."""

    async def look(database: Database) -> None:
        await database.transact(insert_secret("a"))
        files = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
        assert files == dict.fromkeys(("edokko.sqlite", "edokko.sqlite-wal", "edokko.sqlite-shm"), "0o600")

    address = f"sqlite+aiosqlite:///{tmp_path / 'edokko.sqlite'}"
    migrate(address)
    with_open_database(address, look)


def test_concurrent_transactions_share_commits_and_are_answered_after_them(tmp_path: Path) -> None:
    async def look(database: Database) -> None:
        commits: list[int] = []
        assert isinstance(database, SQLiteDatabase)
        event.listen(database._commit_engine, "commit", lambda _: commits.append(len(answered)))
        answered: list[str] = []

        async def transact(number: int) -> None:
            answered.append(await database.transact(insert_secret(f"c{number}")))

        await asyncio.gather(*map(transact, range(3 * MOST_PER_COMMIT)))
        assert len(answered) == 3 * MOST_PER_COMMIT
        # The first commit may have a single transaction; no caller is answered before a commit.
        assert 3 <= len(commits) <= 4
        assert commits[0] == 0
        assert len(await secrets_in(database)) == 3 * MOST_PER_COMMIT

    in_database(sqlite_in(tmp_path), look)


def test_a_cancelled_caller_does_not_block_others(tmp_path: Path) -> None:
    async def look(database: Database) -> None:
        tasks = [asyncio.create_task(database.transact(insert_secret(f"d{number}"))) for number in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [result for result in results if isinstance(result, str)] == ["d0", "d1", "d3", "d4"]
        await database.transact(insert_secret("d5"))

    in_database(sqlite_in(tmp_path), look)


# --- migrations


def test_migrations_match_the_models(database: str) -> None:
    async def look(database: Database) -> None:
        def differences(connection: Connection) -> list[object]:
            return list(compare_metadata(MigrationContext.configure(connection), models.Base.metadata))

        async with database.read() as connection:
            assert await connection.run_sync(differences) == []

    in_database(database, look)


def test_migrated_seats_have_the_crest_of_their_number_and_are_ready(empty_database: str) -> None:
    seat = "INSERT INTO seats (\"table\", seat, kind, name) VALUES ('old', {0}, 'person', 'x')"
    table = (
        "INSERT INTO tables (id, host, name, edition, rules_version, players, listed, pace, hints, rated, spectators, "
        "random_seats, created, changed, status, version, month, bot_decides) VALUES "
        "('old', 'h', '', '2021', 1, 3, true, 'live', true, true, true, true, 0, 0, 'waiting', 0, 0, false)"
    )
    migrate(empty_database, "0004")

    async def fill(database: Database) -> None:
        def work(connection: Connection) -> None:
            for statement in (table, *(seat.format(number) for number in range(3))):
                connection.execute(text(statement))

        await database.transact(work)

    async def look(database: Database) -> None:
        async with database.read() as connection:
            rows = await connection.execute(select(models.Seat.crest, models.Seat.ready).order_by(models.Seat.seat))
            assert [tuple(row) for row in rows] == [(number, True) for number in range(3)]

    with_open_database(empty_database, fill)
    migrate(empty_database)
    with_open_database(empty_database, look)


def test_the_statement_pool_reuses_connections(postgres: str) -> None:
    async def look(database: Database) -> None:
        pool = StatementPool(postgres)

        async def backend_of(seconds: float = 0.0) -> int:
            return int(await pool.execute("SELECT pg_backend_pid() FROM pg_sleep($1)", [seconds]))

        first = await backend_of()
        assert await backend_of() == first
        # The pool limits concurrency; further statements wait.
        many = await asyncio.gather(*(backend_of(0.05) for _ in range(4 * STATEMENT_CONNECTIONS)))
        assert first in many
        assert len(set(many)) == STATEMENT_CONNECTIONS
        # A failure discards its own connection only.
        for _ in range(3 * STATEMENT_CONNECTIONS):
            with pytest.raises(DBAPIError):
                await pool.execute("SELECT 1 / $1::integer", [0])
        slow = asyncio.create_task(backend_of(60.0))
        await asyncio.sleep(0.3)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        now = await backend_of()
        assert now not in many
        # The server closes an idle connection.
        async with database.read() as connection:
            await connection.execute(text(f"SELECT pg_terminate_backend({now})"))
        await asyncio.sleep(0.2)
        assert await backend_of() != now
        assert len(set(await asyncio.gather(*(backend_of(0.05) for _ in range(40))))) == STATEMENT_CONNECTIONS
        await pool.close()

    in_database(postgres, look)


def test_a_deadlock_is_retried(postgres: str) -> None:
    """PostgreSQL aborts one of two transactions that wait for each other; it is retried."""

    def lock(first: str, second: str) -> Callable[[Connection], str]:
        def work(connection: Connection) -> str:
            for name in (first, second):
                connection.execute(text("UPDATE secrets SET value = '2' WHERE name = :name"), {"name": name})
                connection.execute(text("SELECT pg_sleep(0.3)"))
            return first

        return work

    async def look(database: Database) -> None:
        await asyncio.gather(*(database.transact(insert_secret(name)) for name in ("left", "right")))
        works = [lock("left", "right"), lock("right", "left")]
        assert await asyncio.gather(*map(database.transact, works)) == ["left", "right"]

    in_database(postgres, look)


def test_a_write_to_a_read_only_postgresql_is_told_from_other_errors(postgres: str) -> None:
    async def look(database: Database) -> None:
        def write(connection: Connection) -> None:
            connection.execute(text("SET TRANSACTION READ ONLY"))
            insert_secret("late")(connection)

        with pytest.raises(DBAPIError) as refused:
            await database.transact(write)
        assert is_unwritable(refused.value)

    in_database(postgres, look)
