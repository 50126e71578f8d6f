"""Load test of the server, with the client on the same machine, compared with an echo server of the same libraries.

    python benchmarks/load.py [--seconds 120] [--database ADDRESS] [--processes 2] [--bots 200] [--best-of 5]
    python benchmarks/load.py --all

300 tables, 1,000 live channels, 200 moves a second. The latency of a move is the time from when it was due until all
players at its table have received it. It prints the table of decision record 10; the exit status
tells whether all targets were met. On PostgreSQL it creates a database and drops it at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from time import perf_counter

import aiohttp
import asyncpg
import uvloop
from sqlalchemy import make_url

from edokko.players.names import levels
from load_people import Counts, People, milliseconds
from load_server import Server, echo_server, player_megabytes, table_server, total_seconds

POSTGRESQL = "postgresql+asyncpg://postgres@127.0.0.1:5432/postgres"
TABLES = 300
CONNECTIONS = 1_000
RATE = 200.0
SECONDS = 120.0
BOTS = 200
SEED = 2026
ECHO_SHARE = 0.25
"""Duration of the echo server's measurement, as a share of the duration."""
MOST_MS = 100.0
MOST_MS_WITH_BOTS = 250.0
"""Targets of the 99th percentile."""
MOST_CPU_MS = 0.5
"""Target of the processor time for each delivered view, beyond that of the echo server."""
MOST_MEGABYTES = 250.0
MOST_GROWTH = 10.0
"""Target of the growth of memory in the second half of a run, in megabytes."""
MOVES_A_GAME = 150
"""Moves of nearly every game at least. The load of a table ends with its game."""


@dataclass(frozen=True, slots=True)
class LoadCase:
    """A configuration of the load test.

    Attributes:
        database: a PostgreSQL address; ``None`` for SQLite in a temporary folder.
        processes: servers on that database.
        bots: additional tables of computer players only.
        tables, connections, rate, seconds: the load.
    """

    database: str | None = None
    processes: int = 1
    bots: int = 0
    tables: int = TABLES
    connections: int = CONNECTIONS
    rate: float = RATE
    seconds: float = SECONDS

    @property
    def name(self) -> str:
        """The name in the printed table."""
        kind = "SQLite" if self.database is None else "PostgreSQL"
        processes = f", {self.processes} processes" if self.processes > 1 else ""
        return f"{kind}{processes}{f', {self.bots} bot tables' if self.bots else ''}"


@dataclass(frozen=True, slots=True)
class Measurement:
    """The result of a run.

    Attributes:
        counts: the counts of the clients.
        elapsed: duration in seconds.
        cpu: processor time of the servers in seconds.
        megabytes: memory of the largest process: at the start, at half-time, at the end.
    """

    counts: Counts
    elapsed: float
    cpu: float
    megabytes: tuple[float, float, float]

    @property
    def cpu_per_view(self) -> float:
        """Processor time in milliseconds for each delivered view, on a channel or in the answer to a move."""
        return 1000 * self.cpu / (self.counts.views + self.counts.answered)

    @property
    def cpu_per_channel_view(self) -> float:
        """Processor time in milliseconds for each view on a channel."""
        return 1000 * self.cpu / self.counts.views

    def latency(self, share: float) -> float:
        """Return a quantile of the latencies in milliseconds."""
        return milliseconds(self.counts.latencies, share)


async def measure_table(case: LoadCase) -> Measurement:
    """Run the load test with edokko's servers."""
    async with own_database(case.database) as address:
        servers = [table_server(address) for _ in range(case.processes)]
        try:
            async with people_at(servers) as people:
                await people.prepare(case.tables, case.connections)
                await people.bots_only(case.bots, list(levels()))
                return await _measure(people, servers, case.rate, case.seconds)
        finally:
            for server in servers:
                server.stop()


async def measure_echo(case: LoadCase, size: int) -> Measurement:
    """Run the load test with echo servers.

    Args:
        case: the configuration.
        size: bytes of a view.
    """
    async with own_database(case.database) as address:
        servers = [echo_server(size, address) for _ in range(case.processes)]
        try:
            async with people_at(servers) as people:
                await people.prepare_echo(case.tables, case.connections)
                return await _measure(people, servers, case.rate, max(5.0, ECHO_SHARE * case.seconds))
        finally:
            for server in servers:
                server.stop()


