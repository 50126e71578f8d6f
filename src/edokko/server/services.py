"""What a server process has: its services, created once at its start, and its features."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar, cast

from litestar.stores.memory import MemoryStore
from prometheus_client.core import Metric
from sqlalchemy import ColumnElement, Connection

from edokko.catalogue import Catalogue
from edokko.server.live.bus import Outbox
from edokko.server.live.presence import Presence
from edokko.server.live.signals import Signals
from edokko.server.settings import Settings
from edokko.server.store import Database
from edokko.server.store.administration import ReportLine
from edokko.server.store.sql_store import Guards
from edokko.server.store.storage import Storage
from edokko.server.tables.guests import Guests
from edokko.server.tables.limits import Places, SlidingWindow, StoredBytes, StoredText
from edokko.server.tables.venue import ServerVenue
from edokko.server.views.preview import Preview
from edokko.server.workers.healing import Healing
from edokko.server.workers.listening import Listening
from edokko.server.workers.timekeeping import Timekeeping
from edokko.server.workers.upkeep import Upkeep
from edokko.table.api.channels import Beside
from edokko.table.hub import Hub
from edokko.table.settings import TableInfo
from edokko.table.shapes.base import ResponseShape
from edokko.table.thinking.memory_queue import MOST_WAITING
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import Worker

S = TypeVar("S", bound="Service")


class Service:
    """What a feature keeps in a process. The base is one without background tasks."""

    async def start(self) -> None:
        """Start the background tasks."""

    async def stop(self) -> None:
        """Stop them; the database is still open."""


class Drawer(Protocol):
    """What draws pictures of positions."""

    async def picture(self, request: bytes, address: str) -> bytes:
        """Return the PNG for a request of :func:`edokko.table.views.scene.scene_of`, which counts for an address.

        Raises:
            ApiProblem: ``too_many`` of the address, ``busy``, or ``not_found``: it could not be drawn.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature of the server: what the rest of the server asks it for. Only ``app/features.py`` knows which there are.

    Attributes:
        name: that of its folder.
        routes: routers and handlers below ``/api``.
        page_routes: handlers outside ``/api``, which the description of the API does not list.
        parts: by class or protocol: creates what its operations find by :meth:`Venue.part`.
        service: creates what the feature keeps in a process, for :meth:`Services.of`.
        messages: the messages of live channels that it sends, for the description of the API.
        beside: creates what it sends on a live channel, for a table and a guest (``None``: an anonymous one).
        problems: the codes of its problems, each with its HTTP status.
        guards: by the class of a guard of a change of a table: what checks it, or writes what belongs to it.
        previews: by the component of a page: returns the preview of a link to it, by the parameters of its address.
        drawer: returns what draws pictures of positions; ``None`` while it cannot.
        may_play_rated: raises ``ApiProblem`` for a guest who may not play a rated game.
        next_table: makes the next table after a finished one, if one is due, and returns it.
        forget: removes a guest's name and id where no foreign key does.
        expire: closes and deletes what has expired, given the time in seconds since 1970.
        keeps: returns the conditions, each on ``guests``, by which guests are kept who have nothing else.
        texts: the columns with stored texts of a guest, which count for the limit of bytes.
        secrets: by the name of a stored key: makes it at the first start.
        metrics: yields the metrics of the process.
        reports: returns the latest reports of players to the operator, at most so many.
    """

    name: str
    routes: Sequence[Any] = ()
    page_routes: Sequence[Any] = ()
    parts: Mapping[type, Callable[[Services], object]] = field(default_factory=dict)
    service: Callable[[Services], Service] | None = None
    messages: Sequence[type[ResponseShape]] = ()
    beside: Callable[[Services, str, str | None], Beside] | None = None
    problems: Mapping[str, int] = field(default_factory=dict)
    guards: Guards = field(default_factory=dict)
    previews: Mapping[str, Callable[[Services, Mapping[str, Any], Catalogue], Awaitable[Preview | None]]] = field(
        default_factory=dict
    )
    drawer: Callable[[Services], Drawer | None] | None = None
    may_play_rated: Callable[[Database, str], Awaitable[None]] | None = None
    next_table: Callable[[Services, TableInfo], Awaitable[str | None]] | None = None
    forget: Callable[[Connection, str], None] | None = None
    expire: Callable[[Connection, Settings, float], None] | None = None
    keeps: Callable[[Settings, float], Sequence[ColumnElement[bool]]] | None = None
    texts: Sequence[StoredText] = ()
    secrets: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    metrics: Callable[[Services], Iterator[Metric]] | None = None
    reports: Callable[[Connection, int], Sequence[ReportLine]] | None = None


@dataclass(slots=True)
class Exchange:
    """The exchange of messages with other processes on one PostgreSQL."""

    outbox: Outbox
    presence: Presence
    listening: Listening
    healing: Healing

    async def start(self) -> None:
        """Start to send, to receive and to heal."""
        for part in (self.outbox, self.presence, self.listening, self.healing):
            await part.start()

    async def stop(self) -> None:
        """Send the last messages, and stop."""
        for part in (self.healing, self.presence, self.outbox, self.listening):
            await part.stop()


@dataclass(slots=True, kw_only=True)
class Services:
    """The services that the routes use."""

    settings: Settings
    secret: bytes
    stored_secrets: Mapping[str, str]
    database: Database
    hub: Hub
    guests: Guests
    new_guests: SlidingWindow
    venue: ServerVenue
    new_tables: SlidingWindow
    new_bytes: SlidingWindow
    stored_bytes: StoredBytes
    storage: Storage
    thinking: Thinking
    worker: Worker | None
    timekeeping: Timekeeping
    signals: Signals
    requests: MemoryStore
    upkeep: Upkeep
    exchange: Exchange | None
    features: Sequence[Feature]
    hint_places: Places = field(default_factory=lambda: Places(MOST_WAITING))
    review_places: Places = field(default_factory=lambda: Places(MOST_WAITING))
    is_stopping: bool = False
    _services: dict[type[Service], Service] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for feature in self.features:
            for kind, make in feature.parts.items():
                self.venue.add_part(make(self), kind)
            if feature.service is not None:
                service = feature.service(self)
                self._services[type(service)] = service
            if feature.may_play_rated is not None:
                self.venue.rated_checks.append(partial(feature.may_play_rated, self.database))
            if feature.next_table is not None:
                self.venue.next_tables.append(partial(feature.next_table, self))

    def of(self, kind: type[S]) -> S:
        """Return the service of a feature, by its class. Raises ``KeyError`` if the process has not the feature."""
        return cast(S, self._services[kind])

    @property
    def drawer(self) -> Drawer | None:
        """What draws pictures of positions; ``None`` if the process draws none."""
        return next((feature.drawer(self) for feature in self.features if feature.drawer is not None), None)

    async def start(self) -> None:
        """Start the background tasks: messages of other processes, searches, clocks, upkeep, those of features."""
        services = self._services.values()
        for part in (self.exchange, self.thinking, self.worker, self.timekeeping, self.upkeep, *services):
            if part is not None:
                await part.start()

    async def stop(self) -> None:
        """Close the live channels, stop the background tasks and close the database."""
        self.is_stopping = True
        self.hub.close_all("shutdown")
        services = reversed(self._services.values())
        for part in (self.worker, *services, self.upkeep, self.timekeeping, self.thinking, self.exchange):
            if part is not None:
                await part.stop()
        await self.database.close()
