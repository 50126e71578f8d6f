"""The command line: ``edokko`` without arguments, invalid settings, the page with and without a build."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient
from prometheus_client import CollectorRegistry
from websockets.exceptions import InvalidStatus

from edokko.server.app.application import application, litestar
from edokko.server.app.preparing import prepare
from edokko.server.app.single_instance import single_instance
from edokko.server.settings import Settings, SettingsError, default_database, from_environment
from edokko.server.workers import upkeep
from tests.helpers.forking import completed
from tests.helpers.server import Person, Server, sqlite_in


def edokko(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return completed(arguments, {**os.environ, **variables})


def test_edokko_without_arguments_opens_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    variables = {"EDOKKO_DATABASE": sqlite_in(tmp_path), "PYTHONUNBUFFERED": "1", "PATH": f"{tmp_path}:/usr/bin:/bin"}
    (tmp_path / "xdg-open").symlink_to(browser)
    process = subprocess.Popen(
        [sys.executable, "-m", "edokko.cli"], env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process.stdout as lines:
        address = next(lines).split()[-1]
        next(lines)
        assert httpx.get(f"{address}healthz").text == "ok\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    assert opened.read_text().strip() == address


def test_a_port_in_use_gives_an_error_message(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        process = edokko("serve", "--no-browser", "--port", port, EDOKKO_DATABASE=sqlite_in(tmp_path))
    assert process.returncode == 2
    assert process.stderr.startswith("edokko: Cannot listen on 127.0.0.1:")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_unusable_database_gives_an_error_message(tmp_path: Path, request: pytest.FixtureRequest, kind: str) -> None:
    if kind == "sqlite":
        (tmp_path / "tables.sqlite").write_text("no database, and long enough to be looked at as one")
        address = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    else:
        address = f"{request.getfixturevalue('postgres')}_that_nobody_made"
    process = edokko("--language", "en", "serve", "--no-browser", "--port", "0", EDOKKO_DATABASE=address)
    assert process.returncode == 2
    assert process.stderr.startswith("edokko: The database cannot be used: ")
    assert "Traceback" not in process.stderr


@pytest.mark.parametrize(
    ("variable", "value"),
    [("EDOKKO_DATABASE", "mysql://x"), ("EDOKKO_SECRET", "short"), ("EDOKKO_RATE", "-1"), ("EDOKKO_MATCHES", "many")],
)
def test_an_invalid_setting_gives_an_error_message(variable: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        from_environment({variable: value})
    assert refused.value.variable == variable
    assert "x" not in refused.value.value.partition("://")[2]


def test_a_mail_server_without_origins_is_refused() -> None:
    """Regression: a client that named a host let the server mail links to that host, with valid tokens."""
    mail = {"EDOKKO_SMTP": "smtp://127.0.0.1", "EDOKKO_SMTP_FROM": "iki@iki.example"}
    with pytest.raises(SettingsError):
        from_environment(mail)
    process = edokko("--language", "en", "serve", "--no-browser", "--port", "0", **mail)
    assert process.returncode == 2
    assert process.stderr == (
        "edokko: EDOKKO_SMTP needs EDOKKO_ORIGINS: without it, e-mails would link to any host that a client names.\n"
    )
    assert from_environment({**mail, "EDOKKO_ORIGINS": "https://iki.example"}).smtp == mail["EDOKKO_SMTP"]


def test_the_files_beside_the_database_are_private_whatever_the_umask(tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        with single_instance(sqlite_in(tmp_path)) as announce:
            announce("http://127.0.0.1:1/")
            modes = {file.suffix: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
    finally:
        os.umask(umask)
    assert modes == {".lock": "0o600", ".address": "0o600"}


def test_with_https_the_cookie_has_the_prefix_and_earlier_cookies_are_valid(tmp_path: Path) -> None:
    database = sqlite_in(tmp_path)
    with TestClient(application(prepare(Settings(database)))) as before:
        guest = before.get("/api/guest").json()["id"]
        old = before.cookies["edokko"]
    settings = Settings(database, ("https://iki.example",), is_secure=True)
    with TestClient(application(prepare(settings)), base_url="https://iki.example") as client:
        answer = client.get("/api/guest", headers={"Cookie": f"edokko={old}"})
        assert answer.json()["id"] == guest
        head = answer.headers["set-cookie"]
        assert head.startswith("__Host-edokko=")
        assert {"Secure", "Path=/"} <= set(head.split("; "))
        assert "domain" not in head.lower()
        new = client.cookies["__Host-edokko"]
        other = client.get("/api/guest", headers={"Cookie": "edokko=null"}).json()["id"]
        assert other != guest
        # A cookie that another host of the domain has set does not replace the guest.
        both = client.get("/api/guest", headers={"Cookie": f"edokko=null; __Host-edokko={new}"})
        assert both.json()["id"] == guest


def test_no_hook_of_a_request_takes_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: Litestar ran a hook that is no coroutine in a thread, for 6 % of the processor time of a move."""

    def refuse(function: Callable[..., object], *_: object, **__: object) -> None:
        raise AssertionError(f"{function} runs in a thread")

    monkeypatch.setattr("litestar.utils.sync.sync_to_thread", refuse)
    with TestClient(application(prepare(Settings(sqlite_in(tmp_path))))) as client:
        assert client.get("/api/guest").status_code == 200
        table = client.post("/api/tables", json={"seats": [{"kind": "you"}, {"kind": "local"}]})
        assert table.status_code == 201, table.text


