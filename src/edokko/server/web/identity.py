"""Who a request comes from: the cookie's guest, or the one whose token it carries."""

from __future__ import annotations

from typing import Any

from cachetools import TTLCache
from litestar.connection import ASGIConnection
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Message, ScopeSession

from edokko.server.guests import CACHE_CAPACITY, CACHE_SECONDS, Person
from edokko.server.problems import ApiProblem
from edokko.server.services import Services
from edokko.server.web.headers import bearer_of

Connection = ASGIConnection[Any, Any, Any, Any]
GUEST = "guest"
RENEWED_AT = "/api/guest"
YEAR = 365 * 24 * 3600
_CAME = "edokko_came"
"""Where a request keeps what its cookie held when it came."""


class CarefulBackend(ClientSideSessionBackend):
    """The encrypted cookie, where anything that is no cookie of ours is nobody's."""

    __slots__ = ("_read",)

    def __init__(self, config: CookieBackendConfig) -> None:
        super().__init__(config)
        self._read: TTLCache[bytes, dict[str, Any]] = TTLCache(CACHE_CAPACITY, CACHE_SECONDS)
        """What cookies hold that came a moment ago: whoever plays comes again with the same one."""

    def load_data(self, data: list[bytes]) -> dict[str, Any]:
        """What a cookie holds; it is decrypted once a minute."""
        cookie = b"".join(data)
        found = self._read.get(cookie)
        if found is None:
            found = super().load_data(data)
            if found:
                self._read[cookie] = found
        return dict(found)

    async def load_from_connection(self, connection: Connection) -> dict[str, Any]:
        """What the cookie holds; nothing where it is forged, broken or too old."""
        try:
            found: object = await super().load_from_connection(connection)
        except Exception:
            # Whatever the library stumbles over in somebody's handiwork is no reason to fail.
            found = None
        held = found if isinstance(found, dict) else {}
        connection.scope["state"][_CAME] = dict(held)
        return held

    async def store_in_message(self, scope_session: ScopeSession, message: Message, connection: Connection) -> None:
        """Send the cookie where it is new, and where the page asks who it is, so that it does not grow too old."""
        if connection.scope["path"] != RENEWED_AT and scope_session == connection.scope["state"].get(_CAME):
            return
        await super().store_in_message(scope_session, message, connection)


class CarefulCookie(CookieBackendConfig):
    """The cookie's settings with the backend above."""

    _backend_class = CarefulBackend


def cookie(services: Services) -> CarefulCookie:
    """The settings of the cookie."""
    return CarefulCookie(
        secret=services.secret,
        key="edokko",
        max_age=YEAR,
        secure=services.settings.is_secure,
        httponly=True,
        samesite="lax",
    )


def token_of(connection: Connection) -> str | None:
    """The bearer token that came along."""
    return bearer_of(connection.headers.get("authorization", ""))


async def guest_or_none(services: Services, connection: Connection) -> Person | None:
    """Who it is; ``None`` for somebody unknown.

    Raises:
        ApiProblem: ``bad_token``.
    """
    token = token_of(connection)
    if token is not None:
        return await services.guests.by_token(token)
    guest = connection.session.get(GUEST)
    return await services.guests.find(guest) if isinstance(guest, str) else None


async def require_guest(services: Services, connection: Connection) -> Person:
    """Who it is.

    Raises:
        ApiProblem: ``no_guest``, ``bad_token``, ``banned``.
    """
    person = await guest_or_none(services, connection)
    if person is None:
        raise ApiProblem("no_guest")
    if person.is_banned:
        raise ApiProblem("banned")
    return person
