"""The live channels of a series and of an event."""

from __future__ import annotations

from litestar import websocket

from edokko.server.features.competitions.events import commands as events
from edokko.server.features.competitions.events.shapes import EventView
from edokko.server.features.competitions.events.store import TOPIC as EVENT_TOPIC
from edokko.server.features.competitions.events.view import view_of_event
from edokko.server.features.competitions.series import commands as series
from edokko.server.features.competitions.series.shapes import SeriesView
from edokko.server.features.competitions.series.store import TOPIC as SERIES_TOPIC
from edokko.server.features.competitions.series.view import view_of_series
from edokko.server.web.live import Socket, serve_open
from edokko.server.web.parameters import Id, ServicesDependency
from edokko.table.shapes.base import ResponseShape


class LiveSeries(ResponseShape, tag="series", tag_field="type"):
    """The newest view of a series, at the start of the channel and on change."""

    series: SeriesView


class LiveEvent(ResponseShape, tag="event", tag_field="type"):
    """The newest view of an event, at the start of the channel and on change."""

    event: EventView


@websocket("/series/{series_id:str}/live")
async def live_series(socket: Socket, services: ServicesDependency, series_id: Id) -> None:
    async def read(guest: str | None) -> LiveSeries:
        return LiveSeries(view_of_series(await series.read(services.venue, series_id), guest))

    await serve_open(socket, services, SERIES_TOPIC + series_id, read)


@websocket("/events/{event:str}/live")
async def live_event(socket: Socket, services: ServicesDependency, event: Id) -> None:
    async def read(guest: str | None) -> LiveEvent:
        return LiveEvent(view_of_event(await events.read(services.database, event), guest))

    await serve_open(socket, services, EVENT_TOPIC + event, read)
