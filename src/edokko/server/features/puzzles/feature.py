"""Puzzles: one a day, the stock, and answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from litestar import Response, Router, get

from edokko.catalogue import Catalogue
from edokko.puzzles import puzzle_of_the_day
from edokko.server.features.puzzles import commands as puzzles
from edokko.server.features.puzzles.shapes import Puzzle, PuzzleMoves, PuzzleVerdict
from edokko.server.services import Feature, Services
from edokko.server.tables.venue import ServerVenue
from edokko.server.views.preview import Preview, preview_of_item
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.pictures import FINISHED, Language, send_position
from edokko.server.web.routes import Routes, Visitor, routes_of

operations = Routes("puzzles")


@operations.get("/puzzles/today", "The puzzle of the day; a day begins at midnight UTC")
async def today(venue: ServerVenue, caller: Visitor) -> Puzzle:
    return await puzzles.view(venue.database, _of_today(), caller.guest)


@operations.get("/puzzles/{puzzle}", "A puzzle, with its solution after your answer")
async def one(venue: ServerVenue, caller: Visitor, puzzle: str) -> Puzzle:
    return await puzzles.view(venue.database, puzzle, caller.guest)


@operations.post(
    "/puzzles/{puzzle}/answer",
    "Answer a puzzle: send all moves after each one, or none to give up; without a guest it counts for nothing",
)
async def answer(venue: ServerVenue, caller: Visitor, puzzle: str, data: PuzzleMoves) -> PuzzleVerdict:
    # A puzzle in a frame of another site has no guest.
    guest = caller.known.id if caller.person else None
    return await puzzles.answer(venue.database, puzzles.find(puzzle), guest, data.moves)


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
    return await send_position(request, services, position, language, "page-puzzle", FINISHED)


def _of_today() -> str:
    return puzzle_of_the_day(datetime.now(UTC).date()).id


async def _preview(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview:
    puzzle = str(parameters["puzzle"])
    if puzzle == "today":
        puzzle = _of_today()
    puzzles.find(puzzle)
    path, title = f"/api/puzzles/{puzzle}/picture.png", catalogue.text("page-puzzle")
    return preview_of_item(path, title, catalogue, has_picture=services.drawer is not None)


FEATURE = Feature(
    name="puzzles",
    routes=[routes_of(operations), Router("/", route_handlers=[puzzle_picture], tags=["pictures"])],
    problems={"no_puzzle": 404},
    previews={"Puzzle": _preview, "EmbedPuzzle": _preview},
)
