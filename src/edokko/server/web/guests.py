"""Routes of guests: the guest of a request, other devices, tokens, players' pages."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from edokko.server.services import Services
from edokko.server.tables.players import page_of
from edokko.server.tables.venue import ServerVenue
from edokko.server.views import guests as shapes
from edokko.server.web.identity import GUEST, token_of
from edokko.server.web.negotiation import catalogue_of
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Req, ServicesDependency
from edokko.server.web.routes import Visitor, routes_of
from edokko.table.api.operation import Operations
from edokko.table.hub import guest_topic
from edokko.table.people import Person
from edokko.table.problems import ApiProblem
from edokko.table.venue import is_id

operations = Operations("guests")


@operations.get("/guest", "The guest of the request; a new client becomes a guest and gets a cookie")
async def who(venue: ServerVenue, caller: Visitor) -> shapes.Guest:
    person, services, request = caller.person, caller.services, caller.request
    if person is None:
        services.new_guests.take(caller.address)
        person = await services.guests.create(catalogue_of(request).language)
    if request.session.get(GUEST) != person.id and token_of(request) is None:
        request.session[GUEST] = person.id
    return await _shape(services, person)


@operations.put("/guest", "Change your name")
async def rename(venue: ServerVenue, caller: Visitor, data: shapes.GuestName) -> shapes.Guest:
    return await _shape(caller.services, await caller.services.guests.rename(caller.known, data.name))


@operations.post("/guest/moving", "Create a one-time link by which another device becomes this guest", 201)
async def moving(venue: ServerVenue, caller: Visitor) -> shapes.MovingLink:
    return await caller.services.guests.create_code(caller.known)


@post("/guest/moved", responses=PROBLEMS, status_code=200, summary="Become the guest of a one-time link")
async def moved(request: Req, services: ServicesDependency, data: JSONBody[shapes.MovingCode]) -> shapes.Guest:
    person = await services.guests.redeem_code(data.code)
    request.session[GUEST] = person.id
    return await _shape(services, person)


@operations.get("/tokens", "Your tokens for programs")
async def tokens(venue: ServerVenue, caller: Visitor) -> list[shapes.Token]:
    return await caller.services.guests.tokens(caller.known)


@operations.post("/tokens", "Create a token; only this answer has its secret", 201, grows=True)
async def make_token(venue: ServerVenue, caller: Visitor, data: shapes.NewToken) -> shapes.Token:
    return await caller.services.guests.create_token(caller.known, data.name)


@operations.delete("/tokens/{token}", "Delete a token")
async def drop_token(venue: ServerVenue, caller: Visitor, token: str) -> None:
    person = caller.known
    if is_id(token):
        await caller.services.guests.delete_token(person, token)
        # A stream that was opened with the token ends.
        venue.hub.wake(guest_topic(person.id))


@operations.get("/players/{guest}", "A player's page")
async def player(venue: ServerVenue, caller: Visitor, guest: str) -> shapes.PlayerPage:
    person = await caller.services.guests.find(guest) if is_id(guest) else None
    if person is None:
        raise ApiProblem("no_player")
    return await page_of(venue.database, person, caller.guest)


async def _shape(services: Services, person: Person) -> shapes.Guest:
    return shapes.Guest(person.id, person.name, await services.guests.has_finished_game(person))


router = routes_of(operations, moved)
