"""The services of a server process, created once at its start."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

from cachetools import LRUCache
from litestar.stores.memory import MemoryStore
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from edokko.server.core.replay import Replay
from edokko.server.core.settings import Settings
from edokko.server.live.hub import Hub
from edokko.server.live.presence import Presence
from edokko.server.store import Database, migrate, models, open_database
from edokko.server.store.quotas import Quotas
from edokko.server.tables.address_limit import AddressLimit
from edokko.server.tables.guests import Guests
from edokko.server.tables.registry import Registry
from edokko.server.tables.writing import Writer
from edokko.server.workers.bots import Bots
from edokko.server.workers.listening import Listening
from edokko.server.workers.reviews import Reviews
from edokko.server.workers.timekeeping import Timekeeping
from edokko.server.workers.upkeep import Upkeep

COOKIE_KEY = "cookie"
MOST_REPLAYS = 32
"""Replays in memory, of about 0.5 MB each."""


@dataclass(slots=True)
class Services:
    """The services that the routes use."""

    settings: Settings
    secret: bytes
    database: Database
    hub: Hub
    guests: Guests
    new_guests: AddressLimit
    registry: Registry
    writer: Writer
    new_tables: AddressLimit
    bots: Bots
    timekeeping: Timekeeping
    reviews: Reviews
    presence: Presence | None
    requests: MemoryStore
    upkeep: Upkeep
    listening: Listening | None
    replays: LRUCache[str, Replay] = field(default_factory=lambda: LRUCache(MOST_REPLAYS))
    is_stopping: bool = False

    async def start(self) -> None:
        """Start the background tasks: notifications of other processes, computer players, clocks, reviews, upkeep."""
        if self.presence is not None:
            await self.presence.start()
        if self.listening is not None:
            await self.listening.start()
        await self.bots.start()
        await self.timekeeping.start()
        await self.reviews.start()
        await self.upkeep.start()

    async def stop(self) -> None:
        """Close the live channels, stop the background tasks and close the database."""
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


def prepare(settings: Settings) -> Services:
    """Migrate the database and create the services.

    It runs event loops of its own, so do not call it from a running one.
    """
    migrate(settings.database)
    secret = bytes.fromhex(settings.secret) if settings.secret else asyncio.run(_stored_secret(settings.database))
    database = open_database(settings.database)
    hub = Hub()
    presence = Presence(database, hub) if database.is_shared else None
    registry = Registry(database, hub, settings.matches, presence, settings.away)
    writer = Writer(registry, Quotas(settings))
    guests, requests = Guests(database), MemoryStore()
    return Services(
        settings,
        secret,
        database,
        hub,
        guests,
        AddressLimit(settings.address_guests),
        registry,
        writer,
        AddressLimit(settings.address_tables),
        Bots(writer, hub, settings),
        Timekeeping(writer),
        Reviews(registry, settings.review),
        presence,
        requests,
        Upkeep(database, registry, guests, settings, requests),
        Listening(settings.database, registry, presence) if presence else None,
    )


async def _stored_secret(address: str) -> bytes:
    """Return the key of the cookies, created once and shared by all processes on a database."""
    database = open_database(address)
    value = select(models.Secret.value).where(models.Secret.name == COOKIE_KEY)
    try:
        for _ in range(2):
            async with database.read() as connection:
                secret = (await connection.execute(value)).scalar()
            if secret:
                return bytes.fromhex(secret)
            try:
                async with database.write() as connection:
                    columns = {"name": COOKIE_KEY, "value": secrets.token_hex(32)}
                    await connection.execute(insert(models.Secret), [columns])
            except IntegrityError:
                # Another process has inserted its key first: read that one.
                continue
        async with database.read() as connection:
            return bytes.fromhex(str((await connection.execute(value)).scalar()))
    finally:
        await database.close()
