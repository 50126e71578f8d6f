"""The operation of lines of play: any position, played on by the client's words, without a table."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from edokko.table.access import may_study
from edokko.table.api.operation import Caller, Operations
from edokko.table.commands.lines import check_start, open_line, play_line
from edokko.table.line import LineOfPlay
from edokko.table.shapes.positions import LinePosition, LineRequest, LineStart
from edokko.table.shapes.tables import Seat
from edokko.table.venue import Venue
from edokko.table.views.line import line_position_of, seats_for
from edokko.table.views.table import seat_of

operations = Operations("positions")


@operations.post("/positions", "Play moves and chance from any position")
async def position(venue: Venue, caller: Caller, data: LineRequest) -> LinePosition:
    line, seats = await opened_line(venue, caller.guest, data, data.names)

    def play() -> LinePosition:
        drawn = play_line(line, data.moves, data.draw)
        return line_position_of(line, seats, data.you, data.since, drawn, data.components)

    return await venue.aside(play)


async def opened_line(
    venue: Venue, guest: str | None, start: LineStart, names: Sequence[str] = ()
) -> tuple[LineOfPlay, list[Seat]]:
    """Return a line at its start, and its seats; ``names`` of players replace those of the start.

    Raises:
        ApiProblem: the start is invalid, or the guest may not study the table.
    """
    check_start(start)
    if start.table is None:
        line, recorded = await venue.aside(lambda: open_line(start))
        return line, seats_for(line.game.players, names or recorded)
    live_table = await venue.authorised(start.table, functools.partial(may_study, guest=guest))
    replay = await venue.replay_of(live_table)
    ply = live_table.match.ply if start.ply is None else start.ply
    match = await venue.aside(lambda: replay.at(ply))
    seats = [seat_of(seat, live_table.info.host, set(), None) for seat in live_table.seats]
    return LineOfPlay.from_game(match.game, match.ply), seats
