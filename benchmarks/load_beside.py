"""Load test of two versions of the server at once: what the machine does beside it slows down both alike.

    python benchmarks/load_beside.py OTHER_CHECKOUT [--rounds 5] [--seconds 30] [--rate 80]

Each round starts a server of this checkout and one of the other, on SQLite, and gives both the same load at the same
time: 150 tables, 500 live channels and ``--rate`` moves a second each. It prints the processor time for each delivered
view and the 99th percentile of the latency of a move, and in the end the ratio of the means. Both use the libraries of
the interpreter that runs this file.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import uvloop

from load import own_database, people_at
from load_people import Counts, milliseconds
from load_server import table_server

TABLES, CONNECTIONS = 150, 500
HERE = Path(__file__).parent.parent


class Figures(NamedTuple):
    """What one server needed in one round.

    Attributes:
        cpu: processor time for each delivered view, in milliseconds.
        p99: the 99th percentile of the latency of a move, in milliseconds.
        errors: of clients, with missed updates.
    """

    cpu: float
    p99: float
    errors: int


async def measure(checkouts: Sequence[Path], rate: float, seconds: float) -> list[Figures]:
    """Return the figures of a server of each checkout, under load at the same time."""
    async with AsyncExitStack() as stack:
        servers, clients = [], []
        for checkout in checkouts:
            address = await stack.enter_async_context(own_database(None))
            server = table_server(address, PYTHONPATH=str(checkout / "src"))
            stack.callback(server.stop)
            people = await stack.enter_async_context(people_at([server]))
            await people.prepare(TABLES, CONNECTIONS)
            servers.append(server)
            clients.append(people)
        # Let the work of creating the tables end before the measurement.
        await asyncio.sleep(1.0)
        for people in clients:
            people.counts = Counts(errors=people.counts.errors)
        before = [server.seconds for server in servers]
        await asyncio.gather(*(people.play(rate, seconds) for people in clients))
        spent = [server.seconds - start for server, start in zip(servers, before, strict=True)]
        for people in clients:
            await people.leave()
    return [_figures(people.counts, cpu) for people, cpu in zip(clients, spent, strict=True)]


def _figures(counts: Counts, cpu: float) -> Figures:
    views = counts.views + counts.answered
    return Figures(1000 * cpu / views, milliseconds(counts.latencies, 0.99), len(counts.errors) + counts.missing)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Load test of two versions of the server at once.")
    parser.add_argument("other", type=Path, help="a checkout of the other version")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="S", help="duration of a round (30)")
    parser.add_argument("--rate", type=float, default=80.0, metavar="N", help="moves a second for each server (80)")
    options = parser.parse_args()
    if not (options.other / "src" / "edokko").is_dir():
        parser.error(f"{options.other}: has no folder src/edokko")
    print("| round | CPU ms a view: other, this | ratio | p99 ms: other, this | errors |\n|---|---|---|---|---|")
    rounds: list[list[Figures]] = []
    for number in range(1, options.rounds + 1):
        # Take turns, in case the first server or its clients are at an advantage.
        order = [options.other.resolve(), HERE] if number % 2 else [HERE, options.other.resolve()]
        figures = uvloop.run(measure(order, options.rate, options.seconds))
        other, this = figures if number % 2 else figures[::-1]
        rounds.append([other, this])
        cpu = f"{other.cpu:.3f}, {this.cpu:.3f} | {this.cpu / other.cpu:.3f}"
        print(f"| {number} | {cpu} | {other.p99:.1f}, {this.p99:.1f} | {other.errors + this.errors} |", flush=True)
    means = [[fmean(pair[side][part] for pair in rounds) for side in (0, 1)] for part in (0, 1)]
    ratios = [this / other for other, this in means]
    print(f"Means, this to other: CPU a view x {ratios[0]:.3f}, p99 x {ratios[1]:.3f}")


if __name__ == "__main__":
    main()
