"""The configurations in deploy/: a site at a port of its own behind nginx, behind Caddy, and without a proxy."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.helpers.paths import ROOT
from tests.helpers.server import Server, free_port, nginx_command, sqlite_in, wait_until

METRICS = ("/metrics", "/metrics/", "//metrics", "/metrics?x=1", "/%6detrics", "/./metrics")


def nginx(folder: Path, upstream: str, port: int) -> tuple[list[str], dict[str, str]]:
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for old, new in (("listen 80;", f"listen 127.0.0.1:{port};"), ("127.0.0.1:8421", upstream)):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return nginx_command(folder, text), {}


def caddy(folder: Path, upstream: str, port: int) -> tuple[list[str], dict[str, str]]:
    text = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    file = folder / "Caddyfile"
    file.write_text(f"{{\n    admin off\n    auto_https off\n    storage file_system {folder}\n}}\n{text}")
    site = {"EDOKKO_HOST": f"http://127.0.0.1:{port}", "EDOKKO_UPSTREAM": upstream}
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], site


@contextmanager
def running(command: list[str], environment: dict[str, str], folder: Path, address: str) -> Iterator[None]:
    log = folder / "proxy.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, cwd=folder, env={**os.environ, "HOME": str(folder), **environment}
        )

    def answers() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            return httpx.get(f"{address}/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    try:
        wait_until(answers, 30)
        yield
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("configure", [nginx, caddy])
@pytest.mark.parametrize("with_setting", [True, False])
def test_a_site_behind_a_proxy_at_a_port_of_its_own(
    configure: Callable[[Path, str, int], tuple[list[str], dict[str, str]]],
    with_setting: bool,
    tmp_path: Path,
    launch: Callable[..., Server],
) -> None:
    if shutil.which(configure.__name__) is None:
        pytest.skip(f"THE FILES OF deploy/ ARE NOT TESTED WITH {configure.__name__}: it is not installed")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    settings = {"EDOKKO_ORIGINS": address} if with_setting else {}
    server = launch(sqlite_in(tmp_path), EDOKKO_CONNECTIONS="0", **settings)
    command, environment = configure(tmp_path, urlsplit(server.address).netloc, port)
    with running(command, environment, tmp_path, address):
        play_at(address)
        for path in METRICS:
            with httpx.Client() as http:
                answer = http.request("GET", httpx.URL(address).copy_with(raw_path=path.encode()))
            assert answer.status_code in (403, 404), path
            assert "edokko_" not in answer.text


def test_a_site_without_a_proxy(tmp_path: Path, launch: Callable[..., Server]) -> None:
    play_at(launch(sqlite_in(tmp_path)).address)


def play_at(address: str) -> None:
    """Use a site as a browser does: health, cookie, an action and its refusal, a live channel."""
    with httpx.Client(base_url=address, timeout=30) as http:
        assert http.get("/healthz").text == "ok\n"
        assert http.get("/api/guest").cookies
        seats = {"seats": [{"kind": "you"}, {"kind": "open"}]}
        made = http.post("/api/tables", json=seats, headers={"Origin": address})
        assert made.status_code == 201, made.text
        refused = http.post("/api/tables", json=seats, headers={"Origin": "https://evil.example"})
        assert refused.json()["code"] == "foreign_origin"
        cookie = "; ".join(f"{item.name}={item.value}" for item in http.cookies.jar)
        path = f"/api/tables/{made.json()['table']['id']}/live"
    channel = connect(
        address.replace("http", "ws", 1) + path, origin=Origin(address), additional_headers={"Cookie": cookie}
    )
    with channel:
        assert json.loads(channel.recv(timeout=20))["type"] == "view"
