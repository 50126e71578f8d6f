"""Guests, their tokens and their pages."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from edokko.table.shapes.base import PersonName, RequestShape, ResponseShape


class Guest(ResponseShape):
    """A guest, identified by the cookie or the token."""

    id: str
    """Public: results show it next to the name. It gives no access."""
    name: str
    has_finished_game: bool = False
    """Whether the guest has played a game to its end. The page offers lessons first to guests who have not."""


class GuestName(RequestShape):
    name: PersonName


class MovingLink(ResponseShape):
    """A one-time link by which another device becomes the same guest."""

    code: str
    path: str
    """The path to open on the other device: ``/move-in/<code>``."""
    expires: str
    """ISO 8601, UTC."""


class MovingCode(RequestShape):
    code: Annotated[str, Meta(min_length=10, max_length=100)]


class NewToken(RequestShape):
    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Token(ResponseShape):
    """A bearer token by which a program acts as its guest."""

    id: str
    name: str
    created: str
    secret: str | None = None
    """Only in the answer that creates the token; for ``Authorization: Bearer <secret>``."""


class Result(ResponseShape):
    """A finished game on a player's page."""

    finished: str
    edition: str
    players: int
    place: int
    points: int
    opponents: list[str]
    rated: bool = False
    change: float | None = None
    """The change of the rating, for a rated game."""
    table: str | None = None
    """The id of the table; for an unlisted table only for its players."""
    from_position: bool = False
    """Whether the game began at a given position. Such a game does not count in `games`, `wins` and the hires."""


class Rating(ResponseShape):
    players: int
    rating: float
    """The conservative estimate by which players are ranked."""
    games: int


class Count(ResponseShape):
    id: str
    count: int


class PlayerPage(ResponseShape):
    """A player's page."""

    guest: Guest
    games: int
    wins: int
    ratings: list[Rating] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """The latest results."""
    favourite_hires: list[Count] = field(default_factory=list)
