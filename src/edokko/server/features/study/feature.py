"""Studies: save, read by link, change your own, and a whole game as a study."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody
from sqlalchemy import ColumnElement, exists

from edokko.catalogue import Catalogue
from edokko.server.features.study import commands as studies
from edokko.server.features.study import models
from edokko.server.features.study.shapes import Study, StudyDraft, StudyTree, WholeGame
from edokko.server.services import Feature, Services
from edokko.server.settings import Settings
from edokko.server.store import models as kernel
from edokko.server.tables.venue import ServerVenue
from edokko.server.views.preview import Preview, preview_of_item
from edokko.server.web.identity import guest_id_or_none
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.pictures import RUNNING, Language, send_position
from edokko.server.web.routes import Routes, Visitor, routes_of
from edokko.server.workers.expiry import DAY
from edokko.table.access import may_study
from edokko.table.commands.lines import whole_record
from edokko.table.line import LineOfPlay
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.views.line import seats_for

LARGEST_STUDY = 256 * 1024
"""Bytes of a request with a study; one of a whole game with many comments has some 100 kB."""
operations, of_trees = Routes("studies"), Routes("studies")


@post("/studies/draft", responses=PROBLEMS, status_code=200, summary="A whole game as a study, which is not saved")
async def draft(request: Req, services: ServicesDependency, data: JSONBody[WholeGame]) -> StudyDraft:
    if (data.table is None) == (data.record is None):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-study-source", "source"))
    if data.table is None:
        return await asyncio.to_thread(lambda: studies.draft_of(*whole_record(data.record or "")))
    check = functools.partial(may_study, guest=await guest_id_or_none(services, request))
    live_table = await services.venue.authorised(data.table, check)
    rows = await services.venue.store.rows(data.table)
    if not any(row.kind == "start" for row in rows):
        raise ApiProblem("not_started")
    info, seats = live_table.info, live_table.seats
    whole = await asyncio.to_thread(
        lambda: studies.draft_of(LineOfPlay.from_rows(info.setup, rows), [seat.name for seat in seats])
    )
    whole.tree.name = info.settings.name
    whole.tree.crests = [seat.crest for seat in seats]
    whole.tree.table = info.id if info.status == "finished" else None
    return whole


@operations.get("/studies/{study}", "A study, by its link")
async def read(venue: ServerVenue, caller: Visitor, study: str) -> Study:
    return await studies.read(venue.database, study, caller.guest)


@of_trees.post("/studies", "Save a tree of variations; every client that has its link may read it", 201, grows=True)
async def create(venue: ServerVenue, caller: Visitor, data: StudyTree) -> Study:
    guest, facts = caller.known.id, await asyncio.to_thread(studies.facts_of, data)
    caller.admission.take_body()
    return await studies.create(venue.database, guest, data, facts, caller.services.stored_bytes)


@of_trees.put("/studies/{study}", "Change your own study", grows=True)
async def replace(venue: ServerVenue, caller: Visitor, study: str, data: StudyTree) -> Study:
    guest, facts = caller.known.id, await asyncio.to_thread(studies.facts_of, data)
    caller.admission.take_body()
    return await studies.replace(venue.database, study, guest, data, facts, caller.services.stored_bytes)


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
    title = functools.partial(studies.title_of, tree)
    seats = functools.partial(seats_for, names=tree.players, crests=tree.crests)
    return await send_position(request, services, tree.position, language, title, RUNNING, seats)


async def _preview(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview | None:
    """Return the preview of a saved study, which shows the position where it begins."""
    if "study" not in parameters:
        return None
    study = str(parameters["study"])
    title = studies.title_of(await studies.tree_of(services.database, study), catalogue)
    return preview_of_item(
        f"/api/studies/{study}/picture.png", title, catalogue, has_picture=services.drawer is not None
    )


def _keeps(settings: Settings, now: float) -> Sequence[ColumnElement[bool]]:
    """Keep the owners of studies that are still opened."""
    study, since = models.Study, now - settings.study_days * DAY if settings.study_days else 0.0
    return [exists().where(study.guest == kernel.Guest.id, study.opened >= since)]


FEATURE = Feature(
    name="study",
    routes=[
        routes_of(operations, draft),
        routes_of(of_trees, request_max_body_size=LARGEST_STUDY),
        Router("/", route_handlers=[study_picture], tags=["pictures"]),
    ],
    problems={"not_your_study": 403, "no_study": 404},
    previews={"Study": _preview, "EmbedStudy": _preview},
    keeps=_keeps,
    texts=[(models.Study.body, models.Study.guest)],
)
