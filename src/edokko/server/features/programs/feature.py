"""The registration of programs."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric

from edokko.server.features.programs import routes, stream_routes
from edokko.server.features.programs.beside import InvitationsBeside
from edokko.server.features.programs.listing import may_play_rated
from edokko.server.features.programs.shapes import LiveInvitations
from edokko.server.features.programs.streams import Streams
from edokko.server.services import Feature, Services


def _metrics(services: Services) -> Iterator[Metric]:
    yield GaugeMetricFamily("edokko_streams", "Open event streams of programs", len(services.of(Streams)))


FEATURE = Feature(
    name="programs",
    routes=[routes.router, stream_routes.router],
    service=lambda services: Streams(services.hub, services.settings.streams),
    messages=[LiveInvitations],
    beside=InvitationsBeside,
    problems={"no_program": 404, "no_challenge": 404},
    may_play_rated=may_play_rated,
    metrics=_metrics,
)
