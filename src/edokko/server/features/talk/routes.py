"""Routes of what players share at a table besides moves, and of private notes."""

from __future__ import annotations

import functools
from typing import Annotated

from litestar import Router, get, post, put
from litestar.params import JSONBody, PathParameter

from edokko.server.features.talk import chat, notes, reactions, shapes
from edokko.server.features.talk.reactions import Talk, speaking_seat
from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency, address_of
from edokko.server.web.routes import viewer
from edokko.table.access import must_be_seated
from edokko.table.problems import ApiProblem
from edokko.table.shapes.tables import TableView
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of

MessageNumber = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
"""The number of a message of the chat, in the range of its column in the database."""


@post(
    "/tables/{table:str}/reactions",
    responses=PROBLEMS,
    status_code=204,
    summary="As a player: show a reaction to all who watch the table",
)
async def react(request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.NewReaction]) -> None:
    person = await require_guest(services, request)
    check = functools.partial(_check_speaker, guest=person.id, seat=data.seat)
    live_table = await services.venue.authorised(table, check)
    seat = speaking_seat(live_table, person.id, data.seat)
    services.of(Talk).reactions.take((table, person.id))
    await reactions.react(services.database, services.signals, table, seat, data.reaction)


@get("/tables/{table:str}/note", responses=PROBLEMS, summary="Your private note at a table")
async def read_note(request: Req, services: ServicesDependency, table: Id) -> shapes.Note:
    person = await require_guest(services, request)
    await viewer(services, request, table)
    return await notes.read_note(services.database, table, person.id)


@put("/tables/{table:str}/note", opt=GROWS, responses=PROBLEMS, summary="Replace your private note at a table")
async def write_note(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.NewNote]
) -> shapes.Note:
    person = await require_guest(services, request)
    await viewer(services, request, table)
    services.new_bytes.take(address_of(request), len(data.text.encode()))
    return await notes.write_note(services.database, table, person.id, data.text, services.stored_bytes)


@get("/tables/{table:str}/chat", responses=PROBLEMS, summary="As a player: the chat of a table")
async def read_chat(request: Req, services: ServicesDependency, table: Id) -> shapes.Chat:
    person = await require_guest(services, request)
    live_table = await services.venue.authorised(table, functools.partial(must_be_seated, guest=person.id))
    return await chat.read(services.database, table, person.id, live_table.guests)


@post("/tables/{table:str}/chat", opt=GROWS, responses=PROBLEMS, summary="As a player: write to the other players")
async def write_chat(
    request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.NewChatLine]
) -> shapes.ChatLine:
    person = await require_guest(services, request)
    live_table = await services.venue.authorised(table, functools.partial(chat.may_write, guest=person.id))
    name = live_table.seats[speaking_seat(live_table, person.id, data.seat)].name
    return await chat.write(services.database, services.signals, table, person.id, name, data.text)


@post(
    "/tables/{table:str}/chat/off",
    responses=PROBLEMS,
    status_code=200,
    summary="As the host: switch the chat off for good",
)
async def switch_chat_off(request: Req, services: ServicesDependency, table: Id) -> TableView:
    person = await require_guest(services, request)
    live_table = await chat.switch_off(services.venue, table, person.id)
    return view_of(live_table, services.hub, person.id)


@post(
    "/tables/{table:str}/chat/{number:int}/report",
    responses=PROBLEMS,
    status_code=204,
    summary="As a player: report a message to the operator of the server",
)
async def report_message(request: Req, services: ServicesDependency, table: Id, number: MessageNumber) -> None:
    person = await require_guest(services, request)
    await chat.report(services.venue, table, person.id, number)


@put("/tables/{table:str}/mutes", responses=PROBLEMS, summary="As a player: mute another player, or hear them again")
async def mute(request: Req, services: ServicesDependency, table: Id, data: JSONBody[shapes.Muting]) -> shapes.Chat:
    person = await require_guest(services, request)
    live_table = await services.venue.authorised(table, functools.partial(must_be_seated, guest=person.id))
    at_table = live_table.guests
    if data.guest == person.id or data.guest not in at_table:
        raise ApiProblem("no_player")
    await chat.mute(services.database, services.signals, table, person.id, data.guest, data.muted)
    return await chat.read(services.database, table, person.id, at_table)


def _check_speaker(live_table: LiveTable, guest: str, seat: int | None) -> None:
    speaking_seat(live_table, guest, seat)


router = Router(
    "/",
    route_handlers=[react, read_note, write_note, read_chat, write_chat, switch_chat_off, report_message, mute],
    tags=["talk"],
)
