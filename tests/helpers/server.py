"""Fixtures: real server processes on SQLite or on both databases, and clients that use them over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.helpers.database import copy_template
from tests.helpers.forking import ForkedCommand, completed
from tests.helpers.terminal import edokko

POSTGRES = os.environ.get("EDOKKO_TEST_POSTGRES", "127.0.0.1:5432")
NO_POSTGRES = f"THE SERVER IS NOT TESTED ON POSTGRESQL: no server answers at {POSTGRES}"
DATABASES = ("sqlite", "postgresql")

both_databases = pytest.mark.both_databases
"""The mark of a module or a test that runs on both: its subject is SQL, a transaction, a race or a crash."""


@dataclass
class Server:
    """A running ``edokko serve``."""

    database: str
    settings: dict[str, str] = field(default_factory=dict)
    prepare: Callable[[], None] | None = None
    """A function of a module, called in the process before the server starts."""
    process: ForkedCommand | None = None
    address: str = ""

    def start(self, log: Path | None = None) -> None:
        environment = {**os.environ, "EDOKKO_DATABASE": self.database, "EDOKKO_RATE": "0", "EDOKKO_BOT_PAUSE_MS": "0"}
        environment |= {"EDOKKO_AWAY": "0", "EDOKKO_ADDRESS_GUESTS": "0", "EDOKKO_ADDRESS_TABLES": "0"}
        environment |= {"LANG": "C.UTF-8"} | self.settings
        copy_template(self.database)
        self.process = ForkedCommand(("serve", "--port", "0", "--no-browser"), environment, log, self.prepare)
        if log is not None and self.settings.get("EDOKKO_LOG") == "json":
            # Programs read the log, so there are no lines for people.
            wait_until(lambda: log.exists() and '"listens"' in log.read_text())
            entries = (json.loads(line) for line in log.read_text().splitlines() if '"listens"' in line)
            self.address = f"http://{next(entries)['listens']}"
            return
        for line in self.process.stdout:
            addresses = re.findall(r"http://\S+", line)
            if addresses:
                self.address = addresses[-1].rstrip("/")
                return
        raise AssertionError(f"the server did not start: exit code {self._wait()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self._wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        assert self.process is not None
        return self.process.wait(timeout=30)


class Person:
    """A guest with a cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        # Without TLS. Reading the root certificates for it would take 20 ms of each of a thousand clients.
        self.http = httpx.Client(base_url=server.address, timeout=30, verify=False)
        self.id = self.get("/api/guest")["id"]

    def get(self, path: str, expect: int = 200) -> dict[str, Any]:
        return self._answer(self.http.get(path), expect)

    def post(self, path: str, body: object = None, expect: int = 200, **headers: str) -> dict[str, Any]:
        http_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._answer(self.http.post(path, json=body, headers=http_headers), expect)

    def _answer(self, response: httpx.Response, expect: int) -> dict[str, Any]:
        assert response.status_code == expect, response.text[:2000]
        if expect >= 400:
            assert response.headers["content-type"] == "application/problem+json"
        return response.json() if response.content else {}

    def table(self, *kinds: str, expect: int = 201, **settings: object) -> dict[str, Any]:
        seats = [
            {"kind": "bot", "level": kind} if kind in ("easy", "medium", "hard") else {"kind": kind} for kind in kinds
        ]
        return self.post("/api/tables", {"seats": seats, "random_seats": False, **settings}, expect)

    def view(self, table: str, query: str = "") -> dict[str, Any]:
        return self.get(f"/api/tables/{table}{query}")

    def play(self, table: str, ply: int, *moves: str, expect: int = 200, **headers: str) -> dict[str, Any]:
        return self.post(f"/api/tables/{table}/moves", {"ply": ply, "moves": moves}, expect, **headers)

    def live(self, table: str, origin: str | None = None, after: int | None = None) -> ClientConnection:
        return self.channel(f"/api/tables/{table}/live" + ("" if after is None else f"?after={after}"), origin)

    def channel(self, path: str, origin: str | None = None) -> ClientConnection:
        address = self.server.address.replace("http", "ws", 1) + path
        cookie = "; ".join(f"{item.name}={item.value}" for item in self.http.cookies.jar)
        return connect(address, origin=Origin(origin or self.server.address), additional_headers={"Cookie": cookie})

    def close(self) -> None:
        self.http.close()


