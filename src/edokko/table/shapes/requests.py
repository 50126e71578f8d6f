"""What a client sends to a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from edokko.table.shapes.base import LONGEST_NAME, Crest, PersonName, RequestShape

MOST_MOVES_AT_ONCE = 12
LONGEST_POSITION = 6_000
TableName = Annotated[str, Meta(max_length=60)]
LEVELS = "`easy`, `medium`, `skilled`, `hard`, `expert` or `master`; from `medium` on with a style: `hard:builder`."
Level = Annotated[str, Meta(max_length=20, description=LEVELS)]
MoveWords = Annotated[str, Meta(min_length=1, max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Ply = Annotated[int, Meta(ge=0, le=100_000, description="The number of moves, without those taken back.")]
Version = Annotated[
    int,
    Meta(
        ge=0,
        le=1_000_000,
        description="The version of the client's view. It detects other moves at the same ply after an undo.",
    ),
]
SeatKind = Literal["you", "open", "bot", "local"]


class NewSeat(RequestShape):
    """A seat of a new table.

    ``you`` is the host's seat, ``local`` that of another person at the host's screen. A guest may take an ``open`` one.
    """

    kind: SeatKind = "open"
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Empty: your guest name; for a computer player a name that is unique at the table."""
    level: Level = "easy"
    crest: Crest | None = None
    """``None``: the seat's number. The seat that had the crest gets the other one in exchange."""


class NewClock(RequestShape):
    """The clock of a new table: `minutes` if the pace is `live`, `days` if it is `days`, never both.

    The time of the seat that decides runs. When a player's time runs out, a computer player takes over.
    """

    minutes: Annotated[int, Meta(ge=1, le=240)] | None = None
    """Time of each seat for the whole game."""
    increment: Annotated[int, Meta(ge=0, le=300)] = 0
    """With `minutes`: seconds that a seat gains when the decision passes to another seat."""
    days: Annotated[int, Meta(ge=1, le=30)] | None = None
    """Time of each seat for each turn, which ends when the decision passes to another seat."""
    level: Level = "easy"
    """The computer player that replaces a player whose time runs out."""


class NewTable(RequestShape):
    """A new table; `seats` has 2 to 4 entries, at most one of which is `you`."""

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    edition: Literal["2021", "2015"] = "2021"
    name: TableName = ""
    overlay: dict[str, Any] | str | None = None
    """The numbers of your own copy of the game (``docs/play/overlay.md``): the tables, or an overlay file's text."""
    listed: bool = False
    """Whether the lobby lists the table for all guests; otherwise its link gives access."""
    pace: Literal["live", "days"] = "live"
    clock: NewClock | None = None
    """``None``: no time limit."""
    hints: bool = False
    """Whether the deciding player may ask for hints; not allowed with `rated`."""
    rated: bool = False
    """Whether the game counts for the ratings. It requires people only, each at their own screen, no hints, no
    overlay, and no `start`."""
    spectators: bool = True
    random_seats: bool = True
    """Whether the seats are shuffled when the game begins; seat 0 is the first player."""
    coach: bool = False
    """Whether a coach advises you: it allows hints, and tells you what a move has cost. Only with computer players at
    all other seats, and not with `rated`."""
    chat: bool = False
    """Whether players with a seat may write to each other."""
    start: Annotated[str, Meta(min_length=1, max_length=LONGEST_POSITION)] | None = None
    """The position string of a position where the game begins, with as many players as `seats`. Its edition and its
    overlay replace `edition`. The seats keep their places. Chance that the position waits for is drawn."""


class Join(RequestShape):
    """Take an open seat."""

    seat: SeatNumber | None = None
    """``None``: the first open seat."""
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Your name at the table; empty: your guest name. A computer player with this name is renamed."""
    ready: bool = True
    """Whether you are ready for the game to begin."""
    crest: Crest | None = None
    """The crest that you would like. You get another if a person has it, and in a rematch your previous one."""


class OwnSeat(RequestShape):
    """Change your own seat before the game begins; ``None`` means no change."""

    seat: SeatNumber | None = None
    """``None``: your only seat."""
    crest: Crest | None = None
    """A crest that no other person has."""
    ready: bool | None = None
    """Whether you are ready for the game to begin. The host is always ready."""
    name: PersonName | None = None
    """Your name at the table. A computer player with this name is renamed."""


class GivenSeat(RequestShape):
    """As the host before the game begins: open another seat, or assign a computer player to it."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level = "easy"
    """The level of the computer player."""


class Terms(RequestShape):
    """As the host before the game: the edition, the pace, the clock and the chat.

    The other players confirm again that they are ready.
    """

    edition: Literal["2021", "2015"]
    """Of a table with an overlay or from a position, and in a series or an event, only the present one."""
    pace: Literal["live", "days"]
    clock: NewClock | None
    chat: bool


class ChosenSeat(RequestShape):
    seat: SeatNumber | None = None
    """``None``: your only seat."""


class ToBot(RequestShape):
    """Hand a seat to a computer player: your own, or an absent player's as the host."""

    seat: SeatNumber | None = None
    """``None``: your only seat."""
    level: Level = "easy"


class CoachSwitch(RequestShape):
    """Switch the coach of a running game on or off."""

    on: bool


class Play(RequestShape):
    """Moves of one seat, played all or none, and taken back together."""

    ply: Ply
    """The ply of the client's view."""
    moves: Annotated[list[MoveWords], Meta(min_length=1, max_length=MOST_MOVES_AT_ONCE)]
    version: Version | None = None


class Undo(RequestShape):
    """Take back the moves of the last request."""

    ply: Ply
    version: Version | None = None
