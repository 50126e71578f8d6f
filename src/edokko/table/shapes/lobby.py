"""Lists of tables."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from edokko.table.shapes.base import Crest, ResponseShape
from edokko.table.shapes.tables import Clock


class LobbySeat(ResponseShape):
    kind: Literal["person", "bot", "open"]
    crest: Crest
    name: str = ""
    level: str | None = None
    yours: bool = False


class Stall(ResponseShape):
    """An occupied room in the thumbnail of a board."""

    room: str
    owner: int | None = None
    """The seat whose kobun is there; ``None`` for a neutral."""
    type: str | None = None
    """The type of the character; ``None`` for a building."""


class Picture(ResponseShape):
    """The data for a thumbnail of a running game."""

    rooms: list[str]
    """All rooms of the board."""
    stalls: list[Stall]
    squares: list[int]
    """The squares of the oyakata, by seat: 1 to 8, 0 before the lap line."""
    iki: list[int]
    """The position of each seat on the IKI track."""
    month: int
    """1 to 12; 13 is New Year."""
    season: str
    payday: bool = False
    """Whether the month ends with a payday."""
    fire: int = 0
    """The strength of the fire at the end of the month."""


class LobbyResult(ResponseShape):
    """The result of a seat of a finished game."""

    seat: int
    place: int
    points: int


class LobbyTable(ResponseShape):
    """A table in a list."""

    id: str
    status: Literal["waiting", "running", "finished", "closed"]
    edition: str
    players: int
    seats: list[LobbySeat]
    pace: str
    created: str
    changed: str
    name: str = ""
    rated: bool = False
    hints: bool = False
    own_tables: bool = False
    from_position: bool = False
    """Whether the game begins at a given position."""
    month: int = 0
    clock: Clock | None = None
    """The settings only, with the deadline of the deciding seat at a running table."""
    your_turn: bool = False
    """Whether one of your seats decides."""
    yours: bool = False
    decides: int | None = None
    """The deciding seat of a running table."""
    picture: Picture | None = None
    """Of your own running tables, up to a limit, and of the first one to watch. The picture of a table that is not in
    the server's memory may come with a later answer."""
    results: list[LobbyResult] = field(default_factory=list)
    """The results of a finished table, by place."""


class Lobby(ResponseShape):
    """The tables of the first page."""

    yours: list[LobbyTable]
    """The tables where you have a seat, those where it is your turn first."""
    open: list[LobbyTable]
    """Listed tables with an open seat."""
    running: list[LobbyTable]
    """Listed running tables that allow spectators."""
    turns: int = 0
    """The number of tables where it is your turn."""
    now: float | None = None
    """The server's time, in seconds since 1970."""
