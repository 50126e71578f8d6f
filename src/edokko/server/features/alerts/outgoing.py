"""Requests to addresses that guests have chosen, without access to the operator's own network (SSRF).

The check is made where a socket is created, with the address that it will connect to. So it also holds for a name that
resolves differently at each query (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from edokko.server.features.alerts.public_addresses import PrivateAddressError, check_url, is_public
from edokko.server.features.alerts.resolver import Resolver, ResolverBusyError

TIMEOUT = 10.0
"""Seconds for a whole request."""
CONNECT_TIMEOUT = 5.0
ANSWER_TIMEOUT = 2.0
"""Seconds for the body of an answer, of which nothing is used."""
LARGEST_ANSWER = 4 * 1024
"""Bytes of an answer that are read; the rest is dropped with the connection."""
LARGEST_HEADERS = 8 * 1024
PERMANENT = frozenset({400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422})
"""Statuses that a repetition would not change."""
NUMERIC = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
NO_ANSWER = "no answer"
"""What a guest is told of any failure before an answer, so that a webhook is no port scanner."""

log = logging.getLogger(__name__)


class Outgoing:
    """A client for requests to addresses of guests: no redirects, cookies or proxy, small answers, short timeouts."""

    def __init__(self, *, may_be_private: bool) -> None:
        self.may_be_private = may_be_private
        self._session: aiohttp.ClientSession | None = None

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Send a POST request. Raises ``DeliveryError`` if there is no answer, or none of a status 2xx."""
        try:
            check_url(url, may_be_private=self.may_be_private)
        except ValueError as error:
            raise DeliveryError(str(error), is_permanent=True) from error
        try:
            await self._post(url, body, headers)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            log.debug("no answer from a receiver: %r", error)
            raise DeliveryError(
                NO_ANSWER,
                is_permanent=isinstance(error, aiohttp.InvalidURL) or _has_cause(error, PrivateAddressError),
                is_timeout=isinstance(error, TimeoutError),
                was_tried=not _has_cause(error, ResolverBusyError),
            ) from error

    async def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        session = self._session = self._session or self._new_session()
        async with session.post(url, data=body, headers=headers, allow_redirects=False) as response:
            status, retry_after = response.status, response.headers.get("retry-after", "")
            # Read a small answer, so that the connection can be used again. Leaving the block drops a larger one.
            with suppress(TimeoutError, aiohttp.ClientError):
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await response.content.read(LARGEST_ANSWER)
        if 200 <= status < 300:
            return
        raise DeliveryError(
            f"status {status}",
            is_permanent=status in PERMANENT or 300 <= status < 400,
            is_gone=status in (404, 410),
            retry_after=float(retry_after) if retry_after.isascii() and retry_after.isdigit() else 0.0,
        )

    def _new_session(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(
            limit=100, limit_per_host=4, socket_factory=self._new_socket, resolver=_Names()
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=TIMEOUT, connect=CONNECT_TIMEOUT),
            headers={"User-Agent": "edokko"},
            auto_decompress=False,
            trust_env=False,
            max_line_size=LARGEST_HEADERS,
            max_field_size=LARGEST_HEADERS,
        )

    def _new_socket(self, info: Any) -> socket.socket:
        family, kind, protocol, _, address = info
        if not self.may_be_private and not is_public(str(address[0])):
            raise PrivateAddressError("the address is not public")
        return socket.socket(family, kind, protocol)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()


class _Names(AbstractResolver):
    """aiohttp's interface of :class:`Resolver`."""

    def __init__(self) -> None:
        self._resolver = Resolver()

    async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=address[0], port=port, family=kind, proto=proto, flags=NUMERIC)
            for kind, _, proto, _, address in await self._resolver.resolve(host, port, host, family)
        ]

    async def close(self) -> None:
        """Threads end by themselves."""


def _has_cause(error: BaseException, kind: type[BaseException]) -> bool:
    """Return whether an error is, or was caused by, one of a class."""
    chain: list[BaseException] = [error]
    while chain:
        current = chain.pop()
        if isinstance(current, kind):
            return True
        if isinstance(current, BaseExceptionGroup):
            chain += current.exceptions
        chain += [cause for cause in (current.__cause__, getattr(current, "os_error", None)) if cause is not None]
    return False


LONGEST_REASON = 200
MOST_RETRY_AFTER = 3600.0
"""The longest delay that a receiver may ask for, in seconds."""


@dataclass(eq=False, kw_only=True)
class DeliveryError(Exception):
    """A message was not accepted."""

    reason: str = field(kw_only=False)  # for the log and the guest
    # ``is_permanent`` and ``is_gone``: whether a repetition is of no use, and whether the receiver does not exist any
    # more.
    is_permanent: bool = False
    is_gone: bool = False
    retry_after: float = 0.0  # seconds after which the receiver wants the repetition
    is_timeout: bool = False  # whether the receiver has not answered in time
    was_tried: bool = True  # whether the receiver was tried; otherwise this process had no capacity for it

    def __post_init__(self) -> None:
        self.reason = " ".join(self.reason.split())[:LONGEST_REASON]
        self.is_permanent = self.is_permanent or self.is_gone
        self.retry_after = min(self.retry_after, MOST_RETRY_AFTER)
        super().__init__(self.reason)
