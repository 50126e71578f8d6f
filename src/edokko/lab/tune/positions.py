"""The training data of an outlook: positions at the beginning of months, with the results of their games.

All seats use the same player with a share of random moves, so that the sample also has positions that a good player
avoids. All of it is compiled.
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
from edokko.lab.simulation.loop import (
    INNER,
    LEGAL,
    NUMBERS_SHAPE,
    SPARE_GAMES,
    GameLength,
    Log,
    count_choices,
    open_game,
    play_and_log,
)
from edokko.players.evaluation.appraisal import appraise
from edokko.players.evaluation.features import FEATURE_COUNT, observe
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import Weights
from edokko.players.evaluation.worth import Worths
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import greedy_move
from edokko.players.policies.planner import GAMES as PLAN_GAMES
from edokko.players.policies.planner import LOOKAHEAD, REAL, Plan, plan_for, planned_move
from edokko.rules.chance import below
from edokko.rules.engine import entry
from edokko.rules.engine.backends import COMPILED
from edokko.rules.engine.compiled import compiled
from edokko.rules.engine.fields import Cells, Fields, fields, records_of
from edokko.rules.engine.registry import rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import is_decision
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import NEW_YEAR, SEATS, State
from edokko.rules.tables import Tables, tables_for

CHUNK = 100
"""The number of games in a chunk."""
EDITION = "2021"
GREEDY, PLANNER = "greedy", "planner"
"""The players that can play the games."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@fields
class Sample(Fields):
    """A sampled position."""

    features: Annotated[list[list[float]], Cells("f8", (SEATS, FEATURE_COUNT))]
    """The features of each seat."""
    month: Annotated[int, Cells("i8")]
    game: Annotated[int, Cells("i8")]


@dataclass(frozen=True, slots=True)
class Positions:
    """Sampled positions and the results of their games.

    Attributes:
        features: the features of each position and seat, an array (positions, players, features).
        month, game: the month and the game's index of each position.
        totals: the final scores of each game, by seat.
        winner: the winner of each game.
    """

    features: Floats
    month: Integers
    game: Integers
    totals: Floats
    winner: Integers

    def subset(self, mask: npt.NDArray[np.bool_]) -> Positions:
        """Return the positions that a mask selects."""
        return Positions(self.features[mask], self.month[mask], self.game[mask], self.totals, self.winner)

    @property
    def finals(self) -> Floats:
        """The final scores of each position's game, by seat."""
        return self.totals[self.game]

    @property
    def winners(self) -> Integers:
        """The winner of each position's game."""
        return self.winner[self.game]


@rule
def sample_games(
    tables: list[Tables],
    worths: list[Worths],
    is_planner: int,
    percent: int,
    games: list[State],
    seeds: list[list[int]],
    seat_seeds: list[list[list[int]]],
    lengths: list[GameLength],
    logs: list[Log],
    numbers: list[list[int]],
    lists: list[list[int]],
    plan_games: list[State],
    plan: Plan,
    samples: list[Sample],
) -> int:
    """Play games to their ends, and sample the position at the beginning of each month.

    Args:
        tables: one entry.
        worths: the worths of every period.
        is_planner: whether the planner plays; else the greedy player.
        percent: the percentage of random moves.
        games, seeds, seat_seeds, lengths, logs, numbers, lists: as for :func:`edokko.lab.simulation.loop.play_games`.
        plan_games: scratch, as for :func:`edokko.players.policies.planner.planned_move`.
        plan: the plan of the planner.
        samples: output, room for ``NEW_YEAR - 1`` positions of each game.

    Returns:
        The number of positions.
    """
    sample_count = 0
    spare = len(lengths)
    for index in range(len(lengths)):
        open_game(tables[0], games, index, seeds[index], seat_seeds[index], logs, numbers)
        # Skip the first month, which begins alike for all seats.
        month = 1
        while is_decision(games[index]):
            count = count_choices(tables[0], games, index, lengths, lists)
            if games[index].month != month:
                month = games[index].month
                sample_position(tables[0], worths, games[index], index, samples[sample_count])
                sample_count += 1
            seat = games[index].seat
            legal, inner, words = lists[LEGAL], lists[INNER], numbers[seat]
            if below(words, 100) < percent:
                move = legal[below(words, count)]
            elif is_planner:
                plan_games[REAL] = games[index]
                move = planned_move(Desk(tables, worths, plan_games, LOOKAHEAD, legal, inner, words), plan)
            else:
                move = greedy_move(Desk(tables, worths, games, spare, legal, inner, words), index)
            play_and_log(tables[0], games, index, move, seeds[index], lengths, logs, numbers)
    return sample_count


@rule
def sample_position(tables: Tables, worths: list[Worths], state: State, index: int, sample: Sample) -> None:
    """Write the features of every seat of a position to a sample."""
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
    """Play games and sample their positions.

    Args:
        players: the number of players.
        games: the number of games.
        seed: fixes everything. Game ``i`` has the same chance as in a simulation with this seed.
        player: the player at all seats, ``GREEDY`` or ``PLANNER``.
        weights: the evaluation weights of all players and of the features.
        percent: the percentage of random moves.
        workers: the number of threads, which does not change the result.
        progress: a callback that receives the number of finished games.
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
    seat_seeds = [[split_seed(game_seed(game, seat)) for seat in range(SEATS)] for game in seeds]
    tables = tables_for(load(EDITION), players)
    games = np.zeros(count + SPARE_GAMES, State.dtype)
    samples = np.zeros(count * (NEW_YEAR - 1), Sample.dtype)
    sample_count = compiled(sample_games)(
        tables.to_records(),
        records_of(appraise(tables, weights)),
        player == PLANNER,
        percent,
        games,
        np.array([split_seed(game) for game in seeds], np.int64),
        np.array(seat_seeds, np.int64),
        np.zeros(count, GameLength.dtype),
        np.zeros(0, Log.dtype),
        np.zeros(NUMBERS_SHAPE, np.int64),
        np.zeros((2, MOST_LEGAL), np.int64),
        np.zeros(PLAN_GAMES, State.dtype),
        plan_for(outlook_for(players), COMPILED),
        samples,
    )
    totals, rankings = np.zeros((2, count, SEATS), np.int16)
    compiled(entry.score_all)(tables.to_records(), games[:count], totals, rankings, np.zeros(LINE_COUNT, np.int64))
    filled = samples[:sample_count]
    return Positions(
        filled["features"][:, :players].copy(),
        filled["month"].copy(),
        filled["game"].copy(),
        totals[:, :players].astype(np.float64),
        rankings[:, 0].astype(np.int64),
    )
