"""The open event streams of this process, with their limits."""

from __future__ import annotations

from edokko.server.services import Service
from edokko.table.hub import STREAMS_TOPIC, Hub, Listener, guest_topic

MOST_OF_A_GUEST = 4
"""Streams of one guest in this process. A further one ends the oldest: its client may have lost it long ago."""


class Streams(Service):
    """The event streams of this process.

    Args:
        hub: the live channels.
        most: maximum of all streams.
    """

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

        Returns:
            The listener that is woken when the events of the guest may have changed.
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
