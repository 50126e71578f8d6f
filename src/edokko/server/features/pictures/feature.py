"""Pictures: PNG files of 1200 by 630 pixels for the previews of links, and the picture of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from litestar import Response, Router, get
from litestar.params import FromQuery, QueryParameter

from edokko.catalogue import Catalogue
from edokko.game import Game
from edokko.server.features.pictures.drawer import Pictures
from edokko.server.services import Drawer, Feature, Services
from edokko.server.web.link_preview import state_of, table_title
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.pictures import FINISHED, RUNNING, Language, send_picture, send_position
from edokko.server.web.routes import viewer
from edokko.table.line import LineOfPlay
from edokko.table.views.live_table import LiveTable
from edokko.table.views.scene import scene_of
from edokko.table.views.table import seat_of

PlyParameter = Annotated[int | None, QueryParameter(ge=0, le=100_000, required=False)]
PositionString = Annotated[str, QueryParameter(min_length=1, max_length=3_000)]
IMMUTABLE = "public, max-age=31536000, immutable"
PRIVATE = "private, max-age=60"
"""Of a table without spectators, whose players alone may see it."""


@get(
    "/tables/{table:str}/picture.png",
    responses=PROBLEMS,
    media_type="image/png",
    summary="A picture of a table, now or at an earlier ply",
)
async def table_picture(
    request: Req,
    services: ServicesDependency,
    table: Id,
    ply: PlyParameter = None,
    scores: FromQuery[bool] = False,
    language: Language = "en",
) -> Response[bytes]:
    await viewer(services, request, table)
    live_table = await services.venue.get(table)
    catalogue, info = Catalogue(language), live_table.info
    # The preview of a link is shown to more people than the link was meant for, so the picture of an unlisted table has
    # no names while the game runs.
    has_names = info.settings.listed or info.status == "finished"
    seats = [seat_of(seat, info.host, set(), None) for seat in live_table.seats]
    note = state_of(live_table, catalogue) if info.status == "waiting" else ""
    game = await _game_at(services, live_table, ply)

    def scene() -> bytes:
        title = table_title(live_table, catalogue)
        return scene_of(game(), seats, catalogue, title, note=note, has_names=has_names, has_sheet=scores)

    is_public = info.settings.spectators or info.status == "waiting"
    lifetime = FINISHED if info.status == "finished" else RUNNING
    return await send_picture(request, services, scene, lifetime if is_public else PRIVATE)


@get("/positions/picture.png", responses=PROBLEMS, media_type="image/png", summary="A picture of a position")
async def position_picture(
    request: Req, services: ServicesDependency, position: PositionString, language: Language = "en"
) -> Response[bytes]:
    return await send_position(request, services, position, language, "page-position", IMMUTABLE)


async def _game_at(services: Services, live_table: LiveTable, ply: int | None) -> Callable[[], Game]:
    """Return a function that returns the game of a table, for a thread: a replay takes time."""
    if not live_table.match.has_begun:
        setup = live_table.info.setup
        return lambda: LineOfPlay.of(setup).game
    if ply is None:
        # The table may change meanwhile.
        game = live_table.match.game.copy()
        return lambda: game
    replay = await services.venue.replay_of(live_table)
    return lambda: replay.at(ply).game


def _drawer(services: Services) -> Drawer | None:
    pictures = services.of(Pictures)
    return pictures if pictures.are_available else None


FEATURE = Feature(
    name="pictures",
    routes=[Router("/", route_handlers=[table_picture, position_picture], tags=["pictures"])],
    service=lambda services: Pictures(services.settings.page),
    drawer=_drawer,
)
