"""The messages of a table's live channel besides views and presence: invitations, reactions and the chat."""

from __future__ import annotations

from edokko.server.features.programs.invitations import invitations_of
from edokko.server.features.talk import chat
from edokko.server.live.signals import Reaction, Version
from edokko.server.services import Services
from edokko.server.views.live_table import LiveTable
from edokko.server.views.shapes import live as shapes
from edokko.server.views.shapes.base import ResponseShape


class SideMessages:
    """The messages of one channel. They cost no query while nothing has changed.

    Args:
        services: the services.
        table: the id.
        guest: the viewer; ``None`` for an anonymous one.
    """

    def __init__(self, services: Services, table: str, guest: str | None) -> None:
        self._services = services
        self._table = table
        self._guest = guest
        self._invitations: Version | None = None
        # A reaction is for those who watch now.
        self._last_reaction = services.signals.version(table, "reaction")[1]
        self._chat: Version | None = None
        self._last_line = 0
        self._muted: list[str] = []
        self._state: tuple[object, ...] = ()
        """The values on which the messages depend, at the last call of :meth:`pending`."""

    async def pending(self, live_table: LiveTable) -> list[ResponseShape]:
        """Return the messages that are due."""
        info, guest = live_table.info, self._guest
        # This runs for each view of each channel, and nearly always nothing is due.
        state = self._services.signals.serial, live_table.seats, info.host, info.status, info.settings.chat
        if state == self._state:
            return []
        self._state = state
        is_player = guest is not None and any(seat.guest == guest for seat in live_table.seats)
        messages: list[ResponseShape] = []
        if reactions := self._services.signals.reactions_after(self._table, self._last_reaction):
            messages += await self._new_reactions(reactions, live_table, is_player)
        if guest == info.host and info.status == "waiting":
            messages += await self._new_invitations()
        if guest is None or not is_player or not info.settings.chat:
            # A player who takes a seat again gets the whole chat.
            self._chat = None
        elif (version := self._services.signals.version(self._table, "chat")) != self._chat:
            messages += await self._new_chat(version, guest, live_table)
        return messages

    async def _new_reactions(
        self, reactions: list[Reaction], live_table: LiveTable, is_player: bool
    ) -> list[ResponseShape]:
        guest_of_seat = [seat.guest for seat in live_table.seats]
        self._last_reaction = reactions[-1].number
        if self._guest is not None and is_player:
            muted = await chat.muted_by(self._services.database, self._guest)
            reactions = [entry for entry in reactions if guest_of_seat[entry.seat] not in muted]
        return [shapes.LiveReaction(entry.seat, entry.reaction) for entry in reactions]  # type: ignore[arg-type]

    async def _new_invitations(self) -> list[ResponseShape]:
        version, is_first = self._services.signals.version(self._table, "invitations"), self._invitations is None
        if version == self._invitations:
            return []
        self._invitations = version
        answer = await invitations_of(self._services.database, self._table)
        if is_first and not answer.invitations:
            return []
        return [shapes.LiveInvitations(answer.invitations, answer.now)]

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
        return [shapes.LiveChat(lines, answer.muted, is_resync)]
