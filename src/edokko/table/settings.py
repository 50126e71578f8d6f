"""The settings and the status of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from edokko.table.clocks import Clock
from edokko.table.setup import Setup

Status = Literal["waiting", "running", "finished", "closed"]
Pace = Literal["live", "days"]
AWAY = 60
"""Seconds before an absent player can be replaced, by default."""


class TableSettings(Struct, frozen=True):
    """The settings that the host chooses.

    The request for a table, its view and the database have a field of the same name for each; the field's value passes
    through by its name.

    Attributes:
        name: shown in lists; empty without one.
        listed: whether the lobby lists the table for all guests; otherwise its link gives access.
        pace: whether the players play now, or over days.
        hints: whether the deciding player may ask for hints.
        rated: whether the game counts for the ratings.
        spectators: whether guests without a seat may watch the game.
        random_seats: whether the seats are shuffled when the game begins.
        coach: whether a coach advises the player; only against computer players, unrated.
        clock: the time control; ``None`` for no time limit.
        chat: whether players with a seat may write to each other; once the game has begun, the host may switch it off,
            not on again.
    """

    name: str = ""
    listed: bool = False
    pace: Pace = "live"
    hints: bool = False
    rated: bool = False
    spectators: bool = True
    random_seats: bool = True
    coach: bool = False
    clock: Clock | None = None
    chat: bool = False


@dataclass(slots=True)
class TableInfo:
    """A table: its host, its game's setup, its settings and its status.

    Attributes:
        created, changed: in seconds since 1970.
        rematch: the id of the rematch.
        origin: a hash of the creator's address.
        series, event: the series or the event whose game is played at the table.
    """

    id: str
    host: str
    setup: Setup
    created: float
    changed: float
    settings: TableSettings = field(default_factory=TableSettings)
    status: Status = "waiting"
    rematch: str | None = None
    origin: str | None = None
    series: str | None = None
    event: str | None = None
