"""Routes of studies: save, read by link, change your own, and a whole game as a study."""

from __future__ import annotations

import asyncio
import functools

from litestar import Response, Router, get, post, put
from litestar.params import JSONBody

from edokko.server.features.study import commands as studies
from edokko.server.features.study.shapes import Study, StudyDraft, StudyTree, WholeGame
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency, address_of
from edokko.server.web.pictures import RUNNING, Language, send_position
from edokko.table.access import may_study
from edokko.table.commands.lines import whole_record
from edokko.table.line import Line
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.views.line import seats_for

LARGEST_STUDY = 256 * 1024
"""Bytes of a request with a study; one of a whole game with many comments has some 100 kB."""


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
        lambda: studies.draft_of(Line.from_rows(info.setup, rows), [seat.name for seat in seats])
    )
    whole.tree.name = info.settings.name
    whole.tree.crests = [seat.crest for seat in seats]
    whole.tree.table = info.id if info.status == "finished" else None
    return whole


@post(
    "/studies",
    opt=GROWS,
    responses=PROBLEMS,
    request_max_body_size=LARGEST_STUDY,
    summary="Save a tree of variations; every client that has its link may read it",
)
async def create(request: Req, services: ServicesDependency, data: JSONBody[StudyTree]) -> Study:
    person = await require_guest(services, request)
    facts = await asyncio.to_thread(studies.facts_of, data)
    services.new_bytes.take(address_of(request), len(await request.body()))
    return await studies.create(services.database, person.id, data, facts, services.stored_bytes)


@get("/studies/{study:str}", responses=PROBLEMS, summary="A study, by its link")
async def read(request: Req, services: ServicesDependency, study: Id) -> Study:
    return await studies.read(services.database, study, await guest_id_or_none(services, request))


@put(
    "/studies/{study:str}",
    opt=GROWS,
    responses=PROBLEMS,
    request_max_body_size=LARGEST_STUDY,
    summary="Change your own study",
)
async def replace(request: Req, services: ServicesDependency, study: Id, data: JSONBody[StudyTree]) -> Study:
    person = await require_guest(services, request)
    facts = await asyncio.to_thread(studies.facts_of, data)
    services.new_bytes.take(address_of(request), len(await request.body()))
    return await studies.replace(services.database, study, person.id, data, facts, services.stored_bytes)


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


router = Router("/", route_handlers=[draft, create, read, replace], tags=["studies"])
pictures = Router("/", route_handlers=[study_picture], tags=["pictures"])
