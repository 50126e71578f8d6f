"""The registration of programs."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric

from edokko.server.features.programs import invitations, listing
from edokko.server.features.programs.shapes import LiveInvitations
from edokko.server.features.programs.streams import Streams, stream
from edokko.server.services import Feature, Services
from edokko.server.web.routes import routes_of


def _metrics(services: Services) -> Iterator[Metric]:
    yield GaugeMetricFamily("edokko_streams", "Open event streams of programs", len(services.of(Streams)))


FEATURE = Feature(
    name="programs",
    routes=[routes_of(listing.operations), routes_of(invitations.operations, stream)],
    service=lambda services: Streams(services.hub, services.settings.streams),
    messages=[LiveInvitations],
    beside=invitations.InvitationsBeside,
    problems={"no_program": 404, "no_challenge": 404},
    may_play_rated=listing.may_play_rated,
    metrics=_metrics,
)
