"""A folder without a server, and a host of plain files that shows it below a path."""

from __future__ import annotations

import functools
import http.server
import threading
from http import HTTPStatus
from pathlib import Path
from typing import Any

BELOW = "/iki"
"""The path below which the folder is shown."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files as most hosts do: `404.html` for an address that no file has."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(BELOW))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Host:
    """A running host of a folder."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        handler = functools.partial(_Handler, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}{BELOW}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
