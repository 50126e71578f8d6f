"""Routes of series: games of the same players, one after the other."""

from __future__ import annotations

from litestar import websocket

from edokko.server.features.competitions.series import commands as series
from edokko.server.features.competitions.series.shapes import LiveSeries, NewSeries, SeriesLength, SeriesView
from edokko.server.features.competitions.series.store import TOPIC
from edokko.server.features.competitions.series.view import view_of_series
from edokko.server.features.competitions.worker import Competitions
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.live import Socket, serve_open
from edokko.server.web.parameters import Id, ServicesDependency
from edokko.server.web.routes import Visitor
from edokko.table.api.operation import Operations

operations = Operations("series")


@operations.post("/series", "Begin a series with a table that you host, or that you have finished", 201, grows=True)
async def create(venue: ServerVenue, caller: Visitor, data: NewSeries) -> SeriesView:
    return await _led_on(venue, caller, await series.begin(venue, data.table, caller.known.id, data.games))


@operations.get("/series/{series_id}", "A series: its games, its standings and its next table")
async def view(venue: ServerVenue, caller: Visitor, series_id: str) -> SeriesView:
    return view_of_series(await series.read(venue, series_id), caller.guest)


@operations.post("/series/{series_id}/games", "As the host: change the number of games")
async def change_length(venue: ServerVenue, caller: Visitor, series_id: str, data: SeriesLength) -> SeriesView:
    await series.change_length(venue, series_id, caller.known.id, data.games)
    return await _led_on(venue, caller, series_id)


@operations.post("/series/{series_id}/end", "As the host: end the series; a game that has not begun is closed")
async def end(venue: ServerVenue, caller: Visitor, series_id: str) -> SeriesView:
    await series.end(venue, series_id, caller.known.id)
    return await view(venue, caller, series_id)


async def _led_on(venue: ServerVenue, caller: Visitor, series_id: str) -> SeriesView:
    await caller.services.of(Competitions).lead_series(series_id)
    return await view(venue, caller, series_id)


@websocket("/series/{series_id:str}/live")
async def live_series(socket: Socket, services: ServicesDependency, series_id: Id) -> None:
    async def read(guest: str | None) -> LiveSeries:
        return LiveSeries(view_of_series(await series.read(services.venue, series_id), guest))

    await serve_open(socket, services, TOPIC + series_id, read)
