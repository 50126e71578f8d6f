"""The same libraries without a game: a POST is answered and sent on to everybody at the table, nothing is kept.

What the table's server takes beyond this is its own. It answers just enough of the API for the load's client.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Request, Response, WebSocket, post, websocket
from litestar.exceptions import WebSocketDisconnect

from edokko.server import shapes
from edokko.server.running import LARGEST_FRAME

_ENCODER = msgspec.json.Encoder()


class Echo:
    """Versions and listeners of all tables.

    Args:
        size: bytes of a view.
    """

    def __init__(self, size: int) -> None:
        self._filler = "x" * size
        self._versions: dict[str, int] = {}
        self._there: dict[str, set[asyncio.Queue[str]]] = {}

    def message(self, table: str) -> str:
        """A view of the size asked for."""
        version = self._versions.setdefault(table, 1)
        game = {"moves": [{"words": "stay"}], "filler": self._filler}
        view = {"you": {"may_play": True}, "table": {"version": version, "ply": version, "game": game}}
        return _ENCODER.encode({"type": "view", "version": version, "view": view, "steps": [{}]}).decode()

    def played(self, table: str) -> str:
        """Everybody there gets a new view."""
        self._versions[table] = self._versions.get(table, 1) + 1
        message = self.message(table)
        for queue in self._there.get(table, ()):
            queue.put_nowait(message)
        return message

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


def application(size: int) -> Litestar:
    """The echo as an ASGI application."""
    echo = Echo(size)

    @post("/api/tables/{table:str}/moves", status_code=200)
    async def play(request: Request[Any, Any, Any], table: str, data: shapes.Play) -> Response[str]:
        return Response(echo.played(table), media_type="application/json")

    @websocket("/api/tables/{table:str}/live")
    async def live(socket: WebSocket[Any, Any, Any], table: str) -> None:
        await socket.accept()
        await echo.stay(table, socket)

    return Litestar([play, live], openapi_config=None)


def main() -> None:
    """Serve at a port with views of a size: ``python benchmarks/load_echo.py PORT BYTES``."""
    port, size = map(int, sys.argv[1:])
    uvicorn.run(
        application(size),
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