async def _measure(people: People, servers: Sequence[Server], rate: float, seconds: float) -> Measurement:
    # Let the work of creating the tables end before the measurement.
    await asyncio.sleep(1.0)
    print(f"{len(people.tables)} tables are ready, {seconds:.0f} s of moves begin", file=sys.stderr, flush=True)
    people.counts = Counts(errors=people.counts.errors)
    gc.collect()
    gc.freeze()
    sizes = [_largest(servers)]
    before, start = total_seconds(servers), perf_counter()
    half = asyncio.get_running_loop().call_later(seconds / 2, lambda: sizes.append(_largest(servers)))
    try:
        await people.play(rate, seconds)
    finally:
        half.cancel()
    measurement = Measurement(
        people.counts,
        perf_counter() - start,
        total_seconds(servers) - before,
        (sizes[0], sizes[-1], _largest(servers)),
    )
    await people.leave()
    return measurement


def _largest(servers: Sequence[Server]) -> float:
    return max(server.megabytes for server in servers)


@asynccontextmanager
async def people_at(servers: Sequence[Server], *, is_routed: bool = False) -> AsyncIterator[People]:
    """Yield the clients of servers; they leave at the end."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as http:
        people = People(http, [server.address for server in servers], SEED, is_routed=is_routed)
        try:
            yield people
        finally:
            await people.leave()


@asynccontextmanager
async def own_database(address: str | None) -> AsyncIterator[str]:
    """Yield the address of a temporary database."""
    if address is None:
        with tempfile.TemporaryDirectory(prefix="edokko-load-") as folder:
            yield f"sqlite+aiosqlite:///{Path(folder) / 'tables.sqlite'}"
        return
    url, name = make_url(address), f"edokko_load_{token_hex(6)}"
    await _run_on(address, f"CREATE DATABASE {name}")
    try:
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        await _run_on(address, f"DROP DATABASE {name} WITH (FORCE)")


async def _run_on(address: str, statement: str) -> None:
    async with connected(address) as connection:
        await connection.execute(statement)


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[asyncpg.Connection]:
    """Yield a connection to a database, whose address names SQLAlchemy's driver."""
    plain = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(plain, timeout=5)
    try:
        yield connection
    finally:
        await connection.close()


# --- output

