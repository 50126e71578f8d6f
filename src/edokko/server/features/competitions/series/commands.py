"""The commands of a series: begin, change its length, end, and make the next game.

A game is made in one transaction with its place in the series, whose number is unique. So of two processes that make
the same game one fails, and a process that ends in between has changed nothing.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import msgspec
from sqlalchemy import Connection, Select, exists, or_, select
from sqlalchemy.orm import aliased

from edokko.components import RULES_VERSION
from edokko.server.features.competitions import models
from edokko.server.features.competitions.series import store
from edokko.server.features.competitions.series.store import order_of_game
from edokko.server.store import models as kernel
from edokko.server.tables.venue import ServerVenue
from edokko.table.access import may_request_rematch, must_be_host, must_wait
from edokko.table.commands import lifecycle
from edokko.table.commands.making import new_id
from edokko.table.problems import ApiProblem
from edokko.table.seats import SeatInfo, with_distinct_names
from edokko.table.settings import TableInfo
from edokko.table.store import Conflict, MadeTableQuota
from edokko.table.views.live_table import LiveTable

MOST_STRANDED = 100
"""Series of one query that lack their next game."""


async def read(venue: ServerVenue, series: str) -> store.Series:
    """Return a series. Raises ``ApiProblem``: ``no_series``."""
    async with venue.database.snapshot() as connection:
        found = await connection.run_sync(store.read_series, series)
    if found is None:
        raise ApiProblem("no_series")
    return found


async def begin(venue: ServerVenue, table: str, guest: str, most: int | None) -> str:
    """Begin a series with a table as its first game, and return its id; a repeated request returns the same one.

    The guest hosts the table, which has not begun, or has finished it. ``most`` is the number of games; ``None``
    without an end.

    Raises:
        ApiProblem: the guest may not, the game is running, or it has a rematch already.
    """

    async def command(live_table: LiveTable) -> str:
        info = live_table.info
        _may_begin(live_table, guest)
        if info.series is not None:
            return info.series
        series = info.series = new_id()
        guards = [store.NewSeries(most)]
        await venue.append_row(live_table, "series", None, guest, live_table.seats, series, guards)
        return series

    return await venue.run(table, command)


def _may_begin(live_table: LiveTable, guest: str) -> None:
    info = live_table.info
    if info.event is not None:
        raise ApiProblem("already_started")
    if info.status == "finished":
        may_request_rematch(live_table, guest)
        if info.rematch is not None and info.series is None:
            raise ApiProblem("has_rematch")
        return
    must_be_host(live_table, guest)
    must_wait(live_table)


async def change_length(venue: ServerVenue, series: str, guest: str, most: int | None) -> None:
    """Change the number of games, as the host of the newest game. A series that is over goes on if it grows.

    Raises:
        ApiProblem: ``no_series``, ``not_the_host``, or ``series_over``: the newest game was closed.
    """

    def work(connection: Connection, found: store.Series) -> None:
        if found.is_over and found.last.status != "finished":
            raise ApiProblem("series_over")
        is_over = found.last.status == "finished" and most is not None and found.last.number >= most
        store.change_series(connection, series, time.time(), games=most, over=is_over)

    await _change(venue, series, guest, work)


async def end(venue: ServerVenue, series: str, guest: str) -> None:
    """End a series, as the host of the newest game: no game follows, and one that has not begun is closed.

    Raises:
        ApiProblem: ``no_series`` or ``not_the_host``.
    """

    def work(connection: Connection, found: store.Series) -> None:
        store.change_series(connection, series, time.time(), over=True)

    last = (await _change(venue, series, guest, work)).last
    if last.status == "waiting":
        await lifecycle.close(venue, last.table)


async def _change(
    venue: ServerVenue, series: str, guest: str, work: Callable[[Connection, store.Series], None]
) -> store.Series:
    """Change a series as the host, wake those who watch it, and return it as it was before."""

    def change(connection: Connection) -> store.Series:
        found = store.read_series(connection, series, for_update=True)
        if found is None:
            raise ApiProblem("no_series")
        if guest != found.last.host:
            raise ApiProblem("not_the_host")
        work(connection, found)
        return found

    found = await venue.database.transact(change)
    venue.hub.wake(store.TOPIC + series)
    return found


async def make_next_game(venue: ServerVenue, series: str) -> str | None:
    """Make the next game of a series if the newest one is over, and return its table; ``None`` if the series is over.

    It may be called at any time, and by any process.

    Raises:
        ApiProblem: ``no_series`` or ``too_many``.
    """
    found = await read(venue, series)
    if not found.is_over and found.last.status not in ("waiting", "running"):
        # Another process may have made the game; then this transaction fails and leaves nothing.
        with contextlib.suppress(Conflict):
            await _make_or_end(venue, found)
        found = await read(venue, series)
    await _link_games(venue, found)
    venue.hub.wake(store.TOPIC + series)
    return None if found.is_over else found.last.table


async def _make_or_end(venue: ServerVenue, series: store.Series) -> None:
    last, number = series.last, series.last.number + 1
    new = None
    if last.status == "finished" and (series.most is None or number <= series.most):
        new = await _next_table(venue, await venue.current(last.table), number)
    if new is None:
        await venue.database.transact(
            lambda connection: store.change_series(connection, series.id, time.time(), over=True)
        )
        return
    await lifecycle.create(venue, *new, [MadeTableQuota(), store.SeriesLink(number)])


async def _next_table(venue: ServerVenue, finished: LiveTable, number: int) -> tuple[TableInfo, list[SeatInfo]] | None:
    """Return the settings and the seats of the next game; ``None`` if no person is left."""
    guests = {seat.guest or seat.resigned for seat in finished.seats} - {None}
    statement = select(kernel.Guest.id, kernel.Guest.name).where(kernel.Guest.id.in_(guests))
    rows = await venue.database.query(lambda connection: connection.execute(statement).all())
    info = finished.info
    seats = with_distinct_names(seats_of_next_game(finished.seats, number, {row.id: row.name for row in rows}))
    people = [seat.guest for seat in seats if seat.guest is not None]
    if not people:
        return None
    now = time.time()
    has_coach = info.settings.coach and len(people) == 1 and not any(seat.kind == "open" for seat in seats)
    settings = msgspec.structs.replace(info.settings, random_seats=False, coach=has_coach)
    setup = msgspec.structs.replace(info.setup, rules_version=RULES_VERSION)
    host = info.host if info.host in people else people[0]
    new = TableInfo(new_id(), host, setup, now, now, settings, origin=info.origin, series=info.series)
    return new, seats


def seats_of_next_game(seats: Sequence[SeatInfo], number: int, names: Mapping[str, str]) -> list[SeatInfo]:
    """Return the seats of the next game of a series, whose number is from 2, from those of the game before, in order.

    Each player has a place in the series, the seat of the first game, and the seats rotate. A player whom a computer
    player has replaced has the seat again. All people have to say that they are ready. ``names`` are those of the
    guests; the seat of a deleted guest is open.
    """
    before, after = order_of_game(len(seats), number - 1), order_of_game(len(seats), number)
    by_place = {before[seat.seat]: seat for seat in seats}
    return [_seat_again(by_place[place], seat, names) for seat, place in enumerate(after)]


def _seat_again(old: SeatInfo, seat: int, names: Mapping[str, str]) -> SeatInfo:
    guest = old.guest or old.resigned
    if old.kind == "bot" and guest is None:
        return replace(old, seat=seat)
    if guest is None or guest not in names:
        return SeatInfo(seat, "open", crest=old.crest)
    name = names[guest] if old.resigned else old.name
    return SeatInfo(seat, "person", name, guest, crest=old.crest, ready=False)


async def _link_games(venue: ServerVenue, series: store.Series) -> None:
    """Store each next game as the rematch of the one before, so that the pages at that table offer it."""
    for game, following in pairwise(series.games):
        if game.status == "finished" and game.rematch is None:
            await lifecycle.store_rematch(venue, game.table, None, following.table)


def stranded(connection: Connection) -> list[str]:
    """Return series that wait for a process: the newest game is over, or is not yet offered at the table before."""
    return list(connection.execute(_stranded()).scalars())


@cache
def _stranded() -> Select[str]:
    """Build the query once: every server process runs it every few seconds."""
    series, game, table = models.Series, models.SeriesGame, kernel.Table
    following = aliased(models.SeriesGame)
    is_game = (game.series == series.id) & (table.id == game.table)
    is_played = exists().where(is_game, table.status.in_(("waiting", "running")))
    is_next = (following.series == series.id) & (following.number == game.number + 1)
    is_unlinked = exists().where(is_game, is_next, table.status == "finished", table.rematch.is_(None))
    return select(series.id).where(~series.over, or_(~is_played, is_unlinked)).limit(MOST_STRANDED)