People = Callable[[], Person]
Visitor = Callable[[Server], Person]
Launch = Callable[..., Server]


def admin(server: Server | str, *arguments: str, code: int = 0) -> str:
    """Run ``edokko admin`` and return its output, or its error output for another exit code than 0.

    On SQLite it is a process of its own. On PostgreSQL it runs in this one, which saves the start of a process: the
    tests that run there run on SQLite, too.
    """
    address = server if isinstance(server, str) else server.database
    if address.startswith("postgresql"):
        result = edokko("admin", *arguments, EDOKKO_DATABASE=address)
        assert result.exit_code == code, result.output
        return result.stderr if code else result.stdout
    environment = {**os.environ, "EDOKKO_DATABASE": address, "LANG": "C.UTF-8", "EDOKKO_LANGUAGE": "en"}
    ended = completed(("admin", *arguments), environment, timeout=180)
    assert ended.returncode == code, ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr if code else ended.stdout


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def nginx_command(folder: Path, sites: str) -> list[str]:
    """Write a configuration around the sites, and return the command that runs nginx with it in a folder of its own."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log stderr;\n"
        f"events {{}}\nhttp {{ access_log off;\n{folders}{sites}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(file)]


def first_move(view: dict[str, Any]) -> str:
    words: str = view["table"]["game"]["moves"][0]["words"]
    return words


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until a condition holds. Most conditions ask a server, so the longer it takes, the rarer they are asked."""
    start = time.monotonic()
    while not condition():
        waited = time.monotonic() - start
        assert waited < seconds, "timed out"
        time.sleep(min(max(0.02, waited / 10), 0.5))


def _run_on_postgres(statement: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(f"postgresql://postgres@{POSTGRES}/postgres", timeout=5)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


@contextmanager
def _temporary_postgres() -> Iterator[str]:
    name = f"edokko_test_{secrets.token_hex(6)}"
    try:
        _run_on_postgres(f"CREATE DATABASE {name}")
    except (OSError, asyncpg.PostgresError, TimeoutError):
        pytest.skip(NO_POSTGRES)
    yield f"postgresql+asyncpg://postgres@{POSTGRES}/{name}"
    _run_on_postgres(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A temporary database for the test run."""
    with _temporary_postgres() as address:
        yield address


@contextmanager
def temporary_database(kind: str, folder: Path) -> Iterator[str]:
    """Create an empty database, `sqlite` in a folder or `postgresql`, and yield its address."""
    if kind == "postgresql":
        with _temporary_postgres() as address:
            yield address
    else:
        yield sqlite_in(folder)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("both_databases"):
        for name in ("empty_database", "database"):
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, DATABASES, indirect=True)


@pytest.fixture
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A temporary database for one test: SQLite, unless it has the mark `both_databases`."""
    with temporary_database(getattr(request, "param", "sqlite"), tmp_path) as address:
        yield address


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database for the test run: SQLite, unless the test has the mark `both_databases`."""
    if getattr(request, "param", "sqlite") == "postgresql":
        address: str = request.getfixturevalue("postgres")
        return address
    return sqlite_in(tmp_path_factory.mktemp("tables"))


def sqlite_in(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[Server]:
    running = Server(database)
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def launch() -> Iterator[Callable[..., Server]]:
    """Servers for one test, killed at its end."""
    started: list[Server] = []

    def start(database: str, prepare: Callable[[], None] | None = None, **settings: str) -> Server:
        started.append(Server(database, settings, prepare))
        started[-1].start()
        return started[-1]

    yield start
    for server in started:
        if server.process is not None and server.process.poll() is None:
            server.kill()


@pytest.fixture
def visitor() -> Iterator[Callable[[Server], Person]]:
    """Clients of any server."""
    people: list[Person] = []

    def connect_to(server: Server) -> Person:
        people.append(Person(server))
        return people[-1]

    yield connect_to
    for person in people:
        person.close()


@pytest.fixture
def person(server: Server, visitor: Callable[[Server], Person]) -> Callable[[], Person]:
    """Clients of the server of the test run."""
    return lambda: visitor(server)
