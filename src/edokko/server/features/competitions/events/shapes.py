"""Events: rounds of tables of three or four for the same players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from edokko.table.shapes.base import LONGEST_NAME, RequestShape, ResponseShape
from edokko.table.shapes.requests import NewClock
from edokko.table.shapes.tables import Clock

MOST_PLAYERS = 64
MOST_ROUNDS = 32
PairingFormat = Literal["round_robin", "swiss"]
Size = Literal[3, 4]
Status = Literal["open", "running", "finished", "closed"]


class NewEvent(RequestShape):
    """A new event. Its tables have a clock, so that an absent player cannot hold up a round."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    clock: NewClock
    """When a player's time runs out, a computer player takes over and the player gets no points for the game."""
    kind: PairingFormat = "swiss"
    """``round_robin``: all pairs of players meet about equally often. ``swiss``: players with like points meet, and no
    pair meets again while that can be avoided."""
    size: Size = 4
    """The preferred number of seats of a table. Others have three or four seats too, as many as the number of players
    makes necessary. With two or five players a computer player fills a table."""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 4
    most: Annotated[int, Meta(ge=3, le=MOST_PLAYERS)] = 16
    """The number of players at which the event is full."""
    starts_full: bool = False
    """Whether the first round begins when the event is full; otherwise, and before, the organiser starts it."""
    pause: Annotated[int, Meta(ge=0, le=3_600)] = 60
    """Seconds between the end of a round and the next one."""
    edition: Literal["2021", "2015"] = "2021"
    overlay: dict[str, Any] | str | None = None
    pace: Literal["live", "days"] = "live"
    rated: bool = False
    """Whether games count for the ratings; not those of tables with a computer player."""
    spectators: bool = True
    listed: bool = False
    """Whether the list of events shows it to all guests; otherwise its link gives access."""
    plays: bool = True
    """Whether you play, too."""


class EventName(RequestShape):
    """Join an event."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Your name at its tables; empty: your guest name."""


class EventPlayerNumber(RequestShape):
    player: Annotated[int, Meta(ge=0, le=10_000)]
    """The number of the player."""


class EventPlayer(ResponseShape):
    """A player of an event."""

    number: int
    name: str
    guest: str | None = None
    first_round: int = 1
    """The first round that the player plays: above 1 if the player has joined after the event began."""
    withdrawn: bool = False


class EventStanding(ResponseShape):
    """A place in the standings. Ties are broken by wins, opponents' points and margin, in this order."""

    rank: int
    player: int
    """The number of the player."""
    points: float = 0.0
    """4 for the first place of a game, 1 for the last, evenly spaced between them; shared by players of equal place. 0
    for a player whom a computer player has replaced."""
    games: int = 0
    wins: int = 0
    opponents: float = 0.0
    """The mean of the points of all opponents."""
    margin: float = 0.0
    """The mean lead over the mean score of the others at the table, in IKI."""


class EventSeat(ResponseShape):
    seat: int
    player: int | None = None
    """The number of the player; ``None`` for a computer player that fills the table."""
    place: int | None = None
    score: int | None = None
    points: float | None = None
    replaced: bool = False
    """Whether a computer player has taken over."""


class EventTable(ResponseShape):
    """A table of a round."""

    number: int
    seats: list[EventSeat]
    over: bool = False
    """Whether the game is over: finished, or closed without points."""
    table: str | None = None
    """The id, for those who may watch it; ``None`` until the table is made."""


class EventRound(ResponseShape):
    number: int
    tables: list[EventTable]


class EventView(ResponseShape):
    """An event as one person sees it."""

    id: str
    name: str
    status: Status
    kind: PairingFormat
    size: Size
    rounds: int
    most: int
    edition: str
    pace: str
    clock: Clock
    players: list[EventPlayer]
    standings: list[EventStanding]
    played: list[EventRound]
    """The rounds so far, the current one included."""
    created: str
    version: int
    round: int = 0
    """The current round; 0 before the first one."""
    pause: int = 0
    starts_full: bool = False
    rated: bool = False
    listed: bool = False
    spectators: bool = True
    own_tables: bool = False
    """Whether its games use an overlay."""
    due: float | None = None
    """When the next round begins, in seconds since 1970."""
    now: float | None = None
    """The server's time, with ``due``."""
    organiser: bool = False
    """Whether you are the organiser."""
    you: int | None = None
    """Your number as a player."""
    may_join: bool = False
    table: str | None = None
    """Your table of the current round, while its game is running."""


class EventEntry(ResponseShape):
    """An event in a list."""

    id: str
    name: str
    status: Status
    kind: PairingFormat
    size: Size
    rounds: int
    round: int
    players: int
    most: int
    edition: str
    pace: str
    clock: Clock
    rated: bool = False
    yours: bool = False


class EventList(ResponseShape):
    """The events of the first page."""

    yours: list[EventEntry] = field(default_factory=list)
    """Those that you organise or play, the latest change first."""
    open: list[EventEntry] = field(default_factory=list)
    """Listed events that you may join before they begin."""
    running: list[EventEntry] = field(default_factory=list)
    """Listed events that are running."""


class LiveEvent(ResponseShape, tag="event", tag_field="type"):
    """The newest view of an event, at the start of the channel and on change."""

    event: EventView
