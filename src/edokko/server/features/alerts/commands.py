"""How a guest is alerted while the page is closed: the channels, and the hours in which nothing is sent."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from edokko.server.features.alerts import models, shapes
from edokko.server.features.alerts.quiet_hours import QuietHours, is_zone
from edokko.server.features.alerts.store import MOST_FAILURES, Columns, quiet_hours_of, read, settings_of
from edokko.server.store import Database
from edokko.server.store.statements import change, every, first, require_below, upsert
from edokko.table.problems import ApiProblem
from edokko.table.shapes.base import iso_timestamp

MOST_CHANNELS = 10
"""Channels of one guest."""
_MAIL = re.compile(r"[^\s@<>\"(),:;\\\[\]\x00-\x1f\x7f]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z0-9-]{2,60}")
"""A simple address: what a form accepts. The link that confirms it is the proof."""


class Context(NamedTuple):
    """Where a request comes from: the language of its texts, and the address of the site that the guest has opened."""

    language: str
    origin: str


async def read_alerts(database: Database, guest: str) -> tuple[list[Columns], QuietHours | None]:
    """Return the channels and the quiet hours of a guest; ``None`` without any."""
    channel = models.AlertChannel
    own = select(channel.__table__).where(channel.guest == guest).order_by(channel.created, channel.id)
    channels = [dict(row._mapping) for row in await every(database, own)]
    settings = await database.query(lambda connection: settings_of(connection, guest))
    return channels, quiet_hours_of(settings) if settings else None


async def save_quiet_hours(database: Database, guest: str, quiet: QuietHours | None, context: Context) -> None:
    """Store the quiet hours of a guest, and the language of the alerts.

    Raises:
        ApiProblem: ``bad_request``: the time zone does not exist, or the hours are empty.
    """
    if quiet is not None and not is_zone(quiet.zone):
        raise ApiProblem("bad_request", f"quiet.zone: {quiet.zone}")
    if quiet is not None and quiet.start == quiet.end:
        raise ApiProblem("bad_request", "quiet: start = end")
    values = {
        "language": context.language,
        "zone": quiet.zone if quiet else "UTC",
        "quiet_from": quiet.start if quiet else None,
        "quiet_to": quiet.end if quiet else None,
    }
    await _save_settings(database, guest, values)


async def save_language(database: Database, guest: str, language: str) -> None:
    """Store the language of a guest's alerts."""
    await _save_settings(database, guest, {"language": language})


async def _save_settings(database: Database, guest: str, values: Columns) -> None:
    new = {"zone": "UTC", "quiet_from": None, "quiet_to": None}
    await database.transact(
        lambda connection: upsert(connection, models.AlertSettings, {"guest": guest}, values, **new)
    )


# --- channels


async def add_push(database: Database, guest: str, new: shapes.NewPush, context: Context) -> Columns:
    """Add a push subscription. A browser has one: that of another guest, or an earlier one of this guest, ends.

    Raises:
        ApiProblem: ``too_many``.
    """
    keys = msgspec.json.encode(new.keys).decode()
    columns = _columns(guest, "push", new.endpoint, context, secret=keys, label=new.name, confirmed=True)
    return await _add(database, columns, models.AlertChannel.digest == columns["digest"])


async def add_webhook(database: Database, guest: str, new: shapes.NewWebhook, context: Context, secret: str) -> Columns:
    """Add a webhook. Its secret signs the requests; it is empty without signature. Raises ``ApiProblem``."""
    columns = _columns(guest, "webhook", new.url, context, secret=secret, style=new.style, confirmed=True)
    return await _add(database, columns, _same(columns))


async def add_email(database: Database, guest: str, new: shapes.NewEmail, context: Context) -> Columns:
    """Add an e-mail address that is not confirmed yet, or return the guest's channel of this address.

    Raises:
        ApiProblem: ``bad_address``, or ``too_many``.
    """
    address = new.address.strip()
    if not _MAIL.fullmatch(address) or ".." in address:
        raise ApiProblem("bad_address", address[:60])
    columns = _columns(guest, "email", address, context)
    before = await first(database, select(models.AlertChannel.__table__).where(_same(columns)))
    return dict(before._mapping) if before else await _add(database, columns, _same(columns))


def _columns(guest: str, kind: str, address: str, context: Context, **values: Any) -> Columns:
    defaults = {"style": "", "secret": "", "label": "", "confirmed": False, "sent": None, "failures": 0, "error": None}
    return {
        "id": secrets.token_hex(10),
        "guest": guest,
        "kind": kind,
        "address": address,
        "digest": address_digest(address),
        "origin": context.origin,
        "created": time.time(),
        **defaults,
        **values,
    }


def address_digest(address: str) -> str:
    """Return the hash by which an address is found; the case of an e-mail address does not matter."""
    return hashlib.sha256(address.casefold().encode()).hexdigest()


def _same(columns: Columns) -> Any:
    channel = models.AlertChannel
    same = (channel.guest == columns["guest"]) & (channel.kind == columns["kind"])
    return same & (channel.digest == columns["digest"])


async def _add(database: Database, columns: Columns, replaced: Any) -> Columns:
    channel = models.AlertChannel

    def work(connection: Connection) -> None:
        connection.execute(delete(channel).where(replaced))
        require_below(connection, MOST_CHANNELS, channel.guest == columns["guest"])
        connection.execute(insert(channel), [columns])

    await database.transact(work)
    return columns


async def own_channel(database: Database, guest: str, channel: str) -> Columns:
    """Return a channel of a guest. Raises ``ApiProblem``: ``no_channel``."""
    columns = await find_channel(database, channel)
    if columns is None or columns["guest"] != guest:
        raise ApiProblem("no_channel")
    return columns


async def find_channel(database: Database, channel: str) -> Columns | None:
    """Return a channel by id; ``None`` if there is none."""
    return await database.query(lambda connection: read(connection, models.AlertChannel, channel))


async def delete_channel(database: Database, channel: str) -> None:
    """Delete a channel with its deliveries."""
    await change(database, delete(models.AlertChannel).where(models.AlertChannel.id == channel))


async def confirm_channel(database: Database, channel: str) -> bool:
    """Confirm an e-mail address, and return whether the channel still exists."""
    statement = update(models.AlertChannel).where(models.AlertChannel.id == channel)
    return await change(database, statement.values(confirmed=True, failures=0, error=None)) > 0


async def note_test(database: Database, channel: str, error: str) -> None:
    """Store what became of a test; one that was accepted ends a pause."""
    values: Columns = {"error": error} if error else {"sent": time.time(), "failures": 0, "error": None}
    await change(database, update(models.AlertChannel).where(models.AlertChannel.id == channel).values(**values))


def shape_of(columns: Columns, secret: str | None = None) -> shapes.AlertChannel:
    """Return a channel as the API shows it, with the key of a webhook that was just created."""
    return shapes.AlertChannel(
        name=_name_of(columns),
        **{name: columns[name] for name in ("id", "kind", "confirmed", "style", "error")},
        sent=iso_timestamp(columns["sent"]) if columns["sent"] is not None else None,
        paused=columns["failures"] >= MOST_FAILURES,
        endpoint=columns["address"] if columns["kind"] == "push" else None,
        secret=secret or None,
    )


def _name_of(columns: Columns) -> str:
    """Return the name of a channel in the list. The path of a webhook is a secret of its owner."""
    if columns["kind"] == "email":
        return str(columns["address"])
    host = urlsplit(columns["address"]).hostname or ""
    return str(columns["label"] or host) if columns["kind"] == "push" else host
