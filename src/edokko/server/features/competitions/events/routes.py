"""Routes of events: rounds of tables for the same players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from litestar import websocket

from edokko.server.features.competitions.events import commands as events
from edokko.server.features.competitions.events.shapes import (
    EventList,
    EventName,
    EventPlayerNumber,
    EventView,
    LiveEvent,
    NewEvent,
)
from edokko.server.features.competitions.events.store import TOPIC
from edokko.server.features.competitions.events.view import view_of_event
from edokko.server.features.competitions.worker import Competitions
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.live import Socket, serve_open
from edokko.server.web.parameters import Id, ServicesDependency
from edokko.server.web.routes import Visitor
from edokko.table.api.operation import Operations
from edokko.table.people import player_name

operations = Operations("events")


@operations.get("/events", "Your events, open ones and running ones")
async def list_events(venue: ServerVenue, caller: Visitor) -> EventList:
    return await events.list_of(venue.database, caller.guest)


@operations.post("/events", "Create an event, whose organiser you are", 201, grows=True)
async def create(venue: ServerVenue, caller: Visitor, data: NewEvent) -> EventView:
    person = caller.known
    caller.admission.check()
    # Parse the overlay in a thread, so that it does not block the event loop.
    event = await asyncio.to_thread(events.new_event, data, person)
    event.origin = caller.admission.take()
    caller.admission.take_body()
    await events.create(venue.database, event)
    return view_of_event(event, person.id)


@operations.get("/events/{event}", "An event: its players, rounds, standings and your table")
async def view(venue: ServerVenue, caller: Visitor, event: str) -> EventView:
    return view_of_event(await events.read(venue.database, event), caller.guest)


@operations.post("/events/{event}/join", "Join an event; later ones enter late")
async def join(venue: ServerVenue, caller: Visitor, event: str, data: EventName) -> EventView:
    name = player_name(data.name, caller.known.name)
    return await _change(venue, caller, event, partial(events.join, name=name))


@operations.post("/events/{event}/leave", "Play no further round; at your table a computer player takes over")
async def leave(venue: ServerVenue, caller: Visitor, event: str) -> EventView:
    return await _change(venue, caller, event, partial(events.withdraw, player=None))


@operations.post("/events/{event}/withdraw", "As the organiser: withdraw a player")
async def withdraw(venue: ServerVenue, caller: Visitor, event: str, data: EventPlayerNumber) -> EventView:
    return await _change(venue, caller, event, partial(events.withdraw, player=data.player))


@operations.post("/events/{event}/start", "As the organiser: begin round 1")
async def start(venue: ServerVenue, caller: Visitor, event: str) -> EventView:
    return await _change(venue, caller, event, events.start)


@operations.post("/events/{event}/round", "As the organiser: begin the next round without the rest of the pause")
async def begin_round(venue: ServerVenue, caller: Visitor, event: str) -> EventView:
    return await _change(venue, caller, event, events.begin_round)


@operations.post("/events/{event}/close-round", "As the organiser: close the round; its unfinished games do not count")
async def close_round(venue: ServerVenue, caller: Visitor, event: str) -> EventView:
    return await _change(venue, caller, event, events.close_round)


@operations.post("/events/{event}/end", "As the organiser: end the event")
async def end(venue: ServerVenue, caller: Visitor, event: str) -> EventView:
    await events.end(venue, event, caller.known.id)
    return await view(venue, caller, event)


async def _change(
    venue: ServerVenue, caller: Visitor, event: str, change: Callable[[ServerVenue, str, str], Awaitable[None]]
) -> EventView:
    """Make a change as the caller, let the event go on, and return it as the caller sees it."""
    await change(venue, event, caller.known.id)
    await caller.services.of(Competitions).lead_event(event)
    return await view(venue, caller, event)


@websocket("/events/{event:str}/live")
async def live_event(socket: Socket, services: ServicesDependency, event: Id) -> None:
    async def read(guest: str | None) -> LiveEvent:
        return LiveEvent(view_of_event(await events.read(services.database, event), guest))

    await serve_open(socket, services, TOPIC + event, read)
