"""Routes: tables made, joined, played at, looked at."""

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
from edokko.server import shapes
from edokko.server.allowed import may_ask_for_a_hint, may_go_on, may_look_on, must_be_over
from edokko.server.guests import Person, clean_name
from edokko.server.loaded import Loaded
from edokko.server.lobby import lobby_of
from edokko.server.making import again, check_level, made
from edokko.server.match import Match, at_ply, record_of, standing
from edokko.server.match import parts as parts_of
from edokko.server.moments import moment
from edokko.server.parts import Parts
from edokko.server.problems import ApiProblem
from edokko.server.quotas import origin_of
from edokko.server.views.components import components_of
from edokko.server.views.running import running_of
from edokko.server.views.table import table_of, view_of, you_of
from edokko.server.web.addresses import address_of
from edokko.server.web.described import PROBLEMS
from edokko.server.web.files import packed, send_file
from edokko.server.web.given import Given, Id
from edokko.server.web.identity import known, somebody

Req = Request[Any, Any, Any]
RequestKey = Annotated[
    str | None,
    HeaderParameter(name="Idempotency-Key", required=False, max_length=64, description="Sent again, it counts once."),
]
Edition = Annotated[str, QueryParameter(pattern="^(2021|2015)$")]
Players = Annotated[int, QueryParameter(ge=2, le=4)]
PlyParameter = Annotated[int | None, QueryParameter(ge=0, le=100_000, required=False)]
Version = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
SeenVersion = Annotated[int | None, QueryParameter(ge=0, le=1_000_000, required=False)]
KEPT = {"cache-control": "public, max-age=3600"}
HINT_MOVES = 5
COMPLETING = frozenset({"place", "build", "train", "swap", "with"})
"""Kinds of moves that belong to the one before."""
GONE_ON = frozenset({"stale_ply", "time_over", "not_started", "game_over", "no_undo", "not_your_seat"})
"""What is answered to moves and undo where the table stands elsewhere than somebody thinks."""


@get("/components", responses=PROBLEMS, summary="Everything in the box, with all names")
async def components(request: Req, edition: Edition = "2021", players: Players = 4) -> Response[shapes.ComponentsShape]:
    found = load(edition)
    return _compressed(request, components_of(found, tables_for(found, players)), KEPT)


@get("/tables", responses=PROBLEMS, summary="The tables you can go to")
async def lobby(request: Req, parts: Given) -> shapes.Lobby:
    person = await somebody(parts, request)
    return await lobby_of(parts.database, person.id if person else None, parts.tables)


@post("/tables", responses=PROBLEMS, summary="A new table")
async def create(request: Req, parts: Given, data: JSONBody[shapes.NewTable]) -> shapes.TableView:
    person = await known(parts, request)
    address = address_of(request)
    parts.new_tables.check(address)
    # An overlay is parsed outside the event loop: another client is answered meanwhile.
    info, seats = await asyncio.to_thread(made, data, person)
    info.origin = origin_of(address, parts.secret)
    parts.new_tables.take(address)
    loaded = await parts.tables.create(info, seats)
    return view_of(loaded, parts.hub, person.id)


@get("/tables/{table:str}", responses=PROBLEMS, summary="A table, now or after so many moves")
async def view(request: Req, parts: Given, table: Id, ply: PlyParameter = None) -> shapes.TableView:
    person = await _onlooker(parts, request, table)
    if ply is not None:
        return await _replayed(parts, table, person, ply)
    await parts.tables.refresh(table)
    if not parts.hub.watchers(table):
        # Nobody here is told of those who come and go elsewhere.
        await parts.tables.guests(table)
    loaded = await parts.tables.newest(table)
    return view_of(loaded, parts.hub, person.id if person else None)


@get("/tables/{table:str}/components", responses=PROBLEMS, summary="Everything in the box of a table")
async def table_components(request: Req, parts: Given, table: Id) -> Response[shapes.ComponentsShape]:
    await _onlooker(parts, request, table)
    setup = (await parts.tables.get(table)).info.setup
    return _compressed(request, components_of(*parts_of(setup)))


@get("/tables/{table:str}/log", responses=PROBLEMS, summary="Everything that happened, in order")
async def log(request: Req, parts: Given, table: Id, after: Version = 0) -> shapes.Log:
    await _onlooker(parts, request, table)
    setup = (await parts.tables.get(table)).info.setup
    rows = await parts.tables.rows(table)

    def told() -> shapes.Log:
        match, steps = Match(setup), []
        for row in rows:
            match.steps.clear()
            match.apply(row)
            if match.version > after:
                steps += [step for _, step in match.steps]
        return shapes.Log(match.version, steps)

    return await asyncio.to_thread(told)


