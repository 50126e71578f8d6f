"""Alerts: the channels of a guest, quiet hours and tests."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric

from edokko.server.features.alerts import commands as alerts
from edokko.server.features.alerts import shapes
from edokko.server.features.alerts.commands import Context, shape_of
from edokko.server.features.alerts.keys import new_push_key, public_key_of
from edokko.server.features.alerts.links import alert_links
from edokko.server.features.alerts.outgoing import DeliveryError
from edokko.server.features.alerts.public_addresses import UNREACHABLE, check_host, check_url
from edokko.server.features.alerts.resolver import ResolverBusyError
from edokko.server.features.alerts.store import Columns
from edokko.server.features.alerts.worker import Alerting
from edokko.server.services import Feature, Services
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.negotiation import catalogue_of
from edokko.server.web.parameters import public_address
from edokko.server.web.routes import Visitor, routes_of
from edokko.table.api.operation import Operations
from edokko.table.problems import ApiProblem
from edokko.table.venue import is_id

PUSH_KEY = "push"
"""The name of the stored key for Web Push (VAPID)."""
RESOLVER_RETRY = 30.0
"""Seconds after which a client may name a host again that the resolver had no thread for."""
operations = Operations("alerts")


@operations.get("/alerts", "How you are alerted while the page is closed")
async def read(venue: ServerVenue, caller: Visitor) -> shapes.Alerts:
    services = caller.services
    channels, quiet = await alerts.read_alerts(venue.database, caller.known.id)
    push_key = public_key_of(services.of(Alerting).push_key)
    return shapes.Alerts([shape_of(columns) for columns in channels], push_key, bool(services.settings.smtp), quiet)


@operations.put("/alerts", "Change your quiet hours; alerts come in the language of this request")
async def change(venue: ServerVenue, caller: Visitor, data: shapes.AlertChange) -> shapes.Alerts:
    await alerts.save_quiet_hours(venue.database, caller.known.id, data.quiet, _context(caller))
    return await read(venue, caller)


@operations.post("/alerts/push", "Add the push subscription of this browser", 201, grows=True)
async def add_push(venue: ServerVenue, caller: Visitor, data: shapes.NewPush) -> shapes.AlertChannel:
    guest, context = await _admitted(caller, data.endpoint)
    columns = await alerts.add_push(venue.database, guest, data, context)
    await alerts.save_language(venue.database, guest, context.language)
    return shape_of(columns)


@operations.post("/alerts/webhooks", "Add a webhook; only this answer has the key of its signature", 201, grows=True)
async def add_webhook(venue: ServerVenue, caller: Visitor, data: shapes.NewWebhook) -> shapes.AlertChannel:
    guest, context = await _admitted(caller, data.url)
    secret = f"edokko_{secrets.token_urlsafe(32)}" if data.style == "json" else ""
    columns = await alerts.add_webhook(venue.database, guest, data, context, secret)
    await alerts.save_language(venue.database, guest, context.language)
    return shape_of(columns, secret)


@operations.post("/alerts/emails", "Add an e-mail address; a link that is sent there confirms it", 201, grows=True)
async def add_email(venue: ServerVenue, caller: Visitor, data: shapes.NewEmail) -> shapes.AlertChannel:
    guest, context = caller.known.id, _context(caller)
    if not caller.services.settings.smtp:
        raise ApiProblem("no_mail")
    caller.services.of(Alerting).requests.take(caller.address)
    columns = await alerts.add_email(venue.database, guest, data, context)
    await alerts.save_language(venue.database, guest, context.language)
    if not columns["confirmed"]:
        await _send(caller.services, columns, context.language)
    return shape_of(await alerts.own_channel(venue.database, guest, columns["id"]))


@operations.post("/alerts/channels/{channel}/test", "Send a test, or the link that confirms an e-mail address again")
async def test(venue: ServerVenue, caller: Visitor, channel: str) -> shapes.AlertTest:
    columns = await _own(venue, caller, channel)
    caller.services.of(Alerting).requests.take(caller.address)
    error = await _send(caller.services, columns, _context(caller).language)
    return shapes.AlertTest(not error, error)


@operations.delete("/alerts/channels/{channel}", "Delete a channel")
async def drop(venue: ServerVenue, caller: Visitor, channel: str) -> None:
    await alerts.delete_channel(venue.database, (await _own(venue, caller, channel))["id"])


async def _own(venue: ServerVenue, caller: Visitor, channel: str) -> Columns:
    guest = caller.known.id
    if not is_id(channel):
        raise ApiProblem("no_channel")
    return await alerts.own_channel(venue.database, guest, channel)


async def _send(services: Services, columns: Columns, language: str) -> str:
    """Send a test, or a confirmation, over a channel, and return why it was not accepted; empty if it was."""
    service, error = services.of(Alerting), ""
    if not columns["confirmed"]:
        service.confirmations.take(columns["digest"])
    try:
        await service.send_now(columns, language)
    except DeliveryError as failure:
        error = failure.reason
    if columns["confirmed"] or error:
        await alerts.note_test(services.database, columns["id"], error)
    return error


def _context(caller: Visitor) -> Context:
    origin = public_address(caller.request, caller.services.settings)
    return Context(catalogue_of(caller.request).language, origin[:200])


async def _admitted(caller: Visitor, url: str) -> tuple[str, Context]:
    """Return the guest and the context of a caller who names a URL; refuse one that alerts cannot be sent to.

    Raises:
        ApiProblem: ``bad_address``, or ``too_many``: of the caller, or names resolve too slowly to look up another one.
    """
    guest, context, service = caller.known.id, _context(caller), caller.services.of(Alerting)
    service.requests.take(caller.address)
    may_be_private = caller.services.settings.alert_private
    try:
        check_url(url, may_be_private=may_be_private)
    except ValueError as error:
        raise ApiProblem("bad_address", str(error)[:200]) from None
    if may_be_private:
        return guest, context
    try:
        await check_host(url, service.resolver, caller.address)
    except ResolverBusyError:
        raise ApiProblem("too_many", retry=RESOLVER_RETRY) from None
    except (ValueError, OSError):
        raise ApiProblem("bad_address", UNREACHABLE) from None
    return guest, context


def _service(services: Services) -> Alerting:
    push_key = services.stored_secrets[PUSH_KEY]
    return Alerting(services.venue, services.settings, services.secret, push_key)


def _metrics(services: Services) -> Iterator[Metric]:
    family = GaugeMetricFamily("edokko_alerts", "Deliveries of alerts that are not done", labels=("state",))
    for state, count in services.of(Alerting).counts.items():
        family.add_metric((state,), count)
    yield family


FEATURE = Feature(
    name="alerts",
    routes=[routes_of(operations)],
    page_routes=alert_links,
    service=_service,
    problems={"bad_address": 400, "no_channel": 404, "no_mail": 409},
    secrets={PUSH_KEY: new_push_key},
    metrics=_metrics,
)
