"""The view of an event for one person."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from edokko.server.features.competitions.events import shapes
from edokko.server.features.competitions.events.tournament import (
    Tournament,
    TournamentSettings,
    TournamentTable,
    finishes_of,
    standings,
)
from edokko.server.features.competitions.standings import points_of
from edokko.table.shapes.base import iso_timestamp
from edokko.table.shapes.tables import Clock


def view_of_event(tournament: Tournament, guest: str | None) -> shapes.EventView:
    """Return the view of an event for a guest; ``None`` is an anonymous viewer."""
    settings, own = tournament.settings, tournament.entrant_of(guest)
    number = own.number if own is not None else None
    may_watch = settings.table.spectators or (guest is not None and guest == tournament.organiser)
    rounds: dict[int, list[shapes.EventTable]] = {}
    for table in tournament.tables:
        rounds.setdefault(table.round, []).append(_table(table, number, may_watch))
    may_enter = tournament.status in ("open", "running") and len(tournament.active) < settings.most
    is_last = tournament.status == "running" and tournament.round >= settings.rounds
    return shapes.EventView(
        id=tournament.id,
        status=tournament.status,
        players=tournament.entrants,
        standings=msgspec.convert(
            standings(tournament), list[shapes.EventStanding], from_attributes=True, strict=False
        ),
        played=[shapes.EventRound(round_number, tables) for round_number, tables in rounds.items()],
        created=iso_timestamp(tournament.created),
        version=tournament.version,
        pause=settings.pause,
        starts_full=settings.starts_full,
        listed=settings.table.listed,
        spectators=settings.table.spectators,
        own_tables=settings.overlay is not None,
        round=tournament.round,
        due=tournament.due if tournament.status == "running" else None,
        now=time.time() if tournament.due is not None and tournament.status == "running" else None,
        organiser=guest is not None and guest == tournament.organiser,
        you=number,
        may_join=(own is None or own.withdrawn) and may_enter and not is_last,
        table=_own_table(tournament, number),
        **facts_of(settings),
    )


def facts_of(settings: TournamentSettings) -> dict[str, Any]:
    """Return the settings that a list shows, too."""
    clock = settings.table.clock
    assert clock is not None
    names = ("name", "kind", "size", "rounds", "most", "edition")
    return {name: getattr(settings, name) for name in names} | {
        "pace": settings.table.pace,
        "clock": Clock(**msgspec.structs.asdict(clock)),
        "rated": settings.table.rated,
    }


def _table(table: TournamentTable, own: int | None, may_watch: bool) -> shapes.EventTable:
    is_own = own is not None and any(seat.player == own for seat in table.seats)
    points = points_of(finishes_of(table)) if table.has_result else [None] * len(table.seats)
    seats = [msgspec.structs.replace(seat, points=won) for seat, won in zip(table.seats, points, strict=True)]
    return shapes.EventTable(table.number, seats, table.is_over, table.table if may_watch or is_own else None)


def _own_table(tournament: Tournament, own: int | None) -> str | None:
    return next(
        (
            table.table
            for table in tournament.current_tables
            if own is not None and not table.is_over and any(seat.player == own for seat in table.seats)
        ),
        None,
    )
