"""A folder without a server, and a host of plain files that shows it below a path."""

from __future__ import annotations

import fcntl
import functools
import http.server
import os
import shutil
import threading
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from edokko.browser import building
from edokko.native.libraries import is_current

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


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that was closed in the middle of a file."""


class Host:
    """A running host of a folder."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        handler = functools.partial(_Handler, directory=str(folder))
        self._server = _Server(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}{BELOW}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def built_site(shared: Path) -> Path:
    """Return the folder of the site, which the processes of one run build once; `.ci/run` has built one before.

    Args:
        shared: the folder of the run, which its processes share.
    """
    if built := os.environ.get("EDOKKO_TEST_SITE"):
        return Path(built)
    if not (shutil.which("npm") and shutil.which("node")):
        pytest.skip("THE SITE IS NOT TESTED: Node.js, whose npm loads Pyodide, is missing")
    if not is_current(building.ENGINE):
        pytest.skip(
            "THE SITE IS NOT TESTED: the engine for browsers is not built (edokko was installed without a page)"
        )
    folder = shared / "site" / "iki"
    with (shared / "site.lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        patch.setattr(building, "QUALITY", 1)
        patch.setattr(building, "PAUSE", 0.0)
        try:
            if not folder.is_dir():
                building.build(folder)
        except building.SiteError as error:
            if error.message != "problem-site-download":
                raise
            pytest.skip(f"THE SITE IS NOT TESTED: Pyodide cannot be loaded: {error.arguments}")
    return folder
