"""The commands of a running game: play, undo, hand a seat over, and the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from edokko.table.access import may_decide, may_undo, must_run, wrong_move
from edokko.table.match import WrongMove
from edokko.table.problems import ApiProblem
from edokko.table.rows import Row
from edokko.table.seats import bot_name, with_seat
from edokko.table.store import BotQuota
from edokko.table.venue import Changed, Venue, changed_since
from edokko.table.views.live_table import LiveTable

Decide = Callable[[LiveTable, str | None, float], list[Row]]
"""Checks a request, applies it to the match, and returns its rows; of a table, an idempotency key and the time."""


async def play(
    venue: Venue,
    table: str,
    guest: str | None,
    ply: int,
    moves: Sequence[str],
    request: str | None = None,
    version: int | None = None,
) -> Changed:
    """Play moves of the seat that decides, all or none; ``guest`` is ``None`` for a computer player.

    ``request`` is an idempotency key. ``version`` is that of the view that the player has seen, since an undo can lead
    to another position of the same ply; ``None`` skips this check.

    Raises:
        ApiProblem: the seat is another player's, the ply or version is stale, the time is over, or a move is illegal.
    """

    def decide(live_table: LiveTable, key: str | None, now: float) -> list[Row]:
        may_decide(live_table, guest, ply, version)
        try:
            return live_table.match.play(moves, live_table.version, guest, key, now)
        except WrongMove as wrong:
            raise wrong_move(wrong) from None

    return await _decide_once(venue, table, guest, request, decide)


async def undo(
    venue: Venue, table: str, guest: str, ply: int, request: str | None = None, version: int | None = None
) -> Changed:
    """Take back the last batch of moves; the arguments are as for :func:`play`.

    Raises:
        ApiProblem: there is nothing to take back, or the moves are another player's.
    """

    def decide(live_table: LiveTable, key: str | None, now: float) -> list[Row]:
        may_undo(live_table, guest, ply, version)
        return [live_table.match.undo(live_table.version, guest, key, now)]

    return await _decide_once(venue, table, guest, request, decide)


async def _decide_once(venue: Venue, table: str, guest: str | None, request: str | None, decide: Decide) -> Changed:
    """Run a request of a player in time; a repeated request returns the change of the first one."""
    key = f"{guest}:{request}" if request else None

    async def command(live_table: LiveTable) -> Changed:
        if key is not None and key in live_table.requests:
            return changed_since(live_table, live_table.requests[key])
        must_run(live_table)
        now, before = venue.now(), live_table.version
        if await _enforce_clock(venue, live_table, now):
            raise ApiProblem("time_over")
        await venue.write(live_table, decide(live_table, key, now))
        return changed_since(live_table, before)

    return await venue.run(table, command)


async def replace_player(venue: Venue, table: str, guest: str) -> None:
    """Hand all seats of a guest at a running table to a computer player.

    Raises:
        ApiProblem: ``no_table``, or the game is over.
    """

    async def command(live_table: LiveTable) -> None:
        must_run(live_table)
        clock = live_table.info.settings.clock
        for seat in live_table.seats_of(guest):
            await hand_over(venue, live_table, seat, clock.level if clock else "easy", guest)

    await venue.run(table, command)


async def enforce_clock(venue: Venue, table: str) -> bool:
    """Hand the deciding seat to a computer player if its time has run out, and return whether it was handed over.

    Raises:
        ApiProblem: ``no_table``.
    """

    async def command(live_table: LiveTable) -> bool:
        return await _enforce_clock(venue, live_table, venue.now())

    return await venue.run(table, command)


async def _enforce_clock(venue: Venue, live_table: LiveTable, now: float) -> bool:
    deadline, seat, clock = live_table.deadline, live_table.match.seat, live_table.info.settings.clock
    if deadline is None or now < deadline or seat is None or clock is None:
        return False
    await hand_over(venue, live_table, seat, clock.level, None)
    return True


async def hand_over(venue: Venue, live_table: LiveTable, seat: int, level: str, guest: str | None) -> None:
    """Hand a seat to a computer player, under the lock; ``guest`` is ``None`` if the seat's time has run out."""
    old = live_table.seats[seat]
    name = bot_name(other.name for other in live_table.seats)
    new = replace(old, kind="bot", name=name, guest=None, level=level, resigned=old.guest, former=old.name)
    seats = with_seat(live_table.seats, new)
    guards = [BotQuota(guest)] if guest else []
    await venue.append_row(live_table, "bot" if guest else "time", seat, guest, seats, level, guards)
