"""The messages of the live channel (WebSocket)."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from edokko.table.shapes.base import ResponseShape
from edokko.table.shapes.lobby import LobbyTable
from edokko.table.shapes.tables import HandOver, Step, TableView


class LiveView(ResponseShape, tag="view", tag_field="type"):
    """The newest view, with the steps since the previous one."""

    version: int
    view: TableView
    steps: list[Step] = field(default_factory=list)
    """The steps since the previous view on this channel, or since the query parameter ``after``, in order; empty with
    ``resync``."""
    resync: bool = False
    """Whether the steps are unknown, because ``after`` is missing or too old: draw the view without animation."""


class LivePresence(ResponseShape, tag="presence", tag_field="type"):
    """The players and spectators who are connected."""

    connected: list[int]
    """Seats."""
    spectators: int = 0
    hand_over: list[HandOver] = field(default_factory=list)
    """As in :class:`You`; its times depend on when players left."""
    now: float | None = None
    """The server's time, in seconds since 1970; only if you may replace a player."""


class LiveTurns(ResponseShape, tag="turns", tag_field="type"):
    """On your own channel, at its start and on change: the tables where it is your turn, the latest change first."""

    tables: list[LobbyTable] = field(default_factory=list)
    now: float | None = None
    """The server's time, in seconds since 1970."""


class LiveGone(ResponseShape, tag="gone", tag_field="type"):
    """The server closes the channel: it shuts down, so reconnect after ``retry`` seconds; or a limit is exceeded.

    A closed table is reported by its view. A client that reads nothing is disconnected without this message.
    """

    reason: Literal["shutdown", "too_many"]
    retry: float | None = None


class LivePong(ResponseShape, tag="pong", tag_field="type"):
    """The answer to ``{"type": "ping"}``."""
