"""What a picture of a position shows: the request to the process that draws it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edokko.catalogue import Catalogue
from edokko.game import Game
from edokko.table.shapes.base import ResponseShape
from edokko.table.shapes.components import ComponentsShape
from edokko.table.shapes.tables import Running, Seat, Table, TableView, You
from edokko.table.views.components import components_of
from edokko.table.views.position import position_of, view_cache_of
from edokko.table.views.running import scores_of


class Scene(ResponseShape):
    """The request for a picture, as ``web/src/picture/main.ts`` reads it."""

    language: str
    title: str
    view: TableView
    components: ComponentsShape
    note: str = ""
    """Replaces the month and the player whose turn it is."""
    sheet: bool = False
    """Whether the score sheet of a finished game stands below the board."""


def scene_of(
    game: Game,
    seats: Sequence[Seat],
    catalogue: Catalogue,
    title: str,
    *,
    note: str = "",
    has_names: bool = True,
    has_sheet: bool = False,
) -> bytes:
    """Return the request for a picture of a position.

    Equal requests have equal bytes, so they are the key of the cache. They have nothing that the picture does not show,
    such as the legal moves. A note replaces the month and the player whose turn it is. Without names the seats have
    numbers. Only a finished game has a score sheet.
    """
    running = Running(position_of(game), view_cache_of(game).calendar, scores=scores_of(game, {}))
    table = Table(
        id="",
        status="finished" if game.is_over else "running",
        version=0,
        edition=game.edition,
        players=game.players,
        seats=[_seat_of(seat, catalogue, has_names) for seat in seats],
        created="",
        seat=game.seat,
        game=running,
    )
    components = components_of(game.components, game.tables)
    return msgspec.json.encode(Scene(catalogue.language, title, TableView(You(), table), components, note, has_sheet))


def _seat_of(seat: Seat, catalogue: Catalogue, has_name: bool) -> Seat:
    name = seat.name if has_name and seat.name else catalogue.text("seat-number", number=seat.seat + 1)
    return Seat(seat.seat, "person", crest=seat.crest, name=name)