HEAD = (
    "| configuration | moves | p50 ms | p99 ms | max ms | echo p50 / p99 / max ms | CPU ms a view (echo) "
    "| channel views only (echo) | CPU % of a core | MB at start, half-time, end | errors, missed |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


def row(case: LoadCase, measured: Measurement, echo: Measurement) -> str:
    """Return a row of the printed table."""
    counts = measured.counts
    latency = " | ".join(f"{measured.latency(share):.1f}" for share in (0.5, 0.99, 1.0))
    echo_latency = " / ".join(f"{echo.latency(share):.1f}" for share in (0.5, 0.99, 1.0))
    memory = ", ".join(f"{size:.0f}" for size in measured.megabytes)
    a_view = f"{measured.cpu_per_view:.2f} ({echo.cpu_per_view:.2f})"
    a_channel_view = f"{measured.cpu_per_channel_view:.2f} ({echo.cpu_per_channel_view:.2f})"
    return (
        f"| {case.name} | {len(counts.latencies)} in {measured.elapsed:.0f} s | {latency} | {echo_latency} "
        f"| {a_view} | {a_channel_view} | {100 * measured.cpu / measured.elapsed:.0f} | {memory} "
        f"| {len(counts.errors) + len(echo.counts.errors)}, {counts.missing + echo.counts.missing} |"
    )


def missed_targets(case: LoadCase, measured: Sequence[tuple[Measurement, Measurement]]) -> list[str]:
    """Return a line for each missed target. Every run must meet each target; for processor time the best run counts.

    Other work on the machine only increases processor time, so the best run is the most accurate.

    Args:
        case: the configuration.
        measured: the runs, each with that of the echo server.
    """
    runs = [measurement for measurement, _ in measured]
    bounds = [
        ("p99 in ms", max(run.latency(0.99) for run in runs), MOST_MS_WITH_BOTS if case.bots else MOST_MS),
        ("errors", max(len(run.counts.errors) for run in runs), 0),
        ("missing updates", max(run.counts.missing for run in runs), 0),
    ]
    if not case.bots:
        # Computer players use all processor time that is left, and their trees need memory.
        bounds += [
            (
                "CPU ms a view beyond the echo",
                min(run.cpu_per_view - echo.cpu_per_view for run, echo in measured),
                MOST_CPU_MS,
            ),
            ("MB", max(max(run.megabytes) for run in runs), MOST_MEGABYTES),
            ("MB more in the second half", max(run.megabytes[2] - run.megabytes[1] for run in runs), MOST_GROWTH),
        ]
    return [f"{case.name}: {what} {value:.4g}, at most {bound:g}" for what, value, bound in bounds if value > bound]


async def run_all(cases: Sequence[LoadCase], times: int = 1) -> list[str]:
    """Run each configuration ``times`` times, print the results, and return the missed targets."""
    print(HEAD, flush=True)
    missed: list[str] = []
    for case in cases:
        runs = []
        for _ in range(times):
            measured = await measure_table(case)
            echo = await measure_echo(case, round(measured.counts.bytes / max(1, measured.counts.views)))
            print(row(case, measured, echo), flush=True)
            for error in dict.fromkeys(measured.counts.errors + echo.counts.errors):
                print(f"error: {error}", file=sys.stderr)
            runs.append((measured, echo))
        missed += missed_targets(case, runs)
    if any(case.bots for case in cases):
        print(f"\nOf the memory, computer players take {player_megabytes():.0f} MB.", flush=True)
    return missed


def main() -> int:
    """Run the configurations of the command line."""
    parser = argparse.ArgumentParser(description="Load test of the server.")
    parser.add_argument("--database", metavar="ADDRESS", help="PostgreSQL, as postgresql+asyncpg://... (SQLite)")
    parser.add_argument("--processes", type=int, default=1, choices=(1, 2), help="servers on PostgreSQL (1)")
    parser.add_argument("--bots", type=int, default=0, metavar="N", help="tables with computer players only (0)")
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help=f"tables of people ({TABLES})")
    parser.add_argument("--connections", type=int, default=CONNECTIONS, metavar="N", help=f"channels ({CONNECTIONS})")
    parser.add_argument("--rate", type=float, default=RATE, metavar="N", help=f"moves a second ({RATE:g})")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"how long ({SECONDS:g})")
    parser.add_argument("--best-of", type=int, default=1, metavar="N", help="runs of each configuration (1)")
    parser.add_argument("--all", action="store_true", help="the whole table of decision record 10, PostgreSQL too")
    options = parser.parse_args()
    if options.processes > 1 and options.database is None and not options.all:
        parser.error("several processes need PostgreSQL: --database postgresql+asyncpg://...")
    if options.database is not None and not options.database.startswith("postgresql+asyncpg://"):
        parser.error("--database is an address of PostgreSQL; without it the test runs on SQLite")
    if options.best_of < 1:
        parser.error("--best-of is 1 or more")
    longest = MOVES_A_GAME * options.tables / options.rate
    if options.seconds > longest:
        reason = f"at {options.rate:g} moves a second {options.tables} games last {longest:g}; try a lower --rate"
        parser.error(f"--seconds: {reason}")
    load = {
        "tables": options.tables,
        "connections": options.connections,
        "rate": options.rate,
        "seconds": options.seconds,
    }
    single = LoadCase(options.database, options.processes, options.bots, **load)
    postgresql = options.database or POSTGRESQL
    cases = [
        LoadCase(**load),
        LoadCase(postgresql, **load),
        LoadCase(postgresql, 2, **load),
        LoadCase(None, 1, BOTS, **load),
        LoadCase(postgresql, 2, BOTS, **load),
    ]
    missed = uvloop.run(run_all(cases if options.all else [single], options.best_of))
    for line in missed:
        print(f"missed target: {line}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
