"""What alerts keep in a process: limits, and the tasks that find what has happened, decide what to send, and send it.

All processes run it. Each alert and each delivery is claimed by one process (``FOR UPDATE SKIP LOCKED`` on PostgreSQL;
on SQLite there is one process). A process that dies after a receiver has accepted a message, and before it could note
that, leaves it to be sent again: the message has the same id then.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from cachetools import TTLCache
from sqlalchemy import Connection, delete, update

from edokko.catalogue import Catalogue
from edokko.server.features.alerts import store
from edokko.server.features.alerts.commands import delete_channel
from edokko.server.features.alerts.keys import signed_token
from edokko.server.features.alerts.message import Facts, Message, facts_of, texts_of
from edokko.server.features.alerts.models import AlertDelivery
from edokko.server.features.alerts.outgoing import DeliveryError
from edokko.server.features.alerts.resolver import Resolver
from edokko.server.features.alerts.store import Claimed, Columns
from edokko.server.services import Service
from edokko.server.settings import Settings
from edokko.server.store.statements import change
from edokko.server.tables.limits import SlidingWindow
from edokko.server.tables.venue import ServerVenue
from edokko.table.tasks import cancel, repeat, spawn

if TYPE_CHECKING:
    from edokko.server.features.alerts.senders import Senders

REFILL_INTERVAL, POLL_INTERVAL = 0.1, 2.0
"""Seconds between two looks at the database."""
OVERLAP = 60.0
"""Seconds that each look reads again, because the clocks of processes on several machines differ."""
LOOK_BACK = 24 * 3600.0
"""How far the first look of a process reads back, in seconds: alerts of a time in which no process ran."""
MOST_AT_ONCE = 50
"""Messages that a process sends at the same time."""
FIRST_RETRY, RETRY_FACTOR, ATTEMPTS = 30.0, 4.0, 6
"""Exponential backoff: 30 s, 2 min, 8 min, 32 min, 2 h; then the delivery is given up."""
MOST_TIMEOUTS = 3
"""A channel pauses for :data:`PAUSE` seconds after so many time-outs in a row in this process."""
PAUSE = 600.0
MOST_PAUSES = 10_000
OPEN_RECHECK = 30.0
"""Seconds until a reminder for a table that is open in a tab is considered again."""
MOST_REQUESTS = 30
"""Channels, tests and confirmations of alerts from one address in an hour."""
MOST_CONFIRMATIONS = 3
"""Confirmations that are sent to one e-mail address in an hour, for all guests together."""
COUNT_INTERVAL = 15.0
"""Seconds between two counts of the deliveries."""
SENDERS = "edokko.server.features.alerts.senders"
"""The module of the senders, imported when the first message is sent."""
FALLBACK = "en"
STOP = "alerts stop"
CONFIRM = "alerts confirm"
"""The purposes of signed links."""

log = logging.getLogger(__name__)


class Alerting(Service):
    """The alerts of this process; ``counts`` has the deliveries that are not done, by their state.

    Args:
        venue: has the database, and knows which tables are open in a tab.
        settings: has the SMTP server, and whether private networks are allowed.
        secret: the key that signs links.
        push_key: the private key for Web Push, in Base64url.
        clock: returns the time, in seconds since 1970.
    """

    def __init__(
        self,
        venue: ServerVenue,
        settings: Settings,
        secret: bytes,
        push_key: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._venue = venue
        self._database = venue.database
        self._settings = settings
        self._secret = secret
        self.push_key = push_key
        self.requests, self.confirmations = SlidingWindow(MOST_REQUESTS), SlidingWindow(MOST_CONFIRMATIONS)
        self.resolver = Resolver()
        self.counts = {"waiting": 0, "given up": 0}
        self._clock = clock
        self._since = clock() - LOOK_BACK
        self._senders: Senders | None = None
        self._loading, self._claiming = asyncio.Lock(), asyncio.Lock()
        self._sending: set[asyncio.Task[None]] = set()
        self._in_flight: Counter[str] = Counter()
        self._timeouts: TTLCache[str, int] = TTLCache(MOST_PAUSES, PAUSE)
        self._has_ended = asyncio.Event()
        """Set when a delivery has ended, so that the next one of its guest or receiver can begin."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the tasks."""
        loops = {"alerts": self._poll, "deliveries": self._refill, "alert counts": self._count}
        self._tasks = [repeat(name, step) for name, step in loops.items()]

    async def stop(self) -> None:
        """Stop the tasks and what they send. Other processes, or the next start, send the rest."""
        await cancel(*self._tasks, *self._sending)
        if self._senders is not None:
            await self._senders.close()

    async def _poll(self) -> None:
        await asyncio.sleep(POLL_INTERVAL)
        await self.look()

    async def _refill(self) -> None:
        """Begin the next deliveries when others have ended, a few times a second."""
        await self._has_ended.wait()
        await asyncio.sleep(REFILL_INTERVAL)
        await self._send_due(self._clock())

    async def _count(self) -> None:
        waiting, given_up = await self._database.query(store.deliveries)
        self.counts = {"waiting": waiting, "given up": given_up}
        await asyncio.sleep(COUNT_INTERVAL)

    async def run_once(self) -> None:
        """Look once, and wait until everything that was due has been tried."""
        await self.look()
        while self._sending:
            await asyncio.gather(*self._sending)
            await self._send_due(self._clock())

    async def look(self) -> None:
        """Find new alerts, decide about those that are due, and begin to send the due deliveries."""
        now, since = self._clock(), self._since
        # A query does not wait for the writer of SQLite, and the writer not for it: most looks write nothing.
        found = await self._database.query(lambda connection: store.find(connection, since))
        for first in range(0, len(found), store.MOST_OF_A_STATEMENT):
            part = found[first : first + store.MOST_OF_A_STATEMENT]
            await self._database.transact(functools.partial(store.create, alerts=part))
        self._since = now - OVERLAP
        if not await self._database.query(lambda connection: store.has_due(connection, now)):
            return
        claim = functools.partial(store.claim_alerts, now=now, most=MOST_AT_ONCE)
        for alert in await self._database.transact(claim):
            await self._decide(alert, now)
        await self._send_due(now)

    async def _send_due(self, now: float) -> None:
        """Begin to send due deliveries, as far as the limits allow."""
        async with self._claiming:
            self._has_ended.clear()
            free = MOST_AT_ONCE - len(self._sending)
            if free <= 0:
                return
            claim = functools.partial(store.claim_deliveries, now=now, most=free, in_flight=self._in_flight)
            for delivery in await self._database.transact(claim):
                self._in_flight.update(delivery.keys)
                spawn(self._deliver(delivery, now), self._sending)

    # --- decisions

    async def _decide(self, alert: Claimed, now: float) -> None:
        """Queue an alert for the guest's channels, drop it or postpone it."""
        columns = alert.columns
        is_current, settings = await self._database.query(
            lambda connection: (
                store.is_current(connection, columns),
                store.settings_of(connection, columns["guest"]),
            )
        )
        is_over = columns["deadline"] is not None and columns["deadline"] <= now
        quiet = store.quiet_hours_of(settings) if settings else None
        quiet_end = quiet.end_of(now) if quiet else now
        due: float | None = None
        outcome: str | None = None
        if not is_current or is_over:
            outcome = "past"
        elif await self._is_open(columns):
            # The page has told the player of the turn. A reminder still comes if the tab is closed without a move.
            if columns["kind"] == "clock":
                due = now + OPEN_RECHECK
            else:
                outcome = "open"
        elif quiet_end > now:
            if columns["deadline"] is not None and columns["deadline"] <= quiet_end:
                outcome = "quiet"
            else:
                due = quiet_end
        else:
            await self._database.transact(lambda connection: store.queue(connection, alert, now))
            return
        await self._database.transact(lambda connection: store.decide(connection, alert, due, outcome))

    async def _is_open(self, alert: Columns) -> bool:
        """Return whether the guest has the table open in a tab, at any process."""
        return alert["guest"] in await self._venue.guests(alert["table"])

    # --- deliveries

    async def _deliver(self, delivery: Claimed, now: float) -> None:
        try:
            await self._try_to_deliver(delivery, now)
        except Exception:
            # The claim ends, and the next attempt follows.
            log.exception("an alert could not be sent")
        finally:
            self._in_flight -= Counter(delivery.keys)
            self._has_ended.set()

    async def _try_to_deliver(self, delivery: Claimed, now: float) -> None:
        columns, attempt = delivery.columns, delivery.columns["attempts"] + 1
        pair = await self._database.query(lambda connection: store.alert_and_channel(connection, columns))
        if pair is None:
            return
        alert, channel = pair
        contents = await self._database.query(lambda connection: _contents(connection, alert, columns))
        # A turn may have passed, or the table may have been opened, while the delivery waited for a retry.
        if contents is None or (attempt > 1 and await self._is_open(alert)):
            await change(self._database, delete(AlertDelivery).where(AlertDelivery.id == columns["id"]))
            return
        # The first message of a language parses the whole catalogue, so do not block the event loop.
        message = await asyncio.to_thread(self._message, alert, channel, columns["id"], *contents, now)
        try:
            await (await self._loaded_senders()).send(channel, message, now)
        except DeliveryError as error:
            await self._on_failure(delivery, channel, attempt, error)
            return
        self._timeouts.pop(channel["id"], None)
        await self._database.transact(lambda connection: store.succeed(connection, delivery, now))

    async def _on_failure(self, delivery: Claimed, channel: Columns, attempt: int, error: DeliveryError) -> None:
        if not error.was_tried:
            # The claim ends, and the next attempt follows.
            return
        if error.is_gone and channel["kind"] == "push":
            # The browser has ended the subscription.
            await delete_channel(self._database, channel["id"])
            return
        due: float | None = None
        if error.is_permanent or attempt >= ATTEMPTS:
            log.info("an alert over %s was given up after %d attempts: %s", channel["kind"], attempt, error.reason)
        else:
            due = self._clock() + max(FIRST_RETRY * RETRY_FACTOR ** (attempt - 1), error.retry_after)
        await self._database.transact(lambda connection: store.fail(connection, delivery, due, error.reason))
        if error.is_timeout:
            await self._on_timeout(channel)
        else:
            self._timeouts.pop(channel["id"], None)

    async def _on_timeout(self, channel: Columns) -> None:
        """Count a time-out of a channel, and pause it after :data:`MOST_TIMEOUTS` in a row."""
        count = self._timeouts[channel["id"]] = self._timeouts.get(channel["id"], 0) + 1
        if count < MOST_TIMEOUTS:
            return
        log.info("a channel of alerts pauses for %d s after %d time-outs in a row", PAUSE, count)
        until = self._clock() + PAUSE
        waiting = update(AlertDelivery).where(AlertDelivery.channel == channel["id"], AlertDelivery.due < until)
        await change(self._database, waiting.values(due=until))

    def _message(
        self, alert: Columns, channel: Columns, message_id: str, facts: Facts, language: str, now: float
    ) -> Message:
        catalogue = Catalogue(language)
        title, text = texts_of(catalogue, alert, facts, now)
        link, stop = f"{channel['origin']}/t/{alert['table']}", self.stop_link(channel)
        return Message(message_id, alert["kind"], language, title, text, link, alert["table"], facts.waiting, stop)

    # --- messages about a channel itself

    async def send_now(self, channel: Columns, language: str) -> None:
        """Send a test over a channel at once; to an e-mail address that is not confirmed, the link that does it.

        Raises:
            DeliveryError: it was not accepted.
        """
        kind, path = "test", "settings"
        if not channel["confirmed"]:
            kind, path = "confirm", f"alerts/confirm/{signed_token(self._secret, CONFIRM, channel['id'])}"
        title, text = await asyncio.to_thread(_own_texts, kind, language)
        link, stop = f"{channel['origin']}/{path}", self.stop_link(channel)
        message = Message(secrets.token_hex(10), kind, language, title, text, link, None, 0, stop)
        await (await self._loaded_senders()).send(channel, message, self._clock())

    def stop_link(self, channel: Columns) -> str:
        """Return the link that deletes a channel without a login."""
        return f"{channel['origin']}/alerts/stop/{signed_token(self._secret, STOP, channel['id'])}"

    async def _loaded_senders(self) -> Senders:
        """Return the senders. Their libraries take a second to import: no move waits for that, so a thread does it."""
        async with self._loading:
            if self._senders is None:
                module = await asyncio.to_thread(importlib.import_module, SENDERS)
                self._senders = module.Senders(self._settings, self.push_key)
        senders: Senders = self._senders
        return senders


def _contents(connection: Connection, alert: Columns, delivery: Columns) -> tuple[Facts, str] | None:
    """Return the facts and the language of a message; ``None`` if it is not true any more."""
    if alert["turn"] != delivery["turn"] or not store.is_current(connection, alert):
        return None
    settings = store.settings_of(connection, alert["guest"])
    return facts_of(connection, alert), settings["language"] if settings else FALLBACK


def _own_texts(kind: str, language: str) -> tuple[str, str]:
    catalogue = Catalogue(language)
    return catalogue.text(f"alert-{kind}"), catalogue.text(f"alert-{kind}-text")
