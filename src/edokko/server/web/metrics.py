"""The health check, and metrics in Prometheus' format.

Litestar's plug-in for them does not suit: it names the metrics and their labels itself, keeps them once for the whole
process, and does not see requests that are refused before they reach a route.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from litestar import MediaType, Request, Response, get
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import text

from edokko.server.live.bus import loop_metrics
from edokko.server.services import Services
from edokko.server.web.headers import Application, Message, Receive, Scope, Send
from edokko.server.web.parameters import RegistryDependency, ServicesDependency
from edokko.table.problems import ApiProblem
from edokko.table.tasks import failing

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
LOCAL = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""Hosts of clients that may read the metrics without ``EDOKKO_METRICS``."""
SLOW = 1.0
"""Seconds after which a request is logged as slow."""
log = logging.getLogger("edokko.server.requests")


class ServerMetrics(Collector):
    """Metrics of this process that are read at each scrape."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Any]:
        services = self._services
        yield GaugeMetricFamily("edokko_live_channels", "Open live channels", len(services.hub))
        yield GaugeMetricFamily("edokko_tables_watched", "Tables with a live channel", len(services.hub.tables))
        yield GaugeMetricFamily("edokko_tables_loaded", "Tables in memory", len(services.venue))
        streams, counts = services.thinking.streams, services.thinking.counts
        waiting, taken = counts.get(("bots", "waiting"), 0), counts.get(("bots", "taken"), 0)
        yield GaugeMetricFamily("edokko_analyses", "Analyses, the waiting ones included", streams)
        yield GaugeMetricFamily("edokko_bots_waiting", "Tables waiting for a computer player", waiting)
        yield GaugeMetricFamily("edokko_bots_thinking", "Computer players that think now", taken)
        tasks = GaugeMetricFamily("edokko_tasks", "Tasks in the queue of searches", labels=("kind", "state"))
        for labels, count in counts.items():
            tasks.add_metric(labels, count)
        yield tasks
        storage = services.storage
        yield GaugeMetricFamily("edokko_database_bytes", "Size of the database", storage.size)
        if storage.free is not None:
            yield GaugeMetricFamily("edokko_disk_free_bytes", "Free bytes of the disk of the database", storage.free)
        if services.exchange is not None:
            sent, healed = services.exchange.outbox.sent, services.exchange.healing.healed
            yield CounterMetricFamily("edokko_messages_sent", "Messages sent to other processes", sent)
            yield CounterMetricFamily("edokko_messages_healed", "Tables whose message was late or lost", healed)
            yield from loop_metrics(services.exchange.listening.bus)
        else:
            yield from loop_metrics()
        yield CounterMetricFamily(
            "edokko_rollbacks", "Tables whose last rows the database has lost", services.venue.rollbacks
        )
        yield CounterMetricFamily("edokko_moves", "Moves written by this process", services.venue.moves_written)
        for feature in services.features:
            if feature.metrics is not None:
                yield from feature.metrics(services)


def registry_of(services: Services) -> CollectorRegistry:
    """Return a registry for one server, so that several servers can run in one process."""
    registry = CollectorRegistry()
    registry.register(ServerMetrics(services))
    ProcessCollector(registry=registry)
    return registry


def with_metrics(app: Application, registry: CollectorRegistry) -> Application:
    """Wrap an application to measure its requests, and log slow and failed ones."""
    seconds = Histogram(
        "edokko_http_seconds",
        "Seconds from a request to the end of its answer",
        ("method", "route", "status"),
        registry=registry,
        buckets=BUCKETS,
    )

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        start, status = perf_counter(), 500

        async def send_and_record(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, send_and_record)
        finally:
            # Log the route's pattern, not the path: the id of a table gives access to it.
            duration, route = perf_counter() - start, scope.get("path_template") or "other"
            method = scope["method"] if scope["method"] in METHODS else "other"
            # A stream lasts as long as its client likes.
            is_stream = status == 200 and "endless" in getattr(scope.get("route_handler"), "opt", {})
            if not is_stream:
                seconds.labels(method, route, status).observe(duration)
            if (duration > SLOW and not is_stream) or status >= 500:
                about = {"method": method, "route": route, "status": status, "ms": round(1000 * duration)}
                log.warning("%(method)s %(route)s: %(status)d after %(ms)d ms", about, extra={"about": about})

    return wrapped


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False, opt={"skip_session": True})
async def healthz(services: ServicesDependency) -> Response[str]:
    """Answer 200 while the database answers and the server is not stopping.

    The first line is ``ok``, ``degraded`` (also with 200) or ``unavailable``. Each further line is one reason.
    """
    unavailable, degraded = await _reasons_to_be_unavailable(services), _reasons_to_be_degraded(services)
    state = "unavailable" if unavailable else "degraded" if degraded else "ok"
    body = "".join(f"{line}\n" for line in (state, *unavailable, *degraded))
    return Response(body, status_code=503 if unavailable else 200)


async def _reasons_to_be_unavailable(services: Services) -> list[str]:
    """Return why this process cannot serve."""
    reasons = ["the server is stopping"] if services.is_stopping else []
    try:
        async with services.database.read() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception:
        reasons.append("the database does not answer")
    if not services.database.is_intact():
        reasons.append("the database is damaged")
    return reasons


def _reasons_to_be_degraded(services: Services) -> list[str]:
    """Return what does not work while this process serves."""
    reasons = [f"the loop {name} has failed in the last minute" for name in failing()]
    if services.exchange is not None and not services.exchange.listening.is_connected:
        reasons.append("no messages of other processes arrive")
    return reasons


@get("/metrics", include_in_schema=False, opt={"skip_session": True})
async def metrics(
    request: Request[Any, Any, Any], services: ServicesDependency, registry: RegistryDependency
) -> Response[bytes]:
    """Answer requests from this machine, and others if the operator has opened the metrics."""
    host = request.client.host if request.client else ""
    if not services.settings.metrics and host not in LOCAL:
        raise ApiProblem("not_found")
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
