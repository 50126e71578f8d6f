"""The registration of puzzles, and their pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, Router, get

from edokko.catalogue import Catalogue
from edokko.server.features.puzzles.operations import Answers, find, of_today, operations
from edokko.server.features.puzzles.sql_answers import SqlAnswers
from edokko.server.services import Feature, Services
from edokko.server.views.preview import Preview, preview_of_item
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.pictures import FINISHED, Language, send_position
from edokko.server.web.routes import routes_of


@get(
    "/puzzles/{puzzle:str}/picture.png",
    responses=PROBLEMS,
    media_type="image/png",
    summary="A picture of the position of a puzzle",
)
async def puzzle_picture(
    request: Req, services: ServicesDependency, puzzle: Id, language: Language = "en"
) -> Response[bytes]:
    position = find(puzzle).position
    return await send_position(request, services, position, language, "page-puzzle", FINISHED)


async def _preview(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview:
    puzzle = str(parameters["puzzle"])
    if puzzle == "today":
        puzzle = of_today()
    find(puzzle)
    path, title = f"/api/puzzles/{puzzle}/picture.png", catalogue.text("page-puzzle")
    return preview_of_item(path, title, catalogue, has_picture=services.drawer is not None)


FEATURE = Feature(
    name="puzzles",
    routes=[routes_of(operations), Router("/", route_handlers=[puzzle_picture], tags=["pictures"])],
    parts={Answers: lambda services: SqlAnswers(services.database)},
    problems={"no_puzzle": 404},
    previews={"Puzzle": _preview, "EmbedPuzzle": _preview},
)
