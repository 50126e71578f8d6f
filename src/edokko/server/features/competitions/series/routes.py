"""Routes of series: games of the same players, one after the other."""

from __future__ import annotations

from functools import partial

from litestar import Router, get, post
from litestar.params import JSONBody

from edokko.server.features.competitions.series import commands as series
from edokko.server.features.competitions.series.shapes import NewSeries, SeriesLength, SeriesView
from edokko.server.features.competitions.series.view import view_of_series
from edokko.server.features.competitions.worker import Competitions
from edokko.server.services import Services
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency

_post = partial(post, responses=PROBLEMS, status_code=200)
"""The head of a route that changes a series and answers with it."""


@post(
    "/series",
    opt=GROWS,
    responses=PROBLEMS,
    summary="Begin a series with a table that you host, or that you have finished",
)
async def create(request: Req, services: ServicesDependency, data: JSONBody[NewSeries]) -> SeriesView:
    person = await require_guest(services, request)
    begun = await series.begin(services.venue, data.table, person.id, data.games)
    return await _led_on(services, begun, person.id)


@get("/series/{series_id:str}", responses=PROBLEMS, summary="A series: its games, its standings and its next table")
async def view(request: Req, services: ServicesDependency, series_id: Id) -> SeriesView:
    return await _view(services, series_id, await guest_id_or_none(services, request))


@_post("/series/{series_id:str}/games", summary="As the host: change the number of games")
async def change_length(
    request: Req, services: ServicesDependency, series_id: Id, data: JSONBody[SeriesLength]
) -> SeriesView:
    person = await require_guest(services, request)
    await series.change_length(services.venue, series_id, person.id, data.games)
    return await _led_on(services, series_id, person.id)


@_post("/series/{series_id:str}/end", summary="As the host: end the series; a game that has not begun is closed")
async def end(request: Req, services: ServicesDependency, series_id: Id) -> SeriesView:
    person = await require_guest(services, request)
    await series.end(services.venue, series_id, person.id)
    return await _view(services, series_id, person.id)


async def _led_on(services: Services, series_id: str, guest: str) -> SeriesView:
    await services.of(Competitions).lead_series(series_id)
    return await _view(services, series_id, guest)


async def _view(services: Services, series_id: str, guest: str | None) -> SeriesView:
    return view_of_series(await series.read(services.venue, series_id), guest)


router = Router("/", route_handlers=[create, view, change_length, end], tags=["series"])
