"""The messages of a live channel, as generators: the views of a table, and anything that is read anew when it changes.

A channel reads the newest state whenever its listener is woken. A slow client skips intermediate views but always gets
the last one, with the steps since its previous view as far as they are in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from edokko.table.access import may_watch
from edokko.table.hub import Listener
from edokko.table.shapes import live as shapes
from edokko.table.shapes.base import ResponseShape
from edokko.table.venue import Venue
from edokko.table.views.live_table import LiveTable
from edokko.table.views.steps import steps_of
from edokko.table.views.table import hand_over_of, view_of

_ENCODER = msgspec.json.Encoder()
DEBOUNCE = 0.15
"""Seconds between a wake-up and the next reading of what changes more often than people read, since a turn has several
moves."""
Messages = Callable[[Listener], AsyncGenerator[bytes, None]]
"""Returns the messages of a channel, given its listener."""


class Beside(Protocol):
    """What a feature sends on one live channel of a table, beside views and presence."""

    async def pending(self, live_table: LiveTable) -> Sequence[ResponseShape]:
        """Return the messages that are due. It runs for each view, so it costs no query while nothing has changed."""


async def changes(
    listener: Listener, read: Callable[[], Awaitable[Any]], message: Callable[[Any], ResponseShape] = lambda read: read
) -> AsyncGenerator[bytes, None]:
    """Yield what is read at the start, and whenever the channel is woken and it has changed."""
    last: Any = None
    while listener.close_reason is None:
        listener.wakeup.clear()
        if (current := await read()) != last:
            last = current
            yield _ENCODER.encode(message(current))
        await listener.wakeup.wait()
        if listener.close_reason is None:
            await asyncio.sleep(DEBOUNCE)


async def views(
    venue: Venue,
    table: str,
    guest: str | None,
    listener: Listener,
    after: int | None = None,
    beside: Iterable[Beside] = (),
) -> AsyncGenerator[bytes, None]:
    """Yield the newest view of a table or its presence, whenever it has changed.

    ``after`` is the version that a reconnecting client has seen, ``beside`` what features send on this channel.

    Raises:
        ApiProblem: the guest may no longer watch the table.
    """
    client_version, hub, beside = after, venue.hub, list(beside)
    last, rollbacks = (-1, -1), venue.rollbacks
    while listener.close_reason is None:
        listener.wakeup.clear()
        live_table = await venue.current(table)
        if rollbacks != venue.rollbacks:
            # The client may have seen rows that the store has lost, and other rows of the same numbers.
            client_version, last, rollbacks = None, (-1, -1), venue.rollbacks
        # A table without spectators is visible to all until the game begins.
        may_watch(live_table, guest)
        version = live_table.version
        current, message = (version, hub.presence_version(table)), None
        if version != last[0]:
            # After the restoration of a backup the client may have seen a newer version than the store has.
            has_base = client_version is not None and client_version <= version
            steps = live_table.match.steps_since(client_version or 0) if has_base else None
            view = view_of(live_table, hub, guest)
            message = _ENCODER.encode(shapes.LiveView(version, view, steps_of(steps or []), steps is None))
        elif current != last:
            message = _ENCODER.encode(_presence_of(live_table, venue, guest))
        if message is not None:
            last, client_version = current, version
            yield message
        for source in beside:
            for extra in await source.pending(live_table):
                yield _ENCODER.encode(extra)
        await listener.wakeup.wait()


def _presence_of(live_table: LiveTable, venue: Venue, guest: str | None) -> shapes.LivePresence:
    hub, table = venue.hub, live_table.info.id
    present = hub.guests(table)
    connected = [seat.seat for seat in live_table.seats if seat.kind == "bot" or seat.guest in present]
    hand_over = hand_over_of(live_table, hub, guest)
    now = venue.now() if any(entry.since is not None for entry in hand_over) else None
    watching = hub.spectators(table, {seat.guest for seat in live_table.seats})
    return shapes.LivePresence(connected, watching, hand_over, now)
