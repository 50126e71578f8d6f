"""The senders of messages: Web Push, webhooks, and e-mail by :mod:`mail`.

Web Push encrypts messages to the push service of a browser (RFC 8030, 8188, 8291, 8292): pywebpush encrypts and
py_vapid signs; both come from the group that writes such libraries for all languages. Their own HTTP clients are not
used, because an endpoint is an address that a guest has sent: :mod:`outgoing` checks it. Webhooks have the formats of
Discord and Slack, and plain JSON with a signature.
"""

from __future__ import annotations

import hmac
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

import msgspec
from py_vapid import Vapid02
from pywebpush import WebPusher

from edokko.server.features.alerts import mail
from edokko.server.features.alerts.message import Message
from edokko.server.features.alerts.outgoing import DeliveryError, Outgoing
from edokko.server.features.alerts.store import Columns
from edokko.server.settings import Settings

LIFE = 24 * 3600
"""Seconds for which the push service keeps a message for a device that is off."""
SIGNATURE_LIFE = 12 * 3600
"""Seconds for which a signature is valid; push services accept at most a day."""
LOCAL_CONTACT = "mailto:operator@localhost"
"""The contact of a server without HTTPS and without an e-mail address, such as one on the operator's own computer."""
LONGEST_TEXT = 1_900
"""Characters of a text; Discord accepts 2,000."""


class Senders:
    """The senders of a process; the private key for Web Push is in Base64url."""

    def __init__(self, settings: Settings, push_key: str) -> None:
        self._settings = settings
        self._push_key = push_key
        self._outgoing = Outgoing(may_be_private=settings.alert_private)

    async def send(self, channel: Columns, message: Message, now: float) -> None:
        """Send a message over a channel.

        Raises:
            DeliveryError: it was not accepted; ``is_gone`` if a push subscription has ended.
        """
        settings = self._settings
        if channel["kind"] == "push":
            contact = _contact_of(channel["origin"], parseaddr(settings.smtp_from)[1])
            request = push_request(self._push_key, contact, channel, message, now)
            await self._outgoing.post(channel["address"], *request)
        elif channel["kind"] == "webhook":
            await self._outgoing.post(channel["address"], *webhook_request(channel, message, now))
        elif not settings.smtp:
            raise DeliveryError("the operator has not configured e-mail", is_permanent=True)
        else:
            await mail.send(settings.smtp, settings.smtp_from, channel["address"], message, now)

    async def close(self) -> None:
        """Close the connections."""
        await self._outgoing.close()


def _contact_of(origin: str, mail: str) -> str:
    """Return the contact that the push services want: the operator's address, else the site."""
    if mail:
        return f"mailto:{mail}"
    return origin if origin.startswith("https://") else LOCAL_CONTACT


def push_request(
    private_key: str, contact: str, channel: Columns, message: Message, now: float
) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a request to a push service, signed with the server's private key (VAPID).

    Raises:
        DeliveryError: the keys of the subscription are not valid.
    """
    # What the service worker of the page receives.
    payload = {name: getattr(message, name) for name in ("title", "text", "table", "waiting", "language")}
    payload["path"] = urlsplit(message.link).path
    parts = urlsplit(channel["address"])
    try:
        subscription = {"endpoint": channel["address"], "keys": msgspec.json.decode(channel["secret"])}
        body = WebPusher(subscription).encode(msgspec.json.encode(payload))["body"]
    except Exception as error:
        reason = f"the keys of the subscription are not valid: {type(error).__name__}"
        raise DeliveryError(reason, is_gone=True) from error
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": contact, "exp": int(now) + SIGNATURE_LIFE}
    headers = {
        **Vapid02.from_raw(private_key.encode()).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFE),
        "Urgency": "high" if message.kind == "clock" else "normal",
    }
    if message.table is not None:
        # The push service keeps only the newest message of a table for a device that is off.
        headers["Topic"] = message.table[:32]
    return body, headers


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the value of the header ``Edokko-Signature``: HMAC-SHA256 over ``<timestamp>.<body>``, in hexadecimal."""
    signed = f"{timestamp}.".encode() + body
    return f"t={timestamp},v1={hmac.digest(secret.encode(), signed, 'sha256').hex()}"


def payload_of(style: str, message: Message, now: float) -> dict[str, Any]:
    """Return the body of a request to a webhook of a style, ``discord``, ``slack`` or ``json``, as data."""
    text = f"{message.text[:LONGEST_TEXT]}\n{message.link}"
    if style == "discord":
        # A name must not ping a whole server.
        return {"content": text, "allowed_mentions": {"parse": []}}
    if style == "slack":
        # Slack reads <, > and & as markup.
        return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    names = ("id", "kind", "title", "text", "link", "table", "waiting", "stop")
    return {name: getattr(message, name) for name in names} | {"time": int(now)}


def webhook_request(channel: Columns, message: Message, now: float) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a request to a webhook."""
    body = msgspec.json.encode(payload_of(channel["style"], message, now))
    headers = {"Content-Type": "application/json"}
    if channel["style"] == "json":
        headers |= {"Edokko-Delivery": message.id, "Edokko-Signature": signature(channel["secret"], int(now), body)}
    return body, headers
