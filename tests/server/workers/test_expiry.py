"""Expiry of inactive tables and guests after the days in the settings, by one process at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from litestar.stores.memory import MemoryStore
from sqlalchemy import Connection, insert, select, text, update

from edokko.server.app.features import FEATURES
from edokko.server.app.preparing import expiry_of
from edokko.server.settings import Settings
from edokko.server.store import Database, models
from edokko.server.store.administration import close_table
from edokko.server.store.storage import Storage
from edokko.server.tables.guests import SEEN_EVERY, Guests
from edokko.server.workers import expiry
from edokko.server.workers.expiry import DAY, LOCK_ID, Expired, Expiry, expire
from edokko.server.workers.upkeep import Upkeep
from edokko.table.commands import lifecycle
from edokko.table.commands.making import new_table
from edokko.table.people import Person
from edokko.table.shapes.requests import NewSeat, NewTable
from tests.helpers.database import in_database
from tests.helpers.server import both_databases
from tests.helpers.venue import venue_of

pytestmark = both_databases

NOW = time.time()
SETTINGS = Settings("", waiting_days=7, running_days=60, closed_days=30, finished_days=0, guest_days=30)
Look = Callable[[Database], Awaitable[None]]


async def table(database: Database, status: str, days: float) -> str:
    """Insert a table whose last change was ``days`` ago."""
    host = await Guests(database).create()
    kind = "open" if status == "waiting" else "local"
    info, seats = new_table(NewTable([NewSeat("you"), NewSeat(kind)]), host, time.time())  # type: ignore[arg-type]
    await lifecycle.create(venue_of(database), info, seats)

    def age(connection: Connection) -> None:
        if status == "closed":
            close_table(connection, info.id)
        values = {"changed": NOW - days * DAY, "status": status}
        connection.execute(update(models.Table).where(models.Table.id == info.id).values(**values))

    await database.transact(age)
    return info.id


async def statuses(database: Database) -> dict[str, str]:
    async with database.read() as connection:
        rows = await connection.execute(select(models.Table.id, models.Table.status))
        return {row.id: row.status for row in rows}


async def run_expiry(database: Database, settings: Settings = SETTINGS) -> Expired:
    return await database.transact(lambda connection: expire(connection, settings, NOW, expiry_of(FEATURES)))


def test_tables_expire_by_their_status(database: str) -> None:
    async def look(database: Database) -> None:
        stays = [await table(database, *age) for age in (("waiting", 6), ("running", 59), ("closed", 29))]
        stays.append(await table(database, "finished", 10_000))
        closes = [await table(database, *age) for age in (("waiting", 8), ("running", 61))]
        goes = await table(database, "closed", 31)
        before = await statuses(database)
        counts = await run_expiry(database)
        assert (counts.closed, counts.deleted) == (2, 1)
        after = await statuses(database)
        assert {table_id: after[table_id] for table_id in stays} == {table_id: before[table_id] for table_id in stays}
        assert [after[table_id] for table_id in closes] == ["closed", "closed"]
        assert goes not in after
        async with database.read() as connection:
            for model in (models.Row, models.Seat):
                assert not (await connection.execute(select(model.table).where(model.table == goes))).all()
            rows = select(models.Row.kind).where(models.Row.table == closes[1]).order_by(models.Row.row)
            assert list((await connection.execute(rows)).scalars())[-1] == "close"
        assert not (await run_expiry(database)).closed

    in_database(database, look)


def test_all_batches_expire_in_one_run(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry, "MOST", 2)

    async def look(database: Database) -> None:
        await run_expiry(database)
        old = [await table(database, "waiting", 8) for _ in range(5)]
        upkeep = Upkeep(
            database,
            venue_of(database),
            Guests(database),
            SETTINGS,
            MemoryStore(),
            Storage(database, SETTINGS),
            Expiry(),
        )
        await upkeep.start()
        try:
            for _ in range(50):
                await asyncio.sleep(0.1)
                after = await statuses(database)
                if {after[table_id] for table_id in old} == {"closed"}:
                    return
        finally:
            await upkeep.stop()
        raise AssertionError("some have not gone")

    in_database(database, look)


def test_finished_games_expire_only_if_configured(database: str) -> None:
    async def look(database: Database) -> None:
        old = await table(database, "finished", 400)
        never = Settings("", waiting_days=0, running_days=0, closed_days=0, finished_days=0, guest_days=0)
        assert not await run_expiry(database, never)
        assert old in await statuses(database)
        await run_expiry(database, Settings("", finished_days=365))
        assert old not in await statuses(database)

    in_database(database, look)


def test_only_guests_without_references_expire(database: str) -> None:
    async def look(database: Database) -> None:
        guests = Guests(database)
        people = {name: await guests.create() for name in ("idle", "fresh", "banned", "token", "player")}
        await guests.create_token(people["token"], "bot")

        def age(connection: Connection) -> None:
            guest_model = models.Guest
            for name, person in people.items():
                seen = NOW - (29 if name == "fresh" else 31) * DAY
                values = {"seen": seen, "banned": name == "banned"}
                connection.execute(update(guest_model).where(guest_model.id == person.id).values(**values))
            outcome = {"table": "old", "seat": 0, "guest": people["player"].id, "name": "x", "players": 2}
            outcome |= {"place": 1, "points": 1, "change": None, "time": 0.0}
            where = {"id": "old", "host": "", "name": "", "edition": "2021", "rules_version": 1, "overlay": None}
            where |= dict.fromkeys(("listed", "hints", "rated", "spectators", "random_seats", "bot_decides"), False)
            where |= {"players": 2, "pace": "live", "created": 0.0, "changed": NOW, "status": "finished"}
            where |= {"version": 0, "month": 0, "decides": None, "rematch": None}
            connection.execute(insert(models.Table), [where])
            connection.execute(insert(models.Outcome), [outcome])

        await database.transact(age)
        await run_expiry(database)
        async with database.read() as connection:
            remaining = set((await connection.execute(select(models.Guest.id))).scalars())
        assert {name for name, person in people.items() if person.id in remaining} == {
            "fresh",
            "banned",
            "token",
            "player",
        }
        await database.transact(
            lambda connection: connection.execute(text("DELETE FROM tables WHERE id = 'old'")).close()
        )

    in_database(database, look)


def test_a_returning_guest_updates_seen(database: str) -> None:
    async def look(database: Database) -> None:
        person = await Guests(database).create()
        seen = select(models.Guest.seen).where(models.Guest.id == person.id)
        long_ago = update(models.Guest).where(models.Guest.id == person.id)
        await database.transact(lambda connection: connection.execute(long_ago.values(seen=1.0)).close())
        assert await Guests(database).find(person.id) == person
        async with database.read() as connection:
            last_seen = (await connection.execute(seen)).scalar_one()
        assert last_seen > SEEN_EVERY

    in_database(database, look)


def test_one_process_expires_at_a_time(postgres: str) -> None:
    async def look(database: Database) -> None:
        await table(database, "waiting", 8)
        lock = text("SELECT pg_advisory_xact_lock(:number)")
        async with database.write() as other:
            await other.execute(lock, {"number": LOCK_ID})
            assert not await asyncio.wait_for(run_expiry(database), 20)
        assert (await run_expiry(database)).closed

    in_database(postgres, look)


@pytest.mark.parametrize("variable", ["WAITING", "RUNNING", "CLOSED", "FINISHED", "BOT_GAME", "GUEST", "STUDY"])
def test_days_are_whole_numbers(variable: str) -> None:
    from edokko.server.settings import SettingsError, from_environment

    name = f"EDOKKO_{variable}_DAYS"
    assert getattr(from_environment({name: "3"}), f"{variable.lower()}_days") == 3
    with pytest.raises(SettingsError, match=name):
        from_environment({name: "soon"})


def test_games_that_no_person_has_played_expire_by_default(database: str) -> None:
    """Regression: an address could add 127 MB of them a day, which stayed for ever."""

    async def look(database: Database) -> None:
        machines, young, played, resigned = [
            await table(database, "finished", days) for days in (31, 29, 10_000, 10_000)
        ]
        seat = models.Seat

        def to_bots(connection: Connection) -> None:
            bots = update(seat).values(kind="bot", guest=None)
            connection.execute(bots.where(seat.table.in_((machines, young, resigned))))
            connection.execute(update(seat).where(seat.table == resigned, seat.seat == 0).values(resigned="guest"))

        await database.transact(to_bots)
        await run_expiry(database, Settings(""))
        left = await statuses(database)
        assert machines not in left
        assert {young, played, resigned} <= left.keys()

    in_database(database, look)


async def guests_in(database: Database, *persons: Person) -> set[str]:
    statement = select(models.Guest.id).where(models.Guest.id.in_([person.id for person in persons]))
    async with database.read() as connection:
        return set((await connection.execute(statement)).scalars())
