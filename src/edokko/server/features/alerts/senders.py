"""The choice of the sender by the kind of a channel."""

from __future__ import annotations

from email.utils import parseaddr

from edokko.server.features.alerts import mail, push, webhook
from edokko.server.features.alerts.message import Message
from edokko.server.features.alerts.outgoing import DeliveryError, Outgoing
from edokko.server.features.alerts.store import Columns
from edokko.server.settings import Settings


class Senders:
    """The senders of a process.

    Args:
        settings: has the SMTP server, and whether private networks are allowed.
        push_key: the private key for Web Push, in Base64url.
    """

    def __init__(self, settings: Settings, push_key: str) -> None:
        self._settings = settings
        self._push_key = push_key
        self._outgoing = Outgoing(may_be_private=settings.alert_private)

    async def send(self, channel: Columns, message: Message, now: float) -> None:
        """Send a message over a channel.

        Args:
            channel: the columns of the channel.
            message: what to send.
            now: in seconds since 1970.

        Raises:
            DeliveryError: it was not accepted.
        """
        settings = self._settings
        if channel["kind"] == "push":
            contact = push.contact_of(channel["origin"], parseaddr(settings.smtp_from)[1])
            await push.send(self._outgoing, self._push_key, contact, channel, message, now)
        elif channel["kind"] == "webhook":
            await webhook.send(self._outgoing, channel, message, now)
        elif not settings.smtp:
            raise DeliveryError("the operator has not configured e-mail", is_permanent=True)
        else:
            await mail.send(settings.smtp, settings.smtp_from, channel["address"], message, now)

    async def close(self) -> None:
        """Close the connections."""
        await self._outgoing.close()
