"""The view of a table for one person. Its large part is the same for all viewers and is encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from edokko.table.hub import Hub
from edokko.table.match import Match
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo
from edokko.table.shapes import tables as shapes
from edokko.table.shapes.base import iso_timestamp
from edokko.table.steps import Step
from edokko.table.views.live_table import LiveTable
from edokko.table.views.steps import steps_of

_ENCODER = msgspec.json.Encoder()


def view_of(live_table: LiveTable, hub: Hub, guest: str | None) -> shapes.TableView:
    """Return the newest view for a guest; ``None`` for an anonymous one."""
    cache_key = (live_table.version, hub.presence_version(live_table.info.id))
    if live_table.encoded is None or live_table.encoded[0] != cache_key:
        # The game is encoded already; the encoder copies raw JSON.
        game = cast("shapes.Running | None", live_table.game)
        table = table_of(live_table.info, live_table.seats, live_table.match, hub.guests(live_table.info.id), game)
        table.watching = hub.spectators(live_table.info.id, {seat.guest for seat in live_table.seats})
        live_table.encoded = cache_key, cast(shapes.Table, msgspec.Raw(_ENCODER.encode(table)))
    you = you_of(live_table, hub, guest)
    needs_time = live_table.info.settings.clock is not None or any(entry.since is not None for entry in you.hand_over)
    return shapes.TableView(you, live_table.encoded[1], hub.now() if needs_time else None)


def played_of(live_table: LiveTable, steps: Sequence[Step], hub: Hub, guest: str) -> shapes.Played:
    """Return the answer to a request that changed a game, with the steps that it caused."""
    return shapes.Played(steps_of(steps), view_of(live_table, hub, guest))


def you_of(live_table: LiveTable, hub: Hub, guest: str | None) -> shapes.You:
    """Return the part of a view that depends on the viewer."""
    info, match = live_table.info, live_table.match
    seats = live_table.seats_of(guest)
    you = shapes.You(seats, host=guest is not None and guest == info.host)
    if info.status == "running":
        you.may_play = match.seat in seats
        you.may_undo = match.undo_by in seats
        you.hand_over = hand_over_of(live_table, hub, guest, seats)
    elif info.status == "waiting":
        has_open_seat = any(seat.kind == "open" for seat in live_table.seats)
        others = [seat for seat in live_table.seats if seat.guest != info.host]
        you.may_start = you.host and not has_open_seat and not any(seat.is_awaited for seat in others)
        you.may_join = guest is not None and has_open_seat and not seats
    if seats and not you.may_undo:
        you.no_undo = match.no_undo_of(seats) if info.status == "running" else "not_running"
    if info.rematch is not None and guest in live_table.guests:
        # The id of a table is its invitation, so only players of this table get it.
        you.rematch = info.rematch
    return you


def hand_over_of(
    live_table: LiveTable, hub: Hub, guest: str | None, own: Sequence[int] | None = None
) -> list[shapes.HandOver]:
    """Return the seats that a guest may hand over to a computer player: :meth:`LiveTable.replaceable`."""
    seats = live_table.replaceable(guest, hub, own)
    return [shapes.HandOver(seat, since and round(since, 3)) for seat, since in seats.items()]


def table_of(
    info: TableInfo, seats: list[SeatInfo], match: Match, present: set[str], game: shapes.Running | None
) -> shapes.Table:
    """Return the part of a view that is the same for all viewers; without a game before that begins."""
    decides = match.seat if info.status == "running" else None
    return shapes.Table(
        id=info.id,
        status=info.status,
        version=match.version,
        edition=info.setup.edition,
        players=info.setup.players,
        seats=[seat_of(seat, info.host, present, decides) for seat in seats],
        created=iso_timestamp(info.created),
        ply=match.ply,
        host=info.host,
        own_tables=info.setup.overlay is not None,
        start=info.setup.start,
        series=info.series,
        event=info.event,
        seat=decides,
        game=game,
        **msgspec.structs.asdict(info.settings) | {"clock": clock_of(info, seats, match)},
    )


def clock_of(info: TableInfo, seats: list[SeatInfo], match: Match) -> shapes.Clock | None:
    """Return the clock with the remaining times; ``None`` without a clock."""
    clock, times = info.settings.clock, match.times
    if clock is None:
        return None
    shape = shapes.Clock(**msgspec.structs.asdict(clock))
    if times is None:
        shape.left = [clock.full] * info.setup.players if not match.has_begun else []
        return shape
    shape.left = [round(left, 3) for left in times.left]
    shape.since = round(times.since, 3)
    seat = match.seat
    if info.status == "running" and seat is not None and seats[seat].kind == "person" and times.deadline:
        shape.running, shape.deadline = seat, round(times.deadline, 3)
    return shape


def seat_of(seat: SeatInfo, host: str, present: set[str], decides: int | None) -> shapes.Seat:
    """Return a seat with its player."""
    return shapes.Seat(
        seat=seat.seat,
        kind=seat.kind,
        crest=seat.crest,
        name=seat.name,
        guest=seat.guest,
        level=seat.level,
        former=seat.former,
        connected=seat.kind == "bot" or seat.guest in present,
        host=seat.guest == host,
        thinking=seat.kind == "bot" and seat.seat == decides,
        ready=not seat.is_awaited,
    )
