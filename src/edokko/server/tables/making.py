"""New tables and rematches, from a request."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import Any

import msgspec

from edokko.components import RULES_VERSION, ComponentsError, load, parse_overlay
from edokko.players import levels
from edokko.server.core.clocks import Clock
from edokko.server.core.seats import SeatInfo, bot_name, with_crest
from edokko.server.core.setup import Setup
from edokko.server.core.table import TableInfo, TableSettings
from edokko.server.tables.guests import Person, clean_name_or
from edokko.server.views.problems import ApiProblem, Complaint
from edokko.server.views.shapes import requests as shapes

LONGEST_REASON = 1_000
"""Characters of an error of an overlay that the client gets."""


def new_id() -> str:
    """Return the id of a table: 128 random bits, so that the id serves as the invitation."""
    return secrets.token_urlsafe(16)


def new_table(request: shapes.NewTable, host: Person) -> tuple[TableInfo, list[SeatInfo]]:
    """Return the settings and the seats of a new table.

    Args:
        request: the body of the request.
        host: the guest who sent it.

    Raises:
        ApiProblem: the request contradicts itself, or names an unknown level or an invalid overlay.
    """
    _check(request)
    now = time.time()
    setup = Setup(request.edition, RULES_VERSION, len(request.seats), _overlay(request))
    return TableInfo(new_id(), host.id, setup, now, now, _settings(request)), _seats(request, host)


def _settings(request: shapes.NewTable) -> TableSettings:
    values = {name: getattr(request, name) for name in TableSettings.__struct_fields__}
    return TableSettings(**values | {"name": clean_name_or(request.name, ""), "clock": _clock(request)})


def check_level(level: str) -> str:
    """Return a level unchanged after checking that it exists.

    Raises:
        ApiProblem: ``unknown_level``.
    """
    if level not in levels():
        arguments = {"levels": ", ".join(levels())}
        raise ApiProblem("unknown_level", complaint=Complaint("api-detail-levels", "levels", arguments))
    return level


def _check(request: shapes.NewTable) -> None:
    kinds = [seat.kind for seat in request.seats]
    if kinds.count("you") > 1:
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-you-once", "you_once"))
    if request.rated and ({"bot", "local"} & set(kinds) or request.hints or request.overlay):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))


def _overlay(request: shapes.NewTable) -> dict[str, Any] | None:
    """Return the validated overlay of a request; ``None`` without one."""
    if not request.overlay:
        return None
    try:
        overlay = parse_overlay(request.overlay) if isinstance(request.overlay, str) else request.overlay
        load(request.edition, overlay)
    except ComponentsError as error:
        raise ApiProblem("bad_overlay", str(error)[:LONGEST_REASON]) from None
    return dict(overlay) or None


def _clock(request: shapes.NewTable) -> Clock | None:
    """Return the clock of a request, after checking that it fits the pace."""
    clock = request.clock
    if clock is None:
        return None
    is_live = request.pace == "live"
    if (clock.minutes is None) == is_live or (clock.days is None) != is_live or (clock.increment and not is_live):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-clock", "clock"))
    return Clock(clock.minutes or 0, clock.increment, clock.days or 0, check_level(clock.level))


def _seats(request: shapes.NewTable, host: Person) -> list[SeatInfo]:
    """Return the seats of a request. Computer players get names that no person at the table has."""
    seats = [_seat(number, seat, host) for number, seat in enumerate(request.seats)]
    for number, seat in enumerate(seats):
        if seat.kind == "bot" and not seat.name:
            seats[number] = replace(seat, name=bot_name(other.name for other in seats))
    for number, new_seat in enumerate(request.seats):
        if new_seat.crest is not None and new_seat.kind == "you":
            seats = with_crest(seats, number, new_seat.crest)
    return seats


def _seat(number: int, seat: shapes.NewSeat, host: Person) -> SeatInfo:
    if seat.kind == "open":
        return SeatInfo(number, "open", crest=number)
    if seat.kind == "bot":
        return SeatInfo(number, "bot", clean_name_or(seat.name, ""), level=check_level(seat.level), crest=number)
    default = host.name if seat.kind == "you" else f"{host.name} {number + 1}"
    return SeatInfo(number, "person", clean_name_or(seat.name, default), host.id, crest=number)


def rematch_of(info: TableInfo, seats: list[SeatInfo], host: Person) -> tuple[TableInfo, list[SeatInfo]]:
    """Return the settings and the seats of a rematch. The seats of the other players are open until they join.

    Args:
        info, seats: the finished table.
        host: the player who asks for the rematch.
    """
    now = time.time()
    setup = msgspec.structs.replace(info.setup, rules_version=RULES_VERSION)
    rematch = TableInfo(new_id(), host.id, setup, now, now, info.settings)
    return rematch, [_rematch_seat(seat, seats, host) for seat in seats]


def _rematch_seat(seat: SeatInfo, seats: list[SeatInfo], host: Person) -> SeatInfo:
    if seat.kind == "bot" and not seat.resigned:
        return SeatInfo(seat.seat, "bot", seat.name, level=seat.level, crest=seat.crest)
    if host.id in (seat.guest, seat.resigned):
        # A seat that was handed over has the name of its computer player: give it one of the host again.
        is_free = not any(other.guest == host.id or other.name == host.name for other in seats)
        name = (host.name if is_free else f"{host.name} {seat.seat + 1}") if seat.resigned else seat.name
        return SeatInfo(seat.seat, "person", name, host.id, crest=seat.crest)
    return SeatInfo(seat.seat, "open", crest=seat.crest)
