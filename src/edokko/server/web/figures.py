"""Health, and figures for monitoring in Prometheus' format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from litestar import MediaType, Response, get
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import text

from edokko.server.parts import Parts
from edokko.server.web.given import Given, Registry


class Figures(Collector):
    """What this process knows of itself, read when it is asked."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def collect(self) -> Iterator[Any]:
        parts = self._parts
        yield GaugeMetricFamily("edokko_live_channels", "Open live channels", len(parts.hub))
        yield GaugeMetricFamily("edokko_tables_watched", "Tables with a live channel", len(parts.hub.tables))
        yield GaugeMetricFamily("edokko_tables_loaded", "Tables in memory", len(parts.tables))
        yield GaugeMetricFamily("edokko_bots_waiting", "Tables waiting for a computer player", parts.bots.waiting)
        yield CounterMetricFamily("edokko_moves", "Moves written by this process", parts.tables.moves_played)


def registry_of(parts: Parts) -> CollectorRegistry:
    """A registry of this server's own, so that several of them can be in one process."""
    registry = CollectorRegistry()
    registry.register(Figures(parts))
    ProcessCollector(registry=registry)
    return registry


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False, opt={"skip_session": True})
async def healthz(parts: Given) -> Response[str]:
    """Whether requests can be answered: the database has to."""
    try:
        async with parts.database.read() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception:
        return Response("the database does not answer\n", status_code=503)
    return Response("stopping\n" if parts.is_stopping else "ok\n", status_code=503 if parts.is_stopping else 200)


@get("/metrics", include_in_schema=False, opt={"skip_session": True})
async def metrics(registry: Registry) -> Response[bytes]:
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
