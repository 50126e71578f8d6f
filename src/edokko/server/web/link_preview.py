"""What the preview of a link says and shows: title, description and picture of a page's address."""

from __future__ import annotations

import asyncio
import functools
import logging
from urllib.parse import urlencode

from edokko.catalogue import Catalogue
from edokko.server.services import Services
from edokko.server.views.preview import Preview
from edokko.server.web.parameters import Req
from edokko.table.access import may_watch
from edokko.table.problems import ApiProblem
from edokko.table.views.live_table import LiveTable

DESCRIPTION_TIMEOUT = 1.0
"""Seconds that the description of a table may delay the page."""
WIDTH, HEIGHT = 1200, 630
"""The size of a picture, as ``web/src/picture/size.ts`` has it."""
log = logging.getLogger("edokko.server")


async def preview_of(services: Services, request: Req, page: str, catalogue: Catalogue) -> Preview:
    """Return the preview of the page that a request asks for; that of the site if it shows nothing to a visitor."""
    parameters = request.path_params
    try:
        for feature in services.features:
            if page in feature.previews and (found := await feature.previews[page](services, parameters, catalogue)):
                return found
        # The ply of a replay is in the path, that of a frame and of an analysis in the query.
        ply = parameters.get("ply") or request.query_params.get("ply", "")
        table = parameters.get("table") or request.query_params.get("table")
        if table is not None:
            return await preview_of_table(services, str(table), catalogue, _number_in(str(ply)))
    except ApiProblem:
        pass
    return preview_of_site(catalogue)


def preview_of_site(catalogue: Catalogue) -> Preview:
    """Return the preview of the site."""
    return Preview(catalogue.text("page-title"), catalogue.text("page-description"))


async def preview_of_table(services: Services, table: str, catalogue: Catalogue, ply: int | None) -> Preview:
    """Return the preview of a table, now or at a ply of the replay.

    It contains only what an anonymous visitor may see: nothing of a running game without spectators.
    """
    try:
        async with asyncio.timeout(DESCRIPTION_TIMEOUT):
            live_table = await services.venue.authorised(table, functools.partial(may_watch, guest=None))
    except ApiProblem:
        raise
    except Exception:
        # A page without a description is better than none; the page gets the error from the API.
        log.warning("the description of a table failed", exc_info=True)
        return preview_of_site(catalogue)
    info, state = live_table.info, state_of(live_table, catalogue)
    title = table_title(live_table, catalogue)
    description = catalogue.text("page-table-told", players=info.setup.players, state=state)
    if services.drawer is None or not (live_table.match.has_begun or info.status == "waiting"):
        return Preview(title, description)
    query: dict[str, str | int] = {"language": catalogue.language}
    if ply is not None and live_table.match.has_begun:
        query["ply"] = ply
    else:
        # A site that has cached the picture of an earlier position fetches it again.
        query["version"] = live_table.version
    return Preview(title, description, f"/api/tables/{info.id}/picture.png?{urlencode(query)}", is_wide=True)


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
