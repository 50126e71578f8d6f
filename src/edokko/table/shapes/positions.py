"""A line of play: what a client sends for it, and the position that it leads to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from edokko.table.line import ChanceKind
from edokko.table.shapes.base import LONGEST_NAME, RequestShape, ResponseShape
from edokko.table.shapes.components import ComponentsShape
from edokko.table.shapes.requests import Ply, SeatNumber
from edokko.table.shapes.tables import Step, TableView

MOST_ENTRIES = 1_500
"""The longest games have a few hundred."""
LONGEST_RECORD = 60_000
Entry = Annotated[
    str,
    Meta(min_length=1, max_length=200, description="A move, or chance: `reveal monk ox_cart`, `fire C`."),
]
Entries = Annotated[list[Entry], Meta(max_length=MOST_ENTRIES)]


class NewGame(RequestShape):
    """A new game, whose first entries are the chance of the setup."""

    edition: Literal["2021", "2015"] = "2021"
    players: Annotated[int, Meta(ge=2, le=4)] = 3


class LineStart(RequestShape):
    """The start of a line: exactly one of `new`, `position`, `record` and `table`."""

    new: NewGame | None = None
    position: Annotated[str, Meta(max_length=LONGEST_RECORD)] | dict[str, Any] | None = None
    """A position string or the JSON form of a position."""
    record: Annotated[str, Meta(max_length=LONGEST_RECORD)] | None = None
    """A record, as text. The line begins after `ply` of its moves."""
    table: Annotated[str, Meta(max_length=64)] | None = None
    """A finished table, or a running one with hints. The line begins after `ply` of its moves."""
    ply: Ply | None = None
    """With `record` and `table`; ``None`` for the last position."""
    overlay: dict[str, Any] | str | None = None
    """With `new` and `position`: the numbers of your own copy, if the position has no overlay."""


class LineEnd(LineStart):
    """The end of a line of play."""

    moves: Entries = field(default_factory=list)
    """The entries: moves, and chance where it decides."""


class LineRequest(LineEnd):
    """A line of play, and what the client wants to know of the position at its end."""

    draw: bool = False
    """Whether the server draws the chance that comes after the last entry."""
    since: Annotated[int, Meta(ge=0, le=MOST_ENTRIES)] = 0
    """The entries that the client knows: the answer has the steps of the later ones."""
    you: Annotated[list[SeatNumber], Meta(max_length=4)] | None = None
    """The seats that the client plays; ``None`` for all."""
    names: Annotated[list[Annotated[str, Meta(max_length=LONGEST_NAME)]], Meta(max_length=4)] = field(
        default_factory=list
    )
    """The players' names, from seat 0; the server names the other seats."""
    components: bool = False
    """Whether the answer has the components, for a game with an overlay."""


class Pending(ResponseShape):
    """The chance that comes next."""

    kind: ChanceKind
    """The first word of its entry."""
    among: list[str]
    """The ids that can be drawn next."""
    count: int
    """How many are drawn, without those drawn already. They may be one entry or several."""


class LinePosition(ResponseShape):
    """The position at the end of a line."""

    view: TableView
    """As of a table. `table.version` is the number of entries, those drawn included."""
    position: str
    """The position string."""
    steps: list[Step]
    """The steps of the entries from `since` on, for the animation."""
    drawn: list[str] = field(default_factory=list)
    """The chance that the server has drawn: entries to append to `moves`."""
    chance: Pending | None = None
    """The chance that the line waits for; ``None`` if a seat decides or the game is over."""
    components: ComponentsShape | None = None
