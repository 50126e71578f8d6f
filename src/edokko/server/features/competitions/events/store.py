"""Reading and writing of events. Each function runs within one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import Connection, insert, select, update

from edokko.server.features.competitions import models
from edokko.server.features.competitions.events.shapes import EventPlayer, EventSeat
from edokko.server.features.competitions.events.tournament import Tournament, TournamentTable
from edokko.server.store import models as kernel
from edokko.server.store.rows import announce
from edokko.table.store import Change, Conflict

TOPIC = "event:"
"""The prefix of the topic of an event in :class:`edokko.table.hub.Hub`."""


@dataclass(frozen=True, slots=True)
class EventLink:
    """A guard: the table is that of a place of a round, and no other process has made it."""

    table: TournamentTable


def read_event(connection: Connection, event: str, *, for_update: bool = False) -> Tournament | None:
    """Return an event, locked until the transaction ends if it is for an update; ``None`` if it does not exist."""
    statement = select(models.Event.__table__).where(models.Event.id == event)
    columns = connection.execute(statement.with_for_update() if for_update else statement).mappings().first()
    if columns is None:
        return None
    player, table, seat = models.EventPlayer, models.EventTable, models.EventSeat
    players = select(player.__table__).where(player.event == event).order_by(player.number)
    tables = select(table.__table__).where(table.event == event).order_by(table.round, table.number)
    seats = select(seat.__table__).where(seat.event == event).order_by(seat.round, seat.number, seat.seat)
    places = {
        (row["round"], row["number"]): {**row, "seats": list[Any]()} for row in connection.execute(tables).mappings()
    }
    for row in connection.execute(seats).mappings():
        places[row["round"], row["number"]]["seats"].append(row)
    entrants = connection.execute(players).mappings().all()
    return msgspec.convert({**columns, "entrants": entrants, "tables": list(places.values())}, Tournament)


def insert_event(connection: Connection, tournament: Tournament) -> None:
    """Insert a new event with its players."""
    named = {"name": tournament.settings.name, "listed": tournament.settings.table.listed}
    connection.execute(insert(models.Event), [_columns(tournament) | named])
    for entrant in tournament.entrants:
        insert_entrant(connection, tournament.id, entrant)


def save_event(connection: Connection, tournament: Tournament, now: float) -> None:
    """Write the columns of an event after a change, as its next version, and wake those who watch it.

    The transaction has locked the event, and its version is that which the database has.
    """
    tournament.version += 1
    tournament.changed = now
    connection.execute(update(models.Event).where(models.Event.id == tournament.id).values(**_columns(tournament)))
    announce(connection, TOPIC + tournament.id)


def _columns(tournament: Tournament) -> dict[str, Any]:
    columns = {name: value for name, value in structs.asdict(tournament).items() if name not in ("entrants", "tables")}
    return columns | {name: msgspec.to_builtins(columns[name]) for name in ("settings", "plan")}


def insert_entrant(connection: Connection, event: str, entrant: EventPlayer) -> None:
    """Insert a player of an event."""
    connection.execute(insert(models.EventPlayer), [structs.asdict(entrant) | {"event": event}])


def save_entrant(connection: Connection, event: str, entrant: EventPlayer) -> None:
    """Write the columns of a player."""
    where = (models.EventPlayer.event == event, models.EventPlayer.number == entrant.number)
    connection.execute(update(models.EventPlayer).where(*where).values(structs.asdict(entrant)))


def insert_round(connection: Connection, event: str, tables: Sequence[TournamentTable]) -> None:
    """Insert the tables of a round, which are not made yet."""
    keys = {table.number: {"event": event, "round": table.round, "number": table.number} for table in tables}
    connection.execute(insert(models.EventTable), [{**key, "table": None, "over": False} for key in keys.values()])
    seats = [keys[table.number] | _seat_columns(seat) for table in tables for seat in table.seats]
    connection.execute(insert(models.EventSeat), seats)


def _seat_columns(seat: EventSeat) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in ("seat", "player", "place", "score", "replaced")}


def claim_table(connection: Connection, change: Change, guard: EventLink) -> None:
    """Store the id of a new table at its place of a round.

    Raises:
        Conflict: another process has made the table, or the organiser has closed the round.
    """
    place, table = models.EventTable, guard.table
    where = (place.event == change.info.event, place.round == table.round, place.number == table.number)
    statement = update(place).where(*where, place.table.is_(None), ~place.over).values(table=change.info.id)
    if connection.execute(statement).rowcount != 1:
        raise Conflict


def record_results(connection: Connection, tournament: Tournament) -> None:
    """Copy the results of tables of the current round that are over, into a locked event and into the database."""
    running = {table.table: table for table in tournament.current_tables if table.table and not table.is_over}
    statement = select(kernel.Table.id, kernel.Table.status).where(kernel.Table.id.in_(running))
    statuses = {row.id: row.status for row in connection.execute(statement)}
    over = [table for made, table in running.items() if statuses.get(made) not in ("waiting", "running")]
    for table in over:
        if statuses.get(table.table or "") == "finished":
            _read_results(connection, table)
        _save_results(connection, tournament.id, table)


def close_unmade(connection: Connection, tournament: Tournament) -> None:
    """Close the places of the current round whose tables have not been made."""
    for table in tournament.current_tables:
        if table.table is None and not table.is_over:
            _save_results(connection, tournament.id, table)


def _read_results(connection: Connection, table: TournamentTable) -> None:
    outcome, seat = kernel.Outcome, kernel.Seat
    statement = select(outcome.seat, outcome.place, outcome.points, seat.kind, seat.resigned)
    statement = statement.join(seat, (seat.table == outcome.table) & (seat.seat == outcome.seat))
    for row in connection.execute(statement.where(outcome.table == table.table)):
        result = table.seats[row.seat]
        result.place, result.score = row.place, row.points
        result.replaced = result.player is not None and row.kind == "bot"


def _save_results(connection: Connection, event: str, table: TournamentTable) -> None:
    table.is_over = True
    place, seat = models.EventTable, models.EventSeat
    where = (place.event == event, place.round == table.round, place.number == table.number)
    connection.execute(update(place).where(*where).values(over=True))
    for result in table.seats:
        own = (seat.event == event, seat.round == table.round, seat.number == table.number, seat.seat == result.seat)
        connection.execute(update(seat).where(*own).values(_seat_columns(result)))
