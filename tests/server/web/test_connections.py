"""Limits of connections, and answers to other clients meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from edokko.server.web.connections import Connections, LimitedWebSocket, limited_http
from tests.helpers.server import Person, Server, sqlite_in, wait_until

GET = b"GET /healthz HTTP/1.1\r\nHost: edokko\r\n"
PING = b"\x89\x80" + bytes(4)
PONG = b"\x8a\x80" + bytes(4)
EMPTY_TEXT = b"\x01\x80" + bytes(4)
EMPTY_FRAGMENT = b"\x00\x80" + bytes(4)
HANDSHAKE = (
    b"GET /api/live HTTP/1.1\r\nHost: edokko\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def connect(server: Server) -> socket.socket:
    url = urlsplit(server.address)
    assert url.hostname is not None
    assert url.port is not None
    return socket.create_connection((url.hostname, url.port), timeout=10)


def pour(plug: socket.socket, piece: bytes, most: int) -> int:
    """Send a piece repeatedly until the server closes, and return the number of bytes sent."""
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            plug.sendall(piece)
            sent += len(piece)
    return sent


def answer(plug: socket.socket) -> bytes:
    """Return the bytes that the server sends until it closes."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := plug.recv(65536):
            received += piece
    return received


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (GET + b"X-Long: ", b"a" * 65536),
        (b"GET /", b"a" * 65536),
        (GET, b"".join(b"X-%d: 1\r\n" % number for number in range(6000))),
        (b"GET / HTTP/1.1\r\nX-", b"a" * 65536),
    ],
    ids=["value", "address", "names", "name"],
)
def test_an_endless_head_is_cut_off(server: Server, start: bytes, piece: bytes) -> None:
    with connect(server) as plug:
        plug.sendall(start)
        # The kernels of both sides buffer some megabytes.
        assert pour(plug, piece, 64_000_000) < 16_000_000


def test_a_large_head_is_answered_with_431(server: Server) -> None:
    with connect(server) as plug:
        plug.sendall(GET + b"X-Long: " + b"a" * 66_000 + b"\r\n\r\n")
        assert answer(plug).startswith(b"HTTP/1.1 431 ")
    with connect(server) as plug:
        plug.sendall(GET + b"X-Long: " + b"a" * 60_000 + b"\r\nConnection: close\r\n\r\n")
        assert answer(plug).startswith(b"HTTP/1.1 200 ")


LESSONS = b"GET /api/lessons HTTP/1.1\r\nHost: edokko\r\n\r\n"


def test_pipelined_requests_end_the_connection_after_the_first_answer(server: Server) -> None:
    with connect(server) as plug:
        plug.sendall(LESSONS * 3)
        head, _, rest = answer(plug).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        assert b"\r\nconnection: close" in head
        assert b"HTTP/1.1" not in rest


def test_a_request_that_comes_before_the_last_answer_waits_for_it() -> None:
    """A client may see the end of an answer earlier than the server does."""
    release = asyncio.Event()
    seen: list[str] = []

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["path"])
        await release.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask_twice() -> None:
        config = Config(slow, log_config=None)
        config.load()
        protocol, plug = limited_http(Connections(0, 10))(config, ServerState(), {}), Plug()
        protocol.connection_made(plug)
        protocol.data_received(b"GET /1 HTTP/1.1\r\nHost: edokko\r\n\r\n")
        await asyncio.sleep(0)
        protocol.data_received(b"GET /2 HTTP/1.1\r\nHost: edo")
        protocol.data_received(b"kko\r\n\r\n")
        await asyncio.sleep(0)
        assert seen == ["/1"]
        assert not protocol.pipeline
        release.set()
        while protocol.tasks:
            await asyncio.gather(*protocol.tasks)
            await asyncio.sleep(0)
        protocol.connection_lost(None)

    asyncio.run(ask_twice())
    assert seen == ["/1", "/2"]


def test_pipelined_requests_do_not_fill_the_memory(launch: Callable[..., Server], tmp_path: Path) -> None:
    """Regression: each parsed request took fifty times the memory of its bytes, 200 MB here."""
    server = launch(sqlite_in(tmp_path))
    with connect(server) as plug:
        plug.sendall(LESSONS)
        before = memory_of(server)
    plugs = [connect(server) for _ in range(20)]
    pieces = [LESSONS * 1_000] * 4
    for plug in plugs:
        for piece in pieces:
            with contextlib.suppress(OSError):
                plug.sendall(piece)
    time.sleep(0.5)
    grown = memory_of(server) - before
    for plug in plugs:
        plug.close()
    assert grown < 20_000_000


def memory_of(server: Server) -> int:
    """Return the resident memory of a server process, in bytes."""
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    "head",
    [b"GET /healthz HTTP/1.1\r\n", GET + b"Host: other\r\n", GET + b"hOsT: edokko\r\n"],
    ids=["none", "two", "the same twice"],
)
def test_a_request_names_one_host(server: Server, head: bytes) -> None:
    with connect(server) as plug:
        plug.sendall(head + b"Connection: close\r\n\r\n")
        assert answer(plug).startswith(b"HTTP/1.1 400 ")


def test_http_1_0_needs_no_host(server: Server) -> None:
    with connect(server) as plug:
        plug.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert answer(plug).startswith(b"HTTP/1.1 200 ")


