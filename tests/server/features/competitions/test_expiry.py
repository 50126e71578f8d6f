"""The expiry of series and events."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from edokko.server.features.competitions import models
from edokko.server.store import Database
from edokko.server.workers.expiry import DAY
from tests.helpers.database import in_database
from tests.server.workers.test_expiry import NOW, run_expiry, table


def test_events_and_series_expire_with_the_days_of_tables(database: str) -> None:
    async def look(database: Database) -> None:
        kept, empty = await table(database, "running", 1), "deleted-table"
        name = f"Cup of {kept}"

        def insert_all(connection: Connection) -> None:
            begin = {"organiser": "", "name": name, "listed": True, "settings": {}, "round": 0, "version": 0}
            for event, status, days in (
                ("waits", "open", 6),
                ("forgotten", "open", 8),
                ("runs", "running", 400),
                ("closed", "closed", 29),
                ("gone", "closed", 31),
            ):
                times = {"created": NOW - days * DAY, "changed": NOW - days * DAY}
                connection.execute(insert(models.Event), [{"id": event, "status": status, **begin, **times}])
            player = {"event": "gone", "number": 0, "guest": None, "name": "Bo", "first_round": 1, "withdrawn": False}
            connection.execute(insert(models.EventPlayer), [player])
            for series, over, of in (("played", True, kept), ("ended", True, empty), ("goes on", False, empty)):
                times = {"created": NOW, "changed": NOW}
                connection.execute(insert(models.Series), [{"id": series, "games": 1, "over": over, **times}])
                connection.execute(insert(models.SeriesGame), [{"series": series, "number": 1, "table": of}])

        await database.transact(insert_all)
        await run_expiry(database)
        async with database.read() as connection:
            # Other tests use the same PostgreSQL.
            of_this_test = models.Event.name == name
            events = await connection.execute(select(models.Event.id, models.Event.status).where(of_this_test))
            found = {row.id: row.status for row in events}
            assert found == {"waits": "open", "forgotten": "closed", "runs": "running", "closed": "closed"}
            players = select(models.EventPlayer.event).where(models.EventPlayer.event == "gone")
            assert not (await connection.execute(players)).all()
            for column in (models.Series.id, models.SeriesGame.series):
                rows = await connection.execute(select(column).where(column.in_(("played", "ended", "goes on"))))
                assert set(rows.scalars()) == {"played", "goes on"}

    in_database(database, look)
