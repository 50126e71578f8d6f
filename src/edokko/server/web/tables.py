"""Routes of tables that need a server: the lobby, hints, the coach's look back, the analysis, and reviews of games."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any, cast

import msgspec
from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from edokko.rules.state import NEW_YEAR
from edokko.server.store.reviews import stored_review
from edokko.server.tables.lobby import lobby_of
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import NDJSON, Id, Req, ServicesDependency, address_of
from edokko.server.web.routes import Routes, Visitor, routes_of, viewer
from edokko.table.access import may_request_hint, may_request_look_back, must_be_over, must_not_be_rated
from edokko.table.api.positions import opened_line
from edokko.table.commands.lines import play_line
from edokko.table.problems import ApiProblem
from edokko.table.shapes.analysis import AnalysisRequest, AnalysisUpdate, Hint, LookBack, Review, Reviewing
from edokko.table.shapes.lobby import Lobby

Month = Annotated[int, msgspec.Meta(ge=1, le=NEW_YEAR, description="The month; it must be over.")]


operations = Routes("tables")


@operations.get("/tables", "The lobby: your tables, open tables and running tables")
async def lobby(venue: ServerVenue, caller: Visitor) -> Lobby:
    return await lobby_of(venue.database, caller.guest, venue)


@operations.post("/tables/{table}/hint", "The best moves of a search")
async def hint(venue: ServerVenue, caller: Visitor, table: str) -> Hint:
    guest, services = caller.known.id, caller.services
    live_table = await venue.authorised(table, functools.partial(may_request_hint, guest=guest))
    game, ply = live_table.match.copy_for_search(), live_table.match.ply
    with services.hint_places.hold(caller.address):
        return await services.thinking.hint(guest, game, ply)


@operations.get("/tables/{table}/lookback", "The coach's look back at a month of yours")
async def look_back(venue: ServerVenue, caller: Visitor, table: str, month: Month) -> LookBack:
    guest, services = caller.known.id, caller.services
    may_look = functools.partial(may_request_look_back, guest=guest, month=month)
    live_table = await venue.authorised(table, may_look)
    setup, rows = live_table.info.setup, await venue.store.rows(table)
    with services.hint_places.hold(caller.address):
        return await services.thinking.look_back(guest, setup, rows, month)


@post(
    "/analysis",
    responses=PROBLEMS
    | {
        200: ResponseSpec(
            AnalysisUpdate,
            description="A stream with an update a line, until the search is done or the client disconnects",
            media_type=NDJSON,
            generate_examples=False,
        )
    },
    status_code=200,
    summary="Analyse any position, and stream the best moves while the search goes on",
)
async def analyse(request: Req, services: ServicesDependency, data: JSONBody[AnalysisRequest]) -> Stream:
    person = await require_guest(services, request)
    if data.table is not None:
        await services.venue.authorised(data.table, must_not_be_rated)
    # A position without a table may be that of any table, also of a rated one that the guest plays now.
    if await services.venue.store.plays_rated(person.id):
        raise ApiProblem("rated_game")
    line, _ = await opened_line(services.venue, person.id, data)
    await asyncio.to_thread(play_line, line, data.moves)
    if line.game.is_chance:
        raise ApiProblem("missing_chance")
    updates = await services.thinking.analyse(person.id, line.game, data.simulations)
    return Stream(_lines(updates), media_type=NDJSON)


async def _lines(updates: AsyncGenerator[AnalysisUpdate, None]) -> AsyncIterator[bytes]:
    encoder = msgspec.json.Encoder()
    async with contextlib.aclosing(updates):
        async for update in updates:
            yield encoder.encode(update) + b"\n"


@get(
    "/tables/{table:str}/review",
    responses=PROBLEMS
    | {202: ResponseSpec(Reviewing, description="The review is being computed", generate_examples=False)},
    summary="The review of a finished game: the value of every decision",
)
async def review(request: Req, services: ServicesDependency, table: Id) -> Response[Review]:
    await viewer(services, request, table)
    await services.venue.authorised(table, must_be_over)
    stored = await stored_review(services.database, table)
    if stored is not None:
        services.review_places.leave(table)
        return Response(cast(Review, msgspec.Raw(stored)))
    # Only a guest who is not banned may start a computation.
    person = await require_guest(services, request)
    services.review_places.take(table, address_of(request))
    try:
        progress = await services.thinking.review(table, person.id)
    except ApiProblem:
        services.review_places.leave(table)
        raise
    return Response(cast(Any, progress), status_code=202, headers={"retry-after": str(round(progress.retry))})


router = routes_of(operations, analyse, review)
