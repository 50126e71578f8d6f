"""What may be done at a table, when and by whom; what may not is an :class:`ApiProblem` that says why."""

from __future__ import annotations

import time
from collections.abc import Sequence

from edokko.move import Move
from edokko.server.hub import Hub
from edokko.server.loaded import Loaded
from edokko.server.match import NoUndo, WrongMove
from edokko.server.problems import ApiProblem, Complaint
from edokko.server.views.moves import refusal_of

MOST_ROWS = 5_000
"""Of a table; a game has some hundreds. What can be done again and again ends here: nobody fills the database."""


def must_have_room(loaded: Loaded) -> None:
    """What can be done again and again must not have been done all the time."""
    if loaded.version >= MOST_ROWS:
        raise ApiProblem("too_many", complaint=Complaint("api-detail-rows", "rows", {"count": MOST_ROWS}))


def must_wait(loaded: Loaded) -> None:
    """The game must not have begun."""
    if loaded.info.status == "closed":
        raise ApiProblem("game_over")
    if loaded.info.status != "waiting":
        raise ApiProblem("already_started")


def must_run(loaded: Loaded) -> None:
    """The game must have begun and not be over."""
    if loaded.info.status == "waiting":
        raise ApiProblem("not_started")
    if loaded.info.status != "running":
        raise ApiProblem("game_over")


def may_look_on(loaded: Loaded, guest: str | None) -> None:
    """Somebody may look at a table.

    Raises:
        ApiProblem: ``no_spectators``.
    """
    if loaded.info.spectators or loaded.info.status == "waiting":
        return
    if guest is None or guest not in {*loaded.guests, loaded.info.host}:
        raise ApiProblem("no_spectators")


def must_be_over(loaded: Loaded) -> None:
    """The game must have been played to its end."""
    if loaded.info.status != "finished":
        raise ApiProblem("not_over" if loaded.match.has_begun else "not_started")


def may_ask_for_a_hint(loaded: Loaded, guest: str) -> None:
    """Hints are allowed there, and that guest decides."""
    if not loaded.info.hints or loaded.info.rated:
        raise ApiProblem("no_hints")
    if loaded.info.status != "running":
        raise ApiProblem("game_over" if loaded.match.is_over else "not_started")
    if loaded.match.seat not in loaded.seats_of(guest):
        raise ApiProblem("not_your_seat")


def may_go_on(loaded: Loaded, guest: str) -> None:
    """The game is over, and that guest has played it: they may ask for the same once more."""
    if guest not in loaded.guests:
        raise ApiProblem("not_your_seat")
    must_be_over(loaded)


def must_be_there(loaded: Loaded, ply: int, version: int | None) -> None:
    """The position has to be the one that was seen: what is taken back and played otherwise leads to the same ply."""
    if ply != loaded.match.ply or version not in (None, loaded.version):
        raise ApiProblem("stale_ply")


def may_decide(loaded: Loaded, guest: str | None, ply: int, version: int | None) -> None:
    """The seat that decides has to be that guest's, the position the one that was seen."""
    if guest is not None and not loaded.seats_of(guest):
        raise ApiProblem("not_your_seat")
    must_be_there(loaded, ply, version)
    seat = loaded.match.seat
    decides = loaded.seats[seat] if seat is not None else None
    if decides is None or decides.guest != guest or (guest is None and decides.kind != "bot"):
        raise ApiProblem("not_your_seat")


def own_seat(loaded: Loaded, guest: str, seat: int | None) -> int:
    """One's own seat: the one named, or the only one."""
    own = loaded.seats_of(guest)
    if seat is None and len(own) == 1:
        return own[0]
    if seat not in own:
        raise ApiProblem("not_your_seat")
    assert seat is not None
    return seat


def own_or_others(loaded: Loaded, guest: str, seat: int | None) -> int:
    """One's own seat, or another person's: the host may ask for anybody, for the host whoever sits there."""
    own, host = loaded.seats_of(guest), loaded.info.host
    if seat is None or seat in own:
        return own_seat(loaded, guest, seat)
    if seat >= len(loaded.seats) or loaded.seats[seat].kind != "person":
        raise ApiProblem("not_your_seat")
    if guest != host and not (own and loaded.seats[seat].guest == host):
        raise ApiProblem("not_your_seat")
    return seat


def must_be_replaceable(loaded: Loaded, guest: str, seat: int, present: set[str], hub: Hub) -> None:
    """Nobody is replaced who is there, for whom nobody waits, or who has not let the others wait for long.

    Raises:
        ApiProblem: ``not_away``.
    """
    seats = loaded.replaceable(guest, hub)
    since = seats.get(seat)
    if seat not in seats or (since is not None and loaded.seats[seat].guest in present):
        raise ApiProblem("not_away")
    if since is not None and time.time() < since:
        raise ApiProblem("not_away", retry=round(since - time.time(), 1))


def awaits(names: Sequence[str]) -> Complaint:
    """What is told of people who are not ready."""
    return Complaint("api-detail-awaited", "awaited", {"names": ", ".join(names)})


def no_undo(reason: NoUndo) -> ApiProblem:
    """Why nothing is taken back, as a problem."""
    name = reason.replace("_", "-")
    return ApiProblem("no_undo", complaint=Complaint(f"web-no-undo-{name}", reason))


def wrong_move(wrong: WrongMove) -> ApiProblem:
    """Why a move is not played, as a problem that names it."""
    detail = wrong.words[:80]
    if wrong.why == "unknown":
        return ApiProblem("unknown_move", detail, place=wrong.place)
    refusal = refusal_of(Move(wrong.words).number, wrong.refusal) if wrong.refusal else None
    return ApiProblem("illegal_move", detail, place=wrong.place, refusal=refusal)
