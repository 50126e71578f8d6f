"""Simulations: reproducible, independent of the number of threads, and with records that replay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from edokko.batch import game_seed
from edokko.components import load
from edokko.game import Game
from edokko.lab.simulation.loop import Log
from edokko.lab.simulation.runner import Chunk, Setting, drive_seeds, game_seeds, player_seeds_of, simulate
from edokko.lab.simulation.summary import Tally
from edokko.records.record import check

MIXED = ["random", "greedy", "random"]


def rows_of(chunk: Chunk) -> list[list[object]]:
    """Return everything that a chunk holds, game by game."""
    columns: list[Any] = [chunk.seeds, chunk.totals, chunk.rankings, chunk.decisions, chunk.branching]
    if chunk.setting.logged:
        columns += [chunk.lines, *(chunk.logs[name] for name in Log.cells)]
    return [list(game) for game in zip(*(column.tolist() for column in columns), strict=True)]


def joined(chunks: Iterable[Chunk]) -> list[list[object]]:
    """Return the games of several chunks."""
    return [game for chunk in chunks for game in rows_of(chunk)]


def test_threads_and_chunks_do_not_change_the_games() -> None:
    single = joined(simulate(MIXED, 40, 7, log=True))
    assert joined(simulate(MIXED, 40, 7, log=True, threads=3, chunk=7)) == single


def test_a_game_does_not_depend_on_the_number_of_games() -> None:
    (few,) = simulate(["random"] * 4, 3, 7)
    (more,) = simulate(["random"] * 4, 50, 7)
    assert rows_of(more)[:3] == rows_of(few)


def test_another_seed_gives_other_games() -> None:
    assert joined(simulate(["random"] * 4, 5, 1)) != joined(simulate(["random"] * 4, 5, 2))


def test_a_million_million_games_start_immediately() -> None:
    first = next(simulate(["random"] * 2, 10**12, 1, chunk=2))
    assert len(first) == 2


def test_chunks_come_in_order() -> None:
    chunks = list(simulate(["random"] * 2, 50, threads=2, chunk=8))
    assert [chunk.seeds[0] for chunk in chunks] == [game_seed(0, first) for first in range(0, 50, 8)]
    assert sum(map(len, chunks)) == 50


@pytest.mark.parametrize(
    ("seats", "edition"),
    [(["random"] * 4, "2021"), (MIXED, "2021"), (["greedy", "random"], "2021"), (["random"] * 2, "2015")],
)
def test_every_record_replays_to_its_result_and_from_its_seed(seats: list[str], edition: str) -> None:
    (chunk,) = simulate(seats, 3, 5, components=load(edition), log=True)
    for index, record in enumerate(chunk.records()):
        game = check(record)
        assert [sheet.total for sheet in game.score()] == chunk.totals[index].tolist()
        assert game.ranking == tuple(chunk.rankings[index])
        assert record.seed == hex(game_seed(5, index))
        replay = Game(len(seats), edition, seed=int(record.seed, 16), seats=seats)
        for move in record.moves:
            replay.play(move)
        assert replay.to_record() == record


def test_without_a_log_there_is_no_record() -> None:
    (chunk,) = simulate(["random"] * 2, 1)
    with pytest.raises(ValueError, match="log=True"):
        chunk.record(0)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_player_driven_by_python_plays_the_games_of_its_compiled_twin(name: str) -> None:
    (native,) = simulate([name, "random", "random"], 2, 3, log=True)
    setting = Setting((name, "random", "random"), load("2021"), 3, logged=True)
    driven = drive_seeds(setting, native.seeds, player_seeds_of(native.seeds, 3))
    assert rows_of(driven) == rows_of(native)


def test_players_in_python_are_refused_on_threads() -> None:
    with pytest.raises(ValueError, match="planner runs in Python, one thread only"):
        simulate(["planner", "random"], 1, threads=2)


@pytest.mark.parametrize(
    ("seats", "games", "options", "message"),
    [
        (["random"], 1, {}, "2, 3 or 4"),
        (["random"] * 5, 1, {}, "2, 3 or 4"),
        (["random"] * 2, 0, {}, "games: 0"),
        (["random"] * 2, 1, {"threads": 0}, "threads: 0"),
        (["random"] * 2, 1, {"seed": -1}, "seed: -1"),
        (["random", "gredy"], 1, {}, "no player 'gredy'; players: random, greedy"),
    ],
)
def test_invalid_arguments_are_refused(seats: list[str], games: int, options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(seats, games, **options)  # type: ignore[arg-type]


def test_a_summary_adds_up() -> None:
    seats = ["random", "random", "greedy"]
    tally = Tally(seats)
    counts: list[int] = []
    for chunk in simulate(seats, 600, 2):
        tally.add(chunk.totals, chunk.rankings, chunk.decisions, chunk.branching)
        counts.append(tally.games)
    assert counts == [256, 512, 600]
    summary = tally.summary(1.0)
    assert summary.games == 600
    assert sum(seat.wins for seat in summary.seats) == 600
    assert [seat.name for seat in summary.seats] == seats
    assert summary.decisions == round(summary.length * 600)
    assert summary.best == max(seat.best for seat in summary.seats)
    assert 1 < summary.branching < 10


def test_vectorised_seeds_equal_those_of_single_games() -> None:
    seeds = np.array([0, 1, 2**64 - 1, 0x1234_5678_9ABC_DEF0], np.uint64)
    indexes = np.array([0, 7, 2**40, 3], np.uint64)
    expected = [game_seed(int(seed), int(index)) for seed, index in zip(seeds, indexes, strict=True)]
    assert game_seeds(seeds, indexes).tolist() == expected
