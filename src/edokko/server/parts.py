"""The parts of a running server, put together once."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from litestar.stores.memory import MemoryStore
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from edokko.server.bots import Bots
from edokko.server.database import Database, migrate, models
from edokko.server.guests import Guests
from edokko.server.hub import Hub
from edokko.server.listening import Listening
from edokko.server.presence import Presence
from edokko.server.quotas import Quota
from edokko.server.reviews import Reviews
from edokko.server.room import Room
from edokko.server.settings import Settings
from edokko.server.tables import Tables
from edokko.server.timekeeping import Timekeeping
from edokko.server.upkeep import Upkeep

COOKIE_KEY = "cookie"


@dataclass(slots=True)
class Parts:
    """Everything that requests are answered with."""

    settings: Settings
    secret: bytes
    database: Database
    hub: Hub
    guests: Guests
    new_guests: Quota
    tables: Tables
    new_tables: Quota
    bots: Bots
    timekeeping: Timekeeping
    reviews: Reviews
    presence: Presence | None
    requests: MemoryStore
    upkeep: Upkeep
    listening: Listening | None
    is_stopping: bool = False

    async def start(self) -> None:
        """Begin: listen to other processes, let computer players play."""
        if self.presence is not None:
            await self.presence.start()
        if self.listening is not None:
            await self.listening.start()
        await self.bots.start()
        await self.timekeeping.start()
        await self.reviews.start()
        await self.upkeep.start()

    async def stop(self) -> None:
        """Tell everybody, and end."""
        self.is_stopping = True
        self.hub.close_all("shutdown")
        await self.reviews.stop()
        await self.upkeep.stop()
        await self.timekeeping.stop()
        await self.bots.stop()
        if self.listening is not None:
            await self.listening.stop()
        if self.presence is not None:
            await self.presence.stop()
        await self.database.close()


def prepare(settings: Settings) -> Parts:
    """Bring the database up to date and put the parts together. Not to be called from a running event loop.

    Args:
        settings: how the server runs.
    """
    migrate(settings.database)
    secret = bytes.fromhex(settings.secret) if settings.secret else asyncio.run(_kept_secret(settings.database))
    database = Database(settings.database)
    hub = Hub()
    presence = None if settings.is_sqlite else Presence(database, hub)
    tables = Tables(database, hub, settings.matches, presence, settings.away, Room(settings))
    guests, requests = Guests(database), MemoryStore()
    return Parts(
        settings,
        secret,
        database,
        hub,
        guests,
        Quota(settings.address_guests),
        tables,
        Quota(settings.address_tables),
        Bots(tables, hub, settings),
        Timekeeping(tables),
        Reviews(tables, settings.review),
        presence,
        requests,
        Upkeep(database, tables, guests, settings, requests),
        Listening(settings.database, tables, presence) if presence else None,
    )


async def _kept_secret(address: str) -> bytes:
    """The key of the cookies: made once, shared by all processes on a database."""
    database = Database(address)
    value = select(models.Secret.value).where(models.Secret.name == COOKIE_KEY)
    try:
        for _ in range(2):
            async with database.read() as connection:
                found = (await connection.execute(value)).scalar()
            if found:
                return bytes.fromhex(found)
            try:
                async with database.write() as connection:
                    made = {"name": COOKIE_KEY, "value": secrets.token_hex(32)}
                    await connection.execute(insert(models.Secret), [made])
            except IntegrityError:
                continue
        async with database.read() as connection:
            return bytes.fromhex(str((await connection.execute(value)).scalar()))
    finally:
        await database.close()
