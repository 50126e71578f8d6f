"""How a route answers with a picture of a position: 1200 by 630 pixels, for the previews of links."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from edokko.catalogue import Catalogue
from edokko.server.services import Services
from edokko.server.web.files import File, body_of, send_file
from edokko.server.web.negotiation import IDENTITY
from edokko.server.web.parameters import Req, address_of
from edokko.table.commands.lines import open_line
from edokko.table.problems import ApiProblem
from edokko.table.shapes.positions import LineStart
from edokko.table.shapes.tables import Seat
from edokko.table.views.line import seats_for
from edokko.table.views.scene import scene_of

Language = Annotated[str, QueryParameter(pattern="^(en|es|fr|pl|pt)$", required=False)]
FINISHED = "public, max-age=86400"
"""A finished game does not change, but it may be deleted, or a player's name."""
RUNNING = "public, max-age=60"


async def send_position(
    request: Req,
    services: Services,
    position: str,
    language: str,
    title: str | Callable[[Catalogue], str],
    cache_control: str,
    seats: Callable[[int], list[Seat]] = seats_for,
) -> Response[bytes]:
    """Answer with a picture of a position that belongs to no table.

    The title is the id of the message that is the heading, or a function that returns the heading.
    """
    catalogue = Catalogue(language)

    def scene() -> bytes:
        game = open_line(LineStart(position=position))[0].game
        heading = catalogue.text(title) if isinstance(title, str) else title(catalogue)
        return scene_of(game, seats(game.players), catalogue, heading)

    return await send_picture(request, services, scene, cache_control)


async def send_picture(
    request: Req, services: Services, scene: Callable[[], bytes], cache_control: str
) -> Response[bytes]:
    """Answer with a picture, drawn unless the cache has it.

    A thread calls ``scene``, which returns the result of :func:`edokko.table.views.scene.scene_of`.

    Raises:
        ApiProblem: ``not_found``: the process draws no pictures; ``too_many`` of the address, or ``busy``.
    """
    wanted = await asyncio.to_thread(scene)
    drawer = services.drawer
    if drawer is None:
        raise ApiProblem("not_found")
    png = await drawer.picture(wanted, address_of(request))
    # Other sites may show the picture.
    headers = {"cache-control": cache_control, "cross-origin-resource-policy": "cross-origin"}
    return send_file(request, File("image/png", {IDENTITY: body_of(png)}), headers)
