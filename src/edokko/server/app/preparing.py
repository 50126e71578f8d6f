"""The start of a server process: the database is migrated, and the services are created."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence

from litestar.stores.memory import MemoryStore
from sqlalchemy import Connection, select

from edokko.server.app.features import FEATURES
from edokko.server.live.bus import Outbox
from edokko.server.live.postgres_bus import PostgresBus
from edokko.server.live.presence import Presence
from edokko.server.live.signals import Signals
from edokko.server.services import Exchange, Feature, Services
from edokko.server.settings import Settings
from edokko.server.store import migrate, open_database
from edokko.server.store.models import Secret
from edokko.server.store.problems import DatabaseProblem
from edokko.server.store.quotas import Quotas
from edokko.server.store.sql_store import Guards
from edokko.server.store.sqlite import file_of, is_damaged, is_sqlite
from edokko.server.store.statements import insertion
from edokko.server.store.storage import Storage
from edokko.server.tables.guests import Guests
from edokko.server.tables.limits import SlidingWindow, StoredBytes
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.errors import PROBLEMS
from edokko.server.workers.expiry import Expiry
from edokko.server.workers.healing import Healing
from edokko.server.workers.listening import CHANNELS, Listening
from edokko.server.workers.postgres_queue import PostgresQueue
from edokko.server.workers.threads import Threads
from edokko.server.workers.timekeeping import Timekeeping
from edokko.server.workers.upkeep import Upkeep
from edokko.table.hub import Hub
from edokko.table.problems import STATUS
from edokko.table.thinking.memory_queue import MemoryQueue
from edokko.table.thinking.queue import KINDS
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import Worker

COOKIE_KEY, BUS_KEY = "cookie", "bus"
"""The names of the stored keys: of the cookies, and of the messages between processes."""


def prepare(settings: Settings) -> Services:
    """Migrate the database and create the services of a process with all features.

    It runs event loops of its own, so do not call it from a running one.
    """
    if is_sqlite(settings.database) and is_damaged(file_of(settings.database)):
        raise DatabaseProblem("database-damaged", file=str(file_of(settings.database)))
    migrate(settings.database)
    STATUS.update(PROBLEMS)
    makers = {COOKIE_KEY: new_key, BUS_KEY: new_key}
    for feature in FEATURES:
        makers |= feature.secrets
        STATUS.update(feature.problems)
    keys = asyncio.run(stored_secrets(settings.database, makers))
    database = open_database(settings.database)
    hub = Hub()
    bus = (
        PostgresBus(settings.database, database, CHANNELS, bytes.fromhex(keys[BUS_KEY])) if database.is_shared else None
    )
    outbox = Outbox(bus) if bus else None
    publish = database.publish = outbox.put if outbox else None
    presence = Presence(database, hub, publish) if publish else None
    guards = guards_of(settings, FEATURES)
    venue = ServerVenue(database, hub, settings.matches, guards, presence, publish, settings.away)
    queue = PostgresQueue(database, publish) if publish and not settings.thinks else None
    thinking = Thinking(venue, queue or MemoryQueue(), settings.bot_pause, settings.review)
    signals = Signals(hub)
    exchange = None
    if bus and outbox and presence:
        listening = Listening(bus, venue, presence, signals, queue)
        exchange = Exchange(outbox, presence, listening, Healing(venue, hub))
    guests, requests, storage = Guests(database), MemoryStore(), Storage(database, settings)
    return Services(
        settings=settings,
        secret=bytes.fromhex(settings.secret or keys[COOKIE_KEY]),
        stored_secrets=keys,
        database=database,
        hub=hub,
        guests=guests,
        new_guests=SlidingWindow(settings.address_guests),
        venue=venue,
        new_tables=SlidingWindow(settings.address_tables),
        new_bytes=SlidingWindow(settings.address_kb * 1000),
        stored_bytes=StoredBytes([text for feature in FEATURES for text in feature.texts], settings.guest_kb),
        storage=storage,
        thinking=thinking,
        worker=None if queue else Worker(thinking, KINDS, Threads(KINDS, settings.bot_threads), settings.bot_threads),
        timekeeping=Timekeeping(venue),
        signals=signals,
        requests=requests,
        upkeep=Upkeep(database, venue, guests, settings, requests, storage, expiry_of(FEATURES)),
        exchange=exchange,
        features=FEATURES,
    )


def guards_of(settings: Settings, features: Sequence[Feature]) -> Guards:
    """Return the guards of changes of tables: the quotas, and those of features."""
    guards = dict(Quotas(settings).guards)
    for feature in features:
        guards |= feature.guards
    return guards


def expiry_of(features: Sequence[Feature]) -> Expiry:
    """Return what features add to the expiry."""
    return Expiry(
        [feature.expire for feature in features if feature.expire is not None],
        [feature.keeps for feature in features if feature.keeps is not None],
    )


async def stored_secrets(address: str, makers: Mapping[str, Callable[[], str]]) -> dict[str, str]:
    """Return stored keys, which all processes on a database share; ``makers`` make those that there are none of."""
    database = open_database(address)

    def work(connection: Connection) -> dict[str, str]:
        stored = {row.name: row.value for row in connection.execute(select(Secret.name, Secret.value))}
        for name, make in makers.items():
            if name not in stored:
                # Of two processes, the later one gets the key of the first.
                new = insertion(connection, Secret).on_conflict_do_nothing()
                connection.execute(new, {"name": name, "value": make()})
                stored[name] = str(connection.execute(select(Secret.value).where(Secret.name == name)).scalar_one())
        return {name: stored[name] for name in makers}

    try:
        return await database.transact(work)
    finally:
        await database.close()


def new_key() -> str:
    """Return a new key, as hexadecimal digits."""
    return secrets.token_hex(32)
