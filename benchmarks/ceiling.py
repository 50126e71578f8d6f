"""The ceiling of the server on one PostgreSQL: the moves a second at which p99 passes a limit, and what limits them.

    python benchmarks/ceiling.py [--processes 2] [--before /path/to/another/checkout] [--routed]
    python benchmarks/ceiling.py --commits

The first command raises the load in steps until the 99th percentile passes the limit. It does so for each variant in
turn, several rounds, so that other work on the machine meets all variants: compare variants of one run only. The second
command leaves the servers out and writes moves as fast as PostgreSQL commits them, with and without a notification in
the transaction.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import asyncpg
import psutil
import uvloop

from load import POSTGRESQL, connected, own_database, people_at
from load_people import Counts, People, milliseconds
from load_server import Server, table_server

TABLES = 120
CONNECTIONS = 400
FIRST_RATE = 60.0
GROWTH = 1.35
"""The factor between two steps of the load."""
STEP_SECONDS = 4.0
MOST_STEPS = 12
MOST_MS = 250.0
"""The limit of the 99th percentile. The step before the first one above it is the ceiling."""
ROUNDS = 2
SAMPLE_INTERVAL = 0.02
"""Seconds between two samples of the wait events."""
COMMIT_SECONDS = 4.0
COMMIT_CONNECTIONS = 16
BATCH_SECONDS = 0.003
PAYLOAD = 1_000
"""Bytes of a move's notification with its rows."""

ACTIVITY = (
    "SELECT coalesce(wait_event_type || ':' || wait_event, 'CPU') FROM pg_stat_activity"
    " WHERE state = 'active' AND datname = current_database() AND pid <> pg_backend_pid()"
)
BACKENDS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"


