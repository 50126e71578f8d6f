"""The outermost wrappers: security headers on every answer, errors and files included, and the guard of origins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from edokko.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
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
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
FOREVER = b"public, max-age=31536000, immutable"
KEPT = frozenset({200, 304})
BEARER = "bearer "
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def with_headers(app: Application, settings: Settings) -> Application:
    """An application whose every answer carries the security headers, and says how long it may be kept."""
    always = (*HEADERS, STRICT_TRANSPORT) if settings.is_secure else HEADERS

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
                # Headers for documents would add a twentieth to a first visit; scripts and styles need few of them.
                added = FILES if is_kept and message["status"] in KEPT else always
                headers += [(name, value) for name, value in added if name not in names]
                if b"cache-control" not in names:
                    headers.append(
                        (b"cache-control", FOREVER if is_kept and message["status"] in KEPT else b"no-cache")
                    )
                message["headers"] = headers
            await send(message)

        await app(scope, receive, sending)

    return wrapped


def with_origins(app: Application, settings: Settings, refused: Application) -> Application:
    """An application that other sites' pages can neither change anything at nor listen to.

    Args:
        app: what is guarded.
        settings: which origins are ours besides the address asked for.
        refused: what answers a foreign HTTP request.
    """

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket") or is_ours(scope, settings):
            await app(scope, receive, send)
        elif kind == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "foreign_origin"})
        else:
            await refused(scope, receive, send)

    return wrapped


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
    return origin in settings.origins or origin.partition("://")[2] == found.get(b"host", "")


def bearer_of(authorization: str) -> str | None:
    """The token in a header of that name; ``None`` where it holds something else, such as a password for a proxy."""
    return authorization[len(BEARER) :].strip() if authorization.lower().startswith(BEARER) else None


_LOOKED_AT = frozenset({b"origin", b"host", b"sec-fetch-site", b"authorization"})
