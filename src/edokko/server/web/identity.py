"""Authentication: the guest of a request, from its cookie or its bearer token."""

from __future__ import annotations

from typing import Any

from cachetools import TTLCache
from litestar.connection import ASGIConnection
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Message, ScopeSession

from edokko.server.services import Services
from edokko.server.tables.guests import CACHE_CAPACITY, CACHE_SECONDS
from edokko.server.web.headers import bearer_of
from edokko.table.people import Person
from edokko.table.problems import ApiProblem

Connection = ASGIConnection[Any, Any, Any, Any]
KEY = "edokko"
GUEST = "guest"
RENEWED_AT = "/api/guest"
YEAR = 365 * 24 * 3600
_ORIGINAL_SESSION = "edokko_original_session"
"""The key of the request's state for the session that the cookie had at the start of the request."""


class TolerantBackend(ClientSideSessionBackend):
    """The backend of the encrypted cookie. An invalid cookie means an anonymous client instead of an error."""

    __slots__ = ("_cache",)

    def __init__(self, config: CookieBackendConfig) -> None:
        super().__init__(config)
        self._cache: TTLCache[bytes, dict[str, Any]] = TTLCache(CACHE_CAPACITY, CACHE_SECONDS)
        """Decrypted sessions of recent cookies."""

    def load_data(self, data: list[bytes]) -> dict[str, Any]:
        """Return the session of a cookie; decrypt it at most once a minute."""
        cookie = b"".join(data)
        session = self._cache.get(cookie)
        if session is None:
            session = super().load_data(data)
            if session:
                self._cache[cookie] = session
        return dict(session)

    def get_cookie_keys(self, connection: Connection) -> list[str]:
        """Return the names of the cookie's parts; without them that of earlier versions, which had no prefix."""
        return super().get_cookie_keys(connection) or [key for key in connection.cookies if key == KEY]

    async def load_from_connection(self, connection: Connection) -> dict[str, Any]:
        """Return the session of the request's cookie; empty if it is forged, corrupt or expired."""
        try:
            content: object = await super().load_from_connection(connection)
        except Exception:
            # A forged or corrupt cookie means an anonymous visitor, never a 500.
            content = None
        session = content if isinstance(content, dict) else {}
        connection.scope["state"][_ORIGINAL_SESSION] = dict(session)
        return session

    async def store_in_message(self, scope_session: ScopeSession, message: Message, connection: Connection) -> None:
        """Send the cookie if it has changed, and at :data:`RENEWED_AT`, so that an active guest's does not expire."""
        if connection.scope["path"] != RENEWED_AT and scope_session == connection.scope["state"].get(_ORIGINAL_SESSION):
            return
        await super().store_in_message(scope_session, message, connection)


class TolerantCookie(CookieBackendConfig):
    """The settings of a cookie with :class:`TolerantBackend`."""

    _backend_class = TolerantBackend


def cookie(services: Services) -> TolerantCookie:
    """Return the settings of the cookie. With HTTPS no other host of the domain can set one of its name."""
    return TolerantCookie(
        secret=services.secret,
        key=f"__Host-{KEY}" if services.settings.is_secure else KEY,
        max_age=YEAR,
        secure=services.settings.is_secure,
        httponly=True,
        samesite="lax",
    )


def token_of(connection: Connection) -> str | None:
    """Return the bearer token of a request; ``None`` without one."""
    return bearer_of(connection.headers.get("authorization", ""))


async def guest_or_none(services: Services, connection: Connection) -> Person | None:
    """Return the guest of a request; ``None`` for an anonymous one. Raises ``ApiProblem``: ``bad_token``."""
    token = token_of(connection)
    if token is not None:
        return await services.guests.by_token(token)
    guest = connection.session.get(GUEST)
    return await services.guests.find(guest) if isinstance(guest, str) else None


async def guest_id_or_none(services: Services, connection: Connection) -> str | None:
    """Return the id of the guest of a request; ``None`` for an anonymous one. Raises ``ApiProblem``: ``bad_token``."""
    person = await guest_or_none(services, connection)
    return person.id if person else None


async def require_guest(services: Services, connection: Connection) -> Person:
    """Return the guest of a request, who must exist and not be banned.

    Raises:
        ApiProblem: ``no_guest``, ``bad_token`` or ``banned``.
    """
    person = await guest_or_none(services, connection)
    if person is None:
        raise ApiProblem("no_guest")
    if person.is_banned:
        raise ApiProblem("banned")
    return person
