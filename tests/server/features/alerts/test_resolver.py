"""Names that guests choose: resolved in threads of their own, a few at a time."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from typing import Any

import pytest

from edokko.server.features.alerts import resolver
from edokko.server.features.alerts.outgoing import DeliveryError, Outgoing
from edokko.server.features.alerts.public_addresses import PrivateAddressError, check_host
from edokko.server.features.alerts.resolver import MOST, MOST_OF_A_CALLER, Resolver, ResolverBusyError


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """A resolver of the system that answers names with ``slow`` only after the event."""
    event, system = threading.Event(), socket.getaddrinfo

    def getaddrinfo(host: Any, *arguments: Any, **options: Any) -> Any:
        if "slow" in str(host):
            event.wait(20)
            raise socket.gaierror("no such name")
        return system(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(resolver, "SECONDS", 0.2)
    return event


def test_slow_names_of_guests_leave_the_resolver_of_the_event_loop_free(answers: threading.Event) -> None:
    """Regression: thirty of them stopped a server whose database has a name."""

    async def run() -> tuple[list[Any], float]:
        names = Resolver()
        checks = [check_host(f"https://slow{number}.example/", names, str(number)) for number in range(30)]
        results = await asyncio.gather(*checks, return_exceptions=True)
        start = time.monotonic()
        await asyncio.get_running_loop().getaddrinfo("localhost", 5432)
        seconds = time.monotonic() - start
        answers.set()
        return results, seconds

    results, seconds = asyncio.run(run())
    assert seconds < 1
    assert sum(isinstance(result, ResolverBusyError) for result in results) == 30 - MOST
    assert sum(isinstance(result, TimeoutError) for result in results) == MOST


def test_a_query_counts_until_the_system_answers(answers: threading.Event) -> None:
    async def run() -> None:
        names = Resolver()
        for number in range(MOST_OF_A_CALLER):
            with pytest.raises(TimeoutError):
                await names.resolve(f"slow{number}.example", 443, "one")
        with pytest.raises(ResolverBusyError):
            await names.resolve("localhost", 443, "one")
        assert await names.resolve("localhost", 443, "another")
        answers.set()
        await asyncio.sleep(0.2)
        assert await names.resolve("localhost", 443, "one")

    asyncio.run(run())


def test_a_private_address_is_refused_and_a_missing_name_is_an_error() -> None:
    async def run() -> None:
        with pytest.raises(PrivateAddressError):
            await check_host("https://localhost/", Resolver(), "one")
        for host in ("host.invalid", "a" * 70 + ".example"):
            with pytest.raises((OSError, ValueError)):
                await check_host(f"https://{host}/", Resolver(), "one")

    asyncio.run(run())


def test_deliveries_have_threads_of_their_own_and_one_that_got_none_is_not_counted(answers: threading.Event) -> None:
    async def run() -> list[DeliveryError]:
        client = Outgoing(may_be_private=False)
        posts = [client.post(f"https://slow{number}.example/", b"x", {}) for number in range(MOST + 4)]
        results = await asyncio.gather(*posts, return_exceptions=True)
        start = time.monotonic()
        await asyncio.get_running_loop().getaddrinfo("localhost", 5432)
        assert time.monotonic() - start < 1
        answers.set()
        await client.close()
        return [result for result in results if isinstance(result, DeliveryError)]

    failures = asyncio.run(run())
    assert [failure.was_tried for failure in failures].count(False) == 4
    assert {failure.reason for failure in failures} == {"no answer"}
