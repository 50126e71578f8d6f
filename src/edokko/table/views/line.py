"""The position at the end of a line of play, in the shape of a table's view."""

from __future__ import annotations

from collections.abc import Sequence

from edokko.table.line import LineOfPlay
from edokko.table.seats import BOT_NAMES
from edokko.table.shapes import positions as shapes
from edokko.table.shapes.tables import Seat, Table, TableView, You
from edokko.table.views.components import components_of
from edokko.table.views.running import game_of
from edokko.table.views.steps import steps_of


def seats_for(players: int, names: Sequence[str] = (), crests: Sequence[int] = ()) -> list[Seat]:
    """Return seats for a game without a table; those without a name get one."""
    given = [*names[:players], *[""] * (players - len(names))]
    # Two seats with the same crest could not be told apart.
    own = crests if len(set(crests)) == players else range(players)
    return [
        Seat(seat, "person", crest=own[seat], name=name or BOT_NAMES[seat], connected=True)
        for seat, name in enumerate(given)
    ]


def line_position_of(
    line: LineOfPlay,
    seats: Sequence[Seat],
    you: Sequence[int] | None = None,
    since: int = 0,
    drawn: Sequence[str] = (),
    has_components: bool = False,
) -> shapes.LinePosition:
    """Return the position at the end of a line.

    The viewer has the seats ``you``, or all. The steps of the first ``since`` entries are left out; the server has
    drawn some of the others.
    """
    game, pending = line.game, line.pending
    own = list(range(game.players)) if you is None else [seat for seat in you if seat < game.players]
    steps = line.steps()
    table = Table(
        id="",
        status="finished" if game.is_over else "running",
        version=len(line.entries),
        edition=game.edition,
        players=game.players,
        seats=list(seats),
        created="",
        ply=line.ply,
        own_tables=game.components.overlay is not None,
        seat=game.seat,
        game=game_of(game, steps[-1:]),
    )
    view = TableView(You(own, may_play=game.seat in own), table)
    return shapes.LinePosition(
        view,
        game.position.to_line(),
        steps_of(line.steps(since)),
        list(drawn),
        shapes.Pending(pending.kind, pending.among, pending.count) if pending else None,
        components_of(game.components, game.tables) if has_components else None,
    )