def test_an_empty_setting_means_the_default() -> None:
    assert from_environment({"EDOKKO_DATABASE": "", "EDOKKO_ORIGINS": ""}).database == default_database()
    assert not from_environment({}).is_secure
    assert from_environment({"EDOKKO_ORIGINS": "https://iki.example/"}).is_secure


def test_the_built_page_is_served_and_its_files_are_cacheable(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>here</title>")
    (page / "assets" / "main-1a2b.js").write_text("1;")
    services = prepare(Settings(database=sqlite_in(tmp_path), page=page))

    async def look() -> None:
        transport = httpx.ASGITransport(app=application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            first = await http.get("/")
            assert "here" in first.text
            assert first.headers["content-type"].startswith("text/html")
            assert first.headers["cache-control"] == "no-cache"
            file = await http.get("/assets/main-1a2b.js")
            assert "immutable" in file.headers["cache-control"]
            assert file.headers["x-content-type-options"] == "nosniff"
            assert file.headers["cross-origin-resource-policy"] == "same-origin"
            assert "script-src 'self'" in first.headers["content-security-policy"]
            assert (await http.get("/assets/none.js")).status_code == 404
            assert (await http.get("/../../pyproject.toml")).status_code == 404
        await services.database.close()

    asyncio.run(look())


def test_without_a_build_the_page_has_instructions(tmp_path: Path) -> None:
    services = prepare(Settings(database=sqlite_in(tmp_path), page=tmp_path / "none"))

    async def first_page() -> httpx.Response:
        transport = httpx.ASGITransport(app=application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            response = await http.get("/")
        await services.database.close()
        return response

    assert "Node.js" in asyncio.run(first_page()).text


def test_a_sqlite_file_has_one_server(tmp_path: Path, launch: Callable[[str], Server]) -> None:
    server = launch(sqlite_in(tmp_path))

    def another(*options: str) -> subprocess.CompletedProcess[str]:
        return edokko("serve", "--no-browser", *options, EDOKKO_DATABASE=server.database, LANG="C.UTF-8")

    # A second start opens the running server; one at another port is refused.
    second = another()
    assert (second.returncode, second.stdout) == (0, f"The table is at {server.address}/\n")
    refused = another("--port", "0")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert server.address in refused.stderr
    # After a kill the next server starts.
    server.kill()
    server.start()
    assert server.stop() == 0
    assert not list(tmp_path.glob("*.address"))


def test_the_rate_of_requests_is_limited(tmp_path: Path) -> None:
    server = Server(sqlite_in(tmp_path), {"EDOKKO_RATE": "5"})
    server.start()
    answers = [httpx.get(f"{server.address}/api/guest") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert answers[-1].json()["code"] == "too_many"
    assert 0 < answers[-1].json()["retry"] <= 60
    assert httpx.get(f"{server.address}/healthz").status_code == 200
    assert server.stop() == 0


def test_the_rate_of_new_channels_is_limited(
    tmp_path: Path, launch: Callable[..., Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_RATE="12")
    person = visitor(server)
    table = person.table("you", "local")["table"]["id"]
    for _ in range(3):
        with person.live(table):
            pass
    while httpx.get(f"{server.address}/api/guest").status_code == 200:
        pass
    with pytest.raises(InvalidStatus) as refused, person.live(table):
        pass
    assert refused.value.response.status_code == 403


def test_an_ipv6_network_counts_as_one_address(tmp_path: Path, launch: Callable[..., Server]) -> None:
    """A client of the network can use any of its addresses."""
    server = launch(sqlite_in(tmp_path), EDOKKO_RATE="3", EDOKKO_SOCKETS="1")

    def ask(address: str) -> int:
        return httpx.get(f"{server.address}/api/guest", headers={"X-Forwarded-For": address}).status_code

    assert [ask(f"2001:db8::{number}") for number in range(1, 6)] == [200] * 3 + [429] * 2
    assert ask("2001:db8:0:1::1") == 200
    assert [ask(f"::ffff:192.0.2.{number}") for number in range(1, 6)] == [200] * 5
    assert [ask("192.0.2.1") for _ in range(3)] == [200] * 2 + [429]


def test_expired_counters_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "CLEANING_INTERVAL", 0.05)
    services = prepare(Settings(sqlite_in(tmp_path)))
    store = litestar(services, CollectorRegistry()).stores.get("rate_limit")

    async def look() -> None:
        await store.set("idle", b"", expires_in=timedelta(seconds=0.1))
        await store.set("busy", b"", expires_in=100)
        await services.start()
        try:
            async with asyncio.timeout(30):
                while await store.exists("idle"):
                    await asyncio.sleep(0.05)
            assert await store.exists("busy")
        finally:
            await services.stop()

    asyncio.run(look())


def test_the_page_is_that_of_the_package() -> None:
    package = sys.modules["edokko"].__file__
    assert package is not None
    assert Settings("").page == Path(package).parent / "page"
