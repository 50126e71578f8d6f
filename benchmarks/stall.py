"""Latency of other clients while one client attacks the server.

    python benchmarks/stall.py [--seconds 5] [--database ADDRESS] [--only pings]

Each attack runs against a fresh server with the default limits. Another client, at another address, requests its table
twenty times a second over a persistent connection; the latency counts from when a request was due. The last column has
the memory that the attack has left in the server process. The exit status tells whether the 99th percentile was below
250 ms and the growth below 100 MB everywhere. It runs on SQLite, and on PostgreSQL with an address; all
traffic stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import socket
import sys
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import aiohttp

from load import own_database
from load_server import Server, table_server

MOST_MS = 250.0
MOST_MEGABYTES = 100.0
RATE = 20.0
SECONDS = 5.0
PROBE = "127.0.0.2"
"""The address of the measured client; the attacks come from 127.0.0.1."""
DEFAULTS = {
    "EDOKKO_RATE": "1200",
    "EDOKKO_SOCKETS": "200",
    "EDOKKO_CONNECTIONS": "400",
    "EDOKKO_ADDRESS_GUESTS": "60",
    "EDOKKO_ADDRESS_TABLES": "120",
    "EDOKKO_GUEST_TABLES": "40",
    "EDOKKO_BOT_TABLES": "12",
    "EDOKKO_BOT_ONLY_TABLES": "500",
}
HEAD = b"GET /healthz HTTP/1.1\r\nHost: edokko\r\n"
MASK = bytes(4)
Connection = socket.socket


def connect(address: str) -> Connection:
    """Open a connection to the server."""
    url = urlsplit(address)
    return socket.create_connection((url.hostname or "", url.port or 0), timeout=5)


def request(address: str, method: str, path: str, body: object = None, cookie: str = "") -> tuple[bytes, str]:
    """Send a request on a new connection, and return the head of the answer and its cookie."""
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nConnection: close\r\nCookie: {cookie}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    answer = b""
    with connect(address) as connection:
        connection.sendall(head.encode() + content)
        with contextlib.suppress(OSError):
            while piece := connection.recv(65536):
                answer += piece
    answer_head = answer.partition(b"\r\n\r\n")[0]
    cookies = [
        line[12:].split(b";")[0] for line in answer_head.split(b"\r\n") if line.lower().startswith(b"set-cookie: ")
    ]
    return answer_head, b"; ".join(cookies).decode()


def flood(address: str, start: bytes, piece: bytes, end: float) -> None:
    """Send a piece repeatedly, on a new connection whenever the server closes one."""
    while time.monotonic() < end:
        with contextlib.suppress(OSError), connect(address) as connection:
            connection.sendall(start)
            while time.monotonic() < end:
                connection.sendall(piece)


def header_value(address: str, end: float) -> None:
    """Send an endless header value."""
    flood(address, HEAD + b"X: ", b"a" * 65536, end)


def header_names(address: str, end: float) -> None:
    """Send endless headers."""
    flood(address, HEAD, b"".join(b"X-%d: 1\r\n" % number for number in range(5000)), end)


def long_url(address: str, end: float) -> None:
    """Send an endless URL."""
    flood(address, b"GET /", b"a" * 65536, end)


def pipelined(address: str, end: float) -> None:
    """Send requests on one connection without reading the answers."""
    flood(address, b"", b"GET /api/lessons HTTP/1.1\r\nHost: edokko\r\n\r\n" * 1000, end)


def overlays(address: str, end: float) -> None:
    """Create tables with an overlay that has one key of thousands of parts."""
    _, cookie = request(address, "GET", "/api/guest")
    seats = [{"kind": "you"}, {"kind": "open"}]
    while time.monotonic() < end:
        request(address, "POST", "/api/tables", {"seats": seats, "overlay": "a." * 30_000 + "a = 1"}, cookie)


def channel(address: str, frame: bytes, start: bytes, end: float) -> None:
    """Flood live channels with empty frames without reading."""
    _, cookie = request(address, "GET", "/api/guest")
    head = (
        f"GET /api/live HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nOrigin: {address}\r\nCookie: {cookie}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    flood(address, head.encode() + start, frame * 10_000, end)


def pings(address: str, end: float) -> None:
    """Flood a live channel with pings."""
    channel(address, b"\x89\x80" + MASK, b"", end)


def pongs(address: str, end: float) -> None:
    """Flood a live channel with pongs."""
    channel(address, b"\x8a\x80" + MASK, b"", end)


def fragments(address: str, end: float) -> None:
    """Flood a live channel with empty fragments."""
    channel(address, b"\x00\x80" + MASK, b"\x01\x80" + MASK, end)


def incomplete_heads(address: str, end: float) -> None:
    """Open 1,500 connections that never finish their request."""
    connections: list[Connection] = []
    with contextlib.suppress(OSError):
        while len(connections) < 1_500 and time.monotonic() < end:
            connections.append(connect(address))
            with contextlib.suppress(OSError):
                connections[-1].sendall(HEAD)
    time.sleep(max(0.0, end - time.monotonic()))
    for connection in connections:
        connection.close()


def incomplete_bodies(address: str, end: float) -> None:
    """Open 300 connections that never finish the body of their request."""
    connections = [connect(address) for _ in range(300)]
    for connection in connections:
        with contextlib.suppress(OSError):
            connection.sendall(b"POST /api/tables HTTP/1.1\r\nHost: e\r\nContent-Length: 5000\r\n\r\n{")
    time.sleep(max(0.0, end - time.monotonic()))
    for connection in connections:
        connection.close()


def guests_and_tables(address: str, end: float) -> None:
    """Create guests and tables up to the limits of an address."""
    cookies: list[str] = []
    seats = [{"kind": "you"}, {"kind": "open"}]
    while time.monotonic() < end:
        _, cookie = request(address, "GET", "/api/guest")
        cookies += [cookie] if cookie else []
        if cookies:
            request(address, "POST", "/api/tables", {"seats": seats, "listed": True}, cookies[-1])


ATTACKS: dict[str, Callable[[str, float], None] | None] = {
    "none": None,
    "an endless header value": header_value,
    "endless headers": header_names,
    "an endless URL": long_url,
    "pipelined requests": pipelined,
    "overlays with one long key": overlays,
    "pings": pings,
    "pongs": pongs,
    "empty fragments": fragments,
    "1,500 incomplete heads": incomplete_heads,
    "300 incomplete bodies": incomplete_bodies,
    "guests and tables": guests_and_tables,
}


async def probe(server: Server, seconds: float) -> list[float]:
    """Request a table at a fixed rate.

    Returns:
        The latencies in milliseconds, each from when the request was due.
    """
    connector = aiohttp.TCPConnector(local_addr=(PROBE, 0), limit=1)
    jar = aiohttp.CookieJar(unsafe=True)
    latencies: list[float] = []
    async with aiohttp.ClientSession(server.address, connector=connector, cookie_jar=jar) as http:
        await http.get("/api/guest")
        seats = [{"kind": "you"}, {"kind": "local"}]
        async with http.post("/api/tables", json={"seats": seats}) as created:
            table = (await created.json())["table"]["id"]
        start = time.monotonic()
        for number in range(int(seconds * RATE)):
            due = start + number / RATE
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            async with http.get(f"/api/tables/{table}") as answer:
                await answer.read()
                if answer.status != 200:
                    raise RuntimeError(f"the measured client got {answer.status}")
            latencies.append(1000 * (time.monotonic() - due))
    return latencies


def measure(name: str, database: str, seconds: float) -> tuple[float, float, float, float]:
    """Run one attack against a fresh server.

    Returns:
        Median, 99th percentile and maximum of the other client's latency in ms, and the growth of the server in MB.
    """
    server = table_server(database, **DEFAULTS)
    attack, attacker = ATTACKS[name], None
    try:
        # The measured client's own requests load what every server needs.
        asyncio.run(probe(server, 1.0))
        before = server.megabytes
        if attack is not None:
            end = time.monotonic() + seconds + 1
            attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(server.address, end))
            attacker.start()
        latencies = sorted(asyncio.run(probe(server, seconds)))
        growth = server.megabytes - before
    finally:
        if attacker is not None:
            attacker.terminate()
            attacker.join()
        server.stop()
    return latencies[len(latencies) // 2], latencies[int(0.99 * (len(latencies) - 1))], latencies[-1], growth


def main() -> int:
    """Run the attacks and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="duration of each attack")
    parser.add_argument("--database", help="a PostgreSQL address, to run the attacks on PostgreSQL as well")
    parser.add_argument("--only", choices=sorted(ATTACKS), help="one attack")
    options = parser.parse_args()
    is_met = True
    databases = {"SQLite": None} | ({"PostgreSQL": options.database} if options.database else {})
    print("| attack | database | p50 ms | p99 ms | max ms | MB |\n|---|---|---|---|---|---|")
    for name in [options.only] if options.only else ATTACKS:
        for kind, database in databases.items():
            median, p99, longest, growth = asyncio.run(_on(database, name, options.seconds))
            is_met &= p99 < MOST_MS and growth < MOST_MEGABYTES
            print(f"| {name} | {kind} | {median:.0f} | {p99:.0f} | {longest:.0f} | {growth:.0f} |", flush=True)
    return 0 if is_met else 1


async def _on(database: str | None, name: str, seconds: float) -> tuple[float, float, float, float]:
    async with own_database(database) as address:
        return await asyncio.to_thread(measure, name, address, seconds)


if __name__ == "__main__":
    sys.exit(main())
