"""Metrics for Prometheus and the log, neither of which contains secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from edokko.server.app.application import application
from edokko.server.app.preparing import prepare
from edokko.server.app.running import JsonLines
from edokko.server.live.postgres_bus import PostgresBus
from edokko.server.settings import Settings
from edokko.server.store import Database, models
from edokko.server.store.postgres import PostgresDatabase
from edokko.server.workers.threads import NICE, lower_priority
from edokko.server.workers.timekeeping import Timekeeping
from edokko.table import tasks
from tests.helpers.database import in_database
from tests.helpers.server import Person, Server, both_databases, first_move, sqlite_in


def metrics_of(server: Server) -> dict[str, float]:
    """Return the samples of a server, by name and labels."""
    samples = {}
    for family in text_string_to_metric_families(httpx.get(f"{server.address}/metrics").text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            samples[f"{sample.name}{{{labels}}}"] = sample.value
    return samples


def test_requests_moves_and_channels_are_counted(
    launch: Callable[..., Server], tmp_path: Path, visitor: Callable[[Server], Person]
) -> None:
    # A server of its own: in one that tests share, the channels and the searches of the last test may still end.
    server = launch(sqlite_in(tmp_path))
    host = visitor(server)
    before = metrics_of(server)
    view = host.table("you", "local")
    table = view["table"]["id"]
    route = "{method=POST,route=/api/tables/{table}/moves,status=200}"
    with host.live(table) as channel:
        channel.recv(timeout=20)
        host.play(table, 0, first_move(view))
        after = metrics_of(server)
    assert after["edokko_moves_total{}"] == before["edokko_moves_total{}"] + 1
    assert after["edokko_live_channels{}"] == before["edokko_live_channels{}"] + 1
    count = f"edokko_http_seconds_count{route}"
    assert after[count] == before.get(count, 0) + 1
    assert after[f"edokko_http_seconds_sum{route}"] > before.get(f"edokko_http_seconds_sum{route}", 0)
    # No computer player plays at this table, and the interpreter alone takes ten megabytes.
    assert after["edokko_bots_waiting{}"] == after["edokko_bots_thinking{}"] == 0
    assert after["process_resident_memory_bytes{}"] > 10e6
    # Labels are routes, not paths: a table's id is its invitation, and unknown paths would be unbounded.
    httpx.get(f"{server.address}/api/made-up-by-a-stranger")
    httpx.request("PROPFIND", f"{server.address}/api/guest")
    text = httpx.get(f"{server.address}/metrics").text
    assert table not in text
    assert "made-up" not in text
    assert "PROPFIND" not in text


def test_the_health_check_says_what_does_not_work(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that fails and a bus without a connection leave the server usable: the answer is still 200."""

    async def fail(self: Timekeeping) -> list[str]:
        raise ZeroDivisionError

    async def never(self: PostgresBus, *_: object) -> None:
        await asyncio.Event().wait()

    with TestClient(application(prepare(Settings(postgres, rate=0, metrics=1)))) as client:
        # Those of other tests.
        monkeypatch.setattr(tasks, "_last_failure", {})
        _until(lambda: client.get("/healthz").text == "ok\n")
        assert "edokko_bus_connected 1.0" in client.get("/metrics").text
    monkeypatch.setattr(Timekeeping, "_overdue", fail)
    monkeypatch.setattr(PostgresBus, "_listen_once", never)
    with TestClient(application(prepare(Settings(postgres, rate=0, metrics=1)))) as client:
        _until(lambda: "clocks" in client.get("/healthz").text)
        answer = client.get("/healthz")
        assert answer.status_code == 200
        assert answer.text.splitlines() == [
            "degraded",
            "the loop clocks has failed in the last minute",
            "no messages of other processes arrive",
        ]
        metrics = client.get("/metrics").text
        assert "edokko_bus_connected 0.0" in metrics
        assert "edokko_loops_failing 1.0" in metrics
        assert 'edokko_loop_failures_total{loop="clocks"}' in metrics
        monkeypatch.setattr(PostgresDatabase, "read", lambda self: 1 / 0)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.text.splitlines()[:2] == ["unavailable", "the database does not answer"]
        monkeypatch.undo()


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.05)


def test_the_metrics_are_closed_to_other_machines(launch: Callable[..., Server], tmp_path: Path) -> None:
    elsewhere = {"X-Forwarded-For": "203.0.113.9"}
    server = launch(sqlite_in(tmp_path))
    assert httpx.get(f"{server.address}/metrics").status_code == 200
    refusal = httpx.get(f"{server.address}/metrics", headers=elsewhere)
    assert (refusal.status_code, refusal.json()["code"]) == (404, "not_found")
    server.stop()
    opened = launch(sqlite_in(tmp_path), EDOKKO_METRICS="1")
    assert httpx.get(f"{opened.address}/metrics", headers=elsewhere).status_code == 200


def test_the_log_is_json_without_secrets(tmp_path: Path, visitor: Callable[[Server], Person]) -> None:
    log = tmp_path / "log"
    server = Server(sqlite_in(tmp_path), {"EDOKKO_LOG": "json", "EDOKKO_SECRET": "ab" * 32})
    server.start(log)
    person = visitor(server)
    token = person.post("/api/tokens", {"name": "bot"}, 201)["secret"]
    table = person.table("you", "local")["table"]["id"]
    cookie = next(iter(person.http.cookies.jar)).value
    assert cookie is not None
    # From here on the database fails, and every request is logged.
    database = tmp_path / "tables.sqlite"
    broken = "DROP TABLE rows; DROP TABLE tokens; DROP TABLE guests;"
    with sqlite3.connect(database) as connection:
        connection.executescript(broken)
    for _ in range(3):
        person.http.get(f"/api/tables/{table}/log")
        httpx.get(f"{server.address}/api/guest", headers={"Authorization": f"Bearer {token}"})
        person.http.post(f"/api/tables/{table}/moves", json={"ply": 0, "moves": ["secret words"]})
    server.stop()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    # The facts of the start, then: an exception is an error, and each failed request a warning.
    assert {line["level"] for line in lines[1:]} == {"error", "warning"}
    requests = [line for line in lines if line["from"] == "edokko.server.requests"]
    assert {line["route"] for line in requests} >= {"/api/tables/{table}/log", "/api/guest"}
    assert all(line["status"] == 500 and line["ms"] >= 0 and line["method"] in ("GET", "POST") for line in requests)
    text = log.read_text()
    for secret in (cookie, token, table, person.id, "ab" * 32, "secret words"):
        assert secret not in text


@both_databases
def test_database_errors_hide_parameters(database: str) -> None:
    async def look(database: Database) -> None:
        rows = [{"name": "twice", "value": "hush"}] * 2
        with pytest.raises(IntegrityError) as failed:
            await database.transact(lambda connection: connection.execute(insert(models.Secret), rows).close())
        assert "hush" not in str(failed.value)

    in_database(database, look)


def test_any_log_entry_is_valid_json() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 0, "two\nlines of %s", ("ő\u2028",), None)
    record.about = {"ms": 3}
    text = JsonLines().format(record)
    assert "\n" not in text
    entry = json.loads(text)
    assert entry["message"] == "two\nlines of ő\u2028"
    assert entry["ms"] == 3
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d{4}", entry["time"])


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a priority of their own on Linux alone")
def test_search_threads_have_a_low_priority() -> None:
    def nice() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = nice()
    with ThreadPoolExecutor(1, initializer=lower_priority) as threads:
        assert threads.submit(nice).result() == NICE
    assert nice() == before
