"""Routes of tables."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, QueryParameter

from edokko.components import load
from edokko.rules.tables import tables_for
from edokko.server.core.match import Match
from edokko.server.core.record import record_of
from edokko.server.core.replay import Replay
from edokko.server.core.setup import components_and_tables
from edokko.server.services import Services
from edokko.server.tables.access import may_request_hint, may_request_rematch, may_watch, must_be_over
from edokko.server.tables.address_limit import origin_of
from edokko.server.tables.guests import Person, clean_name
from edokko.server.tables.lobby import lobby_of
from edokko.server.tables.making import check_level, new_table, rematch_of
from edokko.server.views import shapes
from edokko.server.views.components import components_of
from edokko.server.views.live_table import LiveTable
from edokko.server.views.problems import ApiProblem
from edokko.server.views.running import running_of
from edokko.server.views.steps import steps_of
from edokko.server.views.table import table_of, view_of, you_of
from edokko.server.views.timestamps import iso_timestamp
from edokko.server.web.addresses import address_of
from edokko.server.web.dependencies import Id, ServicesDependency
from edokko.server.web.files import packed, send_file
from edokko.server.web.identity import guest_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS

Req = Request[Any, Any, Any]
RequestKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        required=False,
        max_length=64,
        description="A repeated request with the same key is executed once.",
    ),
]
Edition = Annotated[str, QueryParameter(pattern="^(2021|2015)$")]
Players = Annotated[int, QueryParameter(ge=2, le=4)]
PlyParameter = Annotated[int | None, QueryParameter(ge=0, le=100_000, required=False)]
Version = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
SeenVersion = Annotated[int | None, QueryParameter(ge=0, le=1_000_000, required=False)]
CACHED_FOR_AN_HOUR = {"cache-control": "public, max-age=3600"}
HINT_MOVES = 5
COMPLETING = frozenset({"place", "build", "train", "swap", "with"})
"""Kinds of moves that complete the move before."""
STALE_CODES = frozenset({"stale_ply", "time_over", "not_started", "game_over", "no_undo", "not_your_seat"})
"""Codes that a client with a stale view may get for moves and undo; their answers have the newest view."""


@get("/components", responses=PROBLEMS, summary="All components of an edition, with their names")
async def components(request: Req, edition: Edition = "2021", players: Players = 4) -> Response[shapes.ComponentsShape]:
    loaded = load(edition)
    return _compressed(request, components_of(loaded, tables_for(loaded, players)), CACHED_FOR_AN_HOUR)


@get("/tables", responses=PROBLEMS, summary="The lobby: your tables, open tables and running tables")
async def lobby(request: Req, services: ServicesDependency) -> shapes.Lobby:
    person = await guest_or_none(services, request)
    return await lobby_of(services.database, person.id if person else None, services.tables)


@post("/tables", responses=PROBLEMS, summary="Create a table")
async def create(request: Req, services: ServicesDependency, data: JSONBody[shapes.NewTable]) -> shapes.TableView:
    person = await require_guest(services, request)
    address = address_of(request)
    services.new_tables.check(address)
    # Parse the overlay in a thread, so that it does not block the event loop.
    info, seats = await asyncio.to_thread(new_table, data, person)
    info.origin = origin_of(address, services.secret)
    services.new_tables.take(address)
    live_table = await services.tables.create(info, seats)
    return view_of(live_table, services.hub, person.id)


@get("/tables/{table:str}", responses=PROBLEMS, summary="A table, now or at an earlier ply")
async def view(request: Req, services: ServicesDependency, table: Id, ply: PlyParameter = None) -> shapes.TableView:
    person = await _viewer(services, request, table)
    if ply is not None:
        return await _replayed(services, table, person, ply)
    await services.tables.refresh(table)
    if not services.hub.listener_count(table):
        # Without listeners this process ignores notifications of presence, so read it.
        await services.tables.guests(table)
    live_table = await services.tables.current(table)
    return view_of(live_table, services.hub, person.id if person else None)


@get("/tables/{table:str}/components", responses=PROBLEMS, summary="All components of a table, with its overlay")
async def table_components(request: Req, services: ServicesDependency, table: Id) -> Response[shapes.ComponentsShape]:
    await _viewer(services, request, table)
    setup = (await services.tables.get(table)).info.setup
    return _compressed(request, components_of(*components_and_tables(setup)))


@get("/tables/{table:str}/log", responses=PROBLEMS, summary="All steps of the game, in order")
async def log(request: Req, services: ServicesDependency, table: Id, after: Version = 0) -> shapes.Log:
    await _viewer(services, request, table)
    setup = (await services.tables.get(table)).info.setup
    rows = await services.tables.rows(table)

    def replay() -> shapes.Log:
        match = Match(setup)
        steps: list[shapes.Step] = []
        for row in rows:
            match.steps.clear()
            match.apply(row)
            if match.version > after:
                steps += steps_of(step for _, step in match.steps)
        return shapes.Log(match.version, steps)

    return await asyncio.to_thread(replay)


@get("/tables/{table:str}/record", responses=PROBLEMS, summary="The game as a record", media_type="application/json")
async def record(request: Req, services: ServicesDependency, table: Id) -> Response[dict[str, Any]]:
    await _viewer(services, request, table)
    live_table = await services.tables.get(table)
    rows = await services.tables.rows(table)
    if not any(row.kind == "start" for row in rows):
        raise ApiProblem("not_started")
    names = [seat.name for seat in live_table.seats]

    game_record = await asyncio.to_thread(record_of, live_table.info.setup, names, rows)
    headers = {"content-disposition": f'attachment; filename="{_file_name(live_table)}"'}
    return Response(game_record.to_json(), headers=headers)


@post("/tables/{table:str}/join", responses=PROBLEMS, status_code=200, summary="Take an open seat")
async def join(request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.Join]) -> shapes.TableView:
    person = await require_guest(services, request)
    name = clean_name(data.name) if data.name.strip() else person.name
    await services.tables.join(table, person.id, name, data.seat, data.ready, data.crest)
    return await _view(services, table, person)


@post(
    "/tables/{table:str}/seat",
    responses=PROBLEMS,
    status_code=200,
    summary="Change the name, crest or readiness of your own seat before the game",
)
async def change_seat(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.OwnSeat]
) -> shapes.TableView:
    person = await require_guest(services, request)
    name = None if data.name is None else clean_name(data.name)
    await services.tables.change_seat(table, person.id, data.seat, data.crest, data.ready, name)
    return await _view(services, table, person)


@post(
    "/tables/{table:str}/seats",
    responses=PROBLEMS,
    status_code=200,
    summary="As the host before the game: open another seat, or assign a computer player to it",
)
async def give_seat(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.GivenSeat]
) -> shapes.TableView:
    person = await require_guest(services, request)
    level = check_level(data.level) if data.kind == "bot" else None
    await services.tables.give_seat(table, person.id, data.seat, level)
    return await _view(services, table, person)


@post(
    "/tables/{table:str}/leave",
    responses=PROBLEMS,
    status_code=200,
    summary="Leave a seat before the game; if the host leaves, the table is closed",
)
async def leave(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.ChosenSeat]
) -> shapes.TableView:
    person = await require_guest(services, request)
    await services.tables.leave(table, person.id, data.seat)
    return await _view(services, table, person)


@post("/tables/{table:str}/start", responses=PROBLEMS, status_code=200, summary="As the host: begin the game")
async def start(request: Req, services: ServicesDependency, table: Id) -> shapes.Played:
    person = await require_guest(services, request)
    _, before = await services.tables.start(table, person.id)
    return await _played(services, table, person, before)


@post("/tables/{table:str}/moves", responses=PROBLEMS, status_code=200, summary="Play moves")
async def play(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.Play], request_key: RequestKey = None
) -> shapes.Played:
    person = await require_guest(services, request)
    try:
        _, before = await services.tables.play(table, person.id, data.ply, data.moves, request_key, data.version)
    except ApiProblem as problem:
        raise await _with_view(services, table, person, problem) from None
    return await _played(services, table, person, before)


@post("/tables/{table:str}/undo", responses=PROBLEMS, status_code=200, summary="Take back your last request's moves")
async def undo(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.Undo], request_key: RequestKey = None
) -> shapes.Played:
    person = await require_guest(services, request)
    try:
        _, before = await services.tables.undo(table, person.id, data.ply, request_key, data.version)
    except ApiProblem as problem:
        raise await _with_view(services, table, person, problem) from None
    return await _played(services, table, person, before)


@post("/tables/{table:str}/bot", responses=PROBLEMS, status_code=200, summary="Hand a seat to a computer player")
async def to_bot(request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.ToBot]) -> shapes.Played:
    person = await require_guest(services, request)
    level = check_level(data.level)
    _, before = await services.tables.to_bot(table, person.id, data.seat, level)
    return await _played(services, table, person, before)


@post("/tables/{table:str}/rematch", responses=PROBLEMS, summary="Create or find the rematch of a finished game")
async def rematch(request: Req, services: ServicesDependency, table: Id) -> Response[shapes.TableView]:
    person = await require_guest(services, request)
    live_table = await services.tables.authorised(table, functools.partial(may_request_rematch, guest=person.id))
    existing = live_table.info.rematch
    if existing is not None:
        return Response(await _view(services, existing, person), status_code=200)
    address = address_of(request)
    services.new_tables.take(address)
    info, seats = rematch_of(live_table.info, live_table.seats, person)
    info.origin = origin_of(address, services.secret)
    await services.tables.create(info, seats)
    stored = await services.tables.announce_rematch(table, person.id, info.id)
    if stored != info.id:
        # A concurrent request has created the rematch: close ours.
        await services.tables.close(info.id)
    return Response(await _view(services, stored, person), status_code=201 if stored == info.id else 200)


@post("/tables/{table:str}/hint", responses=PROBLEMS, status_code=200, summary="The best moves of a search")
async def hint(request: Req, services: ServicesDependency, table: Id) -> shapes.Hint:
    person = await require_guest(services, request)
    live_table = await services.tables.authorised(table, functools.partial(may_request_hint, guest=person.id))
    game, ply = live_table.match.copy_for_search(), live_table.match.ply
    analysis = await services.bots.hint(person.id, game)
    moves = [
        shapes.HintMove(
            entry.move.words,
            round(entry.share, 4),
            round(entry.wins[analysis.seat], 4),
            round(entry.finals[analysis.seat], 2),
            [move.words for move in itertools.takewhile(lambda move: move.kind in COMPLETING, entry.line[1:])],
        )
        for entry in analysis.moves[:HINT_MOVES]
        if analysis.seat is not None
    ]
    wins, finals = [round(share, 4) for share in analysis.wins], [round(score, 2) for score in analysis.finals]
    return shapes.Hint(ply, moves, wins, finals)


@get(
    "/tables/{table:str}/review",
    responses=PROBLEMS
    | {202: ResponseSpec(shapes.Reviewing, description="The review is being computed", generate_examples=False)},
    summary="The review of a finished game: the value of every decision",
)
async def review(request: Req, services: ServicesDependency, table: Id) -> Response[shapes.Review]:
    person = await _viewer(services, request, table)
    await services.tables.authorised(table, must_be_over)
    stored = await services.reviews.stored(table)
    if stored is not None:
        return Response(cast(shapes.Review, msgspec.Raw(stored)))
    if person is None or person.is_banned:
        # Raises the right problem: only a guest who is not banned may start a computation.
        person = await require_guest(services, request)
    progress = services.reviews.request(table, person.id)
    return Response(cast(Any, progress), status_code=202, headers={"retry-after": str(round(progress.retry))})


# --- helpers


async def _view(services: Services, table: str, person: Person) -> shapes.TableView:
    return view_of(await services.tables.current(table), services.hub, person.id)


async def _played(services: Services, table: str, person: Person, before: int) -> shapes.Played:
    live_table = await services.tables.current(table)
    steps = steps_of(live_table.match.steps_since(before) or [])
    return shapes.Played(steps, view_of(live_table, services.hub, person.id))


async def _with_view(services: Services, table: str, person: Person, problem: ApiProblem) -> ApiProblem:
    """Add the newest view to a problem that a stale view may have caused."""
    if problem.code in STALE_CODES:
        live_table = await services.tables.current(table)
        with contextlib.suppress(ApiProblem):
            may_watch(live_table, person.id)
            problem.view = view_of(live_table, services.hub, person.id)
    return problem


def _compressed(
    request: Req, shape: shapes.ComponentsShape, headers: dict[str, str] | None = None
) -> Response[shapes.ComponentsShape]:
    """Answer with components, compressed once: 30 kB that rarely differ between tables, 7 kB as gzip."""
    file = packed(msgspec.json.encode(shape), "application/json")
    return cast(Response[shapes.ComponentsShape], send_file(request, file, headers))


def _file_name(live_table: LiveTable) -> str:
    day = iso_timestamp(live_table.info.created).partition("T")[0]
    return f"iki-{live_table.info.setup.edition}-{day}.json"


async def _viewer(services: Services, request: Req, table: str) -> Person | None:
    person = await guest_or_none(services, request)
    await services.tables.authorised(table, functools.partial(may_watch, guest=person.id if person else None))
    return person


async def _replayed(services: Services, table: str, person: Person | None, ply: int) -> shapes.TableView:
    live_table = await services.tables.get(table)
    replay = services.replays.get(table)
    # The copy of a running table in this process may lack rows of another process.
    if replay is None or live_table.info.status != "finished" or replay.version != live_table.version:
        rows = await services.tables.rows(table)
        if replay is None or replay.version != len(rows):
            replay = services.replays[table] = Replay(live_table.info.setup, rows)
    if not replay.has_begun:
        raise ApiProblem("not_started")
    match = await asyncio.to_thread(replay.at, ply)
    game = running_of(match, live_table.changes)
    past = table_of(live_table.info, live_table.seats, match, services.hub.guests(table), game)
    return shapes.TableView(you_of(live_table, services.hub, person.id if person else None), past)


router = Router(
    "/",
    route_handlers=[
        components,
        lobby,
        create,
        view,
        table_components,
        log,
        record,
        join,
        change_seat,
        give_seat,
        leave,
        start,
        play,
        undo,
        to_bot,
        rematch,
        hint,
        review,
    ],
    tags=["tables"],
)
