"""Preconditions of commands: who may do what at a table, and when. A refusal is an :class:`ApiProblem`."""

from __future__ import annotations

from collections.abc import Sequence

from edokko.move import Move
from edokko.table.hub import Hub
from edokko.table.line import WrongChance
from edokko.table.match import WrongMove
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.views.live_table import LiveTable
from edokko.table.views.moves import refusal_of

MOST_ROWS = 5_000
"""Row limit of a table; a game has some hundreds. It keeps a client from filling the store by repetition."""


def must_be_host(live_table: LiveTable, guest: str) -> None:
    """Check that a guest is the host of a table. Raises ``ApiProblem``: ``not_the_host``."""
    if guest != live_table.info.host:
        raise ApiProblem("not_the_host")


def must_be_seated(live_table: LiveTable, guest: str) -> None:
    """Check that a guest has a seat at a table. Raises ``ApiProblem``: ``not_your_seat``."""
    if not live_table.seats_of(guest):
        raise ApiProblem("not_your_seat")


def must_be_below_row_limit(live_table: LiveTable) -> None:
    """Check the row limit, for commands that can be repeated without end."""
    if live_table.version >= MOST_ROWS:
        raise ApiProblem("too_many", complaint=Complaint("api-detail-rows", "rows", {"count": MOST_ROWS}))


def must_wait(live_table: LiveTable) -> None:
    """Check that the game has not begun and the table is open."""
    if live_table.info.status == "closed":
        raise ApiProblem("game_over")
    if live_table.info.status != "waiting":
        raise ApiProblem("already_started")


def must_run(live_table: LiveTable) -> None:
    """Check that the game has begun and is not over."""
    if live_table.info.status == "waiting":
        raise ApiProblem("not_started")
    if live_table.info.status != "running":
        raise ApiProblem("game_over")


def may_watch(live_table: LiveTable, guest: str | None) -> None:
    """Check that a guest may see a table; ``None`` for an anonymous one. Raises ``ApiProblem``: ``no_spectators``."""
    if live_table.info.settings.spectators or live_table.info.status == "waiting":
        return
    if guest is None or guest not in {*live_table.guests, live_table.info.host}:
        raise ApiProblem("no_spectators")


def may_study(live_table: LiveTable, guest: str | None) -> None:
    """Check that a guest may try out moves from a position of a table.

    While the game runs, this needs a table with hints: elsewhere it would be an advantage over the other players.
    """
    may_watch(live_table, guest)
    settings = live_table.info.settings
    allows_hints = settings.hints or settings.coach
    if live_table.match.has_begun and not live_table.match.is_over and (settings.rated or not allows_hints):
        raise ApiProblem("not_over")


def must_not_be_rated(live_table: LiveTable) -> None:
    """Check that no rated game is running at a table. Raises ``ApiProblem``: ``rated_game``."""
    if live_table.info.settings.rated and live_table.info.status == "running":
        raise ApiProblem("rated_game")


def must_be_over(live_table: LiveTable) -> None:
    """Check that the game has been played to its end."""
    if live_table.info.status != "finished":
        raise ApiProblem("not_over" if live_table.match.has_begun else "not_started")


def may_request_hint(live_table: LiveTable, guest: str) -> None:
    """Check that the table allows hints, and that the guest's seat decides."""
    settings = live_table.info.settings
    if not (settings.hints or settings.coach) or settings.rated:
        raise ApiProblem("no_hints")
    if live_table.info.status != "running":
        raise ApiProblem("game_over" if live_table.match.is_over else "not_started")
    if live_table.match.seat not in live_table.seats_of(guest):
        raise ApiProblem("not_your_seat")


def may_have_coach(kinds: Sequence[str], is_rated: bool) -> None:
    """Check that a table may have a coach: one person against seats of the kind ``bot``, unrated.

    Raises:
        ApiProblem: ``no_coach``, with the reason.
    """
    if is_rated:
        raise ApiProblem("no_coach", complaint=Complaint("api-detail-coach-rated", "rated"))
    if "open" in kinds or len(kinds) - list(kinds).count("bot") != 1:
        raise ApiProblem("no_coach", complaint=Complaint("api-detail-coach-people", "people"))


def may_switch_coach(live_table: LiveTable, guest: str, is_on: bool) -> None:
    """Check that a guest plays this game, and that the table may have a coach if it is to be switched on."""
    must_be_seated(live_table, guest)
    must_run(live_table)
    must_be_below_row_limit(live_table)
    if is_on:
        may_have_coach([seat.kind for seat in live_table.seats], live_table.info.settings.rated)


def may_request_look_back(live_table: LiveTable, guest: str, month: int) -> None:
    """Check that the table has a coach, that the guest plays there, and that the month is over."""
    if not live_table.info.settings.coach:
        raise ApiProblem("no_coach", complaint=Complaint("api-detail-coach-off", "off"))
    must_be_seated(live_table, guest)
    match = live_table.match
    if not match.has_begun or (match.game.month <= month and not match.is_over):
        raise ApiProblem("stale_ply")


def may_request_rematch(live_table: LiveTable, guest: str) -> None:
    """Check that the game is over, and that the guest has played it."""
    if guest not in live_table.guests:
        raise ApiProblem("not_your_seat")
    must_be_over(live_table)


