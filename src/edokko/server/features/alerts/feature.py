"""The registration of alerts."""

from __future__ import annotations

from edokko.server.features.alerts import routes
from edokko.server.features.alerts.links import alert_links
from edokko.server.features.alerts.push_keys import new_push_key
from edokko.server.features.alerts.service import PUSH_KEY, Alerts, metrics
from edokko.server.services import Feature

FEATURE = Feature(
    name="alerts",
    routes=[routes.router],
    page_routes=alert_links,
    service=Alerts,
    problems={"bad_address": 400, "no_channel": 404, "no_mail": 409},
    secrets={PUSH_KEY: new_push_key},
    metrics=metrics,
)
