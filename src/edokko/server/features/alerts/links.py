"""The pages behind the links of alerts: stop them, confirm an e-mail address. They need no login and no script.

Opening a link changes nothing, because mail programs open links to check them. The button of the page does, and so
does the request that a mail program sends when its user unsubscribes there (RFC 8058).
"""

from __future__ import annotations

from html import escape

from litestar import Response, post, route

from edokko.server.features.alerts import commands as alerts
from edokko.server.features.alerts.keys import subject_of
from edokko.server.features.alerts.store import Columns
from edokko.server.features.alerts.worker import CONFIRM, STOP
from edokko.server.services import Services
from edokko.server.web.own_pages import READ, html_of, loaded_catalogue, response_of
from edokko.server.web.parameters import Id, Req, ServicesDependency


@route("/alerts/stop/{token:str}", http_method=READ, include_in_schema=False, opt={"skip_session": True})
async def ask_to_stop(request: Req, services: ServicesDependency, token: Id) -> Response[str]:
    return await _ask(request, services, "stop", await _channel(services, STOP, token))


@post("/alerts/stop/{token:str}", status_code=200, include_in_schema=False, opt={"skip_session": True})
async def stop(request: Req, services: ServicesDependency, token: Id) -> Response[str]:
    channel = await _channel(services, STOP, token)
    if channel is not None:
        await alerts.delete_channel(services.database, channel["id"])
    # A link that is used again has done its work already.
    is_valid = subject_of(services.secret, STOP, token) is not None
    return await _tell(request, "alert-page-stopped" if is_valid else "alert-page-gone", is_found=is_valid)


@route("/alerts/confirm/{token:str}", http_method=READ, include_in_schema=False, opt={"skip_session": True})
async def ask_to_confirm(request: Req, services: ServicesDependency, token: Id) -> Response[str]:
    return await _ask(request, services, "confirm", await _channel(services, CONFIRM, token))


@post("/alerts/confirm/{token:str}", status_code=200, include_in_schema=False, opt={"skip_session": True})
async def confirm(request: Req, services: ServicesDependency, token: Id) -> Response[str]:
    channel = await _channel(services, CONFIRM, token)
    is_confirmed = channel is not None and await alerts.confirm_channel(services.database, channel["id"])
    message = "alert-page-confirmed" if is_confirmed else "alert-page-gone"
    return await _tell(request, message, is_found=is_confirmed)


async def _channel(services: Services, purpose: str, token: str) -> Columns | None:
    """Return the channel of a token; ``None`` if the token is not valid, or the channel does not exist any more."""
    subject = subject_of(services.secret, purpose, token)
    return await alerts.find_channel(services.database, subject) if subject else None


async def _ask(request: Req, services: Services, action: str, channel: Columns | None) -> Response[str]:
    if channel is None:
        return await _tell(request, "alert-page-gone", is_found=False)
    catalogue = await loaded_catalogue(request)
    text = catalogue.text(f"alert-page-{action}-text", name=alerts.shape_of(channel).name)
    button = catalogue.text(f"alert-page-{action}-button")
    body = f'<p>{escape(text)}</p><form method="post"><button>{escape(button)}</button></form>'
    return response_of(html_of(catalogue, catalogue.text(f"alert-page-{action}"), body), is_found=True)


async def _tell(request: Req, message: str, *, is_found: bool) -> Response[str]:
    catalogue = await loaded_catalogue(request)
    return response_of(html_of(catalogue, catalogue.text(message), ""), is_found=is_found)


alert_links = [ask_to_stop, stop, ask_to_confirm, confirm]
