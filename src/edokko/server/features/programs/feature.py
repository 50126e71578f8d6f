"""Programs: the list, the invitations of a host, and the answers of the programs."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric

from edokko.server.features.programs import invitations, shapes
from edokko.server.features.programs import listing as programs
from edokko.server.features.programs.streams import Streams, stream
from edokko.server.services import Feature, Services
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Routes, Visitor, routes_of
from edokko.table.access import must_be_host
from edokko.table.hub import STREAMS_TOPIC
from edokko.table.problems import ApiProblem
from edokko.table.shapes.tables import TableView
from edokko.table.venue import is_id
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of

operations = Routes("programs")


@operations.get("/programs", "The programs that are online and can be invited")
async def list_programs(venue: ServerVenue, caller: Visitor) -> shapes.ProgramList:
    return await programs.programs_of(venue.database, await venue.guests(STREAMS_TOPIC), caller.guest)


@operations.put("/program", "List yourself as a program, with a name and a sentence", grows=True)
async def list_yourself(venue: ServerVenue, caller: Visitor, data: shapes.NewProgram) -> None:
    await programs.list_as_program(venue.database, caller.known.id, data)


@operations.delete("/program", "Remove yourself from the list of programs")
async def unlist_yourself(venue: ServerVenue, caller: Visitor) -> None:
    await programs.unlist(venue.database, caller.known.id)


@operations.get("/tables/{table}/invitations", "As the host: the invitations of a table")
async def list_invitations(venue: ServerVenue, caller: Visitor, table: str) -> shapes.InvitationList:
    await venue.authorised(table, functools.partial(must_be_host, guest=caller.known.id))
    return await invitations.invitations_of(venue.database, table)


@operations.post("/tables/{table}/invitations", "As the host: invite a program to an open seat", 201, grows=True)
async def invite(venue: ServerVenue, caller: Visitor, table: str, data: shapes.NewInvitation) -> shapes.Invitation:
    host, seat = caller.known.id, -1

    def check(live_table: LiveTable) -> None:
        nonlocal seat
        if live_table.seats_of(data.program):
            raise ApiProblem("already_seated")
        seat = invitations.may_invite(live_table, host, data.program, data.seat)

    await venue.authorised(table, check)
    if data.program not in await venue.guests(STREAMS_TOPIC):
        raise ApiProblem("no_program")
    return await invitations.invite(venue.database, caller.services.signals, table, seat, host, data.program)


@operations.delete("/tables/{table}/invitations/{invitation}", "Withdraw an invitation")
async def withdraw(venue: ServerVenue, caller: Visitor, table: str, invitation: str) -> None:
    host = caller.known.id
    if is_id(invitation) and is_id(table):
        await invitations.withdraw(venue.database, caller.services.signals, table, host, invitation)


@operations.post("/challenges/{challenge}/accept", "Accept an invitation")
async def accept(venue: ServerVenue, caller: Visitor, challenge: str) -> TableView:
    guest = caller.known.id
    live_table = await invitations.accept(venue, caller.services.signals, guest, _checked(challenge))
    return view_of(live_table, venue.hub, guest)


@operations.post("/challenges/{challenge}/decline", "Decline an invitation", 204)
async def decline(venue: ServerVenue, caller: Visitor, challenge: str) -> None:
    guest = caller.known.id
    await invitations.decline(venue.database, caller.services.signals, guest, _checked(challenge))


def _checked(challenge: str) -> str:
    if not is_id(challenge):
        raise ApiProblem("no_challenge")
    return challenge


def _metrics(services: Services) -> Iterator[Metric]:
    yield GaugeMetricFamily("edokko_streams", "Open event streams of programs", len(services.of(Streams)))


FEATURE = Feature(
    name="programs",
    routes=[routes_of(operations, stream)],
    service=lambda services: Streams(services.hub, services.settings.streams),
    messages=[shapes.LiveInvitations],
    beside=invitations.InvitationsBeside,
    problems={"no_program": 404, "no_challenge": 404},
    may_play_rated=programs.may_play_rated,
    metrics=_metrics,
)
