"""Limits of connections: what a client may send, keep open or leave unread.

uvicorn limits neither the head of a request nor its duration, and it answers each WebSocket ping at once. The protocols
here refuse before they parse, so that an attack by one client hardly delays the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LARGEST_HEAD = 64 * 1024
"""Bytes of a request's first line and headers."""
LARGEST_AHEAD = 64 * 1024
"""Bytes that may arrive while a request waits for its answer. They are parsed after it."""
REQUEST_SECONDS = 30.0
"""Timeout of the head of a request, and again of its body, in seconds."""
UNREAD_SECONDS = 30.0
"""Timeout of a client that does not read its answer, in seconds."""
CHANNEL_BYTES = 8 * 1024
"""Bytes that a client may send over a WebSocket in :data:`CHANNEL_SECONDS`; a page sends a few dozen."""
CHANNEL_SECONDS = 10.0
MOST_UNSENT = 512 * 1024
"""Capacity of the send buffer of a WebSocket, in bytes."""
CLOSING_SECONDS = 5.0
"""Seconds within which a client has to read the rest before its connection is aborted."""
INVALID_TEXT, POLICY_VIOLATION = 1007, 1008
"""Close codes of RFC 6455, section 7.4.1: invalid UTF-8, and a client that breaks a rule of the server."""
log = logging.getLogger("edokko.server.connections")


class Connections:
    """Counters of open connections, by the address of the peer, with limits of one address (0 for none) and of all."""

    def __init__(self, most: int, most_of_all: int) -> None:
        self._most = most
        self._most_of_all = most_of_all
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a new connection, and return whether it is within the limits."""
        if self._open.total() >= self._most_of_all or 0 < self._most <= self._open[address]:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Remove a closed connection that was counted."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def limited_http(connections: Connections) -> type[HttpToolsProtocol]:
    """Return uvicorn's HTTP protocol with the limits of this module; it counts the connections of all protocols."""
    return type("Limited", (LimitedHttp,), {"counted": connections})


class LimitedHttp(HttpToolsProtocol):
    """HTTP/1.1 with limits. An upgrade to WebSocket takes over the transport and the count of the connection.

    One request of a connection is parsed at a time: a parsed request takes fifty times the memory of its bytes. What
    arrives meanwhile waits unread. If a client pipelines, the connection ends after the first answer, which says so;
    the client then has to send the other requests again (RFC 9112, 9.3.2).
    """

    counted: Connections
    """Set by :func:`limited_http`."""
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _address: str | None = None
    _is_in_head = True
    _is_in_body = False
    _head = 0
    """Bytes received since the start of the head."""
    _fields = 0
    """Bytes of the URL and of the complete headers."""
    _ahead = b""
    """Bytes that wait for the answer to the request before them."""
    _is_ending = False
    """Whether the connection ends with the next answer, so that nothing more is parsed."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        address = self.client[0] if self.client else ""
        if not self.counted.enter(address):
            self._refuse(503, b"Too many connections.")
            return
        self._address = address
        self._expect(REQUEST_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        if self._unread is not None:
            self._unread.cancel()
        if self._address is not None:
            self.counted.leave(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self._is_ending:
            return
        if self._is_unanswered() and not self._is_in_body:
            self._ahead += data
            self.flow.pause_reading()
            if len(self._ahead) > LARGEST_AHEAD:
                self._end_after_answer()
            return
        if self._is_in_head:
            self._head += len(data)
            # The parser buffers an incomplete header, so its size is not in _fields yet.
            if self._head > LARGEST_HEAD + len(data):
                self._refuse(431, b"The head of the request is too large.")
                return
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:
                self._unsupported_upgrade_warning()
        except httptools.HttpParserCallbackError as error:
            if isinstance(error.__context__, HeadTooLarge):
                self._refuse(431, b"The head of the request is too large.")
            elif isinstance(error.__context__, Pipelined):
                self._end_after_answer()
            else:
                self._refuse(400, b"Invalid HTTP request.")
        except httptools.HttpParserError:
            self._refuse(400, b"Invalid HTTP request.")

    def _is_unanswered(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _end_after_answer(self) -> None:
        """Parse nothing more, and close the connection after the answer to the current request."""
        log.warning("a client sent further requests before the answer to its first one")
        self._is_ending, self._ahead = True, b""
        self.cycle.keep_alive = False
        self.flow.pause_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        data, self._ahead = self._ahead, b""
        if data:
            self.data_received(data)

    def on_message_begin(self) -> None:
        if self._is_unanswered():
            raise Pipelined
        super().on_message_begin()
        self._is_in_head, self._head = True, 0
        self._fields = 0
        self._expect(REQUEST_SECONDS)

    def on_url(self, url: bytes) -> None:
        self._add(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._add(len(name) + len(value))
        super().on_header(name, value)

    def _add(self, size: int) -> None:
        self._fields += size
        if self._fields > LARGEST_HEAD:
            raise HeadTooLarge

    def on_headers_complete(self) -> None:
        # RFC 9112, 3.2: a proxy and this server must not choose different hosts.
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise ValueError("a request must name one host")
        self._is_in_head, self._is_in_body = False, True
        self._expect(REQUEST_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_head, self._is_in_body, self._head = True, False, 0
        self._expect(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if not self.url.isascii():
            self._refuse(400, b"Invalid HTTP request.")
            return
        self._expect(None)
        super().handle_websocket_upgrade()
        # From now on the WebSocket protocol is notified when the connection closes.
        channel = self.transport.get_protocol()
        if isinstance(channel, LimitedWebSocket) and self._address is not None:
            channel.on_close(self.counted.leave, self._address)
            self._address = None

    def shutdown(self) -> None:
        if self._is_in_body:
            # The rest of the body may never come.
            self.transport.abort()
            return
        super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _expect(self, seconds: float | None) -> None:
        """Restart the timeout with a number of seconds; ``None`` stops it."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._time_out)

    def _time_out(self) -> None:
        if self._is_in_head or not self.cycle.response_started:
            self._refuse(408, b"The request took too long.")
        else:
            self.transport.abort()

    def _refuse(self, status: int, reason: bytes) -> None:
        """Answer in plain text and close; there is no complete request that the application could answer."""
        if self.transport.is_closing():
            return
        self._expect(None)
        self.transport.write(REFUSAL % (status, REASONS[status], len(reason)) + reason)
        close_soon(self.loop, self.transport)


