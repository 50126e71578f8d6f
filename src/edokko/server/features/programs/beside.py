"""What the live channel of a table carries for its host: the invitations of programs."""

from __future__ import annotations

from edokko.server.features.programs.invitations import invitations_of
from edokko.server.features.programs.shapes import LiveInvitations
from edokko.server.live.signals import Version
from edokko.server.services import Services
from edokko.table.views.live_table import LiveTable


class InvitationsBeside:
    """The messages of one channel.

    Args:
        services: the services.
        table: the id.
        guest: the viewer; ``None`` for an anonymous one.
    """

    def __init__(self, services: Services, table: str, guest: str | None) -> None:
        self._services = services
        self._table = table
        self._guest = guest
        self._seen: Version | None = None

    async def pending(self, live_table: LiveTable) -> list[LiveInvitations]:
        """Return the invitations of a waiting table, if they have changed."""
        if self._guest != live_table.info.host or live_table.info.status != "waiting":
            return []
        version, is_first = self._services.signals.version(self._table, "invitations"), self._seen is None
        if version == self._seen:
            return []
        self._seen = version
        answer = await invitations_of(self._services.database, self._table)
        if is_first and not answer.invitations:
            return []
        return [LiveInvitations(answer.invitations, answer.now)]
