"""Alerts to guests whose page is closed: channels, quiet hours, tests."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from edokko.server.features.alerts.quiet_hours import QuietHours
from edokko.table.shapes.base import RequestShape, ResponseShape

Url = Annotated[str, Meta(min_length=1, max_length=1000)]
Key = Annotated[str, Meta(min_length=1, max_length=200, pattern="^[A-Za-z0-9_=-]+$")]
WebhookStyle = Literal["json", "discord", "slack"]


class AlertChannel(ResponseShape):
    """A way to reach a guest."""

    id: str
    kind: Literal["push", "webhook", "email"]
    name: str
    """The device of a push subscription, the host of a webhook, the e-mail address."""
    confirmed: bool
    """False for an e-mail address whose link has not been opened yet: nothing is sent to it."""
    style: str = ""
    """The format of a webhook."""
    sent: str | None = None
    """When the receiver has last accepted a message; ISO 8601, UTC."""
    error: str | None = None
    """Why the last message was given up; unset after one that was accepted."""
    paused: bool = False
    """Whether so many messages were given up that no more are sent. A test that is accepted ends the pause."""
    endpoint: str | None = None
    """Of a push subscription: its address, by which a browser knows its own."""
    secret: str | None = None
    """Only in the answer that creates a webhook with plain JSON: the key of ``Edokko-Signature``."""


class Alerts(ResponseShape):
    """The alerts of a guest."""

    channels: list[AlertChannel]
    push_key: str
    """The server's public key: ``applicationServerKey`` of a push subscription."""
    mail: bool
    """Whether the operator has configured e-mail."""
    quiet: QuietHours | None = None


class AlertChange(RequestShape):
    """The settings of a guest's alerts. Their language is that of the request."""

    quiet: QuietHours | None = None
    """``null`` for none."""


class PushKeys(RequestShape):
    p256dh: Key
    auth: Key


class NewPush(RequestShape):
    """A subscription as the browser's ``PushSubscription.toJSON()`` has it."""

    endpoint: Url
    keys: PushKeys
    name: Annotated[str, Meta(max_length=60, description="The name of the device, for the list.")] = ""


class NewWebhook(RequestShape):
    url: Url
    style: WebhookStyle = "json"


class NewEmail(RequestShape):
    address: Annotated[str, Meta(min_length=3, max_length=254)]


class AlertTest(ResponseShape):
    """What became of a test."""

    sent: bool
    """Whether the receiver has accepted it."""
    error: str = ""
    """Why not."""
