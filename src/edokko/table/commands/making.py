"""New tables and rematches, from a request."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import msgspec

from edokko.components import RULES_VERSION, ComponentsError, load, parse_overlay
from edokko.game import Game
from edokko.players import is_level, levels, styles
from edokko.position import Position, PositionError
from edokko.table.access import may_have_coach
from edokko.table.clocks import Clock
from edokko.table.people import Person, clean_name, player_name
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.seats import SeatInfo, with_crest, with_distinct_names
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.shapes import requests as shapes

LONGEST_REASON = 1_000
"""Characters of an error of an overlay that the client gets."""


def new_id() -> str:
    """Return the id of a table: 128 random bits, so that the id serves as the invitation.

    It begins with a letter or a digit: the command line takes a leading hyphen for an option.
    """
    while not (drawn := secrets.token_urlsafe(16))[0].isalnum():
        pass
    return drawn


def new_table(request: shapes.NewTable, host: Person, now: float) -> tuple[TableInfo, list[SeatInfo]]:
    """Return the settings and the seats of a new table.

    Raises:
        ApiProblem: the request contradicts itself, or names an unknown level, an invalid overlay or a position where no
            game can begin.
    """
    _check(request)
    return TableInfo(new_id(), host.id, _setup(request), now, now, _settings(request)), _seats(request, host)


def _setup(request: shapes.NewTable) -> Setup:
    players = len(request.seats)
    if request.start is None:
        return Setup(request.edition, RULES_VERSION, players, checked_overlay(request.edition, request.overlay))
    position = start_position(request.start, request.overlay)
    if len(position.players) != players:
        arguments = {"count": len(position.players)}
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-start-seats", "start_seats", arguments))
    overlay = position.to_json()["components"]
    return Setup(position.edition, RULES_VERSION, players, overlay, position.to_line())


def start_position(text: str, overlay: dict[str, Any] | str | None = None) -> Position:
    """Return the position where the game of a table begins; the overlay is for a position that has none.

    Raises:
        ApiProblem: ``bad_position`` if the position is impossible or the game is over there; ``bad_overlay``, or
            ``bad_request`` if the position has an overlay of its own.
    """
    game = game_at(text, overlay or None)
    if game.is_over:
        raise ApiProblem("bad_position", complaint=Complaint("api-detail-start-over", "over"))
    return game.position


def game_at(value: str | dict[str, Any], overlay: dict[str, Any] | str | None) -> Game:
    """Return a game with manual chance at a position; the overlay is for a position that has none.

    Raises:
        ApiProblem: ``bad_position`` if the position is impossible; ``bad_overlay``, or ``bad_request`` if the position
            has an overlay of its own.
    """
    try:
        position = Position.from_line(value) if isinstance(value, str) else Position.from_json(value)
        if overlay is not None:
            if position.components is not None:
                raise ApiProblem("bad_request", complaint=Complaint("api-detail-start-overlay", "start_overlay"))
            position = replace(position, components=checked_overlay(position.edition, overlay))
        return Game.from_position(position, chance="manual")
    except (PositionError, ComponentsError) as error:
        raise ApiProblem("bad_position", str(error)[:LONGEST_REASON]) from None


def _settings(request: shapes.NewTable) -> TableSettings:
    values = {name: getattr(request, name) for name in TableSettings.__struct_fields__}
    return TableSettings(
        **values
        | {
            "name": clean_name(request.name) if request.name.strip() else "",
            "clock": clock_of(request.clock, request.pace),
            # The players have chosen which side of the position each of them takes.
            "random_seats": request.random_seats and request.start is None,
        }
    )


def check_level(level: str) -> str:
    """Return a level, with its style, after checking that it exists. Raises ``ApiProblem``: ``unknown_level``."""
    if not is_level(level):
        arguments = {"levels": ", ".join(levels()), "styles": ", ".join(styles())}
        raise ApiProblem("unknown_level", complaint=Complaint("api-detail-levels", "levels", arguments))
    return level


def _check(request: shapes.NewTable) -> None:
    kinds = [seat.kind for seat in request.seats]
    if kinds.count("you") > 1:
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-you-once", "you_once"))
    if request.rated and ({"bot", "local"} & set(kinds) or request.hints or request.overlay or request.start):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))
    if request.coach:
        may_have_coach(kinds, request.rated)


def checked_overlay(edition: str, overlay: dict[str, Any] | str | None) -> dict[str, Any] | None:
    """Return a validated overlay, of tables or of the text of an overlay file; ``None`` without one.

    Raises:
        ApiProblem: ``bad_overlay``.
    """
    if not overlay:
        return None
    try:
        tables = parse_overlay(overlay) if isinstance(overlay, str) else overlay
        load(edition, tables)
    except ComponentsError as error:
        raise ApiProblem("bad_overlay", str(error)[:LONGEST_REASON]) from None
    return dict(tables) or None


def clock_of(clock: shapes.NewClock | None, pace: str) -> Clock | None:
    """Return the clock of a request, after checking that it fits the pace.

    Raises:
        ApiProblem: the clock has minutes at the pace `days`, or days at another pace.
    """
    if clock is None:
        return None
    is_live = pace == "live"
    if (clock.minutes is None) == is_live or (clock.days is None) != is_live or (clock.increment and not is_live):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-clock", "clock"))
    return Clock(clock.minutes or 0, clock.increment, clock.days or 0, check_level(clock.level))


def _seats(request: shapes.NewTable, host: Person) -> list[SeatInfo]:
    """Return the seats of a request. Computer players without a name get one."""
    seats = with_distinct_names([_seat(number, seat, host) for number, seat in enumerate(request.seats)])
    for number, new_seat in enumerate(request.seats):
        if new_seat.crest is not None:
            seats = with_crest(seats, number, new_seat.crest)
    return seats


def _seat(number: int, seat: shapes.NewSeat, host: Person) -> SeatInfo:
    if seat.kind == "open":
        return SeatInfo(number, "open", crest=number)
    if seat.kind == "bot":
        return SeatInfo(number, "bot", player_name(seat.name, ""), level=check_level(seat.level), crest=number)
    default = host.name if seat.kind == "you" else f"{host.name} {number + 1}"
    return SeatInfo(number, "person", player_name(seat.name, default), host.id, crest=number)


def rematch_of(info: TableInfo, seats: list[SeatInfo], host: Person, now: float) -> tuple[TableInfo, list[SeatInfo]]:
    """Return the settings and the seats of a rematch. The seats of the other players are open until they join."""
    setup = msgspec.structs.replace(info.setup, rules_version=RULES_VERSION)
    new_seats = with_distinct_names([_rematch_seat(seat, seats, host) for seat in seats])
    # A seat that was handed to a computer player may be open again, and then other people may join.
    has_coach = info.settings.coach and not any(seat.kind == "open" for seat in new_seats)
    settings = msgspec.structs.replace(info.settings, coach=has_coach)
    return TableInfo(new_id(), host.id, setup, now, now, settings), new_seats


def _rematch_seat(seat: SeatInfo, seats: list[SeatInfo], host: Person) -> SeatInfo:
    if seat.kind == "bot" and not seat.resigned:
        return SeatInfo(seat.seat, "bot", seat.name, level=seat.level, crest=seat.crest)
    if host.id in (seat.guest, seat.resigned):
        # A seat that was handed over has the name of its computer player: give it one of the host again.
        is_free = not any(other.guest == host.id or other.name == host.name for other in seats)
        name = (host.name if is_free else f"{host.name} {seat.seat + 1}") if seat.resigned else seat.name
        return SeatInfo(seat.seat, "person", name, host.id, crest=seat.crest)
    return SeatInfo(seat.seat, "open", crest=seat.crest)