@dataclass(frozen=True, slots=True)
class Variant:
    """A configuration of the servers.

    Attributes:
        name: in the printed table.
        processes: servers on the database.
        settings: environment variables of the servers.
        is_routed: whether all clients of a table use the same server, as behind a proxy that routes by the table's id.
    """

    name: str
    processes: int
    settings: Mapping[str, str] = field(default_factory=dict)
    is_routed: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one step of the load.

    Attributes:
        rate: the moves a second that were due.
        moves: the moves a second that all players at their tables received.
        p50, p99: of the latency, in milliseconds.
        cpu: percent of a core, of each part.
        waits: samples of active connections by wait event.
        errors: errors and missed updates.
    """

    rate: float
    moves: float
    p50: float
    p99: float
    cpu: Mapping[str, float]
    waits: Mapping[str, int]
    errors: int

    @property
    def row(self) -> str:
        """The row of the printed table, without the variant."""
        cpu = ", ".join(f"{name} {percent:.0f}" for name, percent in self.cpu.items())
        waits = _shares(self.waits) or "-"
        return (
            f"{self.rate:.0f} | {self.moves:.0f} | {self.p50:.1f} | {self.p99:.1f} | {cpu} | {waits} | {self.errors} |"
        )


def _shares(waits: Mapping[str, int]) -> str:
    """Return the three most frequent wait events with their shares."""
    total = sum(waits.values()) or 1
    return ", ".join(f"{name} {100 * count / total:.0f} %" for name, count in Counter(waits).most_common(3))


HEAD = (
    "| variant | due moves/s | moves/s | p50 ms | p99 ms | CPU, % of a core | active connections wait for | errors |\n"
    "|---|---|---|---|---|---|---|---|"
)


class Watch:
    """The use of processor time and the wait events of PostgreSQL during a step.

    Args:
        connection: to the database of the servers.
        servers: their processes.
    """

    def __init__(self, connection: asyncpg.Connection, servers: Sequence[Server]) -> None:
        self._connection = connection
        self._servers = servers
        self.waits: Counter[str] = Counter()
        self._before: dict[str, float] = {}
        self._start = 0.0

    async def begin(self) -> None:
        self._start, self._before = perf_counter(), await self._seconds()

    @asynccontextmanager
    async def sampling(self) -> AsyncIterator[None]:
        """Sample the wait events meanwhile."""
        sampler = asyncio.create_task(self._sample())
        try:
            yield
        finally:
            sampler.cancel()
            with suppress(asyncio.CancelledError):
                await sampler

    async def _sample(self) -> None:
        while True:
            self.waits.update(row[0] for row in await self._connection.fetch(ACTIVITY))
            await asyncio.sleep(SAMPLE_INTERVAL)

    async def cpu(self) -> dict[str, float]:
        """Return the percent of a core of each part since the beginning."""
        elapsed, now = perf_counter() - self._start, await self._seconds()
        return {name: 100 * max(0.0, now[name] - self._before.get(name, 0.0)) / elapsed for name in now}

    async def _seconds(self) -> dict[str, float]:
        seconds = {f"server {number + 1}": server.seconds for number, server in enumerate(self._servers)}
        pids = [row[0] for row in await self._connection.fetch(BACKENDS)]
        seconds["PostgreSQL"] = sum(map(_seconds_of, pids))
        seconds["client"] = _seconds_of(psutil.Process().pid)
        return seconds


def _seconds_of(pid: int) -> float:
    with suppress(psutil.Error):
        times = psutil.Process(pid).cpu_times()
        return float(times.user + times.system)
    return 0.0


async def climb(database: str, variant: Variant, options: argparse.Namespace) -> list[Step]:
    """Raise the load on the servers of a variant until p99 passes the limit; return the steps."""
    steps: list[Step] = []
    async with own_database(database) as address, connected(address) as connection:
        servers: list[Server] = []
        try:
            servers += [table_server(address, **variant.settings) for _ in range(variant.processes)]
            async with people_at(servers, is_routed=variant.is_routed) as people:
                await people.prepare(options.tables, options.connections)
                gc.collect()
                gc.freeze()
                rate = options.first
                for _ in range(MOST_STEPS):
                    steps.append(await _step(people, Watch(connection, servers), rate, options.seconds))
                    print(f"| {variant.name} | {steps[-1].row}", flush=True)
                    if steps[-1].p99 > options.limit:
                        break
                    rate *= GROWTH
        finally:
            for server in servers:
                server.stop()
    return steps


async def _step(people: People, watch: Watch, rate: float, seconds: float) -> Step:
    people.counts = Counts()
    await watch.begin()
    start = perf_counter()
    async with watch.sampling():
        await people.play(rate, seconds)
    elapsed, counts = perf_counter() - start, people.counts
    p50, p99 = (milliseconds(counts.latencies, share) for share in (0.5, 0.99))
    for error in dict.fromkeys(counts.errors):
        print(f"error: {error}", file=sys.stderr)
    errors = len(counts.errors) + counts.missing
    return Step(rate, len(counts.latencies) / elapsed, p50, p99, await watch.cpu(), watch.waits, errors)


def ceiling_of(steps: Sequence[Step], limit: float) -> float:
    """Return the moves a second of the fastest step within the limit; 0 if there is none."""
    return max((step.moves for step in steps if step.p99 <= limit), default=0.0)


# --- commits without servers

INSERT = "INSERT INTO moves VALUES ($1, $2)"
WITH_NOTIFICATION = f"WITH insertion AS ({INSERT}) SELECT pg_notify('moves', $2)"
WITHOUT_NOTIFICATION = f"WITH insertion AS ({INSERT}) SELECT 1"
BATCH = "SELECT count(pg_notify('moves', message)) FROM unnest($1::text[]) AS message"


async def commits(database: str, mode: str, connections: int, seconds: float) -> str:
    """Write moves as fast as PostgreSQL commits them, and return a row of the printed table.

    Args:
        database: an address.
        mode: ``transaction``: each move's transaction notifies; ``outbox``: one more connection notifies of the moves
            of the last milliseconds together; ``none``: no notification.
        connections: that write.
        seconds: the duration.
    """
    async with own_database(database) as address, AsyncExitStack() as stack:
        watcher, sender, *writers = [
            await stack.enter_async_context(connected(address)) for _ in range(2 + connections)
        ]
        await watcher.execute("CREATE TABLE moves (number INTEGER, rows TEXT)")
        statement = WITH_NOTIFICATION if mode == "transaction" else WITHOUT_NOTIFICATION
        latencies: list[float] = []
        outbox: list[str] = []
        end = perf_counter() + seconds

        async def write(connection: asyncpg.Connection) -> None:
            while (start := perf_counter()) < end:
                message = f"{len(latencies)} ".ljust(PAYLOAD, "x")
                await connection.fetchval(statement, len(latencies), message)
                latencies.append(perf_counter() - start)
                outbox.append(message)

        async def send() -> None:
            while mode == "outbox" and perf_counter() < end:
                await asyncio.sleep(BATCH_SECONDS)
                batch = outbox[:]
                outbox.clear()
                if batch:
                    await sender.fetchval(BATCH, batch)

        watch = Watch(watcher, [])
        async with watch.sampling():
            await asyncio.gather(send(), *map(write, writers))
    p50, p99 = (milliseconds(latencies, share) for share in (0.5, 0.99))
    return f"| {mode} | {len(latencies) / seconds:.0f} | {p50:.1f} | {p99:.1f} | {_shares(watch.waits)} |"


COMMITS_HEAD = "| notification | moves/s | p50 ms | p99 ms | active connections wait for |\n|---|---|---|---|---|"


async def run_commits(options: argparse.Namespace) -> None:
    """Print the table of :func:`commits`."""
    print(COMMITS_HEAD, flush=True)
    for _ in range(options.rounds):
        for mode in ("transaction", "outbox", "none"):
            print(await commits(options.database, mode, COMMIT_CONNECTIONS, COMMIT_SECONDS), flush=True)


# --- the command line


def variants(options: argparse.Namespace) -> list[Variant]:
    """Return the variants of the command line, the baseline first."""
    count, chosen = options.processes, []
    if options.before:
        source = {"PYTHONPATH": str(Path(options.before).resolve() / "src")}
        chosen.append(Variant("before", count, source))
    chosen.append(Variant("PostgreSQL as the bus", count))
    if options.routed:
        chosen.append(Variant("PostgreSQL as the bus, routed", count, is_routed=True))
    return [variant for variant in chosen if options.only is None or options.only in variant.name]


async def run(options: argparse.Namespace) -> None:
    """Print the steps of all variants, and the ceilings."""
    print(HEAD, flush=True)
    ceilings: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        for variant in variants(options):
            steps = await climb(options.database, variant, options)
            ceilings.setdefault(variant.name, []).append(ceiling_of(steps, options.limit))
    print(f"\n| variant, {options.processes} processes | moves/s in each round | median | ratio |\n|---|---|---|---|")
    first = median(next(iter(ceilings.values()))) or float("nan")
    for name, values in ceilings.items():
        listed = ", ".join(f"{value:.0f}" for value in values)
        print(f"| {name} | {listed} | {median(values):.0f} | {median(values) / first:.2f} |", flush=True)


def main() -> int:
    """Run the benchmark of the command line."""
    parser = argparse.ArgumentParser(description="The ceiling of the server on one PostgreSQL.")
    parser.add_argument("--database", metavar="ADDRESS", default=POSTGRESQL, help="postgresql+asyncpg://...")
    parser.add_argument("--commits", action="store_true", help="commits of PostgreSQL alone, without servers")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="servers (2)")
    parser.add_argument("--before", metavar="FOLDER", help="another checkout of edokko as the first variant")
    parser.add_argument("--routed", action="store_true", help="also with the clients of a table at one server")
    parser.add_argument("--only", metavar="TEXT", help="only the variants with this text in their names")
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help=f"tables of people ({TABLES})")
    parser.add_argument("--connections", type=int, default=CONNECTIONS, metavar="N", help=f"channels ({CONNECTIONS})")
    parser.add_argument("--first", type=float, default=FIRST_RATE, metavar="N", help=f"first step ({FIRST_RATE:g})")
    parser.add_argument("--seconds", type=float, default=STEP_SECONDS, metavar="S", help=f"a step ({STEP_SECONDS:g})")
    parser.add_argument("--limit", type=float, default=MOST_MS, metavar="MS", help=f"of p99 ({MOST_MS:g})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"of all variants ({ROUNDS})")
    options: Any = parser.parse_args()
    if not options.database.startswith("postgresql+asyncpg://"):
        parser.error("--database is an address of PostgreSQL")
    uvloop.run(run_commits(options) if options.commits else run(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
