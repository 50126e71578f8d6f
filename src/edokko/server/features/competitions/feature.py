"""The registration of series and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, select, update

from edokko.catalogue import Catalogue
from edokko.server.features.competitions import models
from edokko.server.features.competitions.events import commands as events
from edokko.server.features.competitions.events import routes as event_routes
from edokko.server.features.competitions.events.shapes import LiveEvent
from edokko.server.features.competitions.events.store import EventLink, claim_table
from edokko.server.features.competitions.series import commands as series
from edokko.server.features.competitions.series import routes as series_routes
from edokko.server.features.competitions.series.shapes import LiveSeries
from edokko.server.features.competitions.series.store import NewSeries, SeriesLink, insert_game, insert_series
from edokko.server.features.competitions.worker import Competitions
from edokko.server.services import Feature, Services
from edokko.server.settings import Settings
from edokko.server.store import models as kernel
from edokko.server.store.administration import DELETED_NAME
from edokko.server.views.preview import Preview
from edokko.server.web.routes import routes_of
from edokko.server.workers.expiry import DAY
from edokko.table.settings import TableInfo


async def _preview_of_events(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview:
    return Preview(catalogue.text("page-events"), catalogue.text("page-description"))


async def _preview_of_event(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview:
    """Return the name of an event, its round and its players."""
    found = await events.read(services.database, str(parameters["event"]))
    told = catalogue.text(
        "page-event-told",
        round=found.round,
        rounds=found.settings.rounds,
        players=len(found.active),
        state=catalogue.text(f"page-event-{found.status}"),
    )
    return Preview(catalogue.text("page-event", name=found.settings.name), told)


async def _preview_of_series(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview:
    """Return the name of a series and its games."""
    found = await series.read(services.venue, str(parameters["series_id"]))
    name, played = found.last.name, sum(game.status == "finished" for game in found.games)
    title = catalogue.text("page-series-named", name=name) if name else catalogue.text("page-series")
    return Preview(title, catalogue.text("page-series-told", players=len(found.last.seats), played=played))


async def _next_table(services: Services, finished: TableInfo) -> str | None:
    """Make the next game of a series, if it is due, and return its table."""
    if finished.series is None:
        return None
    return await services.of(Competitions).lead_series(finished.series)


def _forget(connection: Connection, guest: str) -> None:
    """Remove a player's name and id from events; the player plays no further round."""
    event, player = models.Event, models.EventPlayer
    connection.execute(update(event).where(event.organiser == guest).values(organiser="", version=event.version + 1))
    entries = select(player.event).where(player.guest == guest)
    connection.execute(update(event).where(event.id.in_(entries)).values(version=event.version + 1))
    left = {"guest": None, "name": DELETED_NAME, "withdrawn": True}
    connection.execute(update(player).where(player.guest == guest).values(left))


def _expire(connection: Connection, settings: Settings, now: float) -> None:
    """Close and delete events by the days of tables, and delete series whose tables are all deleted."""
    event, series, game, table = models.Event, models.Series, models.SeriesGame, kernel.Table
    if settings.waiting_days:
        is_stale = (event.status == "open") & (event.changed < now - settings.waiting_days * DAY)
        closing = update(event).where(is_stale).values(status="closed", changed=now, version=event.version + 1)
        connection.execute(closing)
    for status, days in (("closed", settings.closed_days), ("finished", settings.finished_days)):
        if days:
            connection.execute(delete(event).where(event.status == status, event.changed < now - days * DAY))
    has_table = exists().where(game.series == series.id, table.id == game.table)
    connection.execute(delete(series).where(series.over, ~has_table))


def _keeps(settings: Settings, now: float) -> Sequence[ColumnElement[bool]]:
    """Keep the organisers and the players of events."""
    guest, event, player = kernel.Guest, models.Event, models.EventPlayer
    return exists().where(event.organiser == guest.id), exists().where(player.guest == guest.id)


FEATURE = Feature(
    name="competitions",
    routes=[
        routes_of(series_routes.operations, series_routes.live_series),
        routes_of(event_routes.operations, event_routes.live_event),
    ],
    service=lambda services: Competitions(services.venue),
    messages=[LiveSeries, LiveEvent],
    problems={
        "not_the_organiser": 403,
        "no_series": 404,
        "no_event": 404,
        "has_rematch": 409,
        "series_over": 409,
        "event_full": 409,
        "event_over": 409,
        "event_running": 409,
        "event_not_running": 409,
        "few_players": 409,
        "not_entered": 409,
    },
    guards={NewSeries: insert_series, SeriesLink: insert_game, EventLink: claim_table},
    previews={"Events": _preview_of_events, "Event": _preview_of_event, "Series": _preview_of_series},
    next_table=_next_table,
    forget=_forget,
    expire=_expire,
    keeps=_keeps,
)
