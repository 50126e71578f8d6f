"""What the live channel of a table carries for talk: reactions and the chat.

By a reaction a player shows a word of a small fixed set beside the own panel. Reactions are stored nowhere.
"""

from __future__ import annotations

from typing import cast

from edokko.server.features.talk import chat
from edokko.server.features.talk.shapes import LiveChat, LiveReaction, NewReaction, ReactionName
from edokko.server.live.signals import Payload, Signal, Version
from edokko.server.services import Service, Services
from edokko.server.tables.limits import SlidingWindow
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Visitor
from edokko.table.api.operation import Operations
from edokko.table.shapes.base import ResponseShape
from edokko.table.views.live_table import LiveTable

MOST = 4
"""Reactions of a guest at a table in :data:`WINDOW`."""
WINDOW = 10.0
"""Window of the rate limit, in seconds."""
KIND = "reactions"
"""The kind of the signals of reactions. An earlier version had `reaction`, without a payload."""


operations = Operations("talk")


@operations.post("/tables/{table}/reactions", "As a player: show a reaction to all who watch the table", 204)
async def react(venue: ServerVenue, caller: Visitor, table: str, data: NewReaction) -> None:
    guest, signals, seat = caller.known.id, caller.services.signals, -1

    def check(live_table: LiveTable) -> None:
        nonlocal seat
        seat = chat.speaking_seat(live_table, guest, data.seat)

    await venue.authorised(table, check)
    caller.services.of(Talk).reactions.take((table, guest))
    signal = Signal(KIND, table, payload=f"{seat} {data.reaction}")
    if venue.database.is_shared:
        await venue.database.transact(lambda connection: signals.notify(connection, signal))
    signals.deliver(signal)


class Talk(Service):
    """The rate limit of reactions, by table and guest."""

    def __init__(self) -> None:
        self.reactions = SlidingWindow(MOST, WINDOW)


class TalkBeside:
    """The messages of one channel of a table, for a guest; ``None`` is an anonymous viewer."""

    def __init__(self, services: Services, table: str, guest: str | None) -> None:
        self._services = services
        self._table = table
        self._guest = guest
        # A reaction is for those who watch now.
        self._last_reaction = services.signals.version(table, KIND)[1]
        self._chat: Version | None = None
        self._last_line = 0
        self._muted: list[str] = []
        self._state: tuple[object, ...] = ()
        """The values on which the messages depend, at the last call of :meth:`pending`."""

    async def pending(self, live_table: LiveTable) -> list[ResponseShape]:
        """Return the messages that are due."""
        has_chat, guest = live_table.info.settings.chat, self._guest
        # This runs for each view of each channel, and nearly always nothing is due.
        state = self._services.signals.serial, live_table.seats, has_chat
        if state == self._state:
            return []
        self._state = state
        is_player = guest is not None and any(seat.guest == guest for seat in live_table.seats)
        messages: list[ResponseShape] = []
        if reactions := self._services.signals.payloads_after(self._table, KIND, self._last_reaction):
            messages += await self._new_reactions(reactions, live_table, is_player)
        if guest is None or not is_player or not has_chat:
            # A player who takes a seat again gets the whole chat.
            self._chat = None
        elif (version := self._services.signals.version(self._table, "chat")) != self._chat:
            messages += await self._new_chat(version, guest, live_table)
        return messages

    async def _new_reactions(
        self, payloads: list[Payload], live_table: LiveTable, is_player: bool
    ) -> list[LiveReaction]:
        guest_of_seat = [seat.guest for seat in live_table.seats]
        self._last_reaction = payloads[-1].number
        reactions = []
        for payload in payloads:
            seat, reaction = payload.text.split(" ")
            reactions.append(LiveReaction(int(seat), cast(ReactionName, reaction)))
        if self._guest is not None and is_player:
            muted = await chat.muted_by(self._services.database, self._guest)
            reactions = [entry for entry in reactions if guest_of_seat[entry.seat] not in muted]
        return reactions

    async def _new_chat(self, version: Version, guest: str, live_table: LiveTable) -> list[ResponseShape]:
        is_first, self._chat = self._chat is None, version
        answer = await chat.read(self._services.database, self._table, guest, live_table.guests)
        is_resync = is_first or answer.muted != self._muted
        lines = answer.lines if is_resync else [line for line in answer.lines if line.number > self._last_line]
        self._muted = answer.muted
        if answer.lines:
            self._last_line = answer.lines[-1].number
        if not lines and not is_resync:
            return []
        return [LiveChat(lines, answer.muted, is_resync)]
