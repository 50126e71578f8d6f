"""Kill servers and workers while games are played: every game ends, and no acknowledged move is lost.

    python benchmarks/kills.py                                 # SQLite: kills of the server
    python benchmarks/kills.py --database postgresql+asyncpg://postgres@127.0.0.1:5432/postgres --workers 2
    python benchmarks/kills.py --tables 300 --kills 60 ...

Computer players play at the tables, and people play games alone beside them. Each process is killed with SIGKILL after
random moments and started again. Then the test waits for the ends of the games. A game hangs if its table stands still
for 90 seconds after the last kill. The exit status tells whether all games ended and nothing was lost. On PostgreSQL
the test creates a database and drops it at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import select

from edokko import check
from edokko.server.store import Database, models, open_database
from load import own_database
from load_server import Process, Server, Start, start_python, table_server

PATIENCE = 90.0
"""Seconds without a move after which a game hangs: a lease and two sweeps take less than 40."""
LONGEST_LIFE = 3.0
"""Seconds at most between the start of a process and its kill."""
POLL_INTERVAL = 0.5
THOUGHT = 0.05
"""Seconds between two moves of a person."""
THREADS = 4
"""Computer players of a worker that search at once."""


@dataclass(frozen=True, slots=True)
class KillCase:
    """A configuration.

    Attributes:
        database: an empty database.
        tables: of computer players.
        kills: of each kind of process.
        workers: the worker processes; without any, the server thinks itself.
        people: persons who play alone, one game after the other, until the kills are over.
        level: of the computer players.
        seed: of the moments of the kills.
        start: starts the processes.
    """

    database: str
    tables: int
    kills: int
    workers: int = 0
    people: int = 2
    level: str = "easy"
    seed: int = 1
    start: Start = start_python


@dataclass(slots=True)
class Outcome:
    """What has happened.

    Attributes:
        finished: the tables of computer players whose games ended.
        hanging: their tables that stand still, with their versions.
        acknowledged: the moves of people that the server has confirmed.
        lost: what was wrong with records and with answers.
        kills: by kind of process.
        seconds, stillness: the duration, and the longest time that a table stood still.
    """

    finished: int = 0
    hanging: dict[str, int] = field(default_factory=dict)
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    stillness: float = 0.0


class Site:
    """A server, its workers and their database."""

    def __init__(self, case: KillCase) -> None:
        self.case = case
        self.outcome = Outcome()
        self.address = ""
        self.is_over = False
        """Whether people begin no further game."""
        self._processes: dict[str, Process] = {}
        self._chance = random.Random(case.seed)

    async def start_server(self) -> None:
        thinking = {"EDOKKO_THINKING": "workers"} if self.case.workers else {}
        server: Server = await asyncio.to_thread(
            table_server,
            self.case.database,
            self.case.start,
            EDOKKO_BOT_PAUSE_MS="0",
            EDOKKO_BOT_THREADS="2",
            **thinking,
        )
        self._processes["server"], self.address = server.process, server.address

    async def start_worker(self, name: str) -> None:
        self._processes[name] = await asyncio.to_thread(_worker, self.case)

    async def kill_often(self, name: str, start: Callable[[], Awaitable[None]], kills: int) -> None:
        for _ in range(kills):
            await asyncio.sleep(self._chance.uniform(0.3, LONGEST_LIFE))
            await asyncio.to_thread(self._kill, name)
            self.outcome.kills["server" if name == "server" else "worker"] += 1
            await start()

    def _kill(self, name: str) -> None:
        process = self._processes.pop(name)
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def kill_all(self) -> None:
        for name in list(self._processes):
            self._kill(name)


async def run(case: KillCase) -> Outcome:
    """Play and kill, and return what has happened."""
    site, start = Site(case), time.monotonic()
    try:
        await site.start_server()
        workers = [f"worker {number}" for number in range(case.workers)]
        await asyncio.gather(*(site.start_worker(name) for name in workers))
        tables = await _tables(site)
        people = [asyncio.create_task(_Person(site).play()) for _ in range(case.people)]
        killers: list[Coroutine[Any, Any, None]] = [site.kill_often("server", site.start_server, case.kills)]
        for place, name in enumerate(workers):
            kills = case.kills // case.workers + (place < case.kills % case.workers)
            killers.append(site.kill_often(name, lambda name=name: site.start_worker(name), kills))  # type: ignore[misc]
        killing = asyncio.create_task(_kill(site, killers))
        database = open_database(case.database)
        try:
            await _wait_for_ends(site.outcome, database, tables, killing)
        finally:
            await database.close()
        await asyncio.gather(*people)
        await _check_records(site, tables)
    finally:
        site.kill_all()
    site.outcome.seconds = time.monotonic() - start
    return site.outcome


async def _kill(site: Site, killers: list[Coroutine[Any, Any, None]]) -> None:
    await asyncio.gather(*killers)
    # Nothing more can be lost: people would only play on while the computer players' games end.
    site.is_over = True


async def _tables(site: Site) -> list[str]:
    seats = [{"kind": "bot", "level": site.case.level}] * 2
    async with httpx.AsyncClient(base_url=site.address, timeout=60) as http:
        await http.get("/api/guest")
        answers = [await http.post("/api/tables", json={"seats": seats}) for _ in range(site.case.tables)]
    return [answer.raise_for_status().json()["table"]["id"] for answer in answers]


async def _wait_for_ends(outcome: Outcome, database: Database, tables: list[str], killing: asyncio.Task[None]) -> None:
    """Wait until all games have ended, or those that have not stand still."""
    table = models.Table
    statement = select(table.id, table.version, table.status).where(table.id.in_(tables))
    since: dict[str, tuple[int, float]] = {}
    calm = time.monotonic()
    while True:
        await asyncio.sleep(POLL_INTERVAL)
        now = time.monotonic()
        calm = calm if killing.done() else now
        rows = await database.query(lambda connection: connection.execute(statement).all())
        running = {name: version for name, version, status in rows if status == "running"}
        outcome.finished = sum(status == "finished" for _, _, status in rows)
        since = {
            name: since[name] if since.get(name, (-1, 0))[0] == version else (version, now)
            for name, version in running.items()
        }
        stillness = [now - max(calm, moment) for _, moment in since.values()]
        outcome.stillness = max(outcome.stillness, *(now - moment for _, moment in since.values()), 0.0)
        if killing.done() and all(seconds >= PATIENCE for seconds in stillness):
            killing.result()
            outcome.hanging = running
            return


class _Person:
    """A person who plays both seats of a table, and knows which moves were acknowledged."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._cookies = httpx.Cookies()
        self._table: str | None = None
        self._moves: list[str] = []

    async def play(self) -> None:
        """Play until the kills are over, and again after each kill; then compare the last game."""
        while not self._site.is_over:
            with suppress(httpx.TransportError):
                async with self._client() as http:
                    await self._play_on(http)
            await asyncio.sleep(0.1)
        if self._table is not None:
            async with self._client() as http:
                await self._compare(http)

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self._site.address, cookies=self._cookies, timeout=30)

    async def _play_on(self, http: httpx.AsyncClient) -> None:
        if not self._cookies:
            await http.get("/api/guest")
            self._cookies = http.cookies
        if self._table is not None:
            await self._compare(http)
        while not self._site.is_over:
            await asyncio.sleep(THOUGHT)
            view = await self._view(http)
            words = view["table"]["game"]["moves"][0]["words"]
            body = {"ply": view["table"].get("ply", 0), "moves": [words]}
            answer = await http.post(f"/api/tables/{self._table}/moves", json=body)
            if answer.status_code == 200:
                self._moves.append(words)
                self._site.outcome.acknowledged += 1
            else:
                self._site.outcome.lost.append(f"a move was answered {answer.status_code}: {answer.text[:200]}")
                await self._compare(http)

    async def _view(self, http: httpx.AsyncClient) -> dict[str, Any]:
        """Return the view of the person's running table; begin another game when it has ended."""
        if self._table is not None:
            view: dict[str, Any] = (await http.get(f"/api/tables/{self._table}")).raise_for_status().json()
            if view["table"]["status"] == "running":
                return view
            await self._compare(http)
        seats = [{"kind": "you"}, {"kind": "local"}]
        view = (await http.post("/api/tables", json={"seats": seats})).raise_for_status().json()
        self._table, self._moves = view["table"]["id"], []
        return view

    async def _compare(self, http: httpx.AsyncClient) -> None:
        """Compare the stored moves with those that were acknowledged; a move in flight may have been stored too."""
        record = (await http.get(f"/api/tables/{self._table}/record")).raise_for_status().json()
        check(record)
        stored = record["moves"]
        if stored[: len(self._moves)] != self._moves or len(stored) > len(self._moves) + 1:
            self._site.outcome.lost.append(f"{len(self._moves)} moves were acknowledged, {len(stored)} are stored")
        self._moves = stored


