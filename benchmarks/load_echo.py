"""The same libraries and database without a game: a POST is answered, written down, and sent on to everybody there.

What the table's server takes beyond this is its own: the game, its views, and who may do what. It answers just enough
of the API for the load's client.
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

from edokko.server import shapes
from edokko.server.database import Database
from edokko.server.database.connect import execute_raw
from edokko.server.running import LARGEST_FRAME

SCHEMA = "CREATE TABLE IF NOT EXISTS echoes (place TEXT, version INTEGER, words TEXT, PRIMARY KEY (place, version))"
WRITE = "INSERT INTO echoes VALUES (?, ?, ?)"
WRITE_AND_TELL = "WITH written AS (INSERT INTO echoes VALUES ($1, $2, $3)) SELECT pg_notify('echo', $4)"
_ENCODER = msgspec.json.Encoder()


class Echo:
    """Versions and listeners of all tables.

    Args:
        size: bytes of a view.
        address: the database, as the table's server takes it.
    """

    def __init__(self, size: int, address: str) -> None:
        self._filler = "x" * size
        self._address = address
        self._database = Database(address)
        self._versions: dict[str, int] = {}
        self._there: dict[str, set[asyncio.Queue[str]]] = {}

    def message(self, table: str) -> str:
        """A view of the size asked for."""
        version = self._versions.setdefault(table, 1)
        game = {"moves": [{"words": "stay"}], "filler": self._filler}
        view = {"you": {"may_play": True}, "table": {"version": version, "ply": version, "game": game}}
        return _ENCODER.encode({"type": "view", "version": version, "view": view, "steps": [{}]}).decode()

    @asynccontextmanager
    async def running(self, app: Litestar) -> AsyncIterator[None]:
        """As long as the application runs: the database is open, and others are listened to."""
        async with self._database.write() as connection:
            await connection.execute(text(SCHEMA))
        if self._database.is_sqlite:
            yield
        else:
            plain = make_url(self._address).set(drivername="postgresql").render_as_string(hide_password=False)
            listening = await asyncpg.connect(plain)
            await listening.add_listener("echo", self._heard)
            yield
            await listening.close()
        await self._database.close()

    def _heard(self, connection: Any, process: int, channel: str, message: str) -> None:
        table, _, version = message.partition(" ")
        self._show(table, int(version))

    async def played(self, table: str, version: int, words: str) -> str:
        """Somebody has moved: everybody there gets a new view."""
        values = (table, version, words)
        if self._database.is_sqlite:

            def write(connection: Connection) -> None:
                execute_raw(connection, WRITE, values)

            await self._database.transact(write)
        else:
            await self._database.execute(WRITE_AND_TELL, (*values, f"{table} {version}"))
        self._show(table, version)
        return self.message(table)

    def _show(self, table: str, version: int) -> None:
        if version <= self._versions.get(table, 1):
            return
        self._versions[table] = version
        message = self.message(table)
        for queue in self._there.get(table, ()):
            queue.put_nowait(message)

    async def stay(self, table: str, socket: WebSocket[Any, Any, Any]) -> None:
        """Send a listener what it has to get until it goes."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        queue.put_nowait(self.message(table))
        self._there.setdefault(table, set()).add(queue)

        async def send() -> None:
            while True:
                await socket.send_text(await queue.get())

        sending = asyncio.create_task(send())
        try:
            while True:
                await socket.receive_text()
        except WebSocketDisconnect:
            self._there[table].discard(queue)
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)


def application(size: int, address: str) -> Litestar:
    """The echo as an ASGI application."""
    echo = Echo(size, address)

    @post("/api/tables/{table:str}/moves", status_code=200)
    async def play(request: Request[Any, Any, Any], table: str, data: shapes.Play) -> Response[str]:
        return Response(await echo.played(table, data.ply + 1, data.moves[0]), media_type="application/json")

    @websocket("/api/tables/{table:str}/live")
    async def live(socket: WebSocket[Any, Any, Any], table: str) -> None:
        await socket.accept()
        await echo.stay(table, socket)

    return Litestar([play, live], openapi_config=None, lifespan=[echo.running])


def main() -> None:
    """Serve at a port with views of a size: ``python benchmarks/load_echo.py PORT BYTES DATABASE``."""
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
