"""The event streams of programs, each lines of JSON over one long answer, with their limits."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated

import msgspec
from litestar import get
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from edokko.server.features.programs import shapes
from edokko.server.features.programs.events import Events
from edokko.server.services import Service, Services
from edokko.server.web.identity import require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import ENDLESS, NDJSON, Req, ServicesDependency, address_of
from edokko.table.hub import Hub, Listener, guest_topic
from edokko.table.problems import ApiProblem
from edokko.table.tasks import wait_for_event

STREAMS_TOPIC = "streams:"
"""The topic of the guests whose programs read their event stream. It only has presence."""
KEEP_ALIVE = 10.0
"""Seconds without an event after which an empty line is sent. Events are then read again, in case a signal was lost."""
DEBOUNCE = 0.05
"""Seconds between a wake-up and the query, since several changes may come together."""
RETRY = 2.0
"""Seconds after which a client may connect again after a shutdown."""
BUSY_RETRY = 30.0
"""Seconds after which a client may try again when this process has too many streams."""
MOST_OF_A_GUEST = 4
"""Streams of one guest in this process. A further one ends the oldest: its client may have lost it long ago."""
Since = Annotated[
    float | None,
    QueryParameter(ge=0, le=1e11, required=False, description="The `at` of the last event that you have seen."),
]
_ENCODER = msgspec.json.Encoder()


@get(
    "/stream",
    opt=ENDLESS,
    responses=PROBLEMS
    | {
        200: ResponseSpec(
            shapes.StreamEvent,
            description="A stream with an event a line; an empty line every ten seconds keeps the connection alive",
            media_type=NDJSON,
            generate_examples=False,
        )
    },
    summary="The events of your program: what waits for you first, then every change",
)
async def stream(request: Req, services: ServicesDependency, since: Since = None) -> Stream:
    person, address = await require_guest(services, request), address_of(request)
    if services.is_stopping:
        raise ApiProblem("busy", retry=RETRY)
    if services.hub.channels_of(address) >= services.settings.sockets:
        raise ApiProblem("too_many", retry=BUSY_RETRY)
    if services.of(Streams).is_full_for(person.id):
        raise ApiProblem("busy", retry=BUSY_RETRY)
    events = Events(services.database, person.id, since)
    # A proxy that buffers would hold events back.
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(_lines(request, services, person.id, events), media_type=NDJSON, headers=headers)


async def _lines(request: Req, services: Services, guest: str, events: Events) -> AsyncIterator[bytes]:
    # Enter here, not in the route: a client that disconnects at once never starts this generator, nor ends it.
    listener = services.of(Streams).enter(guest, address_of(request))
    try:
        async with contextlib.aclosing(_batches(request, services, listener, events)) as batches:
            async for batch in batches:
                yield b"".join(_ENCODER.encode(event) + b"\n" for event in batch) or b"\n"
    finally:
        services.of(Streams).leave(guest, listener)


async def _batches(
    request: Req, services: Services, listener: Listener, events: Events
) -> AsyncGenerator[list[shapes.StreamEvent], None]:
    """Yield the events as they happen; an empty batch after :data:`KEEP_ALIVE` seconds without one."""
    last_sent = 0.0
    while listener.close_reason is None:
        listener.wakeup.clear()
        batch = await events.next()
        if batch or time.monotonic() - last_sent >= KEEP_ALIVE:
            last_sent = time.monotonic()
            yield batch
        if await wait_for_event(listener.wakeup, _pause(events, last_sent)):
            await asyncio.sleep(DEBOUNCE)
        try:
            # The token may have been deleted, or the guest banned.
            await require_guest(services, request)
        except ApiProblem:
            listener.close("refused")
    reason = listener.close_reason
    if reason in ("shutdown", "replaced", "refused"):
        retry = RETRY if reason == "shutdown" else None
        yield [shapes.StreamGone(reason, time.time(), retry)]  # type: ignore[arg-type]


def _pause(events: Events, last_sent: float) -> float:
    """Return the seconds until the next keep-alive line, or until an open invitation expires."""
    pause = last_sent + KEEP_ALIVE - time.monotonic()
    if events.next_expiry is not None:
        pause = min(pause, events.next_expiry - time.time())
    return max(pause, 0.01)


class Streams(Service):
    """The event streams of this process, at most so many."""

    def __init__(self, hub: Hub, most: int) -> None:
        self._hub = hub
        self._most = most
        self._open: dict[str, list[tuple[Listener, Listener]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    def is_full_for(self, guest: str) -> bool:
        """Return whether this process has as many streams as it may, and the guest could not replace an own one."""
        return len(self) >= self._most and len(self._open.get(guest, ())) < MOST_OF_A_GUEST

    def enter(self, guest: str, address: str) -> Listener:
        """Open a stream, and end the guest's oldest one beyond the limit.

        The listener is woken when the events of the guest may have changed.
        """
        own = self._open.get(guest, [])
        for listener, _ in own[: max(0, len(own) - MOST_OF_A_GUEST + 1)]:
            listener.close("replaced")
        # The second listener makes the guest present for all processes. Its arrival would wake the first one of every
        # other stream, so it is another one, and it counts for no address.
        entry = Listener(guest, address), Listener(guest, "")
        self._open.setdefault(guest, []).append(entry)
        self._hub.enter(guest_topic(guest), entry[0])
        self._hub.enter(STREAMS_TOPIC, entry[1])
        return entry[0]

    def leave(self, guest: str, listener: Listener) -> None:
        """Close a stream."""
        own = self._open.get(guest, [])
        for entry in [entry for entry in own if entry[0] is listener]:
            own.remove(entry)
            self._hub.leave(guest_topic(guest), entry[0])
            self._hub.leave(STREAMS_TOPIC, entry[1])
        if not own:
            self._open.pop(guest, None)
