"""`edokko worker`: real processes take searches from the queue, and a kill loses and repeats nothing."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy import make_url

from edokko import Game
from edokko.records.record import Record
from edokko.server.workers.postgres_queue import ANSWER_SECONDS
from tests.helpers.forking import ForkedCommand
from tests.helpers.server import Person, Server, first_move, free_port, sqlite_in, temporary_database, wait_until
from tests.helpers.terminal import edokko


class Worker:
    """A running ``edokko worker``."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        environment = {**os.environ, "EDOKKO_DATABASE": database, "EDOKKO_BOT_PAUSE_MS": "0", "LANG": "C.UTF-8"}
        self.log = log
        self.process = ForkedCommand(
            ("worker", "--threads", "1", *options), environment | {"EDOKKO_LANGUAGE": "en"}, log
        )
        line = self.process.stdout.readline()
        assert "The worker waits for" in line, line

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(30)

    def stop(self) -> tuple[int, str]:
        """Return the exit code and the log."""
        self.process.terminate()
        return self.process.wait(30), self.log.read_text()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with temporary_database("postgresql", tmp_path_factory.mktemp("nothing")) as address:
        yield address


@pytest.fixture(scope="module")
def thoughtless(database: str) -> Iterator[Server]:
    """A server that does not think itself."""
    server = Server(database, {"EDOKKO_THINKING": "workers", "EDOKKO_REVIEW": "10"})
    server.start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def worker(database: str, tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    """Workers for one test, killed at its end. pytest shows their logs if the test has failed."""
    started: list[Worker] = []

    def start(*options: str) -> Worker:
        started.append(Worker(database, tmp_path / f"worker-{len(started)}.log", *options))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.kill()
        print(each.log.read_text())


@pytest.fixture
def host(thoughtless: Server) -> Iterator[Person]:
    person = Person(thoughtless)
    yield person
    person.close()


def on(database: str, statement: str) -> list[Any]:
    """Run a statement on the database, and return the first column."""

    async def run() -> list[Any]:
        plain = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(plain)
        try:
            return [row[0] for row in await connection.fetch(statement)]
        finally:
            await connection.close()

    return asyncio.run(run())


def let_leases_pass(database: str) -> None:
    """Let the time pass after which the tasks of a dead worker are taken over."""
    on(database, "UPDATE tasks SET lease = 0 WHERE state = 'taken'")
    on(database, "UPDATE processes SET seen = 0 WHERE starts_with(id, 'worker:')")


def plies(host: Person, table: str) -> int:
    ply: int = host.view(table)["table"].get("ply", 0)
    return ply


def status(host: Person, table: str) -> str:
    text: str = host.view(table)["table"]["status"]
    return text


def own_turn(host: Person) -> str:
    """Return a table where the person begins."""
    views = [host.table(*kinds, hints=True) for kinds in (("you", "easy"), ("easy", "you"))]
    table: str = next(view["table"]["id"] for view in views if view["you"].get("may_play"))
    return table


def computers_only(host: Person) -> str:
    """Return a running table where computer players have taken over."""
    table: str = host.table("you", "easy")["table"]["id"]
    host.post(f"/api/tables/{table}/bot", {})
    return table


def test_without_a_worker_a_server_that_does_not_think_says_so(host: Person, database: str) -> None:
    table = own_turn(host)
    answer = host.post(f"/api/tables/{table}/hint", expect=503)
    assert (answer["code"], answer["retry"]) == ("busy", 5)
    assert host.post("/api/analysis", {"position": Game(2, seed=1).position.to_line()}, expect=503)["code"] == "busy"
    host.post(f"/api/tables/{table}/bot", {})
    wait_until(lambda: on(database, f"SELECT state FROM tasks WHERE subject = '{table}'") == ["waiting"])
    metrics = host.http.get("/metrics").text
    wait_until(lambda: 'edokko_tasks{kind="bots",state="waiting"}' in host.http.get("/metrics").text, 10)
    assert "edokko_messages_sent_total" in metrics


def test_a_worker_answers_everything(host: Person, database: str, worker: Callable[..., Worker]) -> None:
    port = free_port()
    running = worker("--metrics", str(port))
    refused = edokko("worker", "--metrics", str(port), EDOKKO_DATABASE=database)
    assert refused.exit_code == 2
    assert f"Cannot listen on 127.0.0.1:{port}" in refused.stderr
    table = host.table("you", "medium", hints=True, coach=True, rated=False)["table"]["id"]
    wait_until(lambda: host.view(table)["you"].get("may_play"))
    hint = host.post(f"/api/tables/{table}/hint")
    view = host.view(table)
    assert hint["ply"] == view["table"].get("ply", 0)
    assert hint["moves"][0]["words"] in {move["words"] for move in view["table"]["game"]["moves"]}
    ply = view["table"].get("ply", 0)
    host.play(table, ply, first_move(view))
    host.get(f"/api/tables/{table}/lookback?month=1", 409)
    while (view := host.view(table))["table"]["game"]["position"]["month"] == 1:
        if view["you"].get("may_play"):
            host.play(table, view["table"].get("ply", 0), first_move(view))
    look = host.get(f"/api/tables/{table}/lookback?month=1")
    assert look["month"] == 1
    assert "wish" not in look

    body = {"position": Game(3, seed=5).position.to_line(), "simulations": 400}
    with host.http.stream("POST", "/api/analysis", json=body) as response:
        lines = [json.loads(line) for line in response.iter_lines()]
    counts = [line["simulations"] for line in lines if line["simulations"]]
    assert counts == sorted(counts)
    assert lines[-1]["done"]
    # A client that disconnects leaves nothing in the queue.
    with host.http.stream("POST", "/api/analysis", json=body | {"simulations": 50_000}) as response:
        next(response.iter_lines())
    wait_until(lambda: on(database, "SELECT id FROM tasks WHERE kind = 'analyses'") == [], 10)

    finished = computers_only(host)
    wait_until(lambda: status(host, finished) == "finished", 120)
    assert host.http.get(f"/api/tables/{finished}/review").status_code == 202
    wait_until(lambda: host.http.get(f"/api/tables/{finished}/review").status_code == 200, 120)
    assert host.get(f"/api/tables/{finished}/review")["simulations"] == 10

    metrics = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    done = dict(re.findall(r'edokko_worker_tasks_total\{kind="(\w+)",outcome="done"\} (\d+)', metrics))
    assert {kind: bool(int(count)) for kind, count in done.items()} == dict.fromkeys(done, True)
    assert set(done) == {"bots", "hints", "analyses", "reviews"}
    code, log = running.stop()
    assert code == 0, log
    assert "Traceback" not in log
    assert "its tasks are back in the queue" in log
    assert on(database, "SELECT id FROM processes WHERE starts_with(id, 'worker:')") == []


def test_killed_workers_lose_and_repeat_no_move(host: Person, database: str, worker: Callable[..., Worker]) -> None:
    tables = [computers_only(host) for _ in range(2)]
    for _ in range(2):
        running, before = worker("--kinds", "bots"), sum(plies(host, table) for table in tables)
        wait_until(lambda before=before: sum(plies(host, table) for table in tables) >= before + 20)  # type: ignore[misc]
        running.kill()
        let_leases_pass(database)
    # Two workers compete for the rest.
    worker("--kinds", "bots")
    worker("--kinds", "bots")
    wait_until(lambda: all(status(host, table) == "finished" for table in tables), 120)
    for table in tables:
        record = Record.from_json(host.get(f"/api/tables/{table}/record"))
        # The record is checked: it plays every move again.
        assert Game.from_record(record).is_over
        rows = on(database, f"SELECT row FROM rows WHERE \"table\" = '{table}' ORDER BY row")
        assert rows == list(range(len(rows)))
    wait_until(lambda: on(database, "SELECT id FROM tasks WHERE kind = 'bots' AND state = 'taken'") == [])


def test_a_review_of_a_killed_worker_is_finished_by_another_one(
    host: Person, database: str, worker: Callable[..., Worker]
) -> None:
    table = computers_only(host)
    first = worker("--kinds", "bots")
    wait_until(lambda: status(host, table) == "finished", 120)
    first.kill()
    host.get(f"/api/tables/{table}/review", 202)
    on(database, "UPDATE tasks SET payload = '{\"simulations\": 3000}' WHERE kind = 'reviews'")
    killed = worker("--kinds", "reviews")
    wait_until(lambda: host.get(f"/api/tables/{table}/review", 202).get("done", 0) > 0)
    os.kill(killed.process.pid, signal.SIGSTOP)
    let_leases_pass(database)
    on(database, "UPDATE tasks SET payload = '{\"simulations\": 10}' WHERE kind = 'reviews'")
    worker("--kinds", "reviews")
    wait_until(lambda: host.http.get(f"/api/tables/{table}/review").status_code == 200, 120)
    # The first one was only slow: it goes on, notices that its task is gone, and changes nothing.
    os.kill(killed.process.pid, signal.SIGCONT)
    assert killed.stop()[0] == 0
    assert host.get(f"/api/tables/{table}/review")["simulations"] == 10
    assert on(database, f"SELECT count(*) FROM reviews WHERE \"table\" = '{table}'") == [1]


@pytest.fixture
def killed_at_a_hint(
    host: Person, database: str, worker: Callable[..., Worker]
) -> Iterator[tuple[str, Future[httpx.Response]]]:
    """A request for a hint whose worker was killed while it had the task, and the table."""
    table = own_turn(host)
    taken = "SELECT id FROM tasks WHERE kind = 'hints' AND state = 'taken'"
    with ThreadPoolExecutor(1) as pool:
        while True:
            running = worker("--kinds", "hints")
            request = pool.submit(host.http.post, f"/api/tables/{table}/hint", timeout=60)
            while not on(database, taken) and not request.done():
                pass
            os.kill(running.process.pid, signal.SIGSTOP)
            has_task = bool(on(database, taken))
            running.kill()
            if has_task:
                break
            # The worker was faster than the test.
            assert request.result().status_code == 200
        yield table, request


def test_a_hint_of_a_killed_worker_is_answered_by_another_one(
    killed_at_a_hint: tuple[str, Future[httpx.Response]], database: str, worker: Callable[..., Worker]
) -> None:
    _, request = killed_at_a_hint
    worker("--kinds", "hints")
    on(database, "UPDATE tasks SET lease = 0 WHERE state = 'taken'")
    assert request.result(ANSWER_SECONDS).json()["moves"]


def test_without_another_worker_a_hint_is_refused_in_time(
    killed_at_a_hint: tuple[str, Future[httpx.Response]], host: Person, database: str, worker: Callable[..., Worker]
) -> None:
    table, request = killed_at_a_hint
    answer = request.result(ANSWER_SECONDS + 10)
    assert (answer.status_code, answer.json()["code"], answer.json()["retry"]) == (503, "busy", 5)
    # Nothing is left of the request: the next worker answers the next one at once.
    wait_until(lambda: on(database, "SELECT id FROM tasks WHERE kind = 'hints'") == [])
    worker("--kinds", "hints")
    assert host.post(f"/api/tables/{table}/hint")["moves"]


def test_a_stopped_worker_returns_its_tasks_at_once(host: Person, database: str, worker: Callable[..., Worker]) -> None:
    running = worker("--kinds", "analyses")
    body = {"position": Game(3, seed=5).position.to_line(), "simulations": 50_000}
    with host.http.stream("POST", "/api/analysis", json=body) as response:
        lines = response.iter_lines()
        while not json.loads(next(lines))["simulations"]:
            pass
        code, log = running.stop()
        assert code == 0, log
        assert on(database, "SELECT state FROM tasks WHERE kind = 'analyses'") == ["waiting"]
        # Another worker takes it over, and the stream goes on.
        begun = time.monotonic()
        worker("--kinds", "analyses")
        next(lines)
        assert time.monotonic() - begun < 30
    with suppress(httpx.HTTPError):
        response.close()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "A worker needs a PostgreSQL database"),
        (["--kinds", "bots,soup"], "There is no work of the kind 'soup'"),
        (["--kinds", ","], "There is no work of the kind ','"),
        (["--threads", "0"], "--threads"),
    ],
)
def test_a_wrong_option_ends_with_a_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    result = edokko("worker", *options, EDOKKO_DATABASE=sqlite_in(tmp_path))
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_settings_that_need_postgresql_are_refused_on_sqlite(tmp_path: Path) -> None:
    for variable, value in (
        ("EDOKKO_THINKING", "workers"),
        ("EDOKKO_THINKING", "elsewhere"),
    ):
        settings: Any = {"EDOKKO_DATABASE": sqlite_in(tmp_path), variable: value}
        result = edokko("serve", "--no-browser", **settings)
        assert result.exit_code == 2
        assert variable in result.stderr


def test_the_bus_of_earlier_versions_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """A process that ignored it would miss the messages of those that still use it."""
    settings: Any = {"EDOKKO_DATABASE": sqlite_in(tmp_path), "EDOKKO_BUS": "redis://user:secret@localhost"}
    result = edokko("serve", "--no-browser", **settings)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "EDOKKO_BUS is set, but PostgreSQL carries all messages" in result.stderr
    assert "secret" not in result.stderr