@get("/tables/{table:str}/record", responses=PROBLEMS, summary="The game as a record", media_type="application/json")
async def record(request: Req, parts: Given, table: Id) -> Response[dict[str, Any]]:
    await _onlooker(parts, request, table)
    loaded = await parts.tables.get(table)
    rows = await parts.tables.rows(table)
    if not any(row.kind == "start" for row in rows):
        raise ApiProblem("not_started")
    names = [one.name for one in loaded.seats]

    def told() -> dict[str, Any]:
        match = Match(loaded.info.setup)
        for row in rows:
            match.apply(row)
        return record_of(loaded.info.setup, names, rows, match).to_json()

    headers = {"content-disposition": f'attachment; filename="{_file_name(loaded)}"'}
    return Response(await asyncio.to_thread(told), headers=headers)


@post("/tables/{table:str}/join", responses=PROBLEMS, status_code=200, summary="Sit down at an open seat")
async def join(request: Req, parts: Given, table: Id, data: JSONBody[shapes.Join]) -> shapes.TableView:
    person = await known(parts, request)
    name = clean_name(data.name) if data.name.strip() else person.name
    await parts.tables.join(table, person.id, name, data.seat, data.ready, data.crest)
    return await _view(parts, table, person)


@post(
    "/tables/{table:str}/seat",
    responses=PROBLEMS,
    status_code=200,
    summary="Change your own seat before the game: its name, its crest, and whether you are ready",
)
async def change_seat(request: Req, parts: Given, table: Id, data: JSONBody[shapes.OwnSeat]) -> shapes.TableView:
    person = await known(parts, request)
    name = None if data.name is None else clean_name(data.name)
    await parts.tables.change_seat(table, person.id, data.seat, data.crest, data.ready, name)
    return await _view(parts, table, person)


@post(
    "/tables/{table:str}/seats",
    responses=PROBLEMS,
    status_code=200,
    summary="Give another seat to whoever comes or to a computer player, as the host before the game",
)
async def give_seat(request: Req, parts: Given, table: Id, data: JSONBody[shapes.GivenSeat]) -> shapes.TableView:
    person = await known(parts, request)
    level = check_level(data.level) if data.kind == "bot" else None
    await parts.tables.give_seat(table, person.id, data.seat, level)
    return await _view(parts, table, person)


@post(
    "/tables/{table:str}/leave",
    responses=PROBLEMS,
    status_code=200,
    summary="Stand up before the game; the host closes the table",
)
async def leave(request: Req, parts: Given, table: Id, data: JSONBody[shapes.ChosenSeat]) -> shapes.TableView:
    person = await known(parts, request)
    await parts.tables.leave(table, person.id, data.seat)
    return await _view(parts, table, person)


@post("/tables/{table:str}/start", responses=PROBLEMS, status_code=200, summary="Begin the game")
async def start(request: Req, parts: Given, table: Id) -> shapes.Played:
    person = await known(parts, request)
    _, before = await parts.tables.start(table, person.id)
    return await _played(parts, table, person, before)


@post("/tables/{table:str}/moves", responses=PROBLEMS, status_code=200, summary="Play")
async def play(
    request: Req, parts: Given, table: Id, data: JSONBody[shapes.Play], request_key: RequestKey = None
) -> shapes.Played:
    person = await known(parts, request)
    try:
        _, before = await parts.tables.play(table, person.id, data.ply, data.moves, request_key, data.version)
    except ApiProblem as problem:
        raise await _with_view(parts, table, person, problem) from None
    return await _played(parts, table, person, before)


@post("/tables/{table:str}/undo", responses=PROBLEMS, status_code=200, summary="Take back what you sent last")
async def undo(
    request: Req, parts: Given, table: Id, data: JSONBody[shapes.Undo], request_key: RequestKey = None
) -> shapes.Played:
    person = await known(parts, request)
    try:
        _, before = await parts.tables.undo(table, person.id, data.ply, request_key, data.version)
    except ApiProblem as problem:
        raise await _with_view(parts, table, person, problem) from None
    return await _played(parts, table, person, before)


@post("/tables/{table:str}/bot", responses=PROBLEMS, status_code=200, summary="Let a computer player go on for a seat")
async def to_bot(request: Req, parts: Given, table: Id, data: JSONBody[shapes.ToBot]) -> shapes.Played:
    person = await known(parts, request)
    level = check_level(data.level)
    _, before = await parts.tables.to_bot(table, person.id, data.seat, level)
    return await _played(parts, table, person, before)