def channel(server: Server, person: Person) -> socket.socket:
    """Return an open WebSocket as a raw socket."""
    cookie = "; ".join(f"{item.name}={item.value}" for item in person.http.cookies.jar)
    plug = connect(server)
    head = (
        f"GET /api/live HTTP/1.1\r\nHost: {urlsplit(server.address).netloc}\r\nOrigin: {server.address}\r\n"
        f"Cookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    plug.sendall(head.encode())
    received = b""
    while b"\r\n\r\n" not in received:
        received += plug.recv(65536)
    assert received.startswith(b"HTTP/1.1 101 ")
    return plug


@pytest.mark.parametrize(
    ("start", "frame"),
    [(b"", PING), (b"", PONG), (EMPTY_TEXT, EMPTY_FRAGMENT)],
    ids=["pings", "pongs", "empty fragments"],
)
def test_a_flood_of_frames_is_cut_off(server: Server, person: Callable[[], Person], start: bytes, frame: bytes) -> None:
    guest, other = person(), person()
    with channel(server, guest) as plug:
        plug.sendall(start)
        assert pour(plug, frame * 10_000, 64_000_000) < 16_000_000
        sent_at = time.monotonic()
        other.get("/api/guest")
        assert time.monotonic() - sent_at < 5


class Plug(asyncio.Transport):
    """A transport without a network."""

    def __init__(self) -> None:
        super().__init__({"sockname": ("127.0.0.1", 1), "peername": ("127.0.0.1", 2)})
        self.was_aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.was_aborted

    def close(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def abort(self) -> None:
        self.was_aborted = True


def test_a_flood_before_the_handshakes_answer_is_cut_off_without_an_error(caplog: pytest.LogCaptureFixture) -> None:
    """Regression: the server answered the handshake of a closed channel and logged a traceback."""

    async def refusing(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.close"})

    async def flood() -> Plug:
        config = Config(refusing, log_config=None)
        config.load()
        protocol, plug = LimitedWebSocket(config, ServerState(), {}), Plug()
        protocol.connection_made(plug)
        protocol.data_received(HANDSHAKE)
        protocol.data_received(PING * 2_000)
        await asyncio.gather(*protocol.tasks)
        return plug

    assert asyncio.run(flood()).was_aborted
    assert [entry.getMessage() for entry in caplog.records if entry.levelname == "ERROR"] == []


def test_a_normal_client_stays_below_the_limits(server: Server, person: Callable[[], Person]) -> None:
    with channel(server, person()) as plug:
        for _ in range(20):
            plug.sendall(PING)
        plug.sendall(b"\x88\x82" + bytes(4) + struct.pack("!H", 1000))
        # The answer to each ping, the list of turns and the close frame.
        received = answer(plug)
        assert received.count(b"\x8a\x00") == 20
        assert received.endswith(struct.pack("!H", 1000))


def test_invalid_utf8_closes_the_channel_without_an_error(visitor: Callable[[Server], Person], tmp_path: Path) -> None:
    server = Server(sqlite_in(tmp_path))
    log = tmp_path / "log"
    server.start(log)
    with channel(server, visitor(server)) as plug:
        plug.sendall(b"\x81\x82" + bytes(4) + b"\xff\xfe")
        assert struct.pack("!H", 1007) in answer(plug)
    server.stop()
    assert "Traceback" not in log.read_text()


def test_connections_of_an_address_are_limited(launch: Callable[..., Server], tmp_path: Path) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_CONNECTIONS="20")
    plugs = [connect(server) for _ in range(30)]
    try:
        time.sleep(0.3)
        for plug in plugs:
            with contextlib.suppress(OSError):
                plug.sendall(GET + b"Connection: close\r\n\r\n")
        status_lines = [answer(plug)[:12] for plug in plugs]
        assert status_lines.count(b"HTTP/1.1 200") == 20
        assert status_lines.count(b"HTTP/1.1 503") + status_lines.count(b"") == 10
    finally:
        for plug in plugs:
            plug.close()
    with connect(server) as plug:
        plug.sendall(GET + b"Connection: close\r\n\r\n")
        assert answer(plug).startswith(b"HTTP/1.1 200 ")


def test_closed_channels_are_no_longer_counted(
    launch: Callable[..., Server], visitor: Callable[[Server], Person], tmp_path: Path
) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_CONNECTIONS="8")
    guest = visitor(server)
    for _ in range(20):
        with channel(server, guest):
            pass

    def is_free() -> bool:
        with connect(server) as plug:
            plug.sendall(GET + b"Connection: close\r\n\r\n")
            return answer(plug).startswith(b"HTTP/1.1 200 ")

    wait_until(is_free, 10)


def test_sigterm_with_a_body_that_never_ends(tmp_path: Path) -> None:
    server = Server(sqlite_in(tmp_path))
    log = tmp_path / "log"
    server.start(log)
    with connect(server) as plug:
        plug.sendall(b"POST /api/tables HTTP/1.1\r\nHost: e\r\nContent-Type: application/json\r\n")
        plug.sendall(b"Content-Length: 5000\r\n\r\n{")
        time.sleep(0.3)
        start = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - start < 7
    assert "Traceback" not in log.read_text()


def test_bodies_that_are_not_utf8_are_bad_requests(person: Callable[[], Person]) -> None:
    guest = person()
    for body in (b'{"name":"\xff"}', b'"\xed\xa0\x80"', b'{"seats":[{"kind":"\xc3("}]}'):
        for path in ("/api/tables", "/api/tokens", "/api/guest/moved"):
            response = guest.http.post(path, content=body, headers={"content-type": "application/json"})
            assert (response.status_code, response.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize("way", ["", "/log", "/record", "/review", "/components"])
def test_a_zero_byte_in_a_path_gives_no_table(person: Callable[[], Person], way: str) -> None:
    guest = person()
    assert guest.get(f"/api/tables/%00{way}", 404)["code"] == "no_table"
    assert guest.get("/api/players/%00", 404)["code"] == "no_player"
    assert guest.http.delete("/api/tokens/%00").status_code == 204
