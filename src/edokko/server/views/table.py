"""A table as one person sees it: the part that everybody sees alike is made once and kept, the rest is small."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

import msgspec

from edokko.server import shapes
from edokko.server.hub import Hub
from edokko.server.live_table import LiveTable
from edokko.server.match import Match
from edokko.server.seats import SeatInfo, TableInfo
from edokko.server.timestamps import iso_timestamp

_ENCODER = msgspec.json.Encoder()


def view_of(live_table: LiveTable, hub: Hub, guest: str | None) -> shapes.TableView:
    """The newest view.

    Args:
        live_table: the table.
        hub: who is there.
        guest: whose view it is; ``None`` for somebody unknown.
    """
    made_of = (live_table.version, hub.presence_version(live_table.info.id))
    if live_table.encoded is None or live_table.encoded[0] != made_of:
        # The encoder takes what is encoded as it is.
        game = cast("shapes.Running | None", live_table.game)
        table = table_of(live_table.info, live_table.seats, live_table.match, hub.guests(live_table.info.id), game)
        live_table.encoded = made_of, cast(shapes.Table, msgspec.Raw(_ENCODER.encode(table)))
    you = you_of(live_table, hub, guest)
    tells_time = live_table.info.clock is not None or any(one.since is not None for one in you.hand_over)
    return shapes.TableView(you, live_table.encoded[1], time.time() if tells_time else None)


def you_of(live_table: LiveTable, hub: Hub, guest: str | None) -> shapes.You:
    """What is somebody's own at a table."""
    info, match = live_table.info, live_table.match
    seats = live_table.seats_of(guest)
    you = shapes.You(seats, host=guest is not None and guest == info.host)
    if info.status == "running":
        you.may_play = match.seat in seats
        you.may_undo = match.undo_by in seats
        you.hand_over = hand_over_of(live_table, hub, guest, seats)
    elif info.status == "waiting":
        has_open = any(one.kind == "open" for one in live_table.seats)
        you.may_start = you.host and not has_open and not any(one.is_awaited for one in live_table.seats)
        you.may_join = guest is not None and has_open and not seats
    if seats and not you.may_undo:
        you.no_undo = (match.no_undo or "not_yours") if info.status == "running" else "not_running"
    if info.rematch is not None and guest in live_table.guests:
        # Whoever knows the id may go there, so it is not everybody's.
        you.rematch = info.rematch
    return you


def hand_over_of(
    live_table: LiveTable, hub: Hub, guest: str | None, own: Sequence[int] | None = None
) -> list[shapes.HandOver]:
    """The seats for which somebody may let a computer player go on: :meth:`LiveTable.replaceable`."""
    seats = live_table.replaceable(guest, hub, own)
    return [shapes.HandOver(seat, since and round(since, 3)) for seat, since in seats.items()]


def table_of(
    info: TableInfo, seats: list[SeatInfo], match: Match, present: set[str], game: shapes.Running | None
) -> shapes.Table:
    """What everybody sees alike.

    Args:
        info, seats, match: the table.
        present: the guests whose page is open.
        game: as :func:`edokko.server.views.running.running_of` makes it, once it has begun.
    """
    decides = match.seat if info.status == "running" else None
    return shapes.Table(
        id=info.id,
        status=info.status,
        version=match.version,
        edition=info.setup.edition,
        players=info.setup.players,
        seats=[seat_of(one, info.host, present, decides) for one in seats],
        created=iso_timestamp(info.created),
        name=info.name,
        ply=match.ply,
        host=info.host,
        listed=info.listed,
        pace=info.pace,
        hints=info.hints,
        rated=info.rated,
        spectators=info.spectators,
        random_seats=info.random_seats,
        own_tables=info.setup.overlay is not None,
        clock=clock_of(info, seats, match),
        seat=decides,
        game=game,
    )


def clock_of(info: TableInfo, seats: list[SeatInfo], match: Match) -> shapes.Clock | None:
    """The clock, with the time of every seat; before the game everybody has all of it."""
    clock, times = info.clock, match.times
    if clock is None:
        return None
    agreed = shapes.Clock(clock.level, clock.minutes, clock.increment, clock.days)
    if times is None:
        agreed.left = [clock.full] * info.setup.players if not match.has_begun else []
        return agreed
    agreed.left = [round(left, 3) for left in times.left]
    agreed.since = round(times.since, 3)
    seat = match.seat
    if info.status == "running" and seat is not None and seats[seat].kind == "person" and times.deadline:
        agreed.running, agreed.deadline = seat, round(times.deadline, 3)
    return agreed


def seat_of(one: SeatInfo, host: str, present: set[str], decides: int | None) -> shapes.Seat:
    """Who sits at a seat."""
    return shapes.Seat(
        seat=one.seat,
        kind=one.kind,
        crest=one.crest,
        name=one.name,
        guest=one.guest,
        level=one.level,
        connected=one.kind == "bot" or one.guest in present,
        host=one.guest == host,
        thinking=one.kind == "bot" and one.seat == decides,
        ready=not one.is_awaited,
    )
