"""``edokko simulate``: many games between computer players, and their statistics."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.interrupts import Deferred, deferred
from edokko.cli.language import text
from edokko.cli.problems import INTERRUPTED, Problem
from edokko.cli.tables import number, print_facts, print_table

if TYPE_CHECKING:
    from edokko.components import Components
    from edokko.lab.simulation.runner import Chunk
    from edokko.lab.simulation.summary import SeatSummary, Summary, Tally

PLAYERS = 4
GAMES = 1000
MOST_GAMES = 10**12
COLUMNS = (
    "simulate-seat",
    "simulate-player",
    "simulate-mean",
    "simulate-median",
    "simulate-best",
    "simulate-wins",
    "simulate-share",
    "simulate-interval",
)
"""The messages of the titles."""
CHUNK = 256
"""The number of native games between two updates of the progress bar."""


@click.command("simulate", cls=Command, help="help-simulate", short_help="help-simulate-short")
@options.count("--games", "help-simulate-games", GAMES, MOST_GAMES)
@options.players(count=PLAYERS)
@options.seats("help-simulate-seats")
@options.seed("help-simulate-seed")
@options.count("--threads", "help-simulate-threads", 1, 256)
@options.edition
@options.components
@options.new("--record", "help-simulate-record")
@option("--trace", is_flag=True, help="help-simulate-trace")
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    games: int,
    players: int | None,
    seats: str | None,
    seed: int | None,
    threads: int,
    edition: str,
    overlay: str | None,
    record: str | None,
    trace: bool,
    as_json: bool,
) -> None:
    if trace and not record:
        raise Problem(text("problem-trace-record"))
    if record:
        options.new_file(record)
    table = options.read_seats(seats, players if seats else players or PLAYERS, ["random"] * 4)
    names = [seat.kind for seat in table]
    components = options.load_components(edition, overlay)
    number = secrets.randbits(64) if seed is None else seed
    summary = _play(names, games, number, threads, components, record, trace)
    if as_json:
        click.echo(json.dumps(_to_json(summary, number, games)))
    else:
        _show(summary, number)
    if summary.games < games:
        message = "simulate-stopped-recorded" if record else "simulate-stopped"
        click.echo(text(message, games=summary.games, asked=games, file=record or ""), err=True)
        ctx.exit(INTERRUPTED)


def _play(
    names: list[str], games: int, seed: int, threads: int, components: Components, record: str | None, trace: bool
) -> Summary:
    """Play all games with a progress bar, and write records as games finish.

    After Ctrl-C, the summary and the records cover the finished games; it is raised again if there is none.
    """
    from edokko.cli.progress import Progress
    from edokko.lab.simulation.runner import simulate
    from edokko.lab.simulation.summary import Tally
    from edokko.players import BUILT_IN
    from edokko.records.file import RecordWriter
    from edokko.records.record import with_trace

    tally = Tally(names)
    is_native = all(name in BUILT_IN for name in names)
    # A game driven by Python may take minutes, so update the progress after each.
    size = CHUNK if is_native else 1
    with ExitStack() as stack:
        interrupts = stack.enter_context(deferred())
        writer = stack.enter_context(RecordWriter(record)) if record else None
        if record:
            # Another process may have created the file while we waited for its lock.
            options.new_file(record)
        progress = stack.enter_context(Progress(text("simulate-progress"), games))
        try:
            with interrupts.allowed():
                chunks = simulate(
                    names, games, seed, components=components, threads=threads, log=bool(record), chunk=size
                )
            began = perf_counter()
            for chunk in _until_stopped(chunks, interrupts, tally):
                tally.add(chunk.totals, chunk.rankings, chunk.decisions, chunk.branching)
                for game_record in chunk.records() if writer else ():
                    writer.write(with_trace(game_record) if trace else game_record)  # type: ignore[union-attr]
                progress.at(tally.games)
        except ValueError as error:
            raise Problem(str(error)) from None
        return tally.summary(perf_counter() - began)


def _until_stopped(chunks: Iterator[Chunk], interrupts: Deferred, tally: Tally) -> Iterator[Chunk]:
    """Yield chunks until they end or Ctrl-C is pressed. Ctrl-C is deferred while the caller processes a chunk."""
    while True:
        try:
            with interrupts.allowed():
                chunk = next(chunks, None)
        except KeyboardInterrupt:
            if not tally.games:
                raise
            return
        if chunk is None:
            return
        yield chunk


def _to_json(summary: Summary, seed: int, asked: int) -> dict[str, Any]:
    """Convert the summary to JSON values; lists are by seat. ``asked`` is present only if Ctrl-C stopped the games."""
    seats = summary.seats
    return {
        "games": summary.games,
        **({} if summary.games == asked else {"asked": asked}),
        "seed": hex(seed),
        "seats": [seat.name for seat in seats],
        "decisions": summary.decisions,
        "seconds": round(summary.seconds, 6),
        "games_per_second": round(summary.games_per_second, 3),
        "decisions_per_second": round(summary.decisions_per_second, 3),
        "branching": round(summary.branching, 4),
        "decisions_per_game": round(summary.length, 3),
        "mean_score": round(summary.mean, 4),
        "median_score": summary.median,
        "best_score": summary.best,
        "mean_winning_score": round(summary.winning, 4),
        "seat_mean_score": [round(seat.mean, 4) for seat in seats],
        "wins": [seat.wins for seat in seats],
        "win_share": [round(seat.win_share, 6) for seat in seats],
        "win_share_interval": [[round(seat.low, 6), round(seat.high, 6)] for seat in seats],
    }


def _show(summary: Summary, seed: int) -> None:
    facts = (
        ("simulate-games", number(summary.games)),
        ("simulate-seed", hex(seed)),
        ("simulate-seconds", number(summary.seconds, 2)),
        ("simulate-games-per-second", number(summary.games_per_second)),
        ("simulate-decisions-per-second", number(summary.decisions_per_second)),
        ("simulate-decisions-per-game", number(summary.length, 1)),
        ("simulate-branching", number(summary.branching, 2)),
        ("simulate-mean", number(summary.mean, 1)),
        ("simulate-median", number(summary.median, 1)),
        ("simulate-best", number(summary.best)),
        ("simulate-winning", number(summary.winning, 1)),
    )
    print_facts((text(message), value) for message, value in facts)
    click.echo()
    print_table(map(text, COLUMNS), map(_row, summary.seats), left=[COLUMNS.index("simulate-player")])


def _row(seat: SeatSummary) -> list[str]:
    return [
        str(seat.seat),
        seat.name,
        number(seat.mean, 1),
        number(seat.median, 1),
        number(seat.best),
        number(seat.wins),
        f"{100 * seat.win_share:.1f} %",
        f"{100 * seat.low:.1f}–{100 * seat.high:.1f} %",
    ]
