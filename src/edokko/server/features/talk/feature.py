"""What players share at a table besides moves, and private notes."""

from __future__ import annotations

import functools
from typing import Annotated

from litestar import post
from litestar.params import PathParameter

from edokko.server.features.talk import chat, models, notes, reactions, shapes
from edokko.server.features.talk.beside import TalkBeside
from edokko.server.features.talk.reactions import Talk, speaking_seat
from edokko.server.services import Feature
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.routes import Routes, Visitor, routes_of
from edokko.table.access import must_be_seated
from edokko.table.api.operation import watched
from edokko.table.problems import ApiProblem
from edokko.table.shapes.tables import TableView
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of

MessageNumber = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
"""The number of a message of the chat, in the range of its column in the database."""
operations = Routes("talk")


@operations.post("/tables/{table}/reactions", "As a player: show a reaction to all who watch the table", 204)
async def react(venue: ServerVenue, caller: Visitor, table: str, data: shapes.NewReaction) -> None:
    guest, services = caller.known.id, caller.services
    seat = -1

    def check(live_table: LiveTable) -> None:
        nonlocal seat
        seat = speaking_seat(live_table, guest, data.seat)

    await venue.authorised(table, check)
    services.of(Talk).reactions.take((table, guest))
    await reactions.react(venue.database, services.signals, table, seat, data.reaction)


@operations.get("/tables/{table}/note", "Your private note at a table")
async def read_note(venue: ServerVenue, caller: Visitor, table: str) -> shapes.Note:
    guest = caller.known.id
    await watched(venue, caller, table)
    return await notes.read_note(venue.database, table, guest)


@operations.put("/tables/{table}/note", "Replace your private note at a table", grows=True)
async def write_note(venue: ServerVenue, caller: Visitor, table: str, data: shapes.NewNote) -> shapes.Note:
    guest, services = caller.known.id, caller.services
    await watched(venue, caller, table)
    services.new_bytes.take(caller.address, len(data.text.encode()))
    return await notes.write_note(venue.database, table, guest, data.text, services.stored_bytes)


@operations.get("/tables/{table}/chat", "As a player: the chat of a table")
async def read_chat(venue: ServerVenue, caller: Visitor, table: str) -> shapes.Chat:
    guest = caller.known.id
    live_table = await venue.authorised(table, functools.partial(must_be_seated, guest=guest))
    return await chat.read(venue.database, table, guest, live_table.guests)


@operations.post("/tables/{table}/chat", "As a player: write to the other players", 201, grows=True)
async def write_chat(venue: ServerVenue, caller: Visitor, table: str, data: shapes.NewChatLine) -> shapes.ChatLine:
    guest = caller.known.id
    live_table = await venue.authorised(table, functools.partial(chat.may_write, guest=guest))
    name = live_table.seats[speaking_seat(live_table, guest, data.seat)].name
    return await chat.write(venue.database, caller.services.signals, table, guest, name, data.text)


@operations.post("/tables/{table}/chat/off", "As the host: switch the chat off for good")
async def switch_chat_off(venue: ServerVenue, caller: Visitor, table: str) -> TableView:
    guest = caller.known.id
    return view_of(await chat.switch_off(venue, table, guest), venue.hub, guest)


@operations.put("/tables/{table}/mutes", "As a player: mute another player, or hear them again")
async def mute(venue: ServerVenue, caller: Visitor, table: str, data: shapes.Muting) -> shapes.Chat:
    guest = caller.known.id
    live_table = await venue.authorised(table, functools.partial(must_be_seated, guest=guest))
    at_table = live_table.guests
    if data.guest == guest or data.guest not in at_table:
        raise ApiProblem("no_player")
    await chat.mute(venue.database, caller.services.signals, table, guest, data.guest, data.muted)
    return await chat.read(venue.database, table, guest, at_table)


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
    routes=[routes_of(operations, report_message)],
    service=lambda services: Talk(),
    messages=[shapes.LiveReaction, shapes.LiveChat],
    beside=TalkBeside,
    problems={"no_chat": 403, "no_message": 404},
    reports=chat.reports,
    texts=[(models.Note.text, models.Note.guest)],
)
