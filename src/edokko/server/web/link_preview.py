"""What the preview of a link says and shows: title, description and picture of a page's address."""

from __future__ import annotations

import asyncio
import functools
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from litestar import Request

from edokko.catalogue import Catalogue
from edokko.puzzles import puzzle_of_the_day
from edokko.server.features.competitions.events import commands as events
from edokko.server.features.competitions.series import commands as series
from edokko.server.features.puzzles import commands as puzzles
from edokko.server.features.study import commands as studies
from edokko.server.features.study.shapes import StudyTree
from edokko.server.services import Services
from edokko.server.tables.access import may_watch
from edokko.server.views.live_table import LiveTable
from edokko.server.views.problems import ApiProblem

DESCRIPTION_TIMEOUT = 1.0
"""Seconds that the description of a table may delay the page."""
WIDTH, HEIGHT = 1200, 630
"""The size of a picture, as ``web/src/picture/size.ts`` has it."""
ICON = "/icon-512.png"
EVENTS = "/events"
log = logging.getLogger("edokko.server")


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link.

    Attributes:
        title, description: in the language of the request.
        picture: the path of the picture.
        is_wide: whether the picture shows a position, in the size of a large card.
    """

    title: str
    description: str
    picture: str = ICON
    is_wide: bool = False


async def preview_of(services: Services, request: Request[Any, Any, Any], catalogue: Catalogue) -> Preview:
    """Return the preview of the page that a request asks for; that of the site if it shows nothing to a visitor."""
    try:
        return await _preview_of_page(services, request, catalogue)
    except ApiProblem:
        return preview_of_site(catalogue)


async def _preview_of_page(services: Services, request: Request[Any, Any, Any], catalogue: Catalogue) -> Preview:
    parameters = request.path_params
    if "study" in parameters:
        return await preview_of_study(services, str(parameters["study"]), catalogue)
    if "puzzle" in parameters:
        return preview_of_puzzle(services, str(parameters["puzzle"]), catalogue)
    if "event" in parameters:
        return await preview_of_event(services, str(parameters["event"]), catalogue)
    if "series_id" in parameters:
        return await preview_of_series(services, str(parameters["series_id"]), catalogue)
    if request.url.path == EVENTS:
        return Preview(catalogue.text("page-events"), catalogue.text("page-description"))
    # The ply of a replay is in the path, that of a frame and of an analysis in the query.
    ply = parameters.get("ply") or request.query_params.get("ply", "")
    table = parameters.get("table") or request.query_params.get("table")
    if table is None:
        return preview_of_site(catalogue)
    return await preview_of_table(services, str(table), catalogue, _number_in(str(ply)))


def preview_of_site(catalogue: Catalogue) -> Preview:
    """Return the preview of the site."""
    return Preview(catalogue.text("page-title"), catalogue.text("page-description"))


async def preview_of_table(services: Services, table: str, catalogue: Catalogue, ply: int | None) -> Preview:
    """Return the preview of a table.

    It contains only what an anonymous visitor may see: nothing of a running game without spectators.

    Args:
        services: of the server.
        table: the id.
        catalogue: of the language.
        ply: of a moment in the replay; ``None`` for the newest position.
    """
    try:
        async with asyncio.timeout(DESCRIPTION_TIMEOUT):
            live_table = await services.registry.authorised(table, functools.partial(may_watch, guest=None))
    except ApiProblem:
        raise
    except Exception:
        # A page without a description is better than none; the page gets the error from the API.
        log.warning("the description of a table failed", exc_info=True)
        return preview_of_site(catalogue)
    info, state = live_table.info, state_of(live_table, catalogue)
    title = table_title(live_table, catalogue)
    description = catalogue.text("page-table-told", players=info.setup.players, state=state)
    if not services.pictures.are_available or not (live_table.match.has_begun or info.status == "waiting"):
        return Preview(title, description)
    query: dict[str, str | int] = {"language": catalogue.language}
    if ply is not None and live_table.match.has_begun:
        query["ply"] = ply
    else:
        # A site that has cached the picture of an earlier position fetches it again.
        query["version"] = live_table.version
    return Preview(title, description, f"/api/tables/{info.id}/picture.png?{urlencode(query)}", is_wide=True)


async def preview_of_study(services: Services, study: str, catalogue: Catalogue) -> Preview:
    """Return the preview of a study, which shows the position where it begins."""
    tree = await studies.tree_of(services.database, study)
    return _preview_of(services, study_title(tree, catalogue), f"/api/studies/{study}/picture.png", catalogue)


async def preview_of_event(services: Services, event: str, catalogue: Catalogue) -> Preview:
    """Return the preview of an event: its name, its round and its players."""
    found = await events.read(services.database, event)
    told = catalogue.text(
        "page-event-told",
        round=found.round,
        rounds=found.settings.rounds,
        players=len(found.active),
        state=catalogue.text(f"page-event-{found.status}"),
    )
    return Preview(catalogue.text("page-event", name=found.settings.name), told)


async def preview_of_series(services: Services, series_id: str, catalogue: Catalogue) -> Preview:
    """Return the preview of a series: its name and its games."""
    found = await series.read(services.writer, series_id)
    name, played = found.last.name, sum(game.status == "finished" for game in found.games)
    title = catalogue.text("page-series-named", name=name) if name else catalogue.text("page-series")
    return Preview(title, catalogue.text("page-series-told", players=len(found.last.seats), played=played))


def preview_of_puzzle(services: Services, puzzle: str, catalogue: Catalogue) -> Preview:
    """Return the preview of a puzzle; ``today`` is that of the day."""
    if puzzle == "today":
        puzzle = puzzle_of_the_day(datetime.now(UTC).date()).id
    puzzles.find(puzzle)
    return _preview_of(services, catalogue.text("page-puzzle"), f"/api/puzzles/{puzzle}/picture.png", catalogue)


def _preview_of(services: Services, title: str, path: str, catalogue: Catalogue) -> Preview:
    description = catalogue.text("page-description")
    if not services.pictures.are_available:
        return Preview(title, description)
    return Preview(title, description, f"{path}?language={catalogue.language}", is_wide=True)


def study_title(tree: StudyTree, catalogue: Catalogue) -> str:
    """Return the title of a study."""
    return catalogue.text("page-study-named", name=tree.name) if tree.name else catalogue.text("page-study")


def table_title(live_table: LiveTable, catalogue: Catalogue) -> str:
    """Return the title of a table."""
    name = live_table.info.settings.name
    return catalogue.text("page-table-named", name=name) if name else catalogue.text("page-table")


def state_of(live_table: LiveTable, catalogue: Catalogue) -> str:
    """Return a sentence about the state of a table, with the number of open seats."""
    status, open_seats = live_table.info.status, sum(seat.kind == "open" for seat in live_table.seats)
    is_full = status == "waiting" and not open_seats
    return catalogue.text("page-full" if is_full else f"page-{status}", open=open_seats)


def _number_in(text: str) -> int | None:
    # ``isdecimal`` accepts digits of other scripts, which a link of the page never has.
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else None
