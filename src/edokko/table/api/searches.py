"""Operations that search: hints, the coach's look back, the growing analysis of any position, and reviews of games."""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator
from typing import Annotated

import msgspec
from msgspec import Meta

from edokko.rules.state import NEW_YEAR
from edokko.table.access import may_request_hint, may_request_look_back, must_be_over, must_not_be_rated
from edokko.table.api.operation import Answer, Caller, Operations, watched
from edokko.table.api.positions import opened_line
from edokko.table.commands.lines import play_line
from edokko.table.problems import ApiProblem
from edokko.table.shapes.analysis import AnalysisRequest, AnalysisUpdate, Hint, LookBack, Review, Reviewing
from edokko.table.thinking.requests import Thinking
from edokko.table.venue import Venue

Month = Annotated[int, Meta(ge=1, le=NEW_YEAR, description="The month; it must be over.")]
operations = Operations("tables")


@operations.post("/tables/{table}/hint", "The best moves of a search")
async def hint(venue: Venue, caller: Caller, table: str) -> Hint:
    guest = caller.known.id
    live_table = await venue.authorised(table, functools.partial(may_request_hint, guest=guest))
    game, ply = live_table.match.copy_for_search(), live_table.match.ply
    with caller.admission.searching():
        return await venue.part(Thinking).hint(guest, game, ply)


@operations.get("/tables/{table}/lookback", "The coach's look back at a month of yours")
async def look_back(venue: Venue, caller: Caller, table: str, month: Month) -> LookBack:
    guest = caller.known.id
    live_table = await venue.authorised(table, functools.partial(may_request_look_back, guest=guest, month=month))
    setup, rows = live_table.info.setup, await venue.store.rows(table)
    with caller.admission.searching():
        return await venue.part(Thinking).look_back(guest, setup, rows, month)


@operations.post(
    "/analysis",
    "Analyse any position, and stream the best moves while the search goes on",
    streams="A stream with an update a line, until the search is done or the client disconnects",
)
async def analyse(venue: Venue, caller: Caller, data: AnalysisRequest) -> AsyncGenerator[AnalysisUpdate, None]:
    guest = caller.known.id
    if data.table is not None:
        await venue.authorised(data.table, must_not_be_rated)
    # A position without a table may be that of any table, also of a rated one that the guest plays now.
    if await venue.store.plays_rated(guest):
        raise ApiProblem("rated_game")
    line, _ = await opened_line(venue, guest, data)
    await venue.aside(lambda: play_line(line, data.moves))
    if line.game.is_chance:
        raise ApiProblem("missing_chance")
    return await venue.part(Thinking).analyse(guest, line.game, data.simulations)


@operations.get(
    "/tables/{table}/review",
    "The review of a finished game: the value of every decision",
    later=(Reviewing, "The review is being computed"),
)
async def review(venue: Venue, caller: Caller, table: str) -> Answer[Review]:
    await watched(venue, caller, table)
    await venue.authorised(table, must_be_over)
    stored = await venue.store.review(table)
    if stored is not None:
        caller.admission.leave_review(table)
        return Answer(msgspec.Raw(stored))  # type: ignore[arg-type]
    # Only a guest who is not banned may start a computation.
    guest = caller.known.id
    caller.admission.take_review(table)
    try:
        progress = await venue.part(Thinking).review(table, guest)
    except ApiProblem:
        caller.admission.leave_review(table)
        raise
    return Answer(progress, 202, {"retry-after": str(round(progress.retry))})  # type: ignore[arg-type]
