"""What other clients feel while one client attacks the server.

    python benchmarks/stall.py [--seconds 5] [--database ADDRESS] [--only pings]

For each attack a server of its own is started with its usual limits. Another client, at another address, asks for its
table twenty times a second over a connection that it keeps; the latency counts from when a request was due. The exit
status says whether the 99th percentile stayed under 250 ms everywhere. It runs on SQLite, and on PostgreSQL where an
address is given; all traffic stays on this machine.
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
RATE = 20.0
SECONDS = 5.0
PROBE = "127.0.0.2"
"""The address of the client that is measured; the attacks come from 127.0.0.1."""
USUAL = {
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
Plug = socket.socket


def connect(address: str) -> Plug:
    """Open a connection to the server."""
    found = urlsplit(address)
    return socket.create_connection((found.hostname or "", found.port or 0), timeout=5)


def ask(address: str, method: str, path: str, body: object = None, cookie: str = "") -> tuple[bytes, str]:
    """Send one request on a connection of its own; the head of the answer, and its cookie."""
    sent = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nConnection: close\r\nCookie: {cookie}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
    answer = b""
    with connect(address) as plug:
        plug.sendall(head.encode() + sent)
        with contextlib.suppress(OSError):
            while piece := plug.recv(65536):
                answer += piece
    found = answer.partition(b"\r\n\r\n")[0]
    cookies = [line[12:].split(b";")[0] for line in found.split(b"\r\n") if line.lower().startswith(b"set-cookie: ")]
    return found, b"; ".join(cookies).decode()


def pour(address: str, start: bytes, piece: bytes, end: float) -> None:
    """Send a piece without end, on a new connection whenever the server closes one."""
    while time.monotonic() < end:
        with contextlib.suppress(OSError), connect(address) as plug:
            plug.sendall(start)
            while time.monotonic() < end:
                plug.sendall(piece)


def header_value(address: str, end: float) -> None:
    """Send a header value without end."""
    pour(address, HEAD + b"X: ", b"a" * 65536, end)


def header_names(address: str, end: float) -> None:
    """Send headers without end."""
    pour(address, HEAD, b"".join(b"X-%d: 1\r\n" % number for number in range(5000)), end)


def long_address(address: str, end: float) -> None:
    """Send an address without end."""
    pour(address, b"GET /", b"a" * 65536, end)


def overlays(address: str, end: float) -> None:
    """Ask for tables with an overlay of one key of thousands of parts."""
    _, cookie = ask(address, "GET", "/api/guest")
    seats = [{"kind": "you"}, {"kind": "open"}]
    while time.monotonic() < end:
        ask(address, "POST", "/api/tables", {"seats": seats, "overlay": "a." * 30_000 + "a = 1"}, cookie)


def channel(address: str, frame: bytes, start: bytes, end: float) -> None:
    """Flood live channels with frames of no content, reading nothing."""
    _, cookie = ask(address, "GET", "/api/guest")
    head = (
        f"GET /api/live HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nOrigin: {address}\r\nCookie: {cookie}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    pour(address, head.encode() + start, frame * 10_000, end)


def pings(address: str, end: float) -> None:
    """Flood a live channel with pings."""
    channel(address, b"\x89\x80" + MASK, b"", end)


def pongs(address: str, end: float) -> None:
    """Flood a live channel with pongs."""
    channel(address, b"\x8a\x80" + MASK, b"", end)


def fragments(address: str, end: float) -> None:
    """Flood a live channel with empty fragments."""
    channel(address, b"\x00\x80" + MASK, b"\x01\x80" + MASK, end)


def half_heads(address: str, end: float) -> None:
    """Open 1,500 connections that never finish their request."""
    plugs: list[Plug] = []
    with contextlib.suppress(OSError):
        while len(plugs) < 1_500 and time.monotonic() < end:
            plugs.append(connect(address))
            with contextlib.suppress(OSError):
                plugs[-1].sendall(HEAD)
    time.sleep(max(0.0, end - time.monotonic()))
    for plug in plugs:
        plug.close()


def half_bodies(address: str, end: float) -> None:
    """Send requests whose bodies never come."""
    plugs = [connect(address) for _ in range(300)]
    for plug in plugs:
        with contextlib.suppress(OSError):
            plug.sendall(b"POST /api/tables HTTP/1.1\r\nHost: e\r\nContent-Length: 5000\r\n\r\n{")
    time.sleep(max(0.0, end - time.monotonic()))
    for plug in plugs:
        plug.close()


def guests_and_tables(address: str, end: float) -> None:
    """Make as many guests and tables as the server lets one address make."""
    cookies: list[str] = []
    seats = [{"kind": "you"}, {"kind": "open"}]
    while time.monotonic() < end:
        _, cookie = ask(address, "GET", "/api/guest")
        cookies += [cookie] if cookie else []
        if cookies:
            ask(address, "POST", "/api/tables", {"seats": seats, "listed": True}, cookies[-1])


ATTACKS: dict[str, Callable[[str, float], None] | None] = {
    "none": None,
    "a header value without end": header_value,
    "headers without end": header_names,
    "an address without end": long_address,
    "overlays of one long key": overlays,
    "pings": pings,
    "pongs": pongs,
    "empty fragments": fragments,
    "1,500 half heads": half_heads,
    "300 half bodies": half_bodies,
    "guests and tables": guests_and_tables,
}


async def probe(server: Server, seconds: float) -> list[float]:
    """Ask for a table again and again.

    Returns:
        Milliseconds from when each request was due until its answer was there.
    """
    connector = aiohttp.TCPConnector(local_addr=(PROBE, 0), limit=1)
    jar = aiohttp.CookieJar(unsafe=True)
    found: list[float] = []
    async with aiohttp.ClientSession(server.address, connector=connector, cookie_jar=jar) as http:
        await http.get("/api/guest")
        seats = [{"kind": "you"}, {"kind": "local"}]
        async with http.post("/api/tables", json={"seats": seats}) as made:
            table = (await made.json())["table"]["id"]
        began = time.monotonic()
        for number in range(int(seconds * RATE)):
            due = began + number / RATE
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            async with http.get(f"/api/tables/{table}") as answer:
                await answer.read()
                if answer.status != 200:
                    raise RuntimeError(f"the other client is answered with {answer.status}")
            found.append(1000 * (time.monotonic() - due))
    return found


def measure(name: str, database: str, seconds: float) -> tuple[float, float, float]:
    """Run one attack against a server of its own.

    Returns:
        Median, 99th percentile and maximum of the other client's latency in ms.
    """
    server = table_server(database, **USUAL)
    attack, attacking = ATTACKS[name], None
    try:
        if attack is not None:
            end = time.monotonic() + seconds + 1
            attacking = multiprocessing.get_context("spawn").Process(target=attack, args=(server.address, end))
            attacking.start()
        found = sorted(asyncio.run(probe(server, seconds)))
    finally:
        if attacking is not None:
            attacking.terminate()
            attacking.join()
        server.stop()
    return found[len(found) // 2], found[int(0.99 * (len(found) - 1))], found[-1]


def main() -> int:
    """Run the attacks and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each attack lasts")
    parser.add_argument("--database", help="a PostgreSQL address, for the attacks again on PostgreSQL")
    parser.add_argument("--only", choices=sorted(ATTACKS), help="one attack")
    asked = parser.parse_args()
    is_held = True
    databases = {"SQLite": None} | ({"PostgreSQL": asked.database} if asked.database else {})
    print("| attack | database | p50 ms | p99 ms | max ms |\n|---|---|---|---|---|")
    for name in [asked.only] if asked.only else ATTACKS:
        for kind, database in databases.items():
            median, late, most = asyncio.run(_on(database, name, asked.seconds))
            is_held &= late < MOST_MS
            print(f"| {name} | {kind} | {median:.0f} | {late:.0f} | {most:.0f} |", flush=True)
    return 0 if is_held else 1


async def _on(database: str | None, name: str, seconds: float) -> tuple[float, float, float]:
    async with own_database(database) as address:
        return await asyncio.to_thread(measure, name, address, seconds)


if __name__ == "__main__":
    sys.exit(main())
