"""The configurations of reverse proxies in docs/run/many-players.md: all clients of a table reach one server."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.client import connect
from websockets.sync.server import Server, ServerConnection, serve

from tests.helpers.paths import ROOT
from tests.helpers.server import free_port, nginx_command, wait_until

PATHS = ("/api/tables/{}", "/api/tables/{}/moves?x=1", "/t/{}", "/t/{}/replay/3", "/embed/t/{}?ply=2")
IDS = [f"Table-{number}_x" for number in range(24)]


def example(language: str) -> str:
    """Return the only example in a language."""
    page = (ROOT / "docs" / "run/many-players.md").read_text(encoding="utf-8")
    (text,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return str(text)


class Upstream:
    """A server that answers requests, and messages of a WebSocket, with its port."""

    def __init__(self) -> None:
        self.server: Server = serve(self._echo, "127.0.0.1", 0, process_request=self._answer)
        self.name = str(self.server.socket.getsockname()[1])
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        if request.headers.get("Upgrade") == "websocket":
            return None
        body = self.name.encode()
        return Response(200, "OK", Headers({"Content-Length": str(len(body)), "Connection": "close"}), body)

    def _echo(self, connection: ServerConnection) -> None:
        connection.send(self.name)


@pytest.fixture
def upstreams() -> Iterator[list[Upstream]]:
    both = [Upstream(), Upstream()]
    yield both
    for each in both:
        each.server.shutdown()


def nginx(folder: Path, upstreams: list[Upstream], port: int) -> list[str]:
    text = example("nginx").replace("listen 80;", f"listen 127.0.0.1:{port};")
    for number, each in enumerate(upstreams, 11):
        text = text.replace(f"10.0.0.{number}:8421", f"127.0.0.1:{each.name}")
    return nginx_command(folder, text)


def caddy(folder: Path, upstreams: list[Upstream], port: int) -> list[str]:
    text = example("caddyfile").replace("http://iki.example", f"http://127.0.0.1:{port}")
    for number, each in enumerate(upstreams, 11):
        text = text.replace(f"10.0.0.{number}:8421", f"127.0.0.1:{each.name}")
    file = folder / "Caddyfile"
    file.write_text(f"{{\n    admin off\n    auto_https off\n    storage file_system {folder}\n}}\n{text}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


@pytest.mark.parametrize("configure", [nginx, caddy])
def test_a_table_stays_at_one_server_until_that_stops(
    configure: Callable[[Path, list[Upstream], int], list[str]], upstreams: list[Upstream], tmp_path: Path
) -> None:
    if shutil.which(configure.__name__) is None:
        pytest.skip(f"THE ROUTING IS NOT TESTED WITH {configure.__name__}: it is not installed")
    port = free_port()
    log = (tmp_path / "log").open("wb")
    process = subprocess.Popen(configure(tmp_path, upstreams, port), stdout=log, stderr=log, cwd=tmp_path)
    address = f"127.0.0.1:{port}"
    http = httpx.Client(base_url=f"http://{address}", timeout=10)

    def answers() -> bool:
        assert process.poll() is None, (tmp_path / "log").read_text()
        try:
            return http.get("/").status_code == 200
        except httpx.HTTPError:
            return False

    def server_of(table: str) -> str:
        names = {http.get(path.format(table)).text for path in PATHS}
        with connect(f"ws://{address}/api/tables/{table}/live?after=3") as channel:
            names.add(str(channel.recv()))
        (name,) = names
        return name

    try:
        wait_until(answers, 30)
        places = {table: server_of(table) for table in IDS}
        assert set(places.values()) == {each.name for each in upstreams}
        assert {http.get(path).status_code for path in ("/metrics", "/metrics/")} == {403}
        # A server stops: its tables move, all others stay.
        gone, left = upstreams
        gone.server.shutdown()
        assert {http.get(f"/t/{table}").text for table in IDS} == {left.name}
        assert [table for table in IDS if places[table] == left.name]
    finally:
        http.close()
        process.terminate()
        process.wait(10)
        log.close()
