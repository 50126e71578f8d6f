"""Routes of the analysis: hints, and the review of a finished game."""

from __future__ import annotations

import functools
import itertools
from typing import Any, cast

import msgspec
from litestar import Response, Router, get, post
from litestar.openapi import ResponseSpec

from edokko.server.tables.access import may_request_hint, must_be_over
from edokko.server.views.shapes.analysis import Hint, HintMove, Review, Reviewing
from edokko.server.web.dependencies import Id, Req, ServicesDependency
from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.tables import viewer

HINT_MOVES = 5
COMPLETING = frozenset({"place", "build", "train", "swap", "with"})
"""Kinds of moves that complete the move before."""


@post("/tables/{table:str}/hint", responses=PROBLEMS, status_code=200, summary="The best moves of a search")
async def hint(request: Req, services: ServicesDependency, table: Id) -> Hint:
    person = await require_guest(services, request)
    live_table = await services.registry.authorised(table, functools.partial(may_request_hint, guest=person.id))
    game, ply = live_table.match.copy_for_search(), live_table.match.ply
    analysis = await services.bots.hint(person.id, game)
    moves = [
        HintMove(
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
    return Hint(ply, moves, wins, finals)


@get(
    "/tables/{table:str}/review",
    responses=PROBLEMS
    | {202: ResponseSpec(Reviewing, description="The review is being computed", generate_examples=False)},
    summary="The review of a finished game: the value of every decision",
)
async def review(request: Req, services: ServicesDependency, table: Id) -> Response[Review]:
    person = await viewer(services, request, table)
    await services.registry.authorised(table, must_be_over)
    stored = await services.reviews.stored(table)
    if stored is not None:
        return Response(cast(Review, msgspec.Raw(stored)))
    if person is None or person.is_banned:
        # Raises the right problem: only a guest who is not banned may start a computation.
        person = await require_guest(services, request)
    progress = services.reviews.request(table, person.id)
    return Response(cast(Any, progress), status_code=202, headers={"retry-after": str(round(progress.retry))})


router = Router("/", route_handlers=[hint, review], tags=["tables"])