@post("/tables/{table:str}/rematch", responses=PROBLEMS, summary="The same once more")
async def rematch(request: Req, parts: Given, table: Id) -> Response[shapes.TableView]:
    person = await known(parts, request)
    loaded = await parts.tables.looked_at(table, functools.partial(may_go_on, guest=person.id))
    existing = loaded.info.rematch
    if existing is not None:
        return Response(await _view(parts, existing, person), status_code=200)
    address = address_of(request)
    parts.new_tables.take(address)
    info, seats = again(loaded.info, loaded.seats, person)
    info.origin = origin_of(address, parts.secret)
    await parts.tables.create(info, seats)
    there = await parts.tables.announce_rematch(table, person.id, info.id)
    if there != info.id:
        await parts.tables.close(info.id)
    return Response(await _view(parts, there, person), status_code=201 if there == info.id else 200)


@post("/tables/{table:str}/hint", responses=PROBLEMS, status_code=200, summary="What a search thinks of the position")
async def hint(request: Req, parts: Given, table: Id) -> shapes.Hint:
    person = await known(parts, request)
    loaded = await parts.tables.looked_at(table, functools.partial(may_ask_for_a_hint, guest=person.id))
    game, ply = loaded.match.for_a_player(), loaded.match.ply
    found = await parts.bots.hint(person.id, game)
    moves = [
        shapes.HintMove(
            one.move.words,
            round(one.share, 4),
            round(one.wins[found.seat], 4),
            round(one.finals[found.seat], 2),
            [move.words for move in itertools.takewhile(lambda move: move.kind in COMPLETING, one.line[1:])],
        )
        for one in found.moves[:HINT_MOVES]
        if found.seat is not None
    ]
    return shapes.Hint(ply, moves, [round(one, 4) for one in found.wins], [round(one, 2) for one in found.finals])


@get(
    "/tables/{table:str}/review",
    responses=PROBLEMS | {202: ResponseSpec(shapes.Reviewing, description="It is being made", generate_examples=False)},
    summary="What every decision of a finished game was worth",
)
async def review(request: Req, parts: Given, table: Id) -> Response[shapes.Review]:
    person = await _onlooker(parts, request, table)
    await parts.tables.looked_at(table, must_be_over)
    kept = await parts.reviews.kept(table)
    if kept is not None:
        return Response(cast(shapes.Review, msgspec.Raw(kept)))
    if person is None or person.is_banned:
        person = await known(parts, request)
    asked = parts.reviews.ask(table, person.id)
    return Response(cast(Any, asked), status_code=202, headers={"retry-after": str(round(asked.retry))})


# --- what they have in common


async def _view(parts: Parts, table: str, person: Person) -> shapes.TableView:
    return view_of(await parts.tables.newest(table), parts.hub, person.id)


async def _played(parts: Parts, table: str, person: Person, before: int) -> shapes.Played:
    loaded = await parts.tables.newest(table)
    return shapes.Played(loaded.match.since(before) or [], view_of(loaded, parts.hub, person.id))


async def _with_view(parts: Parts, table: str, person: Person, problem: ApiProblem) -> ApiProblem:
    if problem.code in GONE_ON:
        loaded = await parts.tables.newest(table)
        with contextlib.suppress(ApiProblem):
            may_look_on(loaded, person.id)
            problem.view = view_of(loaded, parts.hub, person.id)
    return problem


def _compressed(
    request: Req, found: shapes.ComponentsShape, headers: dict[str, str] | None = None
) -> Response[shapes.ComponentsShape]:
    """Answer with components: 30 kB of the same text for every table, 7 kB as gzip."""
    file = packed(msgspec.json.encode(found), "application/json")
    return cast(Response[shapes.ComponentsShape], send_file(request, file, headers))


def _file_name(loaded: Loaded) -> str:
    day = moment(loaded.info.created).partition("T")[0]
    return f"iki-{loaded.info.setup.edition}-{day}.json"


async def _onlooker(parts: Parts, request: Req, table: str) -> Person | None:
    person = await somebody(parts, request)
    await parts.tables.looked_at(table, functools.partial(may_look_on, guest=person.id if person else None))
    return person


async def _replayed(parts: Parts, table: str, person: Person | None, ply: int) -> shapes.TableView:
    loaded = await parts.tables.get(table)
    rows = standing(await parts.tables.rows(table))
    if not any(row.kind == "start" for row in rows):
        raise ApiProblem("not_started")
    match = await asyncio.to_thread(at_ply, loaded.info.setup, rows, ply)
    game = running_of(match, loaded.changes)
    shown = table_of(loaded.info, loaded.seats, match, parts.hub.guests(table), game)
    return shapes.TableView(you_of(loaded, parts.hub, person.id if person else None), shown)


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