REFUSAL = (
    b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
)
REASONS = {
    400: b"Bad Request",
    408: b"Request Timeout",
    431: b"Request Header Fields Too Large",
    503: b"Service Unavailable",
}


class HeadTooLarge(Exception):
    """The head of a request is larger than :data:`LARGEST_HEAD`."""


class Pipelined(Exception):
    """A second request begins before the first one is answered."""


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket with limits on what its client sends and leaves unread."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self._received = 0
        self._since = 0.0
        self._leave: Callable[[], None] | None = None

    def on_close(self, leave: Callable[[str], None], address: str) -> None:
        """Register a callback for the end of the connection, which gets the address."""
        self._leave = lambda: leave(address)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.handshake_initiated and self._is_too_much(len(data)):
            self._refuse(POLICY_VIOLATION, "too many bytes")
            return
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    def _is_too_much(self, size: int) -> bool:
        """Count received bytes before they are parsed, since parsing a flood of empty frames takes seconds."""
        now = self.loop.time()
        if now - self._since > CHANNEL_SECONDS:
            self._since, self._received = now, 0
        self._received += size
        return self._received > CHANNEL_BYTES

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self._refuse(INVALID_TEXT, "invalid UTF-8")
            return
        super().send_receive_event_to_app()

    def _refuse(self, code: int, reason: str) -> None:
        if not self.handshake_complete:
            # The application has not answered the handshake yet; it will see a disconnect.
            self.transport.abort()
            return
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        close_soon(self.loop, self.transport)


def close_soon(loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
    """Close a connection after the client has read the send buffer, at the latest after :data:`CLOSING_SECONDS`."""
    transport.close()
    if transport.get_write_buffer_size():
        loop.call_later(CLOSING_SECONDS, transport.abort)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def raise_descriptor_limit() -> int:
    """Raise the limit of open files to the maximum that the system allows, and return it."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit for sockets.
        return 1 << 16
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 1 << 16)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        # The system refuses, for example because of a lower limit for all processes.
        return soft
    return wanted
