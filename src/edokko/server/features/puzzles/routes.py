"""Routes of puzzles: one a day, the stock, and answers."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import Response, Router, get, post
from litestar.params import JSONBody

from edokko.puzzles import puzzle_of_the_day
from edokko.server.features.puzzles import commands as puzzles
from edokko.server.features.puzzles.shapes import Puzzle, PuzzleMoves, PuzzleVerdict
from edokko.server.services import Services
from edokko.server.web.identity import guest_id_or_none, guest_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.pictures import FINISHED, Language, send_position


@get("/puzzles/today", responses=PROBLEMS, summary="The puzzle of the day; a day begins at midnight UTC")
async def today(request: Req, services: ServicesDependency) -> Puzzle:
    return await _view(request, services, puzzle_of_the_day(datetime.now(UTC).date()).id)


@get("/puzzles/{puzzle:str}", responses=PROBLEMS, summary="A puzzle, with its solution after your answer")
async def one(request: Req, services: ServicesDependency, puzzle: Id) -> Puzzle:
    return await _view(request, services, puzzle)


@post(
    "/puzzles/{puzzle:str}/answer",
    responses=PROBLEMS,
    status_code=200,
    summary="Answer a puzzle: send all moves after each one, or none to give up; without a guest it counts for nothing",
)
async def answer(request: Req, services: ServicesDependency, puzzle: Id, data: JSONBody[PuzzleMoves]) -> PuzzleVerdict:
    # A puzzle in a frame of another site has no guest.
    person = await guest_or_none(services, request)
    guest = (await require_guest(services, request)).id if person else None
    return await puzzles.answer(services.database, puzzles.find(puzzle), guest, data.moves)


async def _view(request: Req, services: Services, puzzle: str) -> Puzzle:
    guest = await guest_id_or_none(services, request)
    return await puzzles.view(services.database, puzzles.find(puzzle), guest)


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


router = Router("/", route_handlers=[today, one, answer], tags=["puzzles"])
pictures = Router("/", route_handlers=[puzzle_picture], tags=["pictures"])
