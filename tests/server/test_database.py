"""The database: transactions that come together are committed together, and each of them stands or falls alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from conftest_server import sqlite_in
from sqlalchemy import Connection, event, insert, select
from sqlalchemy.exc import IntegrityError

from edokko.server.database import Database, migrate, models
from edokko.server.database.connect import TOGETHER


def in_database(address: str, look: Callable[[Database], Awaitable[None]]) -> None:
    migrate(address)

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
        assert [one for one in found if isinstance(one, str)] == ["a0", "a2", "a3", "a5", "a6"]
        assert [type(one) for one in found if not isinstance(one, str)] == [ValueError, ValueError, IntegrityError]
        assert {one for one in await kept(database) if one.startswith("a")} == {"a0", "a2", "a3", "a5", "a6"}

    in_database(database, look)


def test_a_transaction_alone_that_fails_leaves_nothing(database: str) -> None:
    async def look(database: Database) -> None:
        with pytest.raises(ValueError, match="b"):
            await database.transact(keep("b", fails=True))
        assert "b" not in await kept(database)

    in_database(database, look)


def test_many_at_once_need_few_commits_and_each_is_answered_after_its_own(tmp_path: Path) -> None:
    async def look(database: Database) -> None:
        commits: list[int] = []
        event.listen(database._plain, "commit", lambda _: commits.append(len(answered)))
        answered: list[str] = []

        async def one(number: int) -> None:
            answered.append(await database.transact(keep(f"c{number}")))

        await asyncio.gather(*map(one, range(3 * TOGETHER)))
        assert len(answered) == 3 * TOGETHER
        # The first begins alone at most; nobody is answered before a commit.
        assert 3 <= len(commits) <= 4
        assert commits[0] == 0
        assert len(await kept(database)) == 3 * TOGETHER

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
