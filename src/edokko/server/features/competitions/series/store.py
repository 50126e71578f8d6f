"""Reading and writing of series. Each function runs within one transaction."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from sqlalchemy import Connection, insert, select, update

from edokko.server.features.competitions import models
from edokko.server.features.competitions.series.shapes import GameStatus, SeriesSeat
from edokko.server.store import models as kernel
from edokko.server.store.rows import announce
from edokko.table.seats import bot_display_name
from edokko.table.store import Change

TOPIC = "series:"
"""The prefix of the topic of a series in :class:`edokko.table.hub.Hub`."""


@dataclass(frozen=True, slots=True)
class NewSeries:
    """A guard: the table begins a series of ``most`` games; ``None`` without an end."""

    most: int | None


@dataclass(frozen=True, slots=True)
class SeriesLink:
    """A guard: the table is the game of this number in its series, and no other process has made it."""

    number: int


@dataclass(slots=True)
class SeriesGame:
    """A game of a series."""

    number: int  # from 1
    table: str  # the id
    status: GameStatus = "deleted"  # of the table; ``deleted`` if it no longer exists
    # ``host``, ``name``, ``rematch`` and ``has_spectators``: of the table.
    host: str = ""
    name: str = ""
    rematch: str | None = None
    has_spectators: bool = True
    seats: list[SeriesSeat] = field(default_factory=list)  # in order


@dataclass(slots=True)
class Series:
    """A series of games for the same players."""

    id: str
    most: int | None  # the number of games; ``None`` without an end
    is_over: bool  # whether no further game will be made
    games: list[SeriesGame]  # in order; never empty

    @property
    def last(self) -> SeriesGame:
        """The newest game."""
        return self.games[-1]


def read_series(connection: Connection, series: str, *, for_update: bool = False) -> Series | None:
    """Return a series, locked until the transaction ends if it is for an update; ``None`` if it does not exist."""
    statement = select(models.Series.__table__).where(models.Series.id == series)
    columns = connection.execute(statement.with_for_update() if for_update else statement).mappings().first()
    game, table = models.SeriesGame, kernel.Table
    numbers = select(game.number, game.table).where(game.series == series).order_by(game.number)
    games = [SeriesGame(row.number, row.table) for row in connection.execute(numbers)]
    if columns is None or not games:
        return None
    by_table = {entry.table: entry for entry in games}
    tables = select(table.id, table.status, table.host, table.name, table.rematch, table.spectators)
    for row in connection.execute(tables.where(table.id.in_(by_table))):
        entry = by_table[row.id]
        entry.status, entry.host, entry.name, entry.rematch = row.status, row.host, row.name, row.rematch
        entry.has_spectators = row.spectators
    for made, seats in _seats_of(connection, list(by_table)).items():
        by_table[made].seats = seats
    return Series(columns["id"], columns["games"], columns["over"], games)


def _seats_of(connection: Connection, tables: list[str]) -> dict[str, list[SeriesSeat]]:
    seat, outcome = kernel.Seat, kernel.Outcome
    is_same = (outcome.table == seat.table) & (outcome.seat == seat.seat)
    statement = select(seat.__table__, outcome.place, outcome.points).outerjoin(outcome, is_same)
    statement = statement.where(seat.table.in_(tables)).order_by(seat.table, seat.seat)
    seats: defaultdict[str, list[SeriesSeat]] = defaultdict(list)
    for row in connection.execute(statement):
        name = bot_display_name(row.name, row.table, row.seat) if row.kind == "bot" else row.name
        guest, is_replaced = row.guest or row.resigned, row.resigned is not None
        result = SeriesSeat(row.seat, name, row.kind, guest, row.place, row.points, replaced=is_replaced)
        seats[row.table].append(result)
    return seats


def insert_series(connection: Connection, change: Change, guard: NewSeries) -> None:
    """Insert a new series with the table of a change as its first game."""
    series, now = change.info.series, change.info.changed
    values = {"id": series, "games": guard.most, "over": False, "created": now, "changed": now}
    connection.execute(insert(models.Series), [values])
    insert_game(connection, change, SeriesLink(1))


def insert_game(connection: Connection, change: Change, guard: SeriesLink) -> None:
    """Insert the table of a change as a game of its series.

    Raises:
        IntegrityError: another process has inserted this game.
    """
    info = change.info
    assert info.series is not None
    values = {"series": info.series, "number": guard.number, "table": info.id}
    connection.execute(insert(models.SeriesGame), [values])
    change_series(connection, info.series, info.changed)


def change_series(connection: Connection, series: str, now: float, **values: object) -> None:
    """Change the columns of a series, and wake those who watch it."""
    connection.execute(update(models.Series).where(models.Series.id == series).values(changed=now, **values))
    announce(connection, TOPIC + series)


_ORDERS: dict[int, list[tuple[int, ...]]] = {
    2: [(0, 1), (1, 0)],
    # Both ways round the table, so that each player sits right after each other one equally often.
    3: [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)],
    # A Latin square of Williams: each player also sits right after each other one exactly once.
    4: [(0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1)],
}


def order_of_game(players: int, game: int) -> tuple[int, ...]:
    """Return the places of two, three or four players by seat; games count from 1.

    In the first game each player sits in the seat of their place.
    """
    orders = _ORDERS[players]
    return orders[(game - 1) % len(orders)]
