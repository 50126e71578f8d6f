"""Operations of a game: moves, undo, the coach, handing a seat to a computer player, and the rematch."""

from __future__ import annotations

import functools
from typing import Annotated

from msgspec import Meta

from edokko.table.access import may_request_rematch
from edokko.table.api.operation import Answer, Caller, Header, Operations
from edokko.table.commands import lifecycle, playing
from edokko.table.commands.making import check_level, rematch_of
from edokko.table.shapes.requests import CoachSwitch, Play, ToBot, Undo
from edokko.table.shapes.tables import Played, TableView
from edokko.table.venue import Venue
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
    guest = caller.known.id
    changed = await playing.to_bot(venue, table, guest, data.seat, check_level(data.level))
    return played_of(*changed, venue.hub, guest)


@operations.post("/tables/{table}/coach", "Switch the coach on or off")
async def coach(venue: Venue, caller: Caller, table: str, data: CoachSwitch) -> TableView:
    guest = caller.known.id
    return view_of(await playing.switch_coach(venue, table, guest, data.on), venue.hub, guest)


@operations.post("/tables/{table}/rematch", "Create or find the rematch of a finished game", 201, grows=True)
async def rematch(venue: Venue, caller: Caller, table: str) -> Answer[TableView]:
    person = caller.known
    finished = await venue.authorised(table, functools.partial(may_request_rematch, guest=person.id))
    following = finished.info.rematch or await venue.next_table(finished.info)
    if following is None:
        origin = caller.admission.take()
        info, seats = rematch_of(finished.info, finished.seats, person, venue.now())
        info.origin = origin
        live_table = await lifecycle.create_rematch(venue, table, person.id, info, seats)
        is_new = live_table.info.id == info.id
    else:
        live_table, is_new = await venue.current(following), False
    return Answer(view_of(live_table, venue.hub, person.id), 201 if is_new else 200)
