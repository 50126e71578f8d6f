"""What alerts keep in a process: the background task, the key for Web Push, and limits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric

from edokko.server.features.alerts import store
from edokko.server.features.alerts.resolver import Resolver
from edokko.server.features.alerts.worker import Alerting
from edokko.server.services import Service, Services
from edokko.server.tables.sliding_window import SlidingWindow
from edokko.table.tasks import cancel, repeat

PUSH_KEY = "push"
"""The name of the stored key for Web Push (VAPID)."""
MOST_REQUESTS = 30
"""Channels, tests and confirmations of alerts from one address in an hour."""
MOST_CONFIRMATIONS = 3
"""Confirmations that are sent to one e-mail address in an hour, for all guests together."""
COUNT_INTERVAL = 15.0
"""Seconds between two counts of the deliveries."""


class Alerts(Service):
    """The alerts of this process.

    Attributes:
        push_key: the private key for Web Push, in Base64url.
        alerting: the background task.
        requests, confirmations: rate limits.
        resolver: of the hosts of channels.
        counts: the deliveries that are not done, by their state.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.requests, self.confirmations = SlidingWindow(MOST_REQUESTS), SlidingWindow(MOST_CONFIRMATIONS)
        self.resolver = Resolver()
        self.counts = {"waiting": 0, "given up": 0}
        self._tasks: list[asyncio.Task[None]] = []
        self.push_key = services.stored_secrets[PUSH_KEY]
        presence = services.exchange.presence if services.exchange is not None else None
        settings, secret = services.settings, services.secret
        self.alerting = Alerting(services.database, services.hub, presence, settings, secret, self.push_key)

    async def start(self) -> None:
        """Start the background tasks."""
        await self.alerting.start()
        self._tasks = [repeat("alert counts", self._count)]

    async def stop(self) -> None:
        """Stop the background tasks."""
        await cancel(*self._tasks)
        await self.alerting.stop()

    async def _count(self) -> None:
        waiting, given_up = await self._services.database.query(store.deliveries)
        self.counts = {"waiting": waiting, "given up": given_up}
        await asyncio.sleep(COUNT_INTERVAL)


def metrics(services: Services) -> Iterator[Metric]:
    """Yield the metrics of alerts."""
    family = GaugeMetricFamily("edokko_alerts", "Deliveries of alerts that are not done", labels=("state",))
    for state, count in services.of(Alerts).counts.items():
        family.add_metric((state,), count)
    yield family
