"""Routes of guests: the guest of a request, other devices, tokens, players' pages."""

from __future__ import annotations

from litestar import Router, delete, get, post, put
from litestar.params import JSONBody

from edokko.server.tables.players import page_of
from edokko.server.views import guests as shapes
from edokko.server.web.identity import GUEST, guest_id_or_none, guest_or_none, require_guest, token_of
from edokko.server.web.negotiation import catalogue_of
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency, address_of
from edokko.table.hub import guest_topic
from edokko.table.people import Person
from edokko.table.problems import ApiProblem
from edokko.table.venue import is_id


@get("/guest", responses=PROBLEMS, summary="The guest of the request; a new client becomes a guest and gets a cookie")
async def who(request: Req, services: ServicesDependency) -> shapes.Guest:
    person = await guest_or_none(services, request)
    if person is None:
        services.new_guests.take(address_of(request))
        person = await services.guests.create(catalogue_of(request).language)
    if request.session.get(GUEST) != person.id and token_of(request) is None:
        request.session[GUEST] = person.id
    return await _shape(services, person)


@put("/guest", responses=PROBLEMS, summary="Change your name")
async def rename(request: Req, services: ServicesDependency, data: JSONBody[shapes.GuestName]) -> shapes.Guest:
    person = await services.guests.rename(await require_guest(services, request), data.name)
    return await _shape(services, person)


@post("/guest/moving", responses=PROBLEMS, summary="Create a one-time link by which another device becomes this guest")
async def moving(request: Req, services: ServicesDependency) -> shapes.MovingLink:
    return await services.guests.create_code(await require_guest(services, request))


@post("/guest/moved", responses=PROBLEMS, status_code=200, summary="Become the guest of a one-time link")
async def moved(request: Req, services: ServicesDependency, data: JSONBody[shapes.MovingCode]) -> shapes.Guest:
    person = await services.guests.redeem_code(data.code)
    request.session[GUEST] = person.id
    return await _shape(services, person)


@get("/tokens", responses=PROBLEMS, summary="Your tokens for programs")
async def tokens(request: Req, services: ServicesDependency) -> list[shapes.Token]:
    return await services.guests.tokens(await require_guest(services, request))


@post("/tokens", opt=GROWS, responses=PROBLEMS, summary="Create a token; only this answer has its secret")
async def make_token(request: Req, services: ServicesDependency, data: JSONBody[shapes.NewToken]) -> shapes.Token:
    return await services.guests.create_token(await require_guest(services, request), data.name)


@delete("/tokens/{token:str}", responses=PROBLEMS, summary="Delete a token")
async def drop_token(request: Req, services: ServicesDependency, token: Id) -> None:
    person = await require_guest(services, request)
    if is_id(token):
        await services.guests.delete_token(person, token)
        # A stream that was opened with the token ends.
        services.hub.wake(guest_topic(person.id))


@get("/players/{guest:str}", responses=PROBLEMS, summary="A player's page")
async def player(request: Req, services: ServicesDependency, guest: Id) -> shapes.PlayerPage:
    person = await services.guests.find(guest) if is_id(guest) else None
    if person is None:
        raise ApiProblem("no_player")
    return await page_of(services.database, person, await guest_id_or_none(services, request))


async def _shape(services: ServicesDependency, person: Person) -> shapes.Guest:
    return shapes.Guest(person.id, person.name, await services.guests.has_finished_game(person))


router = Router(
    "/", route_handlers=[who, rename, moving, moved, tokens, make_token, drop_token, player], tags=["guests"]
)
