"""Hosts and origins: what is the same site, and what a refusal says about the difference."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from edokko.server.settings import Settings, from_environment
from edokko.server.web.headers import is_same_origin
from tests.helpers.forking import ForkedCommand
from tests.helpers.server import Server, both_databases, sqlite_in, wait_until

Launch = Callable[..., Server]


def is_accepted(origin: str, host: str, scheme: str = "http", origins: str = "") -> bool:
    headers = [(b"origin", origin.encode()), (b"host", host.encode())]
    settings = Settings("", origins=from_environment({"EDOKKO_ORIGINS": origins}).origins)
    return is_same_origin({"type": "http", "method": "POST", "scheme": scheme, "headers": headers}, settings)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://iki.example", "iki.example", "http"),
        ("http://iki.example", "IKI.Example", "http"),
        ("http://iki.example:8080", "iki.example:8080", "http"),
        ("https://iki.example", "iki.example", "http"),
        # A proxy names the default port.
        ("https://iki.example", "iki.example:443", "http"),
        ("http://iki.example", "iki.example:80", "http"),
        # A proxy drops its port.
        ("http://iki.example:8080", "iki.example", "http"),
        ("https://iki.example:8443", "iki.example", "https"),
        ("http://[2001:db8::1]:8080", "[2001:db8::1]", "http"),
    ],
)
def test_a_page_of_the_same_site_is_accepted(origin: str, host: str, scheme: str) -> None:
    assert is_accepted(origin, host, scheme)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://evil.example", "iki.example", "http"),
        ("http://iki.example.evil", "iki.example", "http"),
        ("http://iki.example:8080", "iki.example:8081", "http"),
        ("http://iki.example", "iki.example:8080", "http"),
        ("https://iki.example", "iki.example:80", "https"),
        # Browsers do not send cookies from one scheme to the other.
        ("http://iki.example:8080", "iki.example", "https"),
        ("null", "", "http"),
        ("http://", "", "http"),
        ("http://[2001:db8::1]:8080", "[2001:db8::2]", "http"),
    ],
)
def test_a_page_of_another_site_is_refused(origin: str, host: str, scheme: str) -> None:
    assert not is_accepted(origin, host, scheme)


def test_the_setting_decides_strictly() -> None:
    origins = "https://IKI.example:8443/"
    assert is_accepted("https://iki.example:8443", "iki.example", "https", origins)
    assert not is_accepted("https://iki.example:9443", "iki.example", "https", origins)


def test_a_host_in_capitals_or_with_the_default_port_is_the_same_host(launch: Launch, tmp_path: Path) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_ORIGINS="https://iki.example")
    for host in ("iki.example", "IKI.EXAMPLE", "iki.example:443", "LocalHost:1"):
        assert httpx.get(f"{server.address}/api/tables", headers={"Host": host}).status_code == 200, host


def test_a_refusal_names_the_difference_and_the_setting(launch: Launch, tmp_path: Path) -> None:
    """nginx names its upstream as the Host unless it is told otherwise."""
    server, log = launch(sqlite_in(tmp_path)), tmp_path / "log"
    assert server.stop() == 0
    server.start(log)
    host = urlsplit(server.address).netloc
    guest = httpx.Client(base_url=server.address)
    guest.get("/api/guest")
    for number in range(20):
        headers = {"Origin": f"https://iki{number}.example", "Accept-Language": "en"}
        problem = guest.post("/api/tables", json={}, headers=headers).json()
        assert problem["code"] == "foreign_origin"
        assert problem["arguments"] == {"origin": headers["Origin"], "host": host}
        for part in (headers["Origin"], host, "EDOKKO_ORIGINS", "Host that the browser sends"):
            assert part in problem["detail"]
    guest.close()
    assert server.stop() == 0
    (entry,) = [line for line in log.read_text().splitlines() if "foreign_origin" in line]
    for part in ("Origin https://iki0.example", f"Host {host}", "EDOKKO_ORIGINS", "docs/run/host.md"):
        assert part in entry


def test_a_refused_host_is_named(launch: Launch, tmp_path: Path) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_ORIGINS="https://iki.example")
    headers = {"Host": "10.0.0.1:8421", "Accept-Language": "en"}
    problem = httpx.get(f"{server.address}/api/tables", headers=headers).json()
    assert problem["detail"] == "The request names the host 10.0.0.1:8421, which EDOKKO_ORIGINS does not name."


def test_the_first_line_has_the_facts_of_the_start(launch: Launch, tmp_path: Path) -> None:
    address = sqlite_in(tmp_path)
    server, log = launch(address), tmp_path / "log"
    local = server.address
    assert server.stop() == 0
    server.settings = {"EDOKKO_ORIGINS": "https://iki.example", "EDOKKO_BOT_THREADS": "3"}
    server.start(log)
    assert server.address != local
    assert server.stop() == 0
    first = log.read_text().splitlines()[0]
    for part in ("edokko server: version ", "address https://iki.example", f"listens {server.address[7:]}", address):
        assert part in first
    assert "thinking in 3 threads" in first


@both_databases
def test_a_log_of_json_has_no_other_lines(empty_database: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    password = empty_database.replace("postgres@", "postgres:secret@")
    environment = {"EDOKKO_DATABASE": password, "EDOKKO_LOG": "json", "PATH": "/usr/bin:/bin"}
    process = ForkedCommand(("serve", "--port", "0", "--no-browser"), environment, log)
    wait_until(lambda: log.exists() and "\n" in log.read_text(), 60)
    process.terminate()
    output = process.stdout.read()
    assert process.wait(30) == 0
    assert output == ""
    first = json.loads(log.read_text().splitlines()[0])
    assert first["version"]
    assert first["listens"].startswith("127.0.0.1:")
    assert first["database"] == empty_database.replace("postgres@", "postgres:***@")
