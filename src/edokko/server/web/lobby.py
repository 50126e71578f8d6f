"""The route of the lobby."""

from __future__ import annotations

from litestar import get

from edokko.server.tables.lobby import lobby_of
from edokko.server.web.identity import guest_id_or_none
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Req, ServicesDependency
from edokko.table.shapes.lobby import Lobby


@get("/tables", responses=PROBLEMS, summary="The lobby: your tables, open tables and running tables", tags=["tables"])
async def lobby(request: Req, services: ServicesDependency) -> Lobby:
    return await lobby_of(services.database, await guest_id_or_none(services, request), services.venue)
