"""Operations of the seats before the game: join, leave, change one's own, give another one, change the terms, start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from msgspec import structs

from edokko.table.access import may_reassign, must_be_below_row_limit, must_be_host, must_wait, open_seat, own_seat
from edokko.table.api.operation import Caller, Operations
from edokko.table.commands import lifecycle
from edokko.table.commands.making import check_level, clock_of
from edokko.table.people import player_name
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.rows import TERMS
from edokko.table.seats import SeatInfo, bot_name, is_crest_taken, with_crest, with_distinct_names, with_seat
from edokko.table.shapes.requests import ChosenSeat, GivenSeat, Join, OwnSeat, Terms
from edokko.table.shapes.tables import Played, TableView
from edokko.table.store import BotQuota
from edokko.table.venue import Venue
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import played_of, view_of

operations = Operations("tables")


@operations.post("/tables/{table}/join", "Take an open seat")
async def join(venue: Venue, caller: Caller, table: str, data: Join) -> TableView:
    person = caller.known
    name = player_name(data.name, person.name)
    if (await venue.get(table)).info.settings.rated:
        await venue.check_rated(person.id)
    live_table = await take_seat(venue, table, person.id, name, data.seat, data.ready, data.crest)
    return view_of(live_table, venue.hub, person.id)


async def take_seat(
    venue: Venue,
    table: str,
    guest: str,
    name: str,
    seat: int | None = None,
    is_ready: bool = True,
    preferred_crest: int | None = None,
) -> LiveTable:
    """Take an open seat, the first one for ``None``; the host is always ready.

    In a rematch the crest of the previous game takes precedence over the preferred one. A crest of another person is
    never taken away.

    Raises:
        ApiProblem: the game has begun, or the seat is not open.
    """
    previous_crest = await venue.store.previous_crest(table, guest)
    crest = preferred_crest if previous_crest is None else previous_crest

    async def command(live_table: LiveTable) -> LiveTable:
        _must_be_open(live_table)
        number = open_seat(live_table, guest, seat)
        ready = is_ready or guest == live_table.info.host
        person = replace(live_table.seats[number], kind="person", name=name, guest=guest, ready=ready)
        seats = with_seat(live_table.seats, person)
        if crest is not None and not is_crest_taken(seats, number, crest):
            seats = with_crest(seats, number, crest)
        await venue.append_row(live_table, "join", number, guest, with_distinct_names(seats, number))
        return live_table

    return await venue.run(table, command)


@operations.post("/tables/{table}/seat", "Change the name, crest or readiness of your own seat before the game")
async def change_seat(venue: Venue, caller: Caller, table: str, data: OwnSeat) -> TableView:
    guest, crest = caller.known.id, data.crest
    name = None if data.name is None else player_name(data.name)

    async def command(live_table: LiveTable) -> None:
        _must_be_open(live_table)
        own, info = own_seat(live_table, guest, data.seat), live_table.info
        seats = list(live_table.seats)
        if crest is not None:
            if is_crest_taken(seats, own, crest):
                raise ApiProblem("crest_taken")
            seats = with_crest(seats, own, crest)
        if name is not None:
            seats[own] = replace(seats[own], name=name)
            seats = with_distinct_names(seats, own)
        if data.ready is not None:
            seats[own] = replace(seats[own], ready=data.ready or guest == info.host)
        if seats != live_table.seats:
            # In the waiting room of a series the host may be away: the first player who is ready takes over.
            if (
                info.series
                and data.ready
                and any(seat.is_awaited for seat in live_table.seats if seat.guest == info.host)
            ):
                info.host = guest
            await venue.append_row(live_table, "seat", own, guest, seats)

    return await _changed(venue, table, guest, command)


@operations.post(
    "/tables/{table}/seats", "As the host before the game: open another seat, or assign a computer player to it"
)
async def give_seat(venue: Venue, caller: Caller, table: str, data: GivenSeat) -> TableView:
    guest = caller.known.id
    level = check_level(data.level) if data.kind == "bot" else None

    async def command(live_table: LiveTable) -> None:
        _must_be_open(live_table)
        may_reassign(live_table, guest, data.seat, level)
        reassigned = _reassigned_seat(live_table.seats, data.seat, level)
        if reassigned != live_table.seats[data.seat]:
            seats = with_seat(live_table.seats, reassigned)
            guards = [BotQuota(guest)] if level else []
            await venue.append_row(live_table, "seat", data.seat, guest, seats, guards=guards)

    return await _changed(venue, table, guest, command)


@operations.post(
    "/tables/{table}/terms", "As the host before the game: change the edition, the pace, the clock and the chat"
)
async def change_terms(venue: Venue, caller: Caller, table: str, data: Terms) -> TableView:
    guest = caller.known.id
    clock = clock_of(data.clock, data.pace)

    async def command(live_table: LiveTable) -> None:
        _must_be_open(live_table)
        must_be_host(live_table, guest)
        info, setup = live_table.info, structs.replace(live_table.info.setup, edition=data.edition)
        if setup != info.setup and (setup.overlay or setup.start or info.series or info.event):
            raise ApiProblem("bad_request", complaint=Complaint("api-detail-edition", "edition"))
        settings = structs.replace(info.settings, pace=data.pace, clock=clock, chat=data.chat)
        if (setup, settings) == (info.setup, info.settings):
            return
        info.setup, info.settings = setup, settings
        live_table.match.setup, live_table.match.clock = setup, clock
        live_table.invalidate_encoded()
        # The other players confirm again that they are ready.
        seats = [replace(seat, ready=seat.guest in (None, guest)) for seat in live_table.seats]
        await venue.append_row(live_table, TERMS, None, guest, seats)

    return await _changed(venue, table, guest, command)


@operations.post("/tables/{table}/leave", "Leave a seat before the game; if the host leaves, the table is closed")
async def leave(venue: Venue, caller: Caller, table: str, data: ChosenSeat) -> TableView:
    guest = caller.known.id

    async def command(live_table: LiveTable) -> None:
        must_wait(live_table)
        info = live_table.info
        # In a series another player becomes the host.
        heir = _heir_of(live_table) if info.series else None
        if guest == info.host and heir is None:
            info.status = "closed"
            await venue.append_row(live_table, "close", None, guest)
            return
        number = own_seat(live_table, guest, data.seat)
        if heir is not None and guest == info.host:
            info.host = heir
        empty = SeatInfo(number, "open", crest=live_table.seats[number].crest)
        await venue.append_row(live_table, "leave", number, guest, with_seat(live_table.seats, empty))

    return await _changed(venue, table, guest, command)


@operations.post("/tables/{table}/start", "As the host: begin the game")
async def start(venue: Venue, caller: Caller, table: str) -> Played:
    guest = caller.known.id
    return played_of(*await lifecycle.start(venue, table, guest), venue.hub, guest)


async def _changed(venue: Venue, table: str, guest: str, command: Callable[[LiveTable], Awaitable[None]]) -> TableView:
    await venue.run(table, command)
    return view_of(await venue.get(table), venue.hub, guest)


def _must_be_open(live_table: LiveTable) -> None:
    must_wait(live_table)
    must_be_below_row_limit(live_table)


def _heir_of(live_table: LiveTable) -> str | None:
    """Return the guest who becomes the host when the host leaves: one who is ready before others; ``None`` without."""
    people = [seat for seat in live_table.seats if seat.guest is not None and seat.guest != live_table.info.host]
    return min(people, key=lambda seat: not seat.ready).guest if people else None


def _reassigned_seat(seats: Sequence[SeatInfo], seat: int, level: str | None) -> SeatInfo:
    """Return a seat after the host has opened it or assigned a computer player."""
    old = seats[seat]
    if level is None:
        return SeatInfo(seat, "open", crest=old.crest)
    # A change of the level keeps the computer player's name.
    name = old.name if old.kind == "bot" else bot_name(other.name for other in seats)
    return SeatInfo(seat, "bot", name, level=level, crest=old.crest)