def must_be_current(live_table: LiveTable, ply: int, version: int | None) -> None:
    """Check that the client has seen the current ply; its version, if any, detects other moves after an undo."""
    if ply != live_table.match.ply or version not in (None, live_table.version):
        raise ApiProblem("stale_ply")


def may_decide(live_table: LiveTable, guest: str | None, ply: int, version: int | None) -> None:
    """Check that the deciding seat is the guest's, or a computer player's for ``None``, and the view is current."""
    if guest is not None:
        must_be_seated(live_table, guest)
    must_be_current(live_table, ply, version)
    seat = live_table.match.seat
    decides = live_table.seats[seat] if seat is not None else None
    if decides is None or decides.guest != guest or (guest is None and decides.kind != "bot"):
        raise ApiProblem("not_your_seat")


def may_undo(live_table: LiveTable, guest: str, ply: int, version: int | None) -> None:
    """Check that the last moves are the guest's and may be taken back, and the view is current."""
    own = live_table.seats_of(guest)
    if not own:
        raise ApiProblem("not_your_seat")
    must_be_current(live_table, ply, version)
    must_be_below_row_limit(live_table)
    if live_table.match.undo_by not in own:
        reason = live_table.match.no_undo_of(own)
        message = f"web-no-undo-{reason.replace('_', '-')}"
        raise ApiProblem("no_undo", complaint=Complaint(message, reason))


def may_start(live_table: LiveTable, guest: str) -> None:
    """Check that the guest is the host, every seat is taken and every other player is ready."""
    must_be_host(live_table, guest)
    must_wait(live_table)
    if any(seat.kind == "open" for seat in live_table.seats):
        raise ApiProblem("seats_open")
    not_ready = [seat.name for seat in live_table.seats if seat.is_awaited and seat.guest != guest]
    if not_ready:
        names = {"names": ", ".join(not_ready)}
        raise ApiProblem("not_ready", complaint=Complaint("api-detail-awaited", "awaited", names))


def may_reassign(live_table: LiveTable, guest: str, seat: int, level: str | None) -> None:
    """Check that the guest is the host, and may open a seat or assign a computer player of a level to it."""
    must_be_host(live_table, guest)
    if seat in live_table.seats_of(guest):
        raise ApiProblem("already_seated")
    if seat >= len(live_table.seats):
        raise ApiProblem("not_your_seat")
    if level is not None and live_table.info.settings.rated:
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))


def open_seat(live_table: LiveTable, guest: str, seat: int | None) -> int:
    """Return the open seat that a guest takes: ``seat``, or the first one for ``None``."""
    if live_table.seats_of(guest):
        raise ApiProblem("already_seated")
    open_seats = [info.seat for info in live_table.seats if info.kind == "open"]
    if not open_seats:
        raise ApiProblem("table_full")
    if seat is not None and seat not in open_seats:
        raise ApiProblem("seat_taken")
    return open_seats[0] if seat is None else seat


def own_seat(live_table: LiveTable, guest: str, seat: int | None) -> int:
    """Return a guest's own seat: ``seat``, or their only one for ``None``."""
    own = live_table.seats_of(guest)
    if seat is None and len(own) == 1:
        return own[0]
    if seat not in own:
        raise ApiProblem("not_your_seat")
    assert seat is not None
    return seat


def own_or_replaceable_seat(live_table: LiveTable, guest: str, seat: int | None) -> int:
    """Return the seat to hand over: the guest's own, another person's for the host, or the host's for a player."""
    own, host = live_table.seats_of(guest), live_table.info.host
    if seat is None or seat in own:
        return own_seat(live_table, guest, seat)
    if seat >= len(live_table.seats) or live_table.seats[seat].kind != "person":
        raise ApiProblem("not_your_seat")
    if guest != host and not (own and live_table.seats[seat].guest == host):
        raise ApiProblem("not_your_seat")
    return seat


def must_be_replaceable(live_table: LiveTable, guest: str, seat: int, present: set[str], hub: Hub) -> None:
    """Check that a guest may hand over a seat now: their own, or one whose player is not present for long enough.

    Raises:
        ApiProblem: ``not_away``, with the seconds to wait if the player is absent.
    """
    seats = live_table.replaceable(guest, hub)
    since = seats.get(seat)
    if seat not in seats or (since is not None and live_table.seats[seat].guest in present):
        raise ApiProblem("not_away")
    if since is not None and (now := hub.now()) < since:
        raise ApiProblem("not_away", retry=round(since - now, 1))


def wrong_chance(wrong: WrongChance) -> ApiProblem:
    """Return the problem for an entry of a line that does not fit the chance of the game."""
    possible = {"possible": ", ".join(wrong.possible)}
    complaint = Complaint(f"api-detail-chance-{wrong.why}", wrong.why, possible)
    return ApiProblem(f"{wrong.why}_chance", complaint=complaint, place=wrong.place)


def wrong_move(wrong: WrongMove) -> ApiProblem:
    """Return the problem for a move that cannot be played."""
    detail = wrong.words[:80]
    if wrong.why == "unknown":
        return ApiProblem("unknown_move", detail, place=wrong.place)
    refusal = refusal_of(Move(wrong.words).number, wrong.refusal) if wrong.refusal else None
    return ApiProblem("illegal_move", detail, place=wrong.place, refusal=refusal)
