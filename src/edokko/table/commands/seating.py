"""The commands of the seats before the game: join, leave, change one's own seat, reassign another one.

Each returns the table after the command; read it before the next ``await``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from edokko.table.access import may_reassign, must_be_below_row_limit, must_be_host, must_wait, open_seat, own_seat
from edokko.table.commands.making import clock_of
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.rows import TERMS
from edokko.table.seats import SeatInfo, bot_name, is_crest_taken, with_crest, with_distinct_names, with_seat
from edokko.table.shapes import requests as shapes
from edokko.table.store import BotQuota
from edokko.table.venue import Venue
from edokko.table.views.live_table import LiveTable


async def join(
    venue: Venue,
    table: str,
    guest: str,
    name: str,
    seat: int | None,
    is_ready: bool = True,
    preferred_crest: int | None = None,
) -> LiveTable:
    """Take an open seat.

    Args:
        venue: of the process.
        table: the id.
        guest, name: the player.
        seat: an open seat; ``None`` for the first one.
        is_ready: whether the player is ready; the host always is.
        preferred_crest: the crest that the player would like. In a rematch the crest of the previous game takes
            precedence. A crest of another person is never taken away.

    Raises:
        ApiProblem: the game has begun, or the seat is not open.
    """
    previous_crest = await venue.store.previous_crest(table, guest)
    crest = preferred_crest if previous_crest is None else previous_crest

    async def command(live_table: LiveTable) -> LiveTable:
        must_wait(live_table)
        must_be_below_row_limit(live_table)
        number = open_seat(live_table, guest, seat)
        ready = is_ready or guest == live_table.info.host
        person = replace(live_table.seats[number], kind="person", name=name, guest=guest, ready=ready)
        seats = with_seat(live_table.seats, person)
        if crest is not None and not is_crest_taken(seats, number, crest):
            seats = with_crest(seats, number, crest)
        await venue.append_row(live_table, "join", number, guest, with_distinct_names(seats, number))
        return live_table

    return await venue.run(table, command)


async def leave(venue: Venue, table: str, guest: str, seat: int | None) -> LiveTable:
    """Leave a seat before the game begins; if the host leaves, close the table.

    In a series another player becomes the host.

    Raises:
        ApiProblem: the game has begun, or the seat is another player's.
    """

    async def command(live_table: LiveTable) -> LiveTable:
        must_wait(live_table)
        heir = heir_of(live_table) if live_table.info.series else None
        if guest == live_table.info.host and heir is None:
            live_table.info.status = "closed"
            await venue.append_row(live_table, "close", None, guest)
            return live_table
        number = own_seat(live_table, guest, seat)
        empty = SeatInfo(number, "open", crest=live_table.seats[number].crest)
        if heir is not None and guest == live_table.info.host:
            live_table.info.host = heir
        await venue.append_row(live_table, "leave", number, guest, with_seat(live_table.seats, empty))
        return live_table

    return await venue.run(table, command)


async def change_seat(
    venue: Venue,
    table: str,
    guest: str,
    seat: int | None,
    crest: int | None,
    is_ready: bool | None,
    name: str | None = None,
) -> LiveTable:
    """Changed the crest, readiness or name of a guest's own seat before the game begins.

    Args:
        venue: of the process.
        table: the id.
        guest: the player.
        seat: one of the guest's seats; ``None`` for the only one.
        crest, is_ready, name: the new values; ``None`` for no change.

    Raises:
        ApiProblem: the game has begun, or the seat or the crest is another player's.
    """

    async def command(live_table: LiveTable) -> LiveTable:
        must_wait(live_table)
        must_be_below_row_limit(live_table)
        own = own_seat(live_table, guest, seat)
        seats = list(live_table.seats)
        if crest is not None:
            if is_crest_taken(seats, own, crest):
                raise ApiProblem("crest_taken")
            seats = with_crest(seats, own, crest)
        if name is not None:
            seats[own] = replace(seats[own], name=name)
            seats = with_distinct_names(seats, own)
        if is_ready is not None:
            seats[own] = replace(seats[own], ready=is_ready or guest == live_table.info.host)
        if seats != live_table.seats:
            # In the waiting room of a series the host may be away: the first player who is ready takes over.
            if live_table.info.series and is_ready and is_host_awaited(live_table):
                live_table.info.host = guest
            await venue.append_row(live_table, "seat", own, guest, seats)
        return live_table

    return await venue.run(table, command)


def heir_of(live_table: LiveTable) -> str | None:
    """Return the guest who becomes the host when the host leaves: one who is ready before others; ``None`` without."""
    people = [seat for seat in live_table.seats if seat.guest is not None and seat.guest != live_table.info.host]
    return min(people, key=lambda seat: not seat.ready).guest if people else None


def is_host_awaited(live_table: LiveTable) -> bool:
    """Return whether the host has a seat and is not ready."""
    return any(seat.is_awaited for seat in live_table.seats if seat.guest == live_table.info.host)


async def give_seat(venue: Venue, table: str, guest: str, seat: int, level: str | None) -> LiveTable:
    """Open a seat, or assign a computer player to it, as the host before the game begins.

    Args:
        venue: of the process.
        table: the id.
        guest: the host.
        seat: a seat of another player.
        level: the level of the computer player; ``None`` to open the seat.

    Raises:
        ApiProblem: the game has begun, the guest is not the host, the seat is the host's own, or the table is rated,
            which allows no computer players.
    """

    async def command(live_table: LiveTable) -> LiveTable:
        must_wait(live_table)
        must_be_below_row_limit(live_table)
        may_reassign(live_table, guest, seat, level)
        reassigned = _reassigned_seat(live_table.seats, seat, level)
        if reassigned != live_table.seats[seat]:
            seats = with_seat(live_table.seats, reassigned)
            guards = [BotQuota(guest)] if level else []
            await venue.append_row(live_table, "seat", seat, guest, seats, guards=guards)
        return live_table

    return await venue.run(table, command)


async def change_terms(venue: Venue, table: str, guest: str, terms: shapes.Terms) -> LiveTable:
    """Changed the edition, the pace, the clock and the chat of a table, as the host before the game begins.

    The other players confirm again that they are ready.

    Raises:
        ApiProblem: the game has begun, the guest is not the host, the clock does not fit the pace, or the edition of
            the table is fixed.
    """
    clock = clock_of(terms.clock, terms.pace)

    async def command(live_table: LiveTable) -> LiveTable:
        must_wait(live_table)
        must_be_below_row_limit(live_table)
        must_be_host(live_table, guest)
        info, setup = live_table.info, structs.replace(live_table.info.setup, edition=terms.edition)
        if setup != info.setup and (setup.overlay or setup.start or info.series or info.event):
            raise ApiProblem("bad_request", complaint=Complaint("api-detail-edition", "edition"))
        settings = structs.replace(info.settings, pace=terms.pace, clock=clock, chat=terms.chat)
        if (setup, settings) == (info.setup, info.settings):
            return live_table
        info.setup, info.settings = setup, settings
        live_table.match.setup, live_table.match.clock = setup, clock
        live_table.invalidate_encoded()
        seats = [replace(seat, ready=seat.guest in (None, guest)) for seat in live_table.seats]
        await venue.append_row(live_table, TERMS, None, guest, seats)
        return live_table

    return await venue.run(table, command)


def _reassigned_seat(seats: Sequence[SeatInfo], seat: int, level: str | None) -> SeatInfo:
    """Return a seat after the host has opened it or assigned a computer player."""
    old = seats[seat]
    if level is None:
        return SeatInfo(seat, "open", crest=old.crest)
    # A change of the level keeps the computer player's name.
    name = old.name if old.kind == "bot" else bot_name(other.name for other in seats)
    return SeatInfo(seat, "bot", name, level=level, crest=old.crest)
