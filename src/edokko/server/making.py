"""New tables from what a host asks for."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import Any

from edokko.components import RULES_VERSION, ComponentsError, load, parse_overlay
from edokko.players import levels
from edokko.server import shapes
from edokko.server.clocks import Clock
from edokko.server.guests import Person, clean_name
from edokko.server.match import Setup
from edokko.server.problems import ApiProblem, Complaint
from edokko.server.seats import SeatInfo, TableInfo, bot_name, with_crest

LONGEST_REASON = 1_000


def new_id() -> str:
    """The id of a table: 128 random bits, so that knowing it is the invitation."""
    return secrets.token_urlsafe(16)


def made(asked: shapes.NewTable, host: Person) -> tuple[TableInfo, list[SeatInfo]]:
    """A new table and its seats.

    Args:
        asked: what the host asks for.
        host: who that is.

    Raises:
        ApiProblem: something of it cannot be.
    """
    _check(asked)
    now = time.time()
    setup = Setup(asked.edition, RULES_VERSION, len(asked.seats), _overlay(asked))
    info = TableInfo(
        new_id(),
        host.id,
        clean_name(asked.name) if asked.name.strip() else "",
        setup,
        now,
        now,
        listed=asked.listed,
        pace=asked.pace,
        hints=asked.hints,
        rated=asked.rated,
        spectators=asked.spectators,
        random_seats=asked.random_seats,
        clock=_clock(asked),
    )
    return info, _seats(asked, host)


def check_level(level: str) -> str:
    """See to it that there is such a computer player.

    Raises:
        ApiProblem: ``unknown_level``.
    """
    if level not in levels():
        named = {"levels": ", ".join(levels())}
        raise ApiProblem("unknown_level", complaint=Complaint("api-detail-levels", "levels", named))
    return level


def _check(asked: shapes.NewTable) -> None:
    kinds = [seat.kind for seat in asked.seats]
    if kinds.count("you") > 1:
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-you-once", "you_once"))
    if asked.rated and ({"bot", "local"} & set(kinds) or asked.hints or asked.overlay):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))


def _overlay(asked: shapes.NewTable) -> dict[str, Any] | None:
    """The numbers of one's own copy, if there are any; they have to fit the game."""
    if not asked.overlay:
        return None
    try:
        found = parse_overlay(asked.overlay) if isinstance(asked.overlay, str) else asked.overlay
        load(asked.edition, found)
    except ComponentsError as error:
        raise ApiProblem("bad_overlay", str(error)[:LONGEST_REASON]) from None
    return dict(found) or None


def _clock(asked: shapes.NewTable) -> Clock | None:
    """The clock that is asked for; it has to fit the pace."""
    found = asked.clock
    if found is None:
        return None
    is_live = asked.pace == "live"
    if (found.minutes is None) == is_live or (found.days is None) != is_live or (found.increment and not is_live):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-clock", "clock"))
    return Clock(found.minutes or 0, found.increment, found.days or 0, check_level(found.level))


def _seats(asked: shapes.NewTable, host: Person) -> list[SeatInfo]:
    """The seats that are asked for: people first, for computer players take names that no person has."""
    seats = [_seat(number, one, host) for number, one in enumerate(asked.seats)]
    for number, one in enumerate(seats):
        if one.kind == "bot" and not one.name:
            seats[number] = replace(one, name=bot_name(other.name for other in seats))
    for number, wanted in enumerate(asked.seats):
        if wanted.crest is not None and wanted.kind == "you":
            seats = with_crest(seats, number, wanted.crest)
    return seats


def _seat(number: int, seat: shapes.NewSeat, host: Person) -> SeatInfo:
    given = clean_name(seat.name) if seat.name.strip() else ""
    if seat.kind == "open":
        return SeatInfo(number, "open", crest=number)
    if seat.kind == "bot":
        return SeatInfo(number, "bot", given, level=check_level(seat.level), crest=number)
    default = host.name if seat.kind == "you" else f"{host.name} {number + 1}"
    return SeatInfo(number, "person", given or default, host.id, crest=number)


def again(info: TableInfo, seats: list[SeatInfo], host: Person) -> tuple[TableInfo, list[SeatInfo]]:
    """The same table once more; who was there joins it again.

    Args:
        info, seats: the finished table.
        host: who asks for it.
    """
    now = time.time()
    fresh = TableInfo(
        new_id(),
        host.id,
        info.name,
        Setup(info.setup.edition, RULES_VERSION, info.setup.players, info.setup.overlay),
        now,
        now,
        listed=info.listed,
        pace=info.pace,
        hints=info.hints,
        rated=info.rated,
        spectators=info.spectators,
        random_seats=info.random_seats,
        clock=info.clock,
    )
    return fresh, [_seat_again(one, seats, host) for one in seats]


def _seat_again(one: SeatInfo, seats: list[SeatInfo], host: Person) -> SeatInfo:
    if one.kind == "bot" and not one.resigned:
        return SeatInfo(one.seat, "bot", one.name, level=one.level, crest=one.crest)
    if host.id in (one.guest, one.resigned):
        # The seat that was handed over has the name of its computer player.
        is_own = not any(other.guest == host.id or other.name == host.name for other in seats)
        name = (host.name if is_own else f"{host.name} {one.seat + 1}") if one.resigned else one.name
        return SeatInfo(one.seat, "person", name, host.id, crest=one.crest)
    return SeatInfo(one.seat, "open", crest=one.crest)
