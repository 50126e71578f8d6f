"""Routes of alerts: the channels of a guest, quiet hours and tests."""

from __future__ import annotations

from litestar import Router, delete, get, post, put
from litestar.params import JSONBody

from edokko.server.features.alerts import commands as alerts
from edokko.server.features.alerts import shapes
from edokko.server.features.alerts.commands import Context, shape_of
from edokko.server.features.alerts.outgoing import DeliveryError
from edokko.server.features.alerts.public_addresses import UNREACHABLE, check_host, check_url
from edokko.server.features.alerts.push_keys import public_key_of
from edokko.server.features.alerts.resolver import ResolverBusyError
from edokko.server.features.alerts.service import Alerts
from edokko.server.features.alerts.store import Columns
from edokko.server.features.alerts.webhook import new_secret
from edokko.server.services import Services
from edokko.server.web.identity import require_guest
from edokko.server.web.negotiation import catalogue_of
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, Id, Req, ServicesDependency, address_of, public_address
from edokko.table.people import Person
from edokko.table.problems import ApiProblem
from edokko.table.venue import is_id

RESOLVER_RETRY = 30.0
"""Seconds after which a client may name a host again that the resolver had no thread for."""


@get("/alerts", responses=PROBLEMS, summary="How you are alerted while the page is closed")
async def read(request: Req, services: ServicesDependency) -> shapes.Alerts:
    return await _alerts(services, await require_guest(services, request))


@put("/alerts", responses=PROBLEMS, summary="Change your quiet hours; alerts come in the language of this request")
async def change(request: Req, services: ServicesDependency, data: JSONBody[shapes.AlertChange]) -> shapes.Alerts:
    person = await require_guest(services, request)
    await alerts.save_quiet_hours(services.database, person.id, data.quiet, _context(request, services))
    return await _alerts(services, person)


@post("/alerts/push", opt=GROWS, responses=PROBLEMS, summary="Add the push subscription of this browser")
async def add_push(request: Req, services: ServicesDependency, data: JSONBody[shapes.NewPush]) -> shapes.AlertChannel:
    person, context = await require_guest(services, request), _context(request, services)
    services.of(Alerts).requests.take(address_of(request))
    await _check_url(request, services, data.endpoint)
    columns = await alerts.add_push(services.database, person.id, data, context)
    await alerts.save_language(services.database, person.id, context.language)
    return shape_of(columns)


@post(
    "/alerts/webhooks",
    opt=GROWS,
    responses=PROBLEMS,
    summary="Add a webhook; only this answer has the key of its signature",
)
async def add_webhook(
    request: Req, services: ServicesDependency, data: JSONBody[shapes.NewWebhook]
) -> shapes.AlertChannel:
    person, context = await require_guest(services, request), _context(request, services)
    services.of(Alerts).requests.take(address_of(request))
    await _check_url(request, services, data.url)
    secret = new_secret() if data.style == "json" else ""
    columns = await alerts.add_webhook(services.database, person.id, data, context, secret)
    await alerts.save_language(services.database, person.id, context.language)
    return shape_of(columns, secret)


@post(
    "/alerts/emails",
    opt=GROWS,
    responses=PROBLEMS,
    summary="Add an e-mail address; a link that is sent there confirms it",
)
async def add_email(request: Req, services: ServicesDependency, data: JSONBody[shapes.NewEmail]) -> shapes.AlertChannel:
    person, context = await require_guest(services, request), _context(request, services)
    if not services.settings.smtp:
        raise ApiProblem("no_mail")
    services.of(Alerts).requests.take(address_of(request))
    columns = await alerts.add_email(services.database, person.id, data, context)
    await alerts.save_language(services.database, person.id, context.language)
    if not columns["confirmed"]:
        await _send(services, columns, context.language)
    return shape_of(await alerts.own_channel(services.database, person.id, columns["id"]))


@post(
    "/alerts/channels/{channel:str}/test",
    responses=PROBLEMS,
    status_code=200,
    summary="Send a test, or the link that confirms an e-mail address again",
)
async def test(request: Req, services: ServicesDependency, channel: Id) -> shapes.AlertTest:
    _, columns = await _own(request, services, channel)
    services.of(Alerts).requests.take(address_of(request))
    error = await _send(services, columns, _context(request, services).language)
    return shapes.AlertTest(not error, error)


@delete("/alerts/channels/{channel:str}", responses=PROBLEMS, summary="Delete a channel")
async def drop(request: Req, services: ServicesDependency, channel: Id) -> None:
    _, columns = await _own(request, services, channel)
    await alerts.delete_channel(services.database, columns["id"])


async def _alerts(services: Services, person: Person) -> shapes.Alerts:
    channels, settings = await alerts.read_alerts(services.database, person.id)
    quiet = None
    if settings is not None and settings["quiet_from"] is not None:
        quiet = shapes.QuietHours(settings["quiet_from"], settings["quiet_to"], settings["zone"])
    push_key = public_key_of(services.of(Alerts).push_key)
    return shapes.Alerts([shape_of(columns) for columns in channels], push_key, bool(services.settings.smtp), quiet)


async def _own(request: Req, services: Services, channel: str) -> tuple[Person, Columns]:
    person = await require_guest(services, request)
    if not is_id(channel):
        raise ApiProblem("no_channel")
    return person, await alerts.own_channel(services.database, person.id, channel)


async def _send(services: Services, columns: Columns, language: str) -> str:
    """Send a test, or a confirmation, over a channel, and return why it was not accepted; empty if it was."""
    service, error = services.of(Alerts), ""
    send = service.alerting.send_test
    if not columns["confirmed"]:
        service.confirmations.take(columns["digest"])
        send = service.alerting.send_confirmation
    try:
        await send(columns, language)
    except DeliveryError as failure:
        error = failure.reason
    if columns["confirmed"] or error:
        await alerts.note_test(services.database, columns["id"], error)
    return error


def _context(request: Req, services: Services) -> Context:
    return Context(catalogue_of(request).language, public_address(request, services.settings)[:200])


async def _check_url(request: Req, services: Services, url: str) -> None:
    """Refuse a URL that alerts cannot be sent to, so that its guest hears it at once.

    Raises:
        ApiProblem: ``bad_address``, or ``too_many``: names resolve too slowly to look up another one.
    """
    may_be_private = services.settings.alert_private
    try:
        check_url(url, may_be_private=may_be_private)
    except ValueError as error:
        raise ApiProblem("bad_address", str(error)[:200]) from None
    if may_be_private:
        return
    try:
        await check_host(url, services.of(Alerts).resolver, address_of(request))
    except ResolverBusyError:
        raise ApiProblem("too_many", retry=RESOLVER_RETRY) from None
    except (ValueError, OSError):
        raise ApiProblem("bad_address", UNREACHABLE) from None


router = Router("/", route_handlers=[read, change, add_push, add_webhook, add_email, test, drop], tags=["alerts"])
