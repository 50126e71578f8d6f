"""The commands of an event: create, join, withdraw, start, close a round, end, and take the next step.

Each change runs in a transaction that locks the event, so that commands of several processes follow one another. A step
that takes long, the pairing, is computed before; its transaction writes only if the event is still what was read.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, case, exists, func, or_, select

from edokko.components import RULES_VERSION
from edokko.server.features.competitions import models
from edokko.server.features.competitions.events import shapes, store
from edokko.server.features.competitions.events.shapes import EventPlayer
from edokko.server.features.competitions.events.tournament import (
    Next,
    Tournament,
    TournamentSettings,
    TournamentTable,
    next_step,
    pair_next_round,
)
from edokko.server.features.competitions.events.view import facts_of
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.server.store.statements import require_below
from edokko.server.tables.venue import ServerVenue
from edokko.table.commands import lifecycle, playing
from edokko.table.commands.making import checked_overlay, clock_of, new_id
from edokko.table.people import Person, clean_name
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.seats import SeatInfo, bot_name, with_distinct_names
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.store import Conflict, MadeTableQuota

MOST_OF_A_GUEST = 5
"""Events of one organiser that have not ended."""
FEWEST_AT_START = 3
MOST_LISTED = 20
"""Events of a list."""
MOST_STRANDED = 100
"""Events of one query that wait for a process."""
MOST_STEPS = 100
"""Steps that an event takes at once; more would be an error."""


class _StaleError(Exception):
    """The event has changed since it was read."""


# --- reading


async def read(database: Database, event: str) -> Tournament:
    """Return an event. Raises ``ApiProblem``: ``no_event``."""
    async with database.snapshot() as connection:
        found = await connection.run_sync(store.read_event, event)
    if found is None:
        raise ApiProblem("no_event")
    return found


async def list_of(database: Database, guest: str | None) -> shapes.EventList:
    """Return the events of the first page as a guest sees them; ``None`` is an anonymous viewer."""
    event, player = models.Event, models.EventPlayer
    plays = exists().where(player.event == event.id, player.guest == guest)
    own = and_(event.status != "closed", or_(event.organiser == guest, plays))

    def work(connection: Connection) -> shapes.EventList:
        yours = _entries(connection, own, True) if guest is not None else []
        known = {entry.id for entry in yours}
        open_, running = (_entries(connection, event.listed & (event.status == status), False)
                          for status in ("open", "running"))  # fmt: skip
        return shapes.EventList(
            yours,
            [entry for entry in open_ if entry.id not in known],
            [entry for entry in running if entry.id not in known],
        )

    return await database.query(work)


def _entries(connection: Connection, condition: ColumnElement[bool], is_own: bool) -> list[shapes.EventEntry]:
    event, player = models.Event, models.EventPlayer
    players = select(func.count()).select_from(player).where(player.event == event.id, ~player.withdrawn)
    statement = select(event.__table__, players.scalar_subquery().label("players")).where(condition)
    # Events that have ended come last, so that the limit drops them first.
    has_ended = case((event.status == "finished", 1), else_=0)
    rows = connection.execute(statement.order_by(has_ended, event.changed.desc()).limit(MOST_LISTED)).mappings()
    return [
        shapes.EventEntry(
            **{name: row[name] for name in ("id", "status", "round", "players")},
            **facts_of(msgspec.convert(row["settings"], TournamentSettings)),
            yours=is_own,
        )
        for row in rows
    ]


# --- commands


def new_event(request: shapes.NewEvent, organiser: Person) -> Tournament:
    """Return a new event of an organiser, who plays too if the request says so.

    Raises:
        ApiProblem: the request contradicts itself, or names an unknown level or an invalid overlay.
    """
    overlay = checked_overlay(request.edition, request.overlay)
    if request.rated and overlay is not None:
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))
    table = TableSettings(
        name=clean_name(request.name),
        listed=request.listed,
        pace=request.pace,
        rated=request.rated,
        spectators=request.spectators,
        random_seats=False,
        clock=clock_of(request.clock, request.pace),
    )
    values = {name: getattr(request, name) for name in ("kind", "size", "rounds", "most", "starts_full", "pause")}
    settings = TournamentSettings(name=table.name, edition=request.edition, overlay=overlay, table=table, **values)
    now = time.time()
    tournament = Tournament(new_id(), organiser.id, settings, "open", 0, None, 1, None, None, now, now)
    if request.plays:
        tournament.entrants.append(EventPlayer(0, organiser.name, organiser.id))
    return tournament


async def create(database: Database, tournament: Tournament) -> None:
    """Write a new event. Raises ``ApiProblem``: ``too_many``: the organiser has as many as a guest may have."""
    is_open = models.Event.status.in_(("open", "running"))

    def work(connection: Connection) -> None:
        require_below(connection, MOST_OF_A_GUEST, models.Event.organiser == tournament.organiser, is_open)
        store.insert_event(connection, tournament)

    await database.transact(work)


async def join(venue: ServerVenue, event: str, guest: str, name: str) -> None:
    """Enter an event, or re-enter it after a withdrawal; a player who enters later plays from the next round on.

    Raises:
        ApiProblem: the event is full or over, or its last round has begun.
    """

    def work(connection: Connection, found: Tournament) -> None:
        own = found.entrant_of(guest)
        if own is not None and not own.withdrawn:
            return
        _must_not_be_over(found)
        if found.round >= found.settings.rounds:
            raise ApiProblem("event_over")
        if len(found.active) >= found.settings.most:
            raise ApiProblem("event_full")
        _enter(connection, found, own, guest, name)
        if found.status == "open" and found.settings.starts_full and len(found.active) == found.settings.most:
            found.status, found.due = "running", time.time()

    await _change(venue, event, work)


def _enter(connection: Connection, tournament: Tournament, own: EventPlayer | None, guest: str, name: str) -> None:
    if own is not None:
        own.withdrawn = False
        store.save_entrant(connection, tournament.id, own)
        return
    taken = {entrant.name.casefold() for entrant in tournament.entrants}
    entrant = EventPlayer(len(tournament.entrants), _free_name(name, taken), guest, tournament.round + 1)
    tournament.entrants.append(entrant)
    store.insert_entrant(connection, tournament.id, entrant)


def _free_name(name: str, taken: set[str]) -> str:
    """Return a name that no other player of the event has: standings show nothing else."""
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(free for free in names if free.casefold() not in taken)


async def withdraw(venue: ServerVenue, event: str, guest: str, player: int | None) -> None:
    """Withdraw a guest, or as the organiser the player of a number; at a running table a computer player takes over.

    Raises:
        ApiProblem: the guest may not, there is no such player, or the event is over.
    """
    seats: list[tuple[str, str]] = []

    def work(connection: Connection, found: Tournament) -> None:
        _must_not_be_over(found)
        entrant = found.entrant_of(guest) if player is None else _player_of(found, guest, player)
        if entrant is None:
            raise ApiProblem("not_entered")
        entrant.withdrawn = True
        store.save_entrant(connection, event, entrant)
        seats[:] = [
            (table.table, entrant.guest)
            for table in found.current_tables
            if table.table and entrant.guest and not table.is_over
            if any(seat.player == entrant.number for seat in table.seats)
        ]

    await _change(venue, event, work)
    for table, leaver in seats:
        # The game may end meanwhile.
        with contextlib.suppress(ApiProblem):
            await playing.replace_player(venue, table, leaver)


def _player_of(tournament: Tournament, guest: str, player: int) -> EventPlayer | None:
    own = tournament.entrant_of(guest)
    if guest != tournament.organiser and (own is None or own.number != player):
        raise ApiProblem("not_the_organiser")
    return tournament.entrants[player] if player < len(tournament.entrants) else None


async def start(venue: ServerVenue, event: str, guest: str) -> None:
    """Start the first round, as the organiser.

    Raises:
        ApiProblem: the guest is not the organiser, the event runs already, or it has fewer than three players.
    """

    def work(connection: Connection, found: Tournament) -> None:
        _must_not_be_over(found)
        if found.status == "running":
            raise ApiProblem("event_running")
        if len(found.active) < FEWEST_AT_START:
            raise ApiProblem("few_players")
        found.status, found.due = "running", time.time()

    await _change(venue, event, work, guest)


async def begin_round(venue: ServerVenue, event: str, guest: str) -> None:
    """Begin the next round at once, without the rest of the pause, as the organiser.

    Raises:
        ApiProblem: the guest is not the organiser, or no round is due.
    """

    def work(connection: Connection, found: Tournament) -> None:
        if found.status != "running" or found.due is None:
            raise ApiProblem("event_not_running")
        found.due = min(found.due, time.time())

    await _change(venue, event, work, guest)


async def close_round(venue: ServerVenue, event: str, guest: str) -> None:
    """Close the tables of the current round that are not finished, as the organiser; their games do not count.

    Raises:
        ApiProblem: the guest is not the organiser, or no round is being played.
    """
    tables: list[str] = []

    def work(connection: Connection, found: Tournament) -> None:
        if found.status != "running" or found.due is not None:
            raise ApiProblem("event_not_running")
        store.close_unmade(connection, found)
        tables[:] = [table.table for table in found.current_tables if table.table and not table.is_over]

    await _change(venue, event, work, guest)
    for table in tables:
        # The table may have been deleted.
        with contextlib.suppress(ApiProblem):
            await lifecycle.close(venue, table)


async def end(venue: ServerVenue, event: str, guest: str) -> None:
    """End an event, as the organiser: running games are closed, and the standings stay. One that is open is closed.

    Raises:
        ApiProblem: the guest is not the organiser, or the event is over.
    """

    def work(connection: Connection, found: Tournament) -> None:
        _must_not_be_over(found)
        store.record_results(connection, found)
        found.status, found.due = "closed" if found.status == "open" else "finished", None

    with contextlib.suppress(ApiProblem):
        await close_round(venue, event, guest)
    await _change(venue, event, work, guest)


def _must_not_be_over(tournament: Tournament) -> None:
    if tournament.status in ("finished", "closed"):
        raise ApiProblem("event_over")


async def _change(
    venue: ServerVenue, event: str, work: Callable[[Connection, Tournament], None], organiser: str | None = None
) -> None:
    """Change an event in a transaction that locks it, and wake those who watch it.

    The work changes the event and writes its players and tables; it may run more than once. ``organiser`` is the guest,
    if only the organiser may do it.

    Raises:
        ApiProblem: ``no_event``, ``not_the_organiser``, or what ``work`` raises.
    """

    def change(connection: Connection) -> None:
        found = store.read_event(connection, event, for_update=True)
        if found is None:
            raise ApiProblem("no_event")
        if organiser is not None and organiser != found.organiser:
            raise ApiProblem("not_the_organiser")
        work(connection, found)
        store.save_event(connection, found, time.time())

    await venue.database.transact(change)
    venue.hub.wake(store.TOPIC + event)


# --- steps


async def advance(venue: ServerVenue, event: str) -> None:
    """Take all steps of an event that are due; it may be called at any time, and by any process.

    Raises:
        ApiProblem: ``no_event``, or ``too_many``: the server has no room for the tables.
    """
    for _ in range(MOST_STEPS):
        found = await read(venue.database, event)
        if found.status != "running":
            return
        if await _record(venue, found):
            continue
        step = next_step(found, time.time())
        if step is Next.MAKE_TABLES:
            for table in found.current_tables:
                if table.table is None and not table.is_over:
                    await _make_table(venue, found, table)
            await _change(venue, event, lambda connection, found: None)
        elif step is Next.PAIR:
            tables, plan = await asyncio.to_thread(pair_next_round, found)
            await _step(venue, found, tables, plan=plan, round=found.round + 1, due=None)
        elif step is Next.SCHEDULE:
            await _step(venue, found, due=time.time() + found.settings.pause)
        elif step is Next.FINISH:
            await _step(venue, found, status="finished", due=None)
        else:
            return


async def _record(venue: ServerVenue, tournament: Tournament) -> bool:
    """Copy the results of tables that are over, and return whether there were any."""
    running = [table.table for table in tournament.current_tables if table.table and not table.is_over]
    table = kernel.Table
    statement = select(func.count()).select_from(table)
    statement = statement.where(table.id.in_(running), table.status.in_(("waiting", "running")))
    left = await venue.database.query(lambda connection: connection.execute(statement).scalar())
    if not running or left == len(running):
        return False
    await _change(venue, tournament.id, store.record_results)
    return True


async def _step(
    venue: ServerVenue, tournament: Tournament, tables: Sequence[TournamentTable] = (), **values: Any
) -> None:
    """Take a step, with the tables of a new round, unless the event has changed since it was read."""

    def change(connection: Connection, found: Tournament) -> None:
        if found.version != tournament.version:
            raise _StaleError
        for name, value in values.items():
            setattr(found, name, value)
        if tables:
            store.insert_round(connection, tournament.id, tables)

    with contextlib.suppress(_StaleError):
        await _change(venue, tournament.id, change)


async def _make_table(venue: ServerVenue, tournament: Tournament, table: TournamentTable) -> None:
    """Make a table of a round, whose game begins at once."""
    now, settings = time.time(), tournament.settings
    clock = settings.table.clock
    assert clock is not None
    seats: list[SeatInfo] = []
    for seat in table.seats:
        entrant = None if seat.player is None else tournament.entrants[seat.player]
        guest = entrant.guest if entrant is not None else None
        if entrant is not None and guest is not None and not entrant.withdrawn:
            seats.append(SeatInfo(seat.seat, "person", entrant.name, guest, crest=seat.seat))
        else:
            name = bot_name(other.name for other in seats)
            seats.append(SeatInfo(seat.seat, "bot", name, level=clock.level, resigned=guest, crest=seat.seat))
    seats = with_distinct_names(seats)
    has_bot = any(seat.kind == "bot" for seat in seats)
    # The lobby lists no tables of events: the event's page does.
    rated = settings.table.rated and not has_bot
    own = msgspec.structs.replace(settings.table, listed=False, rated=rated)
    setup = Setup(settings.edition, RULES_VERSION, len(seats), settings.overlay)
    info = TableInfo(new_id(), "", setup, now, now, own, origin=tournament.origin, event=tournament.id)
    # Another process may have made it, or the organiser has closed the round.
    with contextlib.suppress(Conflict):
        await lifecycle.create(venue, info, seats, [MadeTableQuota(), store.EventLink(table)])


def stranded(connection: Connection, now: float) -> list[str]:
    """Return running events that wait for a process: a round is due, a table is not made, or a result not recorded."""
    return list(connection.execute(_stranded(), {"now": now}).scalars())


def due(connection: Connection, now: float) -> list[str]:
    """Return events whose next round is due."""
    return list(connection.execute(_due(), {"now": now}).scalars())


# Every server process runs these queries every few seconds, so each is built once.


@cache
def _stranded() -> Select[str]:
    event, place, table = models.Event, models.EventTable, kernel.Table
    is_current = (place.event == event.id) & (place.round == event.round) & ~place.over
    is_played = exists().where(table.id == place.table, table.status.in_(("waiting", "running")))
    waits = exists().where(is_current, ~is_played)
    is_round_over = event.due.is_(None) & ~exists().where(is_current)
    is_waiting = or_(event.due <= bindparam("now"), waits, is_round_over)
    return select(event.id).where(event.status == "running", is_waiting).limit(MOST_STRANDED)


@cache
def _due() -> Select[str]:
    event = models.Event
    return select(event.id).where(event.due <= bindparam("now"), event.status == "running").limit(MOST_STRANDED)
