"""The services of a server process, created once at its start."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from cachetools import LRUCache
from litestar.stores.memory import MemoryStore
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from edokko.server.core.replay import Replay
from edokko.server.core.settings import Settings
from edokko.server.features.alerts.push_keys import new_push_key
from edokko.server.features.alerts.resolver import Resolver
from edokko.server.features.alerts.worker import Alerting
from edokko.server.features.competitions.worker import Competitions
from edokko.server.features.pictures.drawer import Pictures
from edokko.server.features.programs.streams import Streams
from edokko.server.features.talk import reactions
from edokko.server.live.bus import Outbox
from edokko.server.live.hub import Hub
from edokko.server.live.postgres_bus import PostgresBus
from edokko.server.live.presence import Presence
from edokko.server.live.signals import Signals
from edokko.server.store import Database, migrate, models, open_database
from edokko.server.store.problems import DatabaseProblem
from edokko.server.store.quotas import Quotas
from edokko.server.store.sqlite import file_of, is_damaged, is_sqlite
from edokko.server.store.storage import Storage
from edokko.server.tables.guests import Guests
from edokko.server.tables.places import Places
from edokko.server.tables.registry import Registry
from edokko.server.tables.sliding_window import SlidingWindow
from edokko.server.tables.writing import Writer
from edokko.server.workers import advice, reviews
from edokko.server.workers.advice import Advice
from edokko.server.workers.analyses import Analyses
from edokko.server.workers.bots import Bots
from edokko.server.workers.healing import Healing
from edokko.server.workers.listening import CHANNELS, Listening
from edokko.server.workers.queued import QueuedAdvice, QueuedAnalyses, QueuedBots, QueuedReviews
from edokko.server.workers.reviews import Reviews
from edokko.server.workers.task_queue import TaskQueue
from edokko.server.workers.thinking import Adviser, Analyser, Reviewer, TurnTaker
from edokko.server.workers.timekeeping import Timekeeping
from edokko.server.workers.upkeep import Upkeep

COOKIE_KEY, PUSH_KEY, BUS_KEY = "cookie", "push", "bus"
"""The names of the stored keys: of the cookies, of Web Push (VAPID), and of the messages between processes."""
ADDRESS_ALERTS = 30
"""Channels, tests and confirmations of alerts from one address in an hour."""
MAILS = 3
"""Confirmations that are sent to one e-mail address in an hour, for all guests together."""
ADDRESS_PICTURES = 600
"""Pictures that are drawn for one address in an hour; those in the cache do not count."""
MOST_REPLAYS = 32
"""Replays in memory, of about 0.5 MB each."""


@dataclass(slots=True)
class Exchange:
    """The exchange of messages with other processes on one PostgreSQL."""

    outbox: Outbox
    presence: Presence
    listening: Listening
    healing: Healing

    async def start(self) -> None:
        """Start to send, to receive and to heal."""
        await self.outbox.start()
        await self.presence.start()
        await self.listening.start()
        await self.healing.start()

    async def stop(self) -> None:
        """Send the last messages, and stop."""
        await self.healing.stop()
        await self.presence.stop()
        await self.outbox.stop()
        await self.listening.stop()


@dataclass(slots=True)
class Services:
    """The services that the routes use."""

    settings: Settings
    secret: bytes
    database: Database
    hub: Hub
    guests: Guests
    new_guests: SlidingWindow
    registry: Registry
    writer: Writer
    new_tables: SlidingWindow
    new_bytes: SlidingWindow
    storage: Storage
    bots: TurnTaker
    timekeeping: Timekeeping
    competitions: Competitions
    reviews: Reviewer
    advice: Adviser
    analyses: Analyser
    pictures: Pictures
    new_pictures: SlidingWindow
    signals: Signals
    streams: Streams
    reactions: SlidingWindow
    requests: MemoryStore
    upkeep: Upkeep
    exchange: Exchange | None
    alerting: Alerting
    push_key: str
    alert_requests: SlidingWindow = field(default_factory=lambda: SlidingWindow(ADDRESS_ALERTS))
    confirmations: SlidingWindow = field(default_factory=lambda: SlidingWindow(MAILS))
    hint_places: Places = field(default_factory=lambda: Places(advice.MOST_WAITING))
    review_places: Places = field(default_factory=lambda: Places(reviews.MOST_WAITING))
    resolver: Resolver = field(default_factory=Resolver)
    replays: LRUCache[str, Replay] = field(default_factory=lambda: LRUCache(MOST_REPLAYS))
    is_stopping: bool = False

    async def start(self) -> None:
        """Start the background tasks: messages of other processes, bots, clocks, reviews, upkeep, alerts."""
        if self.exchange is not None:
            await self.exchange.start()
        await self.bots.start()
        await self.timekeeping.start()
        await self.competitions.start()
        await self.reviews.start()
        await self.upkeep.start()
        await self.alerting.start()

    async def stop(self) -> None:
        """Close the live channels, stop the background tasks and close the database."""
        self.is_stopping = True
        self.hub.close_all("shutdown")
        self.analyses.stop()
        await self.reviews.stop()
        self.advice.stop()
        await self.pictures.stop()
        await self.alerting.stop()
        await self.upkeep.stop()
        await self.competitions.stop()
        await self.timekeeping.stop()
        await self.bots.stop()
        if self.exchange is not None:
            await self.exchange.stop()
        await self.database.close()


def prepare(settings: Settings) -> Services:
    """Migrate the database and create the services.

    It runs event loops of its own, so do not call it from a running one.
    """
    if is_sqlite(settings.database) and is_damaged(file_of(settings.database)):
        raise DatabaseProblem("database-damaged", file=str(file_of(settings.database)))
    migrate(settings.database)
    keys = keys_of(settings)
    database = open_database(settings.database)
    hub = Hub()
    bus = PostgresBus(settings.database, database, CHANNELS, keys.bus) if database.is_shared else None
    outbox = Outbox(bus) if bus else None
    publish = database.publish = outbox.put if outbox else None
    presence = Presence(database, hub, publish) if publish else None
    registry = Registry(database, hub, settings.matches, presence, settings.away)
    writer = Writer(registry, Quotas(settings), publish)
    queue = TaskQueue(database, publish) if publish and not settings.thinks else None
    signals = Signals(hub)
    exchange = None
    if bus and outbox and presence:
        listening = Listening(bus, registry, presence, signals, queue)
        exchange = Exchange(outbox, presence, listening, Healing(registry, hub))
    guests, requests, storage = Guests(database), MemoryStore(), Storage(database, settings)
    return Services(
        settings,
        keys.cookie,
        database,
        hub,
        guests,
        SlidingWindow(settings.address_guests),
        registry,
        writer,
        SlidingWindow(settings.address_tables),
        SlidingWindow(settings.address_kb * 1000),
        storage,
        QueuedBots(writer, hub, settings, queue) if queue else Bots(writer, hub, settings),
        Timekeeping(writer),
        Competitions(writer),
        QueuedReviews(registry, settings.review, queue) if queue else Reviews(registry, settings.review),
        QueuedAdvice(queue) if queue else Advice(),
        QueuedAnalyses(queue) if queue else Analyses(),
        Pictures(settings.page),
        SlidingWindow(ADDRESS_PICTURES),
        signals,
        Streams(hub, settings.streams),
        SlidingWindow(reactions.MOST, reactions.WINDOW),
        requests,
        Upkeep(database, registry, guests, settings, requests, storage),
        exchange,
        Alerting(database, hub, presence, settings, keys.cookie, keys.push),
        keys.push,
    )


class Keys(NamedTuple):
    """The keys of a site, which its processes share."""

    cookie: bytes
    push: str
    bus: bytes


def keys_of(settings: Settings) -> Keys:
    """Return the keys; it runs an event loop of its own."""
    cookie, push, bus = asyncio.run(_stored_keys(settings.database))
    return Keys(bytes.fromhex(settings.secret or cookie), push, bytes.fromhex(bus))


async def _stored_keys(address: str) -> list[str]:
    """Return the stored keys, created once and shared by all processes on a database."""
    database = open_database(address)
    try:
        makers = {COOKIE_KEY: _new_key, PUSH_KEY: new_push_key, BUS_KEY: _new_key}
        return [await _stored(database, name, create) for name, create in makers.items()]
    finally:
        await database.close()


async def _stored(database: Database, name: str, create: Callable[[], str]) -> str:
    """Return a stored key; create it if there is none."""
    value = select(models.Secret.value).where(models.Secret.name == name)
    for _ in range(2):
        async with database.read() as connection:
            key = (await connection.execute(value)).scalar()
        if key:
            return str(key)
        try:
            async with database.write() as connection:
                await connection.execute(insert(models.Secret), [{"name": name, "value": create()}])
        except IntegrityError:
            # Another process has inserted its key first: read that one.
            continue
    async with database.read() as connection:
        return str((await connection.execute(value)).scalar())


def _new_key() -> str:
    return secrets.token_hex(32)
