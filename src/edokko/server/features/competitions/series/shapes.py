"""A series of games for the same players."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from edokko.table.shapes.base import RequestShape, ResponseShape

MOST_GAMES = 100
GameStatus = Literal["waiting", "running", "finished", "closed", "deleted"]
PlayerKind = Literal["person", "bot", "open"]
Games = Annotated[int, Meta(ge=1, le=MOST_GAMES)]


class NewSeries(RequestShape):
    """A series that begins with a table: one that you host and that has not begun, or one that you have finished."""

    table: Annotated[str, Meta(min_length=1, max_length=40)]
    games: Games | None = None
    """The number of games; ``None``: until the host ends the series."""


class SeriesLength(RequestShape):
    games: Games | None = None
    """The number of games; ``None``: without an end."""


class StandingShape(ResponseShape):
    """A place in the standings. Ties are broken by wins, then by the margin; what then is equal shares the rank."""

    rank: int
    name: str
    points: float
    """4 for the first place of a game, 1 for the last, evenly spaced between them; shared by players of equal place. 0
    for a player whom a computer player has replaced."""
    games: int
    wins: int
    margin: float
    """The mean lead over the mean score of the others, in IKI."""
    guest: str | None = None
    """``None`` for a computer player."""


class SeriesSeat(ResponseShape):
    seat: int
    name: str
    kind: PlayerKind
    guest: str | None = None
    place: int | None = None
    score: int | None = None
    points: float | None = None
    replaced: bool = False
    """Whether a computer player has replaced the player."""


class SeriesGame(ResponseShape):
    """A game of a series."""

    number: int
    status: GameStatus
    seats: list[SeriesSeat]
    """Who sits where: the players of a series sit in each seat equally often."""
    table: str | None = None
    """The id of the table, for those who may watch it."""


class SeriesView(ResponseShape):
    """A series as one person sees it."""

    id: str
    players: int
    games: list[SeriesGame]
    standings: list[StandingShape]
    name: str = ""
    """That of the tables."""
    most: int | None = None
    """The number of games; ``None`` without an end."""
    over: bool = False
    host: bool = False
    """Whether you may change the number of games and end the series."""
    yours: bool = False
    """Whether you have a seat in the newest game."""
    next: str | None = None
    """The table of the newest game, if it is not over."""


class LiveSeries(ResponseShape, tag="series", tag_field="type"):
    """The newest view of a series, at the start of the channel and on change."""

    series: SeriesView
