"""Pages that the server writes by itself, without the built page: they need no script."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any

from litestar import HttpMethod, Request, Response, route

from edokko.catalogue import Catalogue
from edokko.server.web.headers import policy_of
from edokko.server.web.negotiation import catalogue_of
from edokko.server.web.parameters import Req, ServicesDependency

BASE = "/here/"
"""Where the table without a server lies, if the server offers it."""
READ = [HttpMethod.GET, HttpMethod.HEAD]
STYLE = (
    ":root{color-scheme:light dark;--back:#e6dabf;--paper:#f7efdc;--ink:#2b2118;--seal:#c0341a}"
    "@media(prefers-color-scheme:dark){:root{--back:#10141c;--paper:#1b2330;--ink:#f0e6d2;--seal:#b53318}}"
    "body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--ink);"
    "font:18px/1.5 'Iowan Old Style',Palatino,Georgia,serif}"
    "main{box-sizing:border-box;max-width:32rem;margin:16px;padding:28px 32px;border-radius:10px;"
    "background:var(--paper)}"
    "h1{margin:0 0 12px;font-size:26px;line-height:1.25;overflow-wrap:anywhere}p{margin:0;overflow-wrap:anywhere}"
    "button,a{display:inline-block;box-sizing:border-box;min-height:44px;margin:20px 8px 0 0;padding:8px 22px;border:0;"
    "border-radius:6px;background:var(--seal);color:#fff;font:inherit;line-height:28px;text-decoration:none;"
    "cursor:pointer}:focus-visible{outline:3px solid var(--ink);outline-offset:2px}"
)
"""The style of a page that the server writes by itself, in the colours of the page."""
HEADERS = {
    "content-security-policy": policy_of(f"<style>{STYLE}</style>")
    .replace("style-src 'self' ", "style-src ")
    .replace("form-action 'none'", "form-action 'self'"),
    # With "no-referrer" a browser sends the form with the origin "null", which the check of origins refuses.
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
}


@route("/offline", http_method=READ, include_in_schema=False, opt={"skip_session": True})
async def offline(request: Req, services: ServicesDependency) -> Response[str]:
    """Return the page that the service worker stores and shows when the server cannot be reached.

    Its last link needs what a browser may not have kept: the worker leaves it out then.
    """
    catalogue = await loaded_catalogue(request)
    text, again = catalogue.text("offline-text"), catalogue.text("offline-again")
    # An empty address is that of the page that could not be loaded.
    body = f'<p>{escape(text)}</p><a href="">{escape(again)}</a>'
    if services.settings.site:
        body += f' <a href="{BASE}">{escape(catalogue.text("offline-here"))}</a>'
    html = html_of(catalogue, catalogue.text("offline-title"), body, '<meta http-equiv="refresh" content="15" />')
    return response_of(html, is_found=True)


async def loaded_catalogue(request: Request[Any, Any, Any]) -> Catalogue:
    catalogue = catalogue_of(request)
    # The first message of a language parses the whole catalogue, so do not block the event loop.
    await asyncio.to_thread(catalogue.text, "page-title")
    return catalogue


def html_of(catalogue: Catalogue, title: str, body: str, head: str = "") -> str:
    language = "pt-BR" if catalogue.language == "pt" else catalogue.language
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8" />'
        f'<meta name="viewport" content="width=device-width, initial-scale=1" />{head}'
        f"<title>{escape(title)} · Edokko</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )


def response_of(html: str, *, is_found: bool) -> Response[str]:
    return Response(html, media_type="text/html", status_code=200 if is_found else 404, headers=HEADERS)