async def _check_records(site: Site, tables: list[str]) -> None:
    async with httpx.AsyncClient(base_url=site.address, timeout=60) as http:
        for table in tables:
            answer = await http.get(f"/api/tables/{table}/record")
            try:
                check(answer.raise_for_status().json())
            except ValueError as error:
                site.outcome.lost.append(f"a record is wrong: {error}")


def _worker(case: KillCase) -> Process:
    environment = {**os.environ, "EDOKKO_DATABASE": case.database, "EDOKKO_BOT_PAUSE_MS": "0", "PYTHONUNBUFFERED": "1"}
    process = case.start(["worker", "--threads", str(THREADS), "--language", "en"], environment)
    assert process.stdout is not None
    if "waits for" not in process.stdout.readline():
        raise RuntimeError(f"the worker did not start: exit code {process.wait()}")
    return process


async def _run_on(arguments: argparse.Namespace) -> Outcome:
    async with own_database(arguments.database) as address:
        return await run(KillCase(address, arguments.tables, arguments.kills, arguments.workers, seed=arguments.seed))


def main() -> int:
    """Run the test and print its result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", help="the address of a PostgreSQL; by default SQLite in a temporary folder")
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--kills", type=int, default=10, help="of each kind of process")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.workers and not arguments.database:
        parser.error("workers need a PostgreSQL: name one with --database")
    outcome = asyncio.run(_run_on(arguments))
    kills = ", ".join(f"{count} kills of the {kind}" for kind, count in sorted(outcome.kills.items()))
    print(
        f"{outcome.finished} of {arguments.tables} games ended in {outcome.seconds:.0f} s, with {kills or 'no kills'}"
    )
    print(f"the longest stillness of a table was {outcome.stillness:.0f} s")
    print(f"{outcome.acknowledged} moves of people were acknowledged")
    for table, version in outcome.hanging.items():
        print(f"HANGS: table {table} at version {version}")
    for line in outcome.lost:
        print(f"LOST: {line}")
    return int(bool(outcome.hanging or outcome.lost))


if __name__ == "__main__":
    sys.exit(main())
