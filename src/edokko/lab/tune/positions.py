"""Beginnings of months, and how the games ended: what an outlook is read off.

Everybody plays by the same player, with a share of random moves, so that positions are met too that nobody would aim at
and a feature is not only seen where a good player wants it. All of it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from edokko.batch import game_seed
from edokko.chance import split_seed
from edokko.components import load
from edokko.lab.loop import (
    INNER,
    LEGAL,
    NUMBERS_SHAPE,
    SPARE_GAMES,
    Course,
    Log,
    count_choices,
    go_on,
    open_game,
)
from edokko.players.appraisal import appraise
from edokko.players.features import FEATURE_COUNT, observe
from edokko.players.greedy import greedy_move, move_at
from edokko.players.lines import Lines
from edokko.players.outlook import Outlook, outlook_for
from edokko.players.planner import GAMES as PLAN_GAMES
from edokko.players.planner import LISTS, REAL, planned_move
from edokko.players.weights import Weights
from edokko.players.worth import Worths
from edokko.rules import entry
from edokko.rules.chance import below
from edokko.rules.compiled import compiled
from edokko.rules.fields import Cells, Fields, fields, records_of
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import is_decision
from edokko.rules.registry import rule
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import NEW_YEAR, SEATS, State
from edokko.rules.tables import Tables, tables_for

CHUNK = 100
"""Games that are handed out together."""
EDITION = "2021"
GREEDY, PLANNER = "greedy", "planner"
"""Who can play."""

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]


@fields
class Sample(Fields):
    """What is kept of a position."""

    __slots__ = ("features", "game", "month")

    features: Annotated[list[list[float]], Cells("f8", (SEATS, FEATURE_COUNT))]
    """What there is to see of each seat."""
    month: Annotated[int, Cells("i8")]
    game: Annotated[int, Cells("i8")]


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions, and how their games ended.

    Attributes:
        features: of each position and seat, an array (positions, players, features).
        month, game: of each position.
        totals: each game's final scores, by seat.
        winner: each game's winner.
    """

    features: Floats
    month: Whole
    game: Whole
    totals: Floats
    winner: Whole

    def among(self, chosen: npt.NDArray[np.bool_]) -> Positions:
        """Some of the positions, of the same games."""
        return Positions(self.features[chosen], self.month[chosen], self.game[chosen], self.totals, self.winner)

    @property
    def final(self) -> Floats:
        """The final scores of each position's game, by seat."""
        return self.totals[self.game]

    @property
    def won(self) -> Whole:
        """The winner of each position's game."""
        return self.winner[self.game]


@rule
def sample_games(
    tables: list[Tables],
    worths: list[Worths],
    outlook: list[Outlook],
    plans: int,
    percent: int,
    games: list[State],
    seeds: list[list[int]],
    seat_seeds: list[list[list[int]]],
    courses: list[Course],
    logs: list[Log],
    numbers: list[list[int]],
    lists: list[list[int]],
    plan_games: list[State],
    plan_lists: list[list[int]],
    plan_lines: list[Lines],
    plan_features: list[float],
    samples: list[Sample],
) -> int:
    """Play games to their ends and keep what the beginning of each month looks like.

    Args:
        tables, outlook: one entry each.
        worths: what the evaluation looks up.
        plans: whether the planner plays; else the greedy player.
        percent: how many of a hundred moves are random.
        games, seeds, seat_seeds, courses, logs, numbers, lists: as :func:`edokko.lab.loop.play_games` takes them.
        plan_games, plan_lists, plan_lines, plan_features: scratch, as
            :func:`edokko.players.planner.planned_move` takes it.
        samples: where the positions go, ``NEW_YEAR - 1`` for each game.

    Returns:
        How many positions there are.
    """
    kept = 0
    spare = len(courses)
    for index in range(len(courses)):
        open_game(tables[0], games, index, seeds[index], seat_seeds[index], logs, numbers)
        # The first month tells nothing: it begins alike for everybody.
        month = 1
        while is_decision(games[index]):
            count = count_choices(tables[0], games, index, courses, lists)
            if games[index].month != month:
                month = 0 + games[index].month
                keep(tables[0], worths, games[index], index, samples[kept])
                kept += 1
            seat = games[index].seat
            if below(numbers[seat], 100) < percent:
                move = move_at(lists[LEGAL], below(numbers[seat], count))
            elif plans:
                plan_games[REAL] = games[index]
                move = planned_move(
                    tables, worths, outlook, plan_games, plan_lists, plan_lines, plan_features, numbers[seat]
                )
            else:
                legal, inner = lists[LEGAL], lists[INNER]
                move = greedy_move(tables[0], worths, games, index, spare, legal, inner, numbers[seat])
            go_on(tables[0], games, index, move, seeds[index], courses, logs, numbers)
    return kept


