"""Routes of the seats before the game."""

from __future__ import annotations

from litestar import Router, post
from litestar.params import JSONBody

from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.table.commands import lifecycle, seating
from edokko.table.commands.making import check_level
from edokko.table.people import player_name
from edokko.table.shapes.requests import ChosenSeat, GivenSeat, Join, OwnSeat, Terms
from edokko.table.shapes.tables import Played, TableView
from edokko.table.views.table import played_of, view_of


@post("/tables/{table:str}/join", responses=PROBLEMS, status_code=200, summary="Take an open seat")
async def join(request: Req, services: ServicesDependency, table: Id, data: JSONBody[Join]) -> TableView:
    person = await require_guest(services, request)
    name = player_name(data.name, person.name)
    if (await services.venue.get(table)).info.settings.rated:
        await services.check_rated(person.id)
    live_table = await seating.join(services.venue, table, person.id, name, data.seat, data.ready, data.crest)
    return view_of(live_table, services.hub, person.id)


@post(
    "/tables/{table:str}/seat",
    responses=PROBLEMS,
    status_code=200,
    summary="Change the name, crest or readiness of your own seat before the game",
)
async def change_seat(request: Req, services: ServicesDependency, table: Id, data: JSONBody[OwnSeat]) -> TableView:
    person = await require_guest(services, request)
    name = None if data.name is None else player_name(data.name)
    live_table = await seating.change_seat(services.venue, table, person.id, data.seat, data.crest, data.ready, name)
    return view_of(live_table, services.hub, person.id)


@post(
    "/tables/{table:str}/seats",
    responses=PROBLEMS,
    status_code=200,
    summary="As the host before the game: open another seat, or assign a computer player to it",
)
async def give_seat(request: Req, services: ServicesDependency, table: Id, data: JSONBody[GivenSeat]) -> TableView:
    person = await require_guest(services, request)
    level = check_level(data.level) if data.kind == "bot" else None
    live_table = await seating.give_seat(services.venue, table, person.id, data.seat, level)
    return view_of(live_table, services.hub, person.id)


@post(
    "/tables/{table:str}/terms",
    responses=PROBLEMS,
    status_code=200,
    summary="As the host before the game: change the edition, the pace, the clock and the chat",
)
async def change_terms(request: Req, services: ServicesDependency, table: Id, data: JSONBody[Terms]) -> TableView:
    person = await require_guest(services, request)
    live_table = await seating.change_terms(services.venue, table, person.id, data)
    return view_of(live_table, services.hub, person.id)


@post(
    "/tables/{table:str}/leave",
    responses=PROBLEMS,
    status_code=200,
    summary="Leave a seat before the game; if the host leaves, the table is closed",
)
async def leave(request: Req, services: ServicesDependency, table: Id, data: JSONBody[ChosenSeat]) -> TableView:
    person = await require_guest(services, request)
    live_table = await seating.leave(services.venue, table, person.id, data.seat)
    return view_of(live_table, services.hub, person.id)


@post("/tables/{table:str}/start", responses=PROBLEMS, status_code=200, summary="As the host: begin the game")
async def start(request: Req, services: ServicesDependency, table: Id) -> Played:
    person = await require_guest(services, request)
    change = await lifecycle.start(services.venue, table, person.id)
    return played_of(*change, services.hub, person.id)


router = Router("/", route_handlers=[join, change_seat, give_seat, change_terms, leave, start], tags=["tables"])
