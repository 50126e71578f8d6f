"""Routes of programs: the list, the invitations of a host, and the answers of the programs."""

from __future__ import annotations

import functools

from litestar import Router, delete, get, post, put
from litestar.params import JSONBody

from edokko.server.features.programs import invitations, shapes
from edokko.server.features.programs import listing as programs
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency
from edokko.table.access import must_be_host
from edokko.table.hub import STREAMS_TOPIC
from edokko.table.problems import ApiProblem
from edokko.table.shapes.tables import TableView
from edokko.table.venue import is_id
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of


@get("/programs", responses=PROBLEMS, summary="The programs that are online and can be invited")
async def list_programs(request: Req, services: ServicesDependency) -> shapes.ProgramList:
    guest = await guest_id_or_none(services, request)
    online = await services.venue.guests(STREAMS_TOPIC)
    return await programs.programs_of(services.database, online, guest)


@put("/program", opt=GROWS, responses=PROBLEMS, summary="List yourself as a program, with a name and a sentence")
async def list_yourself(request: Req, services: ServicesDependency, data: JSONBody[shapes.NewProgram]) -> None:
    person = await require_guest(services, request)
    await programs.list_as_program(services.database, person, data)


@delete("/program", responses=PROBLEMS, summary="Remove yourself from the list of programs")
async def unlist_yourself(request: Req, services: ServicesDependency) -> None:
    person = await require_guest(services, request)
    await programs.unlist(services.database, person.id)


@get("/tables/{table:str}/invitations", responses=PROBLEMS, summary="As the host: the invitations of a table")
async def list_invitations(request: Req, services: ServicesDependency, table: Id) -> shapes.InvitationList:
    person = await require_guest(services, request)
    await services.venue.authorised(table, functools.partial(must_be_host, guest=person.id))
    return await invitations.invitations_of(services.database, table)


@post(
    "/tables/{table:str}/invitations",
    opt=GROWS,
    responses=PROBLEMS,
    summary="As the host: invite a program to an open seat",
)
async def invite(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.NewInvitation]
) -> shapes.Invitation:
    person = await require_guest(services, request)
    seat = -1

    def check(live_table: LiveTable) -> None:
        nonlocal seat
        if live_table.seats_of(data.program):
            raise ApiProblem("already_seated")
        seat = invitations.may_invite(live_table, person.id, data.program, data.seat)

    await services.venue.authorised(table, check)
    if data.program not in await services.venue.guests(STREAMS_TOPIC):
        raise ApiProblem("no_program")
    return await invitations.invite(services.database, services.signals, table, seat, person.id, data.program)


@delete("/tables/{table:str}/invitations/{invitation:str}", responses=PROBLEMS, summary="Withdraw an invitation")
async def withdraw(request: Req, services: ServicesDependency, table: Id, invitation: Id) -> None:
    person = await require_guest(services, request)
    if is_id(invitation) and is_id(table):
        await invitations.withdraw(services.database, services.signals, table, person.id, invitation)


@post("/challenges/{challenge:str}/accept", responses=PROBLEMS, status_code=200, summary="Accept an invitation")
async def accept(request: Req, services: ServicesDependency, challenge: Id) -> TableView:
    person = await require_guest(services, request)
    live_table = await invitations.accept(services.venue, services.signals, person.id, _checked(challenge))
    return view_of(live_table, services.hub, person.id)


@post("/challenges/{challenge:str}/decline", responses=PROBLEMS, status_code=204, summary="Decline an invitation")
async def decline(request: Req, services: ServicesDependency, challenge: Id) -> None:
    person = await require_guest(services, request)
    await invitations.decline(services.database, services.signals, person.id, _checked(challenge))


def _checked(challenge: str) -> str:
    if not is_id(challenge):
        raise ApiProblem("no_challenge")
    return challenge


router = Router(
    "/",
    route_handlers=[list_programs, list_yourself, unlist_yourself, list_invitations, invite, withdraw, accept, decline],
    tags=["programs"],
)
