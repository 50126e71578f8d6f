"""Operations of the seats before the game."""

from __future__ import annotations

from edokko.table.api.operation import Caller, Operations
from edokko.table.commands import lifecycle, seating
from edokko.table.commands.making import check_level
from edokko.table.people import player_name
from edokko.table.shapes.requests import ChosenSeat, GivenSeat, Join, OwnSeat, Terms
from edokko.table.shapes.tables import Played, TableView
from edokko.table.venue import Venue
from edokko.table.views.table import played_of, view_of

operations = Operations("tables")


@operations.post("/tables/{table}/join", "Take an open seat")
async def join(venue: Venue, caller: Caller, table: str, data: Join) -> TableView:
    person = caller.known
    name = player_name(data.name, person.name)
    if (await venue.get(table)).info.settings.rated:
        await venue.check_rated(person.id)
    live_table = await seating.join(venue, table, person.id, name, data.seat, data.ready, data.crest)
    return view_of(live_table, venue.hub, person.id)


@operations.post("/tables/{table}/seat", "Change the name, crest or readiness of your own seat before the game")
async def change_seat(venue: Venue, caller: Caller, table: str, data: OwnSeat) -> TableView:
    guest = caller.known.id
    name = None if data.name is None else player_name(data.name)
    live_table = await seating.change_seat(venue, table, guest, data.seat, data.crest, data.ready, name)
    return view_of(live_table, venue.hub, guest)


@operations.post(
    "/tables/{table}/seats", "As the host before the game: open another seat, or assign a computer player to it"
)
async def give_seat(venue: Venue, caller: Caller, table: str, data: GivenSeat) -> TableView:
    guest = caller.known.id
    level = check_level(data.level) if data.kind == "bot" else None
    return view_of(await seating.give_seat(venue, table, guest, data.seat, level), venue.hub, guest)


@operations.post(
    "/tables/{table}/terms", "As the host before the game: change the edition, the pace, the clock and the chat"
)
async def change_terms(venue: Venue, caller: Caller, table: str, data: Terms) -> TableView:
    guest = caller.known.id
    return view_of(await seating.change_terms(venue, table, guest, data), venue.hub, guest)


@operations.post("/tables/{table}/leave", "Leave a seat before the game; if the host leaves, the table is closed")
async def leave(venue: Venue, caller: Caller, table: str, data: ChosenSeat) -> TableView:
    guest = caller.known.id
    return view_of(await seating.leave(venue, table, guest, data.seat), venue.hub, guest)


@operations.post("/tables/{table}/start", "As the host: begin the game")
async def start(venue: Venue, caller: Caller, table: str) -> Played:
    guest = caller.known.id
    return played_of(*await lifecycle.start(venue, table, guest), venue.hub, guest)
