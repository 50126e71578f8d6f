"""The metrics of the background loops and of the bus, which servers and workers have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from edokko.server.live.bus import Bus
from edokko.table.tasks import failing, failures


def loop_metrics(bus: Bus | None = None) -> Iterator[Any]:
    """Yield the metrics of the background loops of this process, and of its connection to the bus if it has one."""
    failed = CounterMetricFamily("edokko_loop_failures", "Failed steps of background loops", labels=("loop",))
    for name, count in failures.items():
        failed.add_metric((name,), count)
    yield failed
    yield GaugeMetricFamily("edokko_loops_failing", "Background loops that failed in the last minute", len(failing()))
    if bus is not None:
        yield GaugeMetricFamily("edokko_bus_connected", "1 while messages of other processes arrive", bus.is_connected)
        yield CounterMetricFamily("edokko_messages_refused", "Messages of other programs", bus.refused)
