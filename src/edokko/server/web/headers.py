"""ASGI middleware: security headers on every answer, and the check of hosts and origins (CSRF, DNS rebinding)."""

from __future__ import annotations

import hashlib
import logging
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from time import monotonic
from typing import Any

from edokko.server.settings import Settings
from edokko.table.problems import ApiProblem, Complaint

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Refuse = Callable[[ApiProblem, Any, Any, Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application, independent of the types of any library."""

CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CONTENT.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
FILES = ((b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin"))
"""The headers for the page's scripts and styles."""
DATA = ((b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"), *FILES)
"""The headers for JSON. If a browser shows it as a document, nothing runs and no page can frame it."""
JSON = (b"application/json", b"application/problem+json")
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
FOREVER = b"public, max-age=31536000, immutable"
PRIVATE = b"private, no-cache"
"""The cache control of the API: answers differ for each guest, so shared caches must not store them."""
CACHEABLE = frozenset({200, 304})
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names of this machine, which a proxy on it may use."""
ANY_HOST = frozenset({"/healthz", "/metrics"})
"""Paths that a load balancer or a monitor requests by the machine's IP address."""
BEARER = "bearer "
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
DEFAULT_PORTS = {"http": "80", "https": "443"}
LOG_INTERVAL = 60.0
"""Seconds between two log entries about refused requests, whose headers are as different as their senders like."""
log = logging.getLogger("edokko.server.origins")


def policy_of(html: str) -> str:
    """Return the content security policy of a page, which allows its inline styles and scripts by their hashes."""
    policy = CONTENT
    for kind, text in re.findall(r"<(style|script)>(.*?)</", html, re.DOTALL):
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        policy = policy.replace(f"{kind}-src 'self'", f"{kind}-src 'self' 'sha256-{digest}'")
    return policy


def framed(content: str) -> dict[str, str]:
    """Return the headers of a page that other sites may show in a frame, from the policy of the other pages."""
    policy = content.replace("frame-ancestors 'none'", "frame-ancestors *")
    return {"content-security-policy": policy, "cross-origin-resource-policy": "cross-origin"}


def with_headers(app: Application, settings: Settings) -> Application:
    """Wrap an application to add the security headers and the cache control to every answer."""
    strict = (STRICT_TRANSPORT,) if settings.is_secure else ()
    always, data = (*HEADERS, *strict), (*DATA, *strict)

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        # File names below /assets/ have a hash of the content, so they are immutable; all else is revalidated.
        is_asset = scope["path"].startswith("/assets/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                names = {name.lower() for name, _ in headers}
                is_file = is_asset and message["status"] in CACHEABLE
                # The full set of headers on every file would add 5 % to the size of a first visit.
                added = FILES if is_file else data if _is_json(headers) else always
                headers += [(name, value) for name, value in added if name not in names]
                if b"cache-control" not in names:
                    is_api = scope["path"].startswith("/api/")
                    headers.append((b"cache-control", FOREVER if is_file else PRIVATE if is_api else b"no-cache"))
                message["headers"] = headers
            await send(message)

        await app(scope, receive, send_with_headers)

    return wrapped


def _is_json(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"content-type" and value.split(b";")[0] in JSON for name, value in headers)


def with_origins(app: Application, settings: Settings, refuse: Refuse) -> Application:
    """Wrap an application to refuse changes and live channels from other sites' pages, and unknown hosts.

    A page may always come from the host that it requests. ``refuse`` answers an HTTP request with a problem.
    """
    hosts = _hosts_of(settings)
    logged = -LOG_INTERVAL

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        is_allowed_host = not hosts or scope["path"] in ANY_HOST or _host_of(scope) in hosts
        if is_allowed_host and is_same_origin(scope, settings):
            await app(scope, receive, send)
            return
        code = "foreign_origin" if is_allowed_host else "foreign_host"
        named = {name: _header(scope, name)[:200] or "–" for name in ("origin", "host")}
        nonlocal logged
        if monotonic() - logged >= LOG_INTERVAL:
            logged = monotonic()
            about = {"code": code, **named, "allowed": ", ".join(settings.origins) or "–"}
            message = (
                "refused (%(code)s): Origin %(origin)s, Host %(host)s, EDOKKO_ORIGINS %(allowed)s; see docs/run/host.md"
            )
            log.warning(message, about, extra={"about": about})
        problem = ApiProblem(code, complaint=Complaint(f"api-detail-{code.replace('_', '-')}", code, named))
        if kind == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": code})
        else:
            await refuse(problem, scope, receive, send)

    return wrapped


def _hosts_of(settings: Settings) -> frozenset[str]:
    """Return the allowed hosts; empty if the operator has set no origins, which allows any host."""
    if not settings.origins:
        return frozenset()
    return LOOPBACK.union(*map(_spellings, settings.origins))


def _spellings(origin: str) -> set[str]:
    """Return how a ``Host`` may name the host of an origin: browsers leave out a default port, proxies may add it."""
    scheme, _, host = origin.partition("://")
    return {host, f"{host}:{DEFAULT_PORTS.get(scheme, '')}"}


def _host_of(scope: Scope) -> str:
    """Return the ``Host`` of a request; for a loopback name without the port."""
    host = _header(scope, "host").lower()
    return _bare(host) if _bare(host) in LOOPBACK else host


def _bare(host: str) -> str:
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host


def _header(scope: Scope, name: str) -> str:
    """Return a header; the empty string if there is none."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name.encode()), "")


def is_same_origin(scope: Scope, settings: Settings) -> bool:
    """Return whether a request is safe, comes from a page of an allowed origin, or comes from a program.

    A browser sends ``Origin`` with every request that changes something or opens a WebSocket. A program sends none, and
    authenticates by a token instead of a cookie.
    """
    if scope["type"] == "http" and scope["method"] not in UNSAFE:
        return True
    origin = _header(scope, "origin").lower()
    if not origin:
        if scope["type"] == "websocket":
            # Require a bearer token: a browser adds a proxy's Basic password to the requests of any page.
            return bearer_of(_header(scope, "authorization")) is not None
        return _header(scope, "sec-fetch-site") in ("", "none", "same-origin")
    # A page with an opaque origin, such as a sandboxed one, sends "null".
    scheme, _, host = origin.partition("://")
    names = _spellings(origin) if host else set()
    if host and not settings.origins and scope["scheme"].replace("ws", "http") == scheme:
        # A proxy may drop its port from the Host. Pages at other ports of one host get each other's cookies anyway.
        names.add(_bare(host))
    return origin in settings.origins or _header(scope, "host").lower() in names


def bearer_of(authorization: str) -> str | None:
    """Return the token of an ``Authorization`` header; ``None`` for another scheme, such as a proxy's password."""
    return authorization[len(BEARER) :].strip() if authorization.lower().startswith(BEARER) else None
