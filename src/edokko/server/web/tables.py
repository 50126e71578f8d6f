"""Routes of tables: lists, creation, views, the log and the record."""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated, Any, cast

import msgspec
from litestar import Response, Router, get, post
from litestar.params import JSONBody, QueryParameter

from edokko.components import load
from edokko.rules.tables import tables_for
from edokko.server.services import Services
from edokko.server.tables.lobby import lobby_of
from edokko.server.tables.players import must_not_play_rated
from edokko.server.web.files import packed, send_file
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency, address_of, origin_of
from edokko.table.access import may_watch
from edokko.table.commands import lifecycle
from edokko.table.commands.making import new_table
from edokko.table.problems import ApiProblem
from edokko.table.record import record_of
from edokko.table.replay import Replay, steps_after
from edokko.table.setup import components_and_tables
from edokko.table.shapes.base import iso_timestamp
from edokko.table.shapes.components import ComponentsShape
from edokko.table.shapes.lobby import Lobby
from edokko.table.shapes.requests import NewTable
from edokko.table.shapes.tables import Log, TableView
from edokko.table.views.components import components_of
from edokko.table.views.live_table import LiveTable
from edokko.table.views.running import running_of
from edokko.table.views.steps import steps_of
from edokko.table.views.table import table_of, view_of, you_of

Edition = Annotated[str, QueryParameter(pattern="^(2021|2015)$")]
Players = Annotated[int, QueryParameter(ge=2, le=4)]
PlyParameter = Annotated[int | None, QueryParameter(ge=0, le=100_000, required=False)]
Version = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
CACHED_FOR_AN_HOUR = {"cache-control": "public, max-age=3600"}


@get("/components", responses=PROBLEMS, summary="All components of an edition, with their names")
async def components(request: Req, edition: Edition = "2021", players: Players = 4) -> Response[ComponentsShape]:
    loaded = load(edition)
    return _compressed(request, components_of(loaded, tables_for(loaded, players)), CACHED_FOR_AN_HOUR)


@get("/tables", responses=PROBLEMS, summary="The lobby: your tables, open tables and running tables")
async def lobby(request: Req, services: ServicesDependency) -> Lobby:
    return await lobby_of(services.database, await guest_id_or_none(services, request), services.venue)


@post("/tables", opt=GROWS, responses=PROBLEMS, summary="Create a table")
async def create(request: Req, services: ServicesDependency, data: JSONBody[NewTable]) -> TableView:
    person = await require_guest(services, request)
    if data.rated:
        await services.check_rated(person.id)
    if data.start is not None:
        await must_not_play_rated(services.database, person.id)
    address = address_of(request)
    services.new_tables.check(address)
    # Parse the overlay and the position in a thread, so that they do not block the event loop.
    info, seats = await asyncio.to_thread(new_table, data, person, services.venue.now())
    info.origin = origin_of(address, services.secret)
    services.new_tables.take(address)
    services.new_bytes.take(address, len(await request.body()))
    live_table = await lifecycle.create(services.venue, info, seats)
    return view_of(live_table, services.hub, person.id)


@get("/tables/{table:str}", responses=PROBLEMS, summary="A table, now or at an earlier ply")
async def view(request: Req, services: ServicesDependency, table: Id, ply: PlyParameter = None) -> TableView:
    guest = await viewer(services, request, table)
    if ply is not None:
        return await _replayed(services, table, guest, ply)
    await services.venue.refresh(table)
    if not services.hub.listener_count(table):
        # Without listeners this process ignores notifications of presence, so read it.
        await services.venue.guests(table)
    live_table = await services.venue.current(table)
    return view_of(live_table, services.hub, guest)


@get("/tables/{table:str}/components", responses=PROBLEMS, summary="All components of a table, with its overlay")
async def table_components(request: Req, services: ServicesDependency, table: Id) -> Response[ComponentsShape]:
    await viewer(services, request, table)
    setup = (await services.venue.get(table)).info.setup
    return _compressed(request, components_of(*components_and_tables(setup)))


@get("/tables/{table:str}/log", responses=PROBLEMS, summary="All steps of the game, in order")
async def log(request: Req, services: ServicesDependency, table: Id, after: Version = 0) -> Log:
    await viewer(services, request, table)
    setup = (await services.venue.get(table)).info.setup
    rows = await services.venue.store.rows(table)
    steps = await asyncio.to_thread(lambda: steps_of(steps_after(setup, rows, after)))
    return Log(len(rows), steps)


@get("/tables/{table:str}/record", responses=PROBLEMS, summary="The game as a record", media_type="application/json")
async def record(request: Req, services: ServicesDependency, table: Id) -> Response[dict[str, Any]]:
    await viewer(services, request, table)
    live_table = await services.venue.get(table)
    if live_table.info.setup.start is not None:
        raise ApiProblem("no_record")
    rows = await services.venue.store.rows(table)
    if not any(row.kind == "start" for row in rows):
        raise ApiProblem("not_started")
    setup, names = live_table.info.setup, [seat.name for seat in live_table.seats]
    json = await asyncio.to_thread(lambda: record_of(setup, names, rows).to_json())
    headers = {"content-disposition": f'attachment; filename="{_file_name(live_table)}"'}
    return Response(json, headers=headers)


# --- helpers


def _compressed(
    request: Req, shape: ComponentsShape, headers: dict[str, str] | None = None
) -> Response[ComponentsShape]:
    """Answer with components, compressed once: 30 kB that rarely differ between tables, 7 kB as gzip."""
    file = packed(msgspec.json.encode(shape), "application/json")
    return cast(Response[ComponentsShape], send_file(request, file, headers))


def _file_name(live_table: LiveTable) -> str:
    day = iso_timestamp(live_table.info.created).partition("T")[0]
    return f"iki-{live_table.info.setup.edition}-{day}.json"


async def viewer(services: Services, request: Req, table: str) -> str | None:
    """Return the id of the guest of a request, who may see a table; ``None`` for an anonymous viewer.

    Raises:
        ApiProblem: ``no_spectators``, or there is no such table.
    """
    guest = await guest_id_or_none(services, request)
    await services.venue.authorised(table, functools.partial(may_watch, guest=guest))
    return guest


async def replay_of(services: Services, live_table: LiveTable) -> Replay:
    """Return the replay of a table.

    Raises:
        ApiProblem: ``not_started``.
    """
    table = live_table.info.id
    replay = services.replays.get(table)
    # The copy of a running table in this process may lack rows of another process.
    state = live_table.version, live_table.match.last_time
    if replay is None or live_table.info.status != "finished" or replay.state != state:
        rows = await services.venue.store.rows(table)
        if replay is None or replay.state != (len(rows), rows[-1].time):
            replay = services.replays[table] = Replay(live_table.info.setup, rows)
    if not replay.has_begun:
        raise ApiProblem("not_started")
    return replay


async def _replayed(services: Services, table: str, guest: str | None, ply: int) -> TableView:
    live_table = await services.venue.get(table)
    replay = await replay_of(services, live_table)
    match = await asyncio.to_thread(replay.at, ply)
    game = running_of(match, live_table.changes)
    past = table_of(live_table.info, live_table.seats, match, services.hub.guests(table), game)
    return TableView(you_of(live_table, services.hub, guest), past)


router = Router("/", route_handlers=[components, lobby, create, view, table_components, log, record], tags=["tables"])
