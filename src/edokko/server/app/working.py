"""The worker process: it takes searches from the queue of a PostgreSQL, and answers no HTTP but that of its metrics."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from edokko.server.app.preparing import BUS_KEY, new_key, stored_secrets
from edokko.server.app.running import SWITCH_INTERVAL, log_facts, log_to_stderr
from edokko.server.live.bus import Bus, Outbox, loop_metrics
from edokko.server.live.postgres_bus import PostgresBus
from edokko.server.settings import Settings
from edokko.server.store import migrate, open_database
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.healing import Healing
from edokko.server.workers.listening import WORKER_CHANNELS, Listening
from edokko.server.workers.postgres_queue import PostgresQueue
from edokko.server.workers.threads import Threads
from edokko.table.hub import Hub
from edokko.table.tasks import cancel, repeat
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import Worker

SUMMARY_INTERVAL = 60.0
"""Seconds between two entries of the log that count the tasks."""
METRICS_HOST = "127.0.0.1"
log = logging.getLogger("edokko.server.app.working")


class WorkerMetrics(Collector):
    """Metrics of a worker process that are read at each scrape."""

    def __init__(self, worker: Worker, bus: Bus) -> None:
        self._worker = worker
        self._bus = bus

    def collect(self) -> Iterator[Any]:
        yield GaugeMetricFamily("edokko_worker_tasks_running", "Tasks that are being worked", self._worker.running)
        ended = CounterMetricFamily("edokko_worker_tasks", "Tasks that have ended", labels=("kind", "outcome"))
        for labels, count in self._worker.outcomes.items():
            ended.add_metric(labels, count)
        yield ended
        seconds = CounterMetricFamily("edokko_worker_seconds", "Seconds of work", labels=("kind",))
        for kind, spent in self._worker.seconds.items():
            seconds.add_metric((kind,), spent)
        yield seconds
        yield from loop_metrics(self._bus)


def work(
    settings: Settings,
    kinds: Sequence[str],
    threads: int,
    on_started: Callable[[], None],
    *,
    metrics_port: int | None = None,
    is_json: bool = False,
) -> None:
    """Work until SIGINT or SIGTERM.

    ``on_started`` is called once the worker takes tasks. Without ``metrics_port`` there are no metrics.

    Raises:
        OSError: the port is taken.
        edokko.extras.MissingExtra: the bus needs a library that is not installed.
    """
    log_to_stderr(is_json=is_json)
    sys.setswitchinterval(SWITCH_INTERVAL)
    migrate(settings.database)
    key = asyncio.run(stored_secrets(settings.database, {BUS_KEY: new_key}))[BUS_KEY]
    asyncio.run(_work(settings, bytes.fromhex(key), kinds, threads, on_started, metrics_port))


async def _work(
    settings: Settings,
    bus_key: bytes,
    kinds: Sequence[str],
    threads: int,
    on_started: Callable[[], None],
    metrics_port: int | None,
) -> None:
    database, hub = open_database(settings.database), Hub()
    bus = PostgresBus(settings.database, database, WORKER_CHANNELS, bus_key)
    outbox = Outbox(bus)
    database.publish = outbox.put
    # Turns of computer players need no guard.
    venue = ServerVenue(database, hub, settings.matches, {}, publish=outbox.put)
    queue = PostgresQueue(database, outbox.put)
    listening, healing = Listening(bus, venue, queue=queue), Healing(venue, hub)
    thinking = Thinking(venue, queue, settings.bot_pause, settings.review)
    worker = Worker(thinking, kinds, Threads(kinds, threads), threads)
    stopping = _stop_event()
    with _metrics_at(metrics_port, worker, bus):
        for part in (outbox, listening, healing, worker):
            await part.start()
        log_facts("worker", settings, worker=worker.id, kinds=" ".join(kinds), threads=threads)
        on_started()
        summary = repeat("summary", lambda: _summarise(worker))
        try:
            await stopping.wait()
        finally:
            await cancel(summary)
            for started in (worker, thinking, healing, outbox, listening):
                await started.stop()
            await database.close()
            log.info("worker %s has stopped; its tasks are back in the queue", worker.id)


def _stop_event() -> asyncio.Event:
    """Return an event that SIGINT and SIGTERM set."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopping.set))
    return stopping


@contextlib.contextmanager
def _metrics_at(port: int | None, worker: Worker, bus: Bus) -> Iterator[None]:
    if port is None:
        yield
        return
    registry = CollectorRegistry()
    registry.register(WorkerMetrics(worker, bus))
    ProcessCollector(registry=registry)
    server, thread = start_http_server(port, METRICS_HOST, registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def _summarise(worker: Worker) -> None:
    """Log what the worker has done, while it does something."""
    before: Counter[tuple[str, str]] = Counter()
    while True:
        await asyncio.sleep(SUMMARY_INTERVAL)
        since = worker.outcomes - before
        before = Counter(worker.outcomes)
        if since:
            listed = ", ".join(f"{kind} {outcome} {count}" for (kind, outcome), count in sorted(since.items()))
            log.info("tasks of the last minute: %s", listed)
