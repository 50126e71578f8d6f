"""Web Push: encrypted messages to the push service of a browser (RFC 8030, 8188, 8291, 8292).

pywebpush encrypts and py_vapid signs; both come from the group that writes such libraries for all languages. Their own
HTTP clients are not used, because an endpoint is an address that a guest has sent: :mod:`outgoing` checks it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec
from py_vapid import Vapid02
from pywebpush import WebPusher

from edokko.server.features.alerts.message import Message
from edokko.server.features.alerts.outgoing import DeliveryError, Outgoing
from edokko.server.features.alerts.store import Columns

LIFE = 24 * 3600
"""Seconds for which the push service keeps a message for a device that is off."""
SIGNATURE_LIFE = 12 * 3600
"""Seconds for which a signature is valid; push services accept at most a day."""
LOCAL_CONTACT = "mailto:operator@localhost"
"""The contact of a server without HTTPS and without an e-mail address, such as one on the operator's own computer."""


def contact_of(origin: str, mail: str) -> str:
    """Return the contact that the push services want: the operator's address, else the site."""
    if mail:
        return f"mailto:{mail}"
    return origin if origin.startswith("https://") else LOCAL_CONTACT


def payload_of(message: Message) -> bytes:
    """Return what the service worker of the page receives."""
    path = urlsplit(message.link).path
    return msgspec.json.encode(
        {
            "title": message.title,
            "text": message.text,
            "path": path,
            "table": message.table,
            "waiting": message.waiting,
            "language": message.language,
        }
    )


async def send(
    outgoing: Outgoing, private_key: str, contact: str, channel: Columns, message: Message, now: float
) -> None:
    """Send a message to a push subscription.

    Args:
        outgoing: the client.
        private_key: of the server (VAPID).
        contact: as :func:`contact_of` returns it.
        channel, message: what to send where.
        now: in seconds since 1970.

    Raises:
        DeliveryError: it was not accepted; ``is_gone`` if the subscription has ended.
    """
    endpoint = channel["address"]
    parts = urlsplit(endpoint)
    try:
        keys = msgspec.json.decode(channel["secret"])
        body = WebPusher({"endpoint": endpoint, "keys": keys}).encode(payload_of(message))["body"]
    except Exception as error:
        raise DeliveryError(
            f"the keys of the subscription are not valid: {type(error).__name__}", is_gone=True
        ) from error
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
    await outgoing.post(endpoint, body, headers)