@rule
def keep(tables: Tables, worths: list[Worths], state: State, index: int, sample: Sample) -> None:
    """Keep what a position looks like to each seat."""
    for seat in range(tables.players):
        observe(tables, worths, state, seat, sample.features[seat])
    sample.month = state.month
    sample.game = index


def play_positions(
    players: int,
    games: int,
    seed: int,
    player: str,
    weights: Weights,
    percent: int,
    workers: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Positions:
    """Play games and keep some of their positions.

    Args:
        players: how many play.
        games: how many.
        seed: fixes everything. Game ``i`` is dealt as that of a simulation with this seed.
        player: who plays, ``GREEDY`` or ``PLANNER``.
        weights: what everybody plays by, and what the positions are evaluated with.
        percent: how many of a hundred moves are random.
        workers: how many games are played side by side. The result does not depend on it.
        progress: is told how many games are done.
    """
    spans = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

    def play(span: tuple[int, int]) -> Positions:
        return _play(players, seed, player, weights, percent, *span)

    parts = []
    with ThreadPoolExecutor(workers) as pool:
        for (first, count), part in zip(spans, pool.map(play, spans), strict=True):
            parts.append(part)
            progress(first + count)
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.month for part in parts]),
        np.concatenate([part.game + first for (first, _), part in zip(spans, parts, strict=True)]),
        np.concatenate([part.totals for part in parts]),
        np.concatenate([part.winner for part in parts]),
    )


def _play(players: int, seed: int, player: str, weights: Weights, percent: int, first: int, count: int) -> Positions:
    seeds = [game_seed(seed, index) for index in range(first, first + count)]
    seat_seeds = [[split_seed(game_seed(one, seat)) for seat in range(SEATS)] for one in seeds]
    tables = tables_for(load(EDITION), players)
    games = np.zeros(count + SPARE_GAMES, State.dtype)
    samples = np.zeros(count * (NEW_YEAR - 1), Sample.dtype)
    kept = compiled(sample_games)(
        tables.to_records(),
        records_of(appraise(tables, weights)),
        outlook_for(players).to_records(),
        player == PLANNER,
        percent,
        games,
        np.array([split_seed(one) for one in seeds], np.int64),
        np.array(seat_seeds, np.int64),
        np.zeros(count, Course.dtype),
        np.zeros(0, Log.dtype),
        np.zeros(NUMBERS_SHAPE, np.int64),
        np.zeros((2, MOST_LEGAL), np.int64),
        np.zeros(PLAN_GAMES, State.dtype),
        np.zeros((LISTS, MOST_LEGAL), np.int64),
        np.zeros(1, Lines.dtype),
        np.zeros(FEATURE_COUNT),
        samples,
    )
    totals, rankings = np.zeros((2, count, SEATS), np.int16)
    compiled(entry.score_all)(tables.to_records(), games[:count], totals, rankings, np.zeros(LINE_COUNT, np.int64))
    found = samples[:kept]
    return Positions(
        found["features"][:, :players].copy(),
        found["month"].copy(),
        found["game"].copy(),
        totals[:, :players].astype(np.float64),
        rankings[:, 0].astype(np.int64),
    )
