"""Playing one chunk: its games, its tables and its files. This is the primitive behind every engine of a run."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from socket import gethostname
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.lab.data.books.cards import Cards, Offers
from edokko.lab.data.books.decisions import Decisions, is_picked
from edokko.lab.data.books.holdings import Holdings
from edokko.lab.data.books.month import Fires, Flows, Months, Paydays
from edokko.lab.data.books.turns import Turns
from edokko.lab.data.files import RECORDS, from_rows, paths_of, write_lines, write_table
from edokko.lab.data.outcomes import Outcomes, games_table, seats_table
from edokko.lab.data.plan import Chunk, Condition, Layout, RunPlan
from edokko.lab.data.replay import Book, Replay
from edokko.lab.data.schema import TABLES
from edokko.lab.simulation import runner
from edokko.lab.simulation.runner import Engine, Setting, drive_seeds, game_seeds, player_seeds_of
from edokko.players import Budget

Seeds = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """What a worker, a machine and a process, returns about a finished chunk: numbers, as of rows by table."""

    chunk: int
    games: int
    rows: dict[str, int]
    seconds: float
    worker: str = ""


@dataclass(frozen=True, slots=True)
class Games:
    """The finished games of a chunk: all in order as arrays, and grouped by seating.

    A group has the played games, and the place of each in the order of the chunk.
    """

    outcomes: Outcomes
    groups: tuple[tuple[runner.Chunk, npt.NDArray[np.int64]], ...]


def work(layout: Layout, number: int, run: Path) -> ChunkReport:
    """Play a chunk and write its files. Doing it again writes the same rows.

    Raises:
        edokko.lab.data.plan_form.PlanError: the plan has no such chunk.
        edokko.extras.MissingExtra: pyarrow is not installed.
    """
    began = perf_counter()
    chunk = layout.chunk(number)
    games = play(layout, chunk)
    rows: dict[str, int] = {}
    paths = paths_of(run, layout, chunk)
    if RECORDS in paths:
        write_lines(paths[RECORDS], record_lines(games))
    for name, table in tables_of(layout, chunk, games):
        write_table(paths[name], table)
        rows[name] = table.num_rows
    return ChunkReport(number, chunk.games, rows, perf_counter() - began, f"{gethostname()}/{os.getpid()}")


def tables_of(layout: Layout, chunk: Chunk, games: Games) -> Iterator[tuple[str, Any]]:
    """Yield the name and the Arrow table of each table that the plan keeps; games come last."""
    plan = layout.plan
    condition = layout.conditions[chunk.condition]
    books = _books(plan, condition)
    if books:
        _fill(books, plan, condition, chunk, games)
    rows = {name: each for book in books for name, each in book.rows.items()}
    for name in reversed(plan.tables):
        yield name, SUMMARIES[name](games.outcomes) if name in SUMMARIES else from_rows(TABLES[name], rows.pop(name))


SUMMARIES = {"games": games_table, "seats": seats_table}
"""The tables that are computed from the outcomes of games."""
BOOKS: tuple[type[Book], ...] = (Turns, Cards, Offers, Holdings, Months, Paydays, Fires, Flows)


def _books(plan: RunPlan, condition: Condition) -> list[Book]:
    """Return the collectors of the tables that the plan keeps."""
    books = [book() for book in BOOKS if set(book.tables) & set(plan.tables)]
    if "decisions" in plan.tables:
        budget = Budget.parse(plan.decisions.evaluator) if plan.decisions.evaluator else None
        books.append(Decisions(condition.components, budget))
    return books


def _fill(books: list[Book], plan: RunPlan, condition: Condition, chunk: Chunk, games: Games) -> None:
    """Replay the games of a chunk in order, and check that each ends in the state in which it was played."""
    tables = games.outcomes.tables
    every, few = Replay(tables, [book for book in books if not isinstance(book, Decisions)]), Replay(tables, books)
    for place, (played, index) in enumerate(_in_order(games)):
        game = condition.first_game + chunk.first + place
        replay = few if is_picked(plan.seed, game, plan.decisions.share) else every
        final = replay.play(game, played.moves(index), played.chance(index))
        if final.to_records()[0] != games.outcomes.states[place]:
            raise RuntimeError(f"game {game} of the plan {plan.hash}: its replay ends in another state")


def _in_order(games: Games) -> Iterator[tuple[runner.Chunk, int]]:
    """Yield where each game of a chunk lies, in order."""
    where = {int(place): (played, index) for played, places in games.groups for index, place in enumerate(places)}
    return (where[place] for place in range(len(where)))


def play(layout: Layout, chunk: Chunk) -> Games:
    """Play the games of a chunk."""
    condition = layout.conditions[chunk.condition]
    seats = _rotated(condition, chunk) if condition.is_rotated else _fixed(condition, chunk)
    groups = tuple(
        (_play_group(layout, condition, seats, index), np.flatnonzero(seats.seating == index))
        for index in range(len(seats.seatings))
    )
    return Games(_outcomes(condition, chunk, seats, groups), groups)


@dataclass(frozen=True, slots=True)
class _Seats:
    """Who sits where in the games of a chunk, and their seeds; one row per game."""

    blocks: npt.NDArray[np.int64]
    rotations: npt.NDArray[np.int64]
    seeds: Seeds
    player_seeds: Seeds
    seatings: tuple[tuple[str, ...], ...]
    seating: npt.NDArray[np.int64]


def _fixed(condition: Condition, chunk: Chunk) -> _Seats:
    blocks = np.arange(chunk.first, chunk.first + chunk.games)
    seeds = game_seeds(np.full(chunk.games, condition.plan.seed, np.uint64), blocks.astype(np.uint64))
    zeros = np.zeros(chunk.games, np.int64)
    return _Seats(blocks, zeros, seeds, player_seeds_of(seeds, condition.players), (condition.seating,), zeros)


def _rotated(condition: Condition, chunk: Chunk) -> _Seats:
    games = range(chunk.first, chunk.first + chunk.games)
    matches = [condition.schedule.match(*divmod(game, condition.players)) for game in games]
    seatings: dict[tuple[str, ...], int] = defaultdict(lambda: len(seatings))
    return _Seats(
        np.array([match.block for match in matches]),
        np.array([match.rotation for match in matches]),
        np.array([match.seed for match in matches], np.uint64),
        np.array([match.player_seeds for match in matches], np.uint64),
        seating=np.array([seatings[match.seats] for match in matches]),
        seatings=tuple(seatings),
    )


def _play_group(layout: Layout, condition: Condition, seats: _Seats, index: int) -> runner.Chunk:
    """Play the games of one seating."""
    is_logged = not layout.plan.is_summary
    setting = Setting(seats.seatings[index], condition.components, layout.plan.seed, is_logged)
    own = seats.seating == index
    if setting.is_built_in:
        return Engine(setting).play_seeds(seats.seeds[own], seats.player_seeds[own])
    return drive_seeds(setting, seats.seeds[own], seats.player_seeds[own])


def _outcomes(
    condition: Condition, chunk: Chunk, seats: _Seats, groups: tuple[tuple[runner.Chunk, npt.NDArray[np.int64]], ...]
) -> Outcomes:
    """Put the games of all groups into the order of the chunk."""
    order = np.argsort(np.concatenate([places for _, places in groups]))

    def merged(field: str) -> Any:
        arrays = [getattr(played, field) for played, _ in groups]
        return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)[order]

    return Outcomes(
        tables=groups[0][0].setting.tables,
        overlay=condition.overlay,
        games=condition.first_game + np.arange(chunk.first, chunk.first + chunk.games),
        blocks=condition.first_block + seats.blocks,
        rotations=seats.rotations,
        seeds=seats.seeds,
        seatings=seats.seatings,
        seating=seats.seating,
        **{field: merged(field) for field in ("totals", "rankings", "lines", "states", "decisions", "branching")},
    )


def record_lines(games: Games) -> Iterator[str]:
    """Yield the record of each game as a line, in order."""
    return (played.record(index).to_line() for played, index in _in_order(games))
