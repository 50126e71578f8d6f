"""The route of lines of play: any position, played on by the client's words, without a table."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence

from litestar import Router, post
from litestar.params import JSONBody

from edokko.server.services import Services
from edokko.server.web.identity import guest_id_or_none
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Req, ServicesDependency
from edokko.server.web.tables import replay_of
from edokko.table.access import may_study
from edokko.table.commands.lines import check_start, open_line, play_line
from edokko.table.line import Line
from edokko.table.shapes.positions import LinePosition, LineRequest, LineStart
from edokko.table.shapes.tables import Seat
from edokko.table.views.line import line_position_of, seats_for
from edokko.table.views.table import seat_of


@post("/positions", responses=PROBLEMS, status_code=200, summary="Play moves and chance from any position")
async def position(request: Req, services: ServicesDependency, data: JSONBody[LineRequest]) -> LinePosition:
    line, seats = await opened_line(services, request, data, data.names)

    def play() -> LinePosition:
        drawn = play_line(line, data.moves, data.draw)
        return line_position_of(line, seats, data.you, data.since, drawn, data.components)

    return await asyncio.to_thread(play)


async def opened_line(
    services: Services, request: Req, start: LineStart, names: Sequence[str] = ()
) -> tuple[Line, list[Seat]]:
    """Return a line at its start, and its seats.

    Args:
        services, request: of the route.
        start: what the client has sent.
        names: of the players; they replace those of the start.

    Raises:
        ApiProblem: the start is invalid, or the guest may not study the table.
    """
    check_start(start)
    if start.table is None:
        line, recorded = await asyncio.to_thread(open_line, start)
        return line, seats_for(line.game.players, names or recorded)
    check = functools.partial(may_study, guest=await guest_id_or_none(services, request))
    live_table = await services.venue.authorised(start.table, check)
    replay = await replay_of(services, live_table)
    match = await asyncio.to_thread(replay.at, live_table.match.ply if start.ply is None else start.ply)
    seats = [seat_of(seat, live_table.info.host, set(), None) for seat in live_table.seats]
    return Line.from_game(match.game, match.ply), seats


router = Router("/", route_handlers=[position], tags=["positions"])
