"""The registration of talk."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.params import PathParameter

from edokko.server.features.talk import beside, chat, models, notes, shapes
from edokko.server.services import Feature
from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.routes import routes_of

MessageNumber = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
"""The number of a message of the chat, in the range of its column in the database."""


@post(
    "/tables/{table:str}/chat/{number:int}/report",
    responses=PROBLEMS,
    status_code=204,
    summary="As a player: report a message to the operator of the server",
)
async def report_message(request: Req, services: ServicesDependency, table: Id, number: MessageNumber) -> None:
    person = await require_guest(services, request)
    await chat.report(services.venue, table, person.id, number)


FEATURE = Feature(
    name="talk",
    routes=[*map(routes_of, (beside.operations, notes.operations)), routes_of(chat.operations, report_message)],
    service=lambda services: beside.Talk(),
    messages=[shapes.LiveReaction, shapes.LiveChat],
    beside=beside.TalkBeside,
    problems={"no_chat": 403, "no_message": 404},
    reports=chat.reports,
    texts=[(models.Note.text, models.Note.guest)],
)
