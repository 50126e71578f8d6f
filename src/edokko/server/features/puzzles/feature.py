"""The registration of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from edokko.catalogue import Catalogue
from edokko.puzzles import puzzle_of_the_day
from edokko.server.features.puzzles import routes
from edokko.server.features.puzzles.commands import find
from edokko.server.services import Feature, Services
from edokko.server.views.preview import Preview, preview_of_item


async def _preview(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview:
    puzzle = str(parameters["puzzle"])
    if puzzle == "today":
        puzzle = puzzle_of_the_day(datetime.now(UTC).date()).id
    find(puzzle)
    path, title = f"/api/puzzles/{puzzle}/picture.png", catalogue.text("page-puzzle")
    return preview_of_item(path, title, catalogue, has_picture=services.drawer is not None)


FEATURE = Feature(
    name="puzzles",
    routes=[routes.router, routes.pictures],
    problems={"no_puzzle": 404},
    previews={"Puzzle": _preview, "EmbedPuzzle": _preview},
)
