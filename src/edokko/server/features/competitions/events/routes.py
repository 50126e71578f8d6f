"""Routes of events: rounds of tables for the same players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from litestar import Router, get, post
from litestar.params import JSONBody

from edokko.server.features.competitions.events import commands as events
from edokko.server.features.competitions.events.shapes import (
    EventList,
    EventName,
    EventPlayerNumber,
    EventView,
    NewEvent,
)
from edokko.server.features.competitions.events.view import view_of_event
from edokko.server.features.competitions.worker import Competitions
from edokko.server.services import Services
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency, address_of, origin_of
from edokko.table.people import player_name

_post = partial(post, responses=PROBLEMS, status_code=200)
"""The head of a route that changes an event and answers with it."""


@get("/events", responses=PROBLEMS, summary="Your events, open ones and running ones")
async def list_events(request: Req, services: ServicesDependency) -> EventList:
    return await events.list_of(services.database, await guest_id_or_none(services, request))


@post("/events", opt=GROWS, responses=PROBLEMS, summary="Create an event, whose organiser you are")
async def create(request: Req, services: ServicesDependency, data: JSONBody[NewEvent]) -> EventView:
    person = await require_guest(services, request)
    address = address_of(request)
    services.new_tables.check(address)
    # Parse the overlay in a thread, so that it does not block the event loop.
    event = await asyncio.to_thread(events.new_event, data, person)
    event.origin = origin_of(address, services.secret)
    services.new_tables.take(address)
    services.new_bytes.take(address, len(await request.body()))
    await events.create(services.database, event)
    return view_of_event(event, person.id)


@get("/events/{event:str}", responses=PROBLEMS, summary="An event: its players, rounds, standings and your table")
async def view(request: Req, services: ServicesDependency, event: Id) -> EventView:
    return await _view(services, event, await guest_id_or_none(services, request))


@_post("/events/{event:str}/join", summary="Join an event; later ones enter late")
async def join(request: Req, services: ServicesDependency, event: Id, data: JSONBody[EventName]) -> EventView:
    person = await require_guest(services, request)
    await events.join(services.venue, event, person.id, player_name(data.name, person.name))
    return await _led_on(services, event, person.id)


@_post("/events/{event:str}/leave", summary="Play no further round; at your table a computer player takes over")
async def leave(request: Req, services: ServicesDependency, event: Id) -> EventView:
    return await _change(services, request, event, partial(events.withdraw, services.venue, event, player=None))


@_post("/events/{event:str}/withdraw", summary="As the organiser: withdraw a player")
async def withdraw(
    request: Req, services: ServicesDependency, event: Id, data: JSONBody[EventPlayerNumber]
) -> EventView:
    return await _change(services, request, event, partial(events.withdraw, services.venue, event, player=data.player))


@_post("/events/{event:str}/start", summary="As the organiser: begin round 1")
async def start(request: Req, services: ServicesDependency, event: Id) -> EventView:
    return await _change(services, request, event, partial(events.start, services.venue, event))


@_post("/events/{event:str}/round", summary="As the organiser: begin the next round without the rest of the pause")
async def begin_round(request: Req, services: ServicesDependency, event: Id) -> EventView:
    return await _change(services, request, event, partial(events.begin_round, services.venue, event))


@_post(
    "/events/{event:str}/close-round",
    summary="As the organiser: close the round; its unfinished games do not count",
)
async def close_round(request: Req, services: ServicesDependency, event: Id) -> EventView:
    return await _change(services, request, event, partial(events.close_round, services.venue, event))


@_post("/events/{event:str}/end", summary="As the organiser: end the event")
async def end(request: Req, services: ServicesDependency, event: Id) -> EventView:
    person = await require_guest(services, request)
    await events.end(services.venue, event, person.id)
    return await _view(services, event, person.id)


async def _change(services: Services, request: Req, event: str, change: Callable[[str], Awaitable[None]]) -> EventView:
    """Make a change as the guest of the request, let the event go on, and return it as the guest sees it."""
    person = await require_guest(services, request)
    await change(person.id)
    return await _led_on(services, event, person.id)


async def _led_on(services: Services, event: str, guest: str) -> EventView:
    await services.of(Competitions).lead_event(event)
    return await _view(services, event, guest)


async def _view(services: Services, event: str, guest: str | None) -> EventView:
    return view_of_event(await events.read(services.database, event), guest)


router = Router(
    "/",
    route_handlers=[list_events, create, view, join, leave, withdraw, start, begin_round, close_round, end],
    tags=["events"],
)
