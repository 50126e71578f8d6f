"""The resolution of names that guests choose, in threads of its own.

A query of the system's resolver cannot be interrupted, and the event loop has few threads for them. A handful of names
that resolve slowly would occupy these, so that no connection to a database with a name could be opened.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections import Counter
from contextlib import suppress
from typing import Any

SECONDS = 5.0
"""Timeout of the caller. The thread goes on, and counts, until the system answers."""
MOST, MOST_OF_A_CALLER = 16, 2
"""Names that are resolved at the same time: in all, and for one client or for deliveries to one host."""
log = logging.getLogger(__name__)


class ResolverBusyError(OSError):
    """Too many names are being resolved: a later query may succeed."""


class Resolver:
    """The system's resolver with a limit of concurrent queries, and of those for one caller."""

    def __init__(self) -> None:
        self._running: Counter[str] = Counter()

    async def resolve(self, host: str, port: int, caller: str, family: int = socket.AF_UNSPEC) -> list[Any]:
        """Return the addresses of a host, as :func:`socket.getaddrinfo` does, for a caller such as a client's address.

        Raises:
            OSError, ValueError: the name has no address, is none, or was not resolved in time (:class:`TimeoutError`);
                :class:`ResolverBusyError`: too many names are being resolved.
        """
        if self._running.total() >= MOST or self._running[caller] >= MOST_OF_A_CALLER:
            log.warning("a name of a guest was not resolved: too many at the same time")
            raise ResolverBusyError
        loop, answer = asyncio.get_running_loop(), asyncio.Future[list[Any]]()
        self._running[caller] += 1

        def end(addresses: list[Any] | None, error: Exception | None) -> None:
            self._running -= Counter((caller,))
            if not answer.done():
                answer.set_exception(error) if error else answer.set_result(addresses or [])

        def query() -> None:
            addresses, failure = None, None
            try:
                addresses = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)
            except (OSError, ValueError) as error:
                failure = error
            # The server may have stopped meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(end, addresses, failure)

        # A daemon, unlike a thread of an executor: a slow name must not delay the exit of the process.
        threading.Thread(target=query, name="resolving", daemon=True).start()
        async with asyncio.timeout(SECONDS):
            return await answer
