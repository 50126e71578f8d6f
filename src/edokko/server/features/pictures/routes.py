"""Routes of pictures: PNG files of 1200 by 630 pixels for the previews of links, and the picture of a finished game."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import Annotated

from litestar import Response, Router, get
from litestar.params import FromQuery, QueryParameter

from edokko.catalogue import Catalogue
from edokko.game import Game
from edokko.server.core.line import Line
from edokko.server.features.puzzles import commands as puzzles
from edokko.server.features.study import commands as studies
from edokko.server.services import Services
from edokko.server.tables.lines import open_line
from edokko.server.views.line import seats_for
from edokko.server.views.live_table import LiveTable
from edokko.server.views.scene import scene_of
from edokko.server.views.shapes.positions import LineStart
from edokko.server.views.shapes.tables import Seat
from edokko.server.views.table import seat_of
from edokko.server.web.addresses import address_of
from edokko.server.web.dependencies import Id, Req, ServicesDependency
from edokko.server.web.encodings import IDENTITY
from edokko.server.web.files import File, body_of, send_file
from edokko.server.web.link_preview import state_of, study_title, table_title
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.tables import PlyParameter, replay_of, viewer

Language = Annotated[str, QueryParameter(pattern="^(en|es|fr|pl|pt)$", required=False)]
PositionString = Annotated[str, QueryParameter(min_length=1, max_length=3_000)]
IMMUTABLE = "public, max-age=31536000, immutable"
FINISHED = "public, max-age=86400"
"""A finished game does not change, but it may be deleted, or a player's name."""
RUNNING = "public, max-age=60"
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
    live_table = await services.registry.get(table)
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


@get(
    "/positions/picture.png",
    responses=PROBLEMS,
    media_type="image/png",
    summary="A picture of a position",
)
async def position_picture(
    request: Req, services: ServicesDependency, position: PositionString, language: Language = "en"
) -> Response[bytes]:
    return await _send_position(request, services, position, language, _text("page-position"), IMMUTABLE)


@get(
    "/studies/{study:str}/picture.png",
    responses=PROBLEMS,
    media_type="image/png",
    summary="A picture of the position where a study begins",
)
async def study_picture(
    request: Req, services: ServicesDependency, study: Id, language: Language = "en"
) -> Response[bytes]:
    tree = await studies.tree_of(services.database, study)
    title = functools.partial(study_title, tree)
    seats = functools.partial(seats_for, names=tree.players, crests=tree.crests)
    return await _send_position(request, services, tree.position, language, title, RUNNING, seats)


@get(
    "/puzzles/{puzzle:str}/picture.png",
    responses=PROBLEMS,
    media_type="image/png",
    summary="A picture of the position of a puzzle",
)
async def puzzle_picture(
    request: Req, services: ServicesDependency, puzzle: Id, language: Language = "en"
) -> Response[bytes]:
    position = puzzles.find(puzzle).position
    return await _send_position(request, services, position, language, _text("page-puzzle"), FINISHED)


def _text(message: str) -> Callable[[Catalogue], str]:
    return lambda catalogue: catalogue.text(message)


async def _send_position(
    request: Req,
    services: Services,
    position: str,
    language: str,
    title: Callable[[Catalogue], str],
    cache_control: str,
    seats: Callable[[int], list[Seat]] = seats_for,
) -> Response[bytes]:
    """Answer with a picture of a position that belongs to no table.

    Args:
        request: of the client.
        services: of the server.
        position: the position string.
        language: of the picture.
        title: returns the heading.
        cache_control: for how long the client may use it.
        seats: returns the seats for a number of players.
    """
    catalogue = Catalogue(language)

    def scene() -> bytes:
        game = open_line(LineStart(position=position))[0].game
        return scene_of(game, seats(game.players), catalogue, title(catalogue))

    return await send_picture(request, services, scene, cache_control)


async def send_picture(
    request: Req, services: Services, scene: Callable[[], bytes], cache_control: str
) -> Response[bytes]:
    """Answer with a picture, drawn unless the cache has it.

    Args:
        request: of the client.
        services: of the server.
        scene: returns the result of :func:`edokko.server.views.scene.scene_of`; called in a thread.
        cache_control: for how long the client may use it.

    Raises:
        ApiProblem: ``too_many`` of the address, or ``busy``.
    """
    wanted = await asyncio.to_thread(scene)
    png = services.pictures.cached(wanted)
    if not png:
        services.new_pictures.take(address_of(request))
        png = await services.pictures.draw(wanted)
    # Other sites may show the picture.
    headers = {"cache-control": cache_control, "cross-origin-resource-policy": "cross-origin"}
    return send_file(request, File("image/png", {IDENTITY: body_of(png)}), headers)


async def _game_at(services: Services, live_table: LiveTable, ply: int | None) -> Callable[[], Game]:
    """Return a function that returns the game of a table, for a thread: a replay takes time."""
    if not live_table.match.has_begun:
        setup = live_table.info.setup
        return lambda: Line.of(setup).game
    if ply is None:
        # The table may change meanwhile.
        game = live_table.match.game.copy()
        return lambda: game
    replay = await replay_of(services, live_table)
    return lambda: replay.at(ply).game


router = Router("/", route_handlers=[table_picture, position_picture, study_picture, puzzle_picture], tags=["pictures"])
