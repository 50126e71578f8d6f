"""A table as one person sees it."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from edokko.table.match import NoUndo
from edokko.table.shapes.base import Bundle, Crest, ResponseShape
from edokko.table.shapes.position import LegalMove, Month, Position, Turn, Unavailable


class Event(ResponseShape):
    """An event of the game (``edokko.events``), with the fields that its kind uses."""

    kind: str
    seat: int | None = None
    resource: str | None = None
    card: str | None = None
    room: str | None = None
    square: int | None = None
    slot: str | None = None
    good: str | None = None
    building: str | None = None
    token: str | None = None
    type: str | None = None
    nagaya: str | None = None
    group: str | None = None
    season: str | None = None
    level: int | None = None
    amount: int | None = None
    reason: str | None = None
    source: str | None = None
    detail: int | None = None


class Step(ResponseShape):
    """An entry of the log with its events: the setup, a move, an undo, or a seat handed to a computer player.

    In a line of play also ``chance`` that the client has supplied in a later request than the move before it.
    """

    kind: Literal["setup", "move", "undo", "seat", "chance"]
    ply: int
    """The ply before the step; for ``undo`` the ply after it."""
    seat: int | None = None
    move: str | None = None
    """The words of the move or of the chance; for ``seat`` the new player: ``bot:<level>``."""
    month: int = 0
    """The month of the step."""
    events: list[Event] = field(default_factory=list)
    undone: int = 0
    """For ``undo``: the number of moves that were taken back."""
    reason: Literal["time"] | None = None
    """For ``seat``: ``time`` after a timeout; ``None`` on a player's request."""


class Log(ResponseShape):
    """The steps of a table, in order."""

    version: int
    steps: list[Step]


class Seat(ResponseShape):
    """A seat and its player."""

    seat: int
    kind: Literal["person", "bot", "open"]
    crest: Crest
    """The sign of the player in pictures, unique at the table. An open seat's crest goes to the next player."""
    name: str = ""
    guest: str | None = None
    """For a person: the public id, for the player's page."""
    level: str | None = None
    """For a computer player."""
    former: str = ""
    """The name of the person whom a computer player has replaced."""
    connected: bool = False
    """Whether a person is connected now; always ``true`` for a computer player."""
    host: bool = False
    thinking: bool = False
    """Whether this is a computer player that decides now."""
    ready: bool = True
    """``false`` for a person who is not ready for the game to begin."""


class ScoreSheet(ResponseShape):
    """The score sheet of a seat; the lines add up to the total."""

    seat: int
    lines: Bundle
    """``track types fish pouches buildings koban wood mon``, in this order."""
    total: int
    place: int
    """1 for the winner."""
    rating: float | None = None
    """The change of the rating, after a rated game."""


class Clock(ResponseShape):
    """The clock of a table. Times are seconds since 1970 by the server's clock, as is ``now`` of the view."""

    level: str
    """The computer player that replaces a player whose time runs out."""
    minutes: int = 0
    """Time of each seat for the whole game; 0 with `days`."""
    increment: int = 0
    """Seconds that a seat gains when the decision passes to another seat."""
    days: int = 0
    """Time of each seat for each turn; 0 with `minutes`."""
    left: list[float] = field(default_factory=list)
    """Remaining seconds of each seat at the time ``since``; meaningless for computer players."""
    since: float | None = None
    """The time of the last row, in seconds since 1970."""
    running: int | None = None
    """The seat whose time runs: the deciding seat, if it is a person's."""
    deadline: float | None = None
    """When the running seat's time runs out, in seconds since 1970."""


class Running(ResponseShape):
    """The game of a table, once it has begun."""

    position: Position
    calendar: list[Month]
    turn: Turn | None = None
    """``None`` when the game is over."""
    asked: list[str] = field(default_factory=list)
    """The kinds of move that the seat may choose from."""
    moves: list[LegalMove] = field(default_factory=list)
    """All legal moves of the seat that decides."""
    unavailable: list[Unavailable] = field(default_factory=list)
    log: list[Step] = field(default_factory=list)
    """The last step. The complete log is a resource of its own."""
    undo_by: int | None = None
    """The seat that may take back its last moves."""
    undo_count: int = 0
    """The number of moves that this would take back."""
    no_undo: NoUndo | None = None
    """Why no seat may take back moves."""
    scores: list[ScoreSheet] = field(default_factory=list)
    """The score sheets of a finished game, by place."""


class Table(ResponseShape):
    """The part of a view that is the same for all viewers."""

    id: str
    status: Literal["waiting", "running", "finished", "closed"]
    version: int
    """The number of rows of the table, which grows with every change."""
    edition: str
    players: int
    """The number of seats."""
    seats: list[Seat]
    created: str
    name: str = ""
    ply: int = 0
    host: str | None = None
    """The guest id of the host."""
    listed: bool = False
    pace: str = "live"
    hints: bool = False
    rated: bool = False
    spectators: bool = True
    watching: int = 0
    """The number of spectators who are connected: guests without a seat, each counted once, and anonymous clients."""
    random_seats: bool = True
    coach: bool = False
    chat: bool = False
    """Whether players with a seat may write to each other."""
    own_tables: bool = False
    """Whether the game uses an overlay."""
    start: str | None = None
    """The position string of the position where the game begins; ``None`` for a game from its setup."""
    series: str | None = None
    """The series whose game is played here."""
    event: str | None = None
    """The event whose game is played here."""
    clock: Clock | None = None
    """``None`` without a clock, and in views of earlier plies."""
    seat: int | None = None
    """The seat that decides."""
    game: Running | None = None
    """``None`` until the game begins."""


class HandOver(ResponseShape):
    """A seat that you may hand to a computer player."""

    seat: int
    since: float | None = None
    """For another player's seat: the time from which you may do so while the player is absent, in seconds since 1970.
    ``None`` for your own seat."""


class You(ResponseShape):
    """The part of a view that depends on the viewer."""

    seats: list[int] = field(default_factory=list)
    """Your seats: several if people share your screen, none for a spectator."""
    host: bool = False
    may_play: bool = False
    """Whether one of your seats decides now."""
    may_undo: bool = False
    no_undo: NoUndo | None = None
    may_start: bool = False
    """Whether you are the host, every seat is taken and all players are ready."""
    may_join: bool = False
    hand_over: list[HandOver] = field(default_factory=list)
    """The seats that you may hand to a computer player."""
    rematch: str | None = None
    """The id of the rematch, for those who have or had a seat."""


class TableView(ResponseShape):
    """A table as one person sees it."""

    you: You
    table: Table
    now: float | None = None
    """The server's time when it sent the view, in seconds since 1970; only with a clock, or if you may replace a
    player."""


class Played(ResponseShape):
    """The answer to moves, undo, start and `bot`."""

    events: list[Step]
    """The steps that the request caused, for the animation."""
    view: TableView
