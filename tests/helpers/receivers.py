"""Local receivers of messages: an HTTP server, an SMTP server, and a push subscription with its keys."""

from __future__ import annotations

import asyncio
import json
import os
from base64 import urlsafe_b64encode
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

import http_ece
from aiohttp import web
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass
class Received:
    """A request that a receiver has got."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.body)
        return data


@dataclass
class HttpReceiver:
    """An HTTP server. It answers 204, or the next of `answers`: a status, and headers."""

    port: int = 0
    answers: deque[tuple[int, dict[str, str]]] = field(default_factory=deque)
    requests: list[Received] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answer(self, status: int, **headers: str) -> None:
        self.answers.append((status, {name.replace("_", "-"): value for name, value in headers.items()}))


@asynccontextmanager
async def http_receiver() -> AsyncIterator[HttpReceiver]:
    receiver = HttpReceiver()

    async def handle(request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        receiver.requests.append(Received(request.path, headers, await request.read()))
        status, extra = receiver.answers.popleft() if receiver.answers else (204, {})
        return web.Response(status=status, headers=extra, body=b"x" * 100_000 if status == 200 else None)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        receiver.port = runner.addresses[0][1]
        yield receiver
    finally:
        await runner.cleanup()


class Subscription:
    """A push subscription with its private key, as a browser has it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": _base64(public), "auth": _base64(self._auth)}

    def decrypt(self, request: Received) -> dict[str, Any]:
        assert request.headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        data: dict[str, Any] = json.loads(text)
        return data


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class SmtpReceiver:
    """An SMTP server. It accepts messages, or answers with the next of `answers`."""

    port: int = 0
    answers: deque[str] = field(default_factory=deque)
    mails: list[Message] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    """The bytes of each message, as they were sent."""

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.answers:
            return self.answers.popleft()
        self.contents.append(envelope.content)
        self.mails.append(message_from_bytes(envelope.content, policy=default))
        return "250 accepted"


@asynccontextmanager
async def smtp_receiver() -> AsyncIterator[SmtpReceiver]:
    receiver = SmtpReceiver()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(receiver), "127.0.0.1", 0)
    try:
        receiver.port = server.sockets[0].getsockname()[1]
        yield receiver
    finally:
        server.close()
