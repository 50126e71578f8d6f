"""The outermost wrappers: security headers on every answer, errors and files included, and the guard of origins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from edokko.server.problems import STATUS
from edokko.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Refused = Callable[[str, Any, Any, Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
"""What ASGI says that an application is, whatever library has made it."""

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
FILES = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""What the page's scripts and styles need of them."""
DATA = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    *FILES,
)
"""What JSON needs of them: a browser that shows it as a document runs and frames nothing."""
JSON = (b"application/json", b"application/problem+json")
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
FOREVER = b"public, max-age=31536000, immutable"
PRIVATE = b"private, no-cache"
"""Of what the API answers: it differs for each guest, so no cache between may store it."""
KEPT = frozenset({200, 304})
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""How this machine names itself, and a proxy on it."""
ANY_HOST = frozenset({"/healthz", "/metrics"})
"""What a load balancer or a monitor asks for by the address of the machine."""
BEARER = "bearer "
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def with_headers(app: Application, settings: Settings) -> Application:
    """An application whose every answer carries the security headers, and says how long it may be kept."""
    strict = (STRICT_TRANSPORT,) if settings.is_secure else ()
    always, data = (*HEADERS, *strict), (*DATA, *strict)

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        # What the page's build gives a name of its own never changes; everything else is asked for anew.
        is_kept = scope["path"].startswith("/assets/")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                names = {name.lower() for name, _ in headers}
                # Headers for documents would add a twentieth to a first visit; other answers need few of them.
                added = FILES if is_kept and message["status"] in KEPT else data if _is_json(headers) else always
                headers += [(name, value) for name, value in added if name not in names]
                if b"cache-control" not in names:
                    is_file = is_kept and message["status"] in KEPT
                    is_own = scope["path"].startswith("/api/")
                    headers.append((b"cache-control", FOREVER if is_file else PRIVATE if is_own else b"no-cache"))
                message["headers"] = headers
            await send(message)

        await app(scope, receive, sending)

    return wrapped


def _is_json(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"content-type" and value.split(b";")[0] in JSON for name, value in headers)


def with_origins(app: Application, settings: Settings, refused: Refused) -> Application:
    """An application that other sites' pages can neither change anything at nor listen to.

    Args:
        app: what is guarded.
        settings: which origins are ours besides the address asked for.
        refused: answers a foreign HTTP request with a problem, which is its first argument.
    """
    hosts = _hosts_of(settings)

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        is_known = not hosts or scope["path"] in ANY_HOST or _host_of(scope) in hosts
        if is_known and is_ours(scope, settings):
            await app(scope, receive, send)
            return
        code = "foreign_origin" if is_known else "foreign_host"
        if kind == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4000 + STATUS[code], "reason": code})
        else:
            await refused(code, scope, receive, send)

    return wrapped


def _hosts_of(settings: Settings) -> frozenset[str]:
    """The hosts that requests may name; empty where the operator has named no origins, and any host may be."""
    return (
        frozenset({one.partition("://")[2] for one in settings.origins} | LOOPBACK) if settings.origins else frozenset()
    )


def _host_of(scope: Scope) -> str:
    """The host that a request names; of this machine without its port."""
    host = next((value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"), "")
    bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return bare if bare in LOOPBACK else host


def is_ours(scope: Scope, settings: Settings) -> bool:
    """Whether a request may come from where it comes from.

    A browser says where a page is from that changes something or opens a channel. A program says nothing, and then it
    shows a token instead of a cookie.
    """
    if scope["type"] == "http" and scope["method"] not in UNSAFE:
        return True
    found = {name: value.decode("latin-1") for name, value in scope["headers"] if name in _LOOKED_AT}
    origin = found.get(b"origin")
    if origin is None:
        if scope["type"] == "websocket":
            # A password that the browser sends to a proxy comes with every page's request.
            return bearer_of(found.get(b"authorization", "")) is not None
        return found.get(b"sec-fetch-site", "none") in ("none", "same-origin")
    # A page of no address, such as one in a sandbox, says "null".
    host = origin.partition("://")[2]
    return origin in settings.origins or (host != "" and host == found.get(b"host", ""))


def bearer_of(authorization: str) -> str | None:
    """The token in a header of that name; ``None`` where it holds something else, such as a password for a proxy."""
    return authorization[len(BEARER) :].strip() if authorization.lower().startswith(BEARER) else None


_LOOKED_AT = frozenset({b"origin", b"host", b"sec-fetch-site", b"authorization"})
