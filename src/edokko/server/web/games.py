"""Routes of a game: moves, undo, the coach, handing a seat to a computer player, and the rematch."""

from __future__ import annotations

import contextlib
import functools
from typing import Annotated

from litestar import Response, Router, post
from litestar.params import HeaderParameter, JSONBody

from edokko.server.services import Services
from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency, address_of, origin_of
from edokko.table.access import may_request_rematch, may_watch
from edokko.table.commands import lifecycle, playing
from edokko.table.commands.making import check_level, rematch_of
from edokko.table.people import Person
from edokko.table.problems import ApiProblem
from edokko.table.shapes.requests import CoachSwitch, Play, ToBot, Undo
from edokko.table.shapes.tables import Played, TableView
from edokko.table.views.table import played_of, view_of

RequestKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        required=False,
        max_length=64,
        description="A repeated request with the same key is executed once.",
    ),
]
STALE_CODES = frozenset({"stale_ply", "time_over", "not_started", "game_over", "no_undo", "not_your_seat"})
"""Codes that a client with a stale view may get for moves and undo; their answers have the newest view."""


@post("/tables/{table:str}/moves", responses=PROBLEMS, status_code=200, summary="Play moves")
async def play(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[Play], request_key: RequestKey = None
) -> Played:
    person = await require_guest(services, request)
    try:
        change = await playing.play(services.venue, table, person.id, data.ply, data.moves, request_key, data.version)
    except ApiProblem as problem:
        raise await _with_view(services, table, person, problem) from None
    return played_of(*change, services.hub, person.id)


@post("/tables/{table:str}/undo", responses=PROBLEMS, status_code=200, summary="Take back your last request's moves")
async def undo(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[Undo], request_key: RequestKey = None
) -> Played:
    person = await require_guest(services, request)
    try:
        change = await playing.undo(services.venue, table, person.id, data.ply, request_key, data.version)
    except ApiProblem as problem:
        raise await _with_view(services, table, person, problem) from None
    return played_of(*change, services.hub, person.id)


@post("/tables/{table:str}/bot", responses=PROBLEMS, status_code=200, summary="Hand a seat to a computer player")
async def to_bot(request: Req, services: ServicesDependency, table: Id, data: JSONBody[ToBot]) -> Played:
    person = await require_guest(services, request)
    level = check_level(data.level)
    change = await playing.to_bot(services.venue, table, person.id, data.seat, level)
    return played_of(*change, services.hub, person.id)


@post("/tables/{table:str}/coach", responses=PROBLEMS, status_code=200, summary="Switch the coach on or off")
async def coach(request: Req, services: ServicesDependency, table: Id, data: JSONBody[CoachSwitch]) -> TableView:
    person = await require_guest(services, request)
    live_table = await playing.switch_coach(services.venue, table, person.id, data.on)
    return view_of(live_table, services.hub, person.id)


@post(
    "/tables/{table:str}/rematch",
    opt=GROWS,
    responses=PROBLEMS,
    summary="Create or find the rematch of a finished game",
)
async def rematch(request: Req, services: ServicesDependency, table: Id) -> Response[TableView]:
    person = await require_guest(services, request)
    finished = await services.venue.authorised(table, functools.partial(may_request_rematch, guest=person.id))
    existing = finished.info.rematch
    if existing is not None:
        rematch_table = await services.venue.current(existing)
        return Response(view_of(rematch_table, services.hub, person.id), status_code=200)
    if following := await services.next_table(finished.info):
        return Response(view_of(await services.venue.current(following), services.hub, person.id), status_code=200)
    address = address_of(request)
    services.new_tables.take(address)
    info, seats = rematch_of(finished.info, finished.seats, person, services.venue.now())
    info.origin = origin_of(address, services.secret)
    rematch_table = await lifecycle.create_rematch(services.venue, table, person.id, info, seats)
    status = 201 if rematch_table.info.id == info.id else 200
    return Response(view_of(rematch_table, services.hub, person.id), status_code=status)


async def _with_view(services: Services, table: str, person: Person, problem: ApiProblem) -> ApiProblem:
    """Add the newest view to a problem that a stale view may have caused."""
    if problem.code in STALE_CODES:
        live_table = await services.venue.current(table)
        with contextlib.suppress(ApiProblem):
            may_watch(live_table, person.id)
            problem.view = view_of(live_table, services.hub, person.id)
    return problem


router = Router("/", route_handlers=[play, undo, to_bot, coach, rematch], tags=["tables"])
