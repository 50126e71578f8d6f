"""Operations of a game: moves, undo, the coach, handing a seat to a computer player, and the rematch."""

from __future__ import annotations

import functools
from typing import Annotated

from msgspec import Meta, structs

from edokko.table.access import (
    may_request_rematch,
    may_switch_coach,
    must_be_replaceable,
    must_run,
    own_or_replaceable_seat,
)
from edokko.table.api.operation import Answer, Caller, Header, Operations
from edokko.table.commands import lifecycle, playing
from edokko.table.commands.making import check_level, rematch_of
from edokko.table.shapes.requests import CoachSwitch, Play, ToBot, Undo
from edokko.table.shapes.tables import Played, TableView
from edokko.table.venue import Changed, Venue, changed_since
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import played_of, view_of

RequestKey = Annotated[
    str | None,
    Header("Idempotency-Key"),
    Meta(max_length=64, description="A repeated request with the same key is executed once."),
]
operations = Operations("tables")


@operations.post("/tables/{table}/moves", "Play moves", may_be_stale=True)
async def play(venue: Venue, caller: Caller, table: str, data: Play, request_key: RequestKey = None) -> Played:
    guest = caller.known.id
    changed = await playing.play(venue, table, guest, data.ply, data.moves, request_key, data.version)
    return played_of(*changed, venue.hub, guest)


@operations.post("/tables/{table}/undo", "Take back your last request's moves", may_be_stale=True)
async def undo(venue: Venue, caller: Caller, table: str, data: Undo, request_key: RequestKey = None) -> Played:
    guest = caller.known.id
    changed = await playing.undo(venue, table, guest, data.ply, request_key, data.version)
    return played_of(*changed, venue.hub, guest)


@operations.post("/tables/{table}/bot", "Hand a seat to a computer player")
async def to_bot(venue: Venue, caller: Caller, table: str, data: ToBot) -> Played:
    guest, level = caller.known.id, check_level(data.level)

    async def command(live_table: LiveTable) -> Changed:
        must_run(live_table)
        number, before = own_or_replaceable_seat(live_table, guest, data.seat), live_table.version
        must_be_replaceable(live_table, guest, number, await venue.guests(table), venue.hub)
        await playing.hand_over(venue, live_table, number, level, guest)
        return changed_since(live_table, before)

    return played_of(*await venue.run(table, command), venue.hub, guest)


@operations.post("/tables/{table}/coach", "Switch the coach on or off")
async def coach(venue: Venue, caller: Caller, table: str, data: CoachSwitch) -> TableView:
    guest = caller.known.id

    async def command(live_table: LiveTable) -> LiveTable:
        may_switch_coach(live_table, guest, data.on)
        if live_table.info.settings.coach != data.on:
            live_table.info.settings = structs.replace(live_table.info.settings, coach=data.on)
            live_table.invalidate_encoded()
            await venue.append_row(live_table, "coach", None, guest, text="on" if data.on else "off")
        return live_table

    return view_of(await venue.run(table, command), venue.hub, guest)


@operations.post("/tables/{table}/rematch", "Create or find the rematch of a finished game", 201, grows=True)
async def rematch(venue: Venue, caller: Caller, table: str) -> Answer[TableView]:
    person = caller.known
    finished = await venue.authorised(table, functools.partial(may_request_rematch, guest=person.id))
    following = finished.info.rematch or await venue.next_table(finished.info)
    status = 200
    if following is None:
        origin = caller.admission.take()
        info, seats = rematch_of(finished.info, finished.seats, person, venue.now())
        info.origin = origin
        await lifecycle.create(venue, info, seats)
        following = await lifecycle.store_rematch(venue, table, person.id, info.id)
        if following == info.id:
            status = 201
        else:
            # A concurrent request was first.
            await lifecycle.close(venue, info.id)
    return Answer(view_of(await venue.current(following), venue.hub, person.id), status)
