"""An echo server with edokko's libraries and database but without a game: it stores, answers and broadcasts each POST.

The difference in cost to edokko's server is that of the game, its views and its access checks. It implements just
enough of the API for the clients of the load test.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec
import uvicorn
from litestar import Litestar, Request, Response, WebSocket, post, websocket
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import Connection, make_url, text

from edokko.server.app.running import LARGEST_FRAME
from edokko.server.store import open_database
from edokko.server.store.driver import execute_raw
from edokko.table.shapes import requests as shapes

SCHEMA = "CREATE TABLE IF NOT EXISTS echoes (place TEXT, version INTEGER, words TEXT, PRIMARY KEY (place, version))"
WRITE = "INSERT INTO echoes VALUES (?, ?, ?)"
WRITE_AND_NOTIFY = "WITH insertion AS (INSERT INTO echoes VALUES ($1, $2, $3)) SELECT pg_notify('echo', $4)"
_ENCODER = msgspec.json.Encoder()


class Echo:
    """The versions and listeners of all tables.

    Args:
        size: bytes of a view.
        address: the database, as in ``EDOKKO_DATABASE``.
    """

    def __init__(self, size: int, address: str) -> None:
        self._filler = "x" * size
        self._address = address
        self._database = open_database(address)
        self._versions: dict[str, int] = {}
        self._queues: dict[str, set[asyncio.Queue[str]]] = {}

    def message(self, table: str) -> str:
        """Return a view of the configured size."""
        version = self._versions.setdefault(table, 1)
        game = {"moves": [{"words": "stay"}], "filler": self._filler}
        view = {"you": {"may_play": True}, "table": {"version": version, "ply": version, "game": game}}
        return _ENCODER.encode({"type": "view", "version": version, "view": view, "steps": [{}]}).decode()

    @asynccontextmanager
    async def running(self, app: Litestar) -> AsyncIterator[None]:
        """Open the database and listen to notifications while the application runs."""
        async with self._database.write() as connection:
            await connection.execute(text(SCHEMA))
        if not self._database.is_shared:
            yield
        else:
            plain = make_url(self._address).set(drivername="postgresql").render_as_string(hide_password=False)
            connection = await asyncpg.connect(plain)
            await connection.add_listener("echo", self._on_notification)
            yield
            await connection.close()
        await self._database.close()

    def _on_notification(self, connection: Any, process: int, channel: str, message: str) -> None:
        table, _, version = message.partition(" ")
        self._broadcast(table, int(version))

    async def play(self, table: str, version: int, words: str) -> str:
        """Store a move and broadcast a new view."""
        values = (table, version, words)

        def write(connection: Connection) -> None:
            execute_raw(connection, WRITE, values)

        await self._database.transact_single(write, lambda: (WRITE_AND_NOTIFY, (*values, f"{table} {version}")))
        self._broadcast(table, version)
        return self.message(table)

    def _broadcast(self, table: str, version: int) -> None:
        if version <= self._versions.get(table, 1):
            return
        self._versions[table] = version
        message = self.message(table)
        for queue in self._queues.get(table, ()):
            queue.put_nowait(message)

    async def serve(self, table: str, socket: WebSocket[Any, Any, Any]) -> None:
        """Send views to a listener until it disconnects."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        queue.put_nowait(self.message(table))
        self._queues.setdefault(table, set()).add(queue)

        async def send() -> None:
            while True:
                await socket.send_text(await queue.get())

        sender = asyncio.create_task(send())
        try:
            while True:
                await socket.receive_text()
        except WebSocketDisconnect:
            self._queues[table].discard(queue)
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)


def application(size: int, address: str) -> Litestar:
    """Return the echo server as an ASGI application."""
    echo = Echo(size, address)

    @post("/api/tables/{table:str}/moves", status_code=200)
    async def play(request: Request[Any, Any, Any], table: str, data: shapes.Play) -> Response[str]:
        return Response(await echo.play(table, data.ply + 1, data.moves[0]), media_type="application/json")

    @websocket("/api/tables/{table:str}/live")
    async def live(socket: WebSocket[Any, Any, Any], table: str) -> None:
        await socket.accept()
        await echo.serve(table, socket)

    return Litestar([play, live], openapi_config=None, lifespan=[echo.running])


def main() -> None:
    """Run the echo server: ``python benchmarks/load_echo.py PORT BYTES DATABASE``."""
    port, size = map(int, sys.argv[1:3])
    uvicorn.run(
        application(size, sys.argv[3]),
        port=port,
        loop="auto",
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_FRAME,
        access_log=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
