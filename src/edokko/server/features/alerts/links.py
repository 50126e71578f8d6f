"""The pages behind the links of alerts: stop them, confirm an e-mail address. They need no login and no script.

Opening a link changes nothing, because mail programs open links to check them. The button of the page does, and so
does the request that a mail program sends when its user unsubscribes there (RFC 8058).
"""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b64encode
from html import escape
from typing import Any

from litestar import HttpMethod, Request, Response, post, route

from edokko.catalogue import Catalogue
from edokko.server.features.alerts import commands as alerts
from edokko.server.features.alerts.signed_links import subject_of
from edokko.server.features.alerts.store import Columns
from edokko.server.features.alerts.worker import CONFIRM, STOP
from edokko.server.services import Services
from edokko.server.web.dependencies import Id, ServicesDependency
from edokko.server.web.headers import CONTENT
from edokko.server.web.language import catalogue_of

READ = [HttpMethod.GET, HttpMethod.HEAD]
STYLE = (
    ":root{color-scheme:light dark;--back:#e6dabf;--paper:#f7efdc;--ink:#2b2118;--seal:#c0341a}"
    "@media(prefers-color-scheme:dark){:root{--back:#10141c;--paper:#1b2330;--ink:#f0e6d2;--seal:#b53318}}"
    "body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--ink);"
    "font:18px/1.5 'Iowan Old Style',Palatino,Georgia,serif}"
    "main{box-sizing:border-box;max-width:32rem;margin:16px;padding:28px 32px;border-radius:10px;"
    "background:var(--paper)}"
    "h1{margin:0 0 12px;font-size:26px;line-height:1.25;overflow-wrap:anywhere}p{margin:0;overflow-wrap:anywhere}"
    "button,a{display:inline-block;box-sizing:border-box;min-height:44px;margin-top:20px;padding:8px 22px;border:0;"
    "border-radius:6px;background:var(--seal);color:#fff;font:inherit;line-height:28px;text-decoration:none;"
    "cursor:pointer}:focus-visible{outline:3px solid var(--ink);outline-offset:2px}"
)
"""The style of a page that the server writes by itself, in the colours of the page."""
_DIGEST = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = CONTENT.replace("style-src 'self'", f"style-src 'sha256-{_DIGEST}'").replace(
    "form-action 'none'", "form-action 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    # With "no-referrer" a browser sends the form with the origin "null", which the check of origins refuses.
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
}


@route("/alerts/stop/{token:str}", http_method=READ, include_in_schema=False, opt={"skip_session": True})
async def ask_to_stop(request: Request[Any, Any, Any], services: ServicesDependency, token: Id) -> Response[str]:
    return await _ask(request, services, "stop", await _channel(services, STOP, token))


@post("/alerts/stop/{token:str}", status_code=200, include_in_schema=False, opt={"skip_session": True})
async def stop(request: Request[Any, Any, Any], services: ServicesDependency, token: Id) -> Response[str]:
    channel = await _channel(services, STOP, token)
    if channel is not None:
        await alerts.delete_channel(services.database, channel["id"])
    # A link that is used again has done its work already.
    is_valid = subject_of(services.secret, STOP, token) is not None
    return await _tell(request, "alert-page-stopped" if is_valid else "alert-page-gone", is_found=is_valid)


@route("/alerts/confirm/{token:str}", http_method=READ, include_in_schema=False, opt={"skip_session": True})
async def ask_to_confirm(request: Request[Any, Any, Any], services: ServicesDependency, token: Id) -> Response[str]:
    return await _ask(request, services, "confirm", await _channel(services, CONFIRM, token))


@post("/alerts/confirm/{token:str}", status_code=200, include_in_schema=False, opt={"skip_session": True})
async def confirm(request: Request[Any, Any, Any], services: ServicesDependency, token: Id) -> Response[str]:
    channel = await _channel(services, CONFIRM, token)
    is_confirmed = channel is not None and await alerts.confirm_channel(services.database, channel["id"])
    message = "alert-page-confirmed" if is_confirmed else "alert-page-gone"
    return await _tell(request, message, is_found=is_confirmed)


@route("/offline", http_method=READ, include_in_schema=False, opt={"skip_session": True})
async def offline(request: Request[Any, Any, Any]) -> Response[str]:
    """Return the page that the service worker stores and shows when the server cannot be reached."""
    catalogue = await _catalogue(request)
    text, again = catalogue.text("offline-text"), catalogue.text("offline-again")
    # An empty address is that of the page that could not be loaded.
    body = f'<p>{escape(text)}</p><a href="">{escape(again)}</a>'
    html = _html(catalogue, catalogue.text("offline-title"), body, '<meta http-equiv="refresh" content="15" />')
    return _response(html, is_found=True)


async def _channel(services: Services, purpose: str, token: str) -> Columns | None:
    """Return the channel of a token; ``None`` if the token is not valid, or the channel does not exist any more."""
    subject = subject_of(services.secret, purpose, token)
    return await alerts.find_channel(services.database, subject) if subject else None


async def _ask(
    request: Request[Any, Any, Any], services: Services, action: str, channel: Columns | None
) -> Response[str]:
    if channel is None:
        return await _tell(request, "alert-page-gone", is_found=False)
    catalogue = await _catalogue(request)
    text = catalogue.text(f"alert-page-{action}-text", name=alerts.shape_of(channel).name)
    button = catalogue.text(f"alert-page-{action}-button")
    body = f'<p>{escape(text)}</p><form method="post"><button>{escape(button)}</button></form>'
    return _response(_html(catalogue, catalogue.text(f"alert-page-{action}"), body), is_found=True)


async def _tell(request: Request[Any, Any, Any], message: str, *, is_found: bool) -> Response[str]:
    catalogue = await _catalogue(request)
    return _response(_html(catalogue, catalogue.text(message), ""), is_found=is_found)


async def _catalogue(request: Request[Any, Any, Any]) -> Catalogue:
    catalogue = catalogue_of(request)
    # The first message of a language parses the whole catalogue, so do not block the event loop.
    await asyncio.to_thread(catalogue.text, "page-title")
    return catalogue


def _html(catalogue: Catalogue, title: str, body: str, head: str = "") -> str:
    language = "pt-BR" if catalogue.language == "pt" else catalogue.language
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8" />'
        f'<meta name="viewport" content="width=device-width, initial-scale=1" />{head}'
        f"<title>{escape(title)} · Edokko</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )


def _response(html: str, *, is_found: bool) -> Response[str]:
    return Response(html, media_type="text/html", status_code=200 if is_found else 404, headers=HEADERS)


alert_links = [ask_to_stop, stop, ask_to_confirm, confirm, offline]
