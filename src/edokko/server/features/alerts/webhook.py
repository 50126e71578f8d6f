"""Webhooks: the formats of Discord and Slack, and plain JSON with a signature."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from edokko.server.features.alerts.message import Message
from edokko.server.features.alerts.store import Columns

if TYPE_CHECKING:
    from edokko.server.features.alerts.outgoing import Outgoing

LONGEST_TEXT = 1_900
"""Characters of a text; Discord accepts 2,000."""


def new_secret() -> str:
    """Return a new key for the signature of a plain webhook."""
    return f"edokko_{secrets.token_urlsafe(32)}"


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the value of the header ``Edokko-Signature``: HMAC-SHA256 over ``<timestamp>.<body>``, in hexadecimal."""
    signed = f"{timestamp}.".encode() + body
    return f"t={timestamp},v1={hmac.digest(secret.encode(), signed, 'sha256').hex()}"


def payload_of(style: str, message: Message, now: float) -> dict[str, Any]:
    """Return the body of a request, as data.

    Args:
        style: ``discord``, ``slack`` or ``json``.
        message: what to say.
        now: in seconds since 1970.
    """
    text = f"{message.text[:LONGEST_TEXT]}\n{message.link}"
    if style == "discord":
        # A name must not ping a whole server.
        return {"content": text, "allowed_mentions": {"parse": []}}
    if style == "slack":
        # Slack reads <, > and & as markup.
        return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    return {
        "id": message.id,
        "kind": message.kind,
        "title": message.title,
        "text": message.text,
        "link": message.link,
        "table": message.table,
        "waiting": message.waiting,
        "stop": message.stop,
        "time": int(now),
    }


async def send(outgoing: Outgoing, channel: Columns, message: Message, now: float) -> None:
    """Send a message to a webhook.

    Raises:
        DeliveryError: it was not accepted.
    """
    body = msgspec.json.encode(payload_of(channel["style"], message, now))
    headers = {"Content-Type": "application/json"}
    if channel["style"] == "json":
        headers |= {"Edokko-Delivery": message.id, "Edokko-Signature": signature(channel["secret"], int(now), body)}
    await outgoing.post(channel["address"], body, headers)
