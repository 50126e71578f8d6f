"""Games whose positions at the beginning of each month are sampled, to fit a value of positions.

All seats use the same player with a share of random moves, so that the sample also has positions that a good player
avoids. All of it is native code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from edokko.batch import game_seed
from edokko.chance import split_seed
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
from edokko.native import engine as shipped_engine
from edokko.native.backends import NATIVE
from edokko.observation.encoder import CELLS
from edokko.observation.encoder import observe as encode
from edokko.players.champion.network import Network, Notes, network_of, notes_for
from edokko.players.champion.stored import StoredNetwork, empty_network
from edokko.players.evaluation.outlook import FEATURE_COUNT, observe
from edokko.players.evaluation.weights import Weights
from edokko.players.evaluation.worth import Worths, appraise
from edokko.players.policies.desk import GREEDY, PLANNER, Desk
from edokko.players.policies.greedy import greedy_move
from edokko.players.policies.planner import GAMES as PLAN_GAMES
from edokko.players.policies.planner import LOOKAHEAD, REAL, PlannerDesk, plan_for, planned_move
from edokko.rules.chance import below
from edokko.rules.engine import entry
from edokko.rules.engine.entry import store_game
from edokko.rules.engine.fields import Cells, Fields, fields, records_of
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import is_decision
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import NEW_YEAR, SEATS, State
from edokko.rules.tables import Tables
from edokko_research.engine import native
from edokko_research.months.planning import judged_move


@fields
class Sample(Fields):
    """A sampled position."""

    features: Annotated[list[list[float]], Cells("f8", (SEATS, FEATURE_COUNT))]
    """The features of each seat."""
    observation: Annotated[list[int], Cells("i1", (CELLS,))]
    """The observation of seat 0."""
    month: Annotated[int, Cells("i8")]
    game: Annotated[int, Cells("i8")]


@dataclass(frozen=True, slots=True)
class Sampled:
    """Some games of one table, and their sampled positions.

    Attributes:
        features: the features of each position and seat, an array (positions, players, features).
        cells: the observation of each position by seat 0, an array (positions, ``CELLS``).
        month, game: the month and the game's index of each position.
        totals: the final scores of each game, by seat.
        winner: the winner of each game.
        expected: the final score of each seat that the search of a position expects, (positions, players); 0 for
            players that do not search.
        finished: the mean final scores in both halves of the games that finish each position, (positions, 2, players);
            0 without such games.
    """

    features: npt.NDArray[np.float64]
    cells: npt.NDArray[np.int8]
    month: npt.NDArray[np.int64]
    game: npt.NDArray[np.int64]
    totals: npt.NDArray[np.float64]
    winner: npt.NDArray[np.int64]
    expected: npt.NDArray[np.float64]
    finished: npt.NDArray[np.float64]


@entry_point
def sample_games(
    tables: list[Tables],
    worths: list[Worths],
    player: int,
    deviations: int,
    games: list[State],
    seeds: list[list[int]],
    seat_seeds: list[list[list[int]]],
    lengths: list[GameLength],
    logs: list[Log],
    numbers: list[list[int]],
    lists: list[list[int]],
    plan_games: list[State],
    plan: PlannerDesk,
    network: Network,
    notes: Notes,
    samples: list[Sample],
) -> int:
    """Play games to their ends, and sample the position at the beginning of each month.

    Args:
        tables: one entry.
        worths: the worths of every period.
        player: the player at all seats: ``GREEDY``, ``PLANNER``, or ``CHAMPION``, the planner with a network.
        deviations: the percentage of random moves.
        games, seeds, seat_seeds, lengths, logs, numbers, lists: as for :func:`edokko.lab.simulation.loop.play_games`.
        plan_games: scratch, as for :func:`edokko.players.policies.planner.planned_move`.
        plan: the plan of the planner.
        network, notes: the network of the champion and its scratch.
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
            if below(words, 100) < deviations:
                move = legal[below(words, count)]
            elif player == GREEDY:
                move = greedy_move(Desk(tables, worths, games, spare, legal, inner, words), index)
            else:
                store_game(plan_games, REAL, games[index])
                desk = Desk(tables, worths, plan_games, LOOKAHEAD, legal, inner, words)
                move = planned_move(desk, plan) if player == PLANNER else judged_move(desk, plan, network, notes)
            play_and_log(tables[0], games, index, move, seeds[index], lengths, logs, numbers)
    return sample_count


@rule
def sample_position(tables: Tables, worths: list[Worths], state: State, index: int, sample: Sample) -> None:
    """Write the features of every seat and the observation of a position to a sample."""
    encode(tables, state, 0, sample.observation)
    for seat in range(tables.players):
        observe(tables, worths, state, seat, sample.features[seat])
    sample.month = state.month
    sample.game = index


@entry_point
def sample_positions(
    tables: list[Tables], worths: list[Worths], games: list[State], index: int, samples: list[Sample]
) -> None:
    """Write the samples of positions of one game; an entry point for Python.

    Args:
        tables: one entry.
        worths: the worths of every period.
        games: the positions.
        index: the index of the game.
        samples: output, as many as there are positions.
    """
    for place in range(len(games)):
        sample_position(tables[0], worths, games[place], index, samples[place])


def samples_of(tables: Tables, weights: Weights, states: Sequence[State], index: int) -> npt.NDArray[np.void]:
    """Return the samples of positions of one game.

    Args:
        tables: of the game.
        weights: the evaluation weights of the features.
        states: the positions.
        index: the index of the game.
    """
    positions = np.concatenate([state.to_records() for state in states])
    samples = np.zeros(len(states), Sample.dtype)
    worths = records_of(appraise(tables, weights))
    native(sample_positions)(tables.to_records(), worths, positions, index, samples)
    return samples


def sample(
    tables: Tables,
    weights: Weights,
    player: int,
    deviations: int,
    seeds: Sequence[int],
    network: StoredNetwork | None = None,
) -> Sampled:
    """Play games of one table and sample their positions.

    Args:
        tables: of all games.
        weights: the evaluation weights of all players and of the features.
        player: the player at all seats: ``GREEDY``, ``PLANNER``, or ``CHAMPION``, the planner with a network.
        deviations: the percentage of random moves.
        seeds: the seed of each game, which fixes its chance and its moves.
        network: the network of the champion, which the other players do not need.
    """
    count, players = len(seeds), tables.players
    stored = network or empty_network()
    judging = network_of(stored.layers, NATIVE)
    seat_seeds = [[split_seed(game_seed(seed, seat)) for seat in range(SEATS)] for seed in seeds]
    games = np.zeros(count + SPARE_GAMES, State.dtype)
    samples = np.zeros(count * (NEW_YEAR - 1), Sample.dtype)
    sample_count = native(sample_games)(
        tables.to_records(),
        records_of(appraise(tables, weights)),
        player,
        deviations,
        games,
        np.array([split_seed(seed) for seed in seeds], np.int64),
        np.array(seat_seeds, np.int64),
        np.zeros(count, GameLength.dtype),
        np.zeros(0, Log.dtype),
        np.zeros(NUMBERS_SHAPE, np.int64),
        np.zeros((2, MOST_LEGAL), np.int64),
        np.zeros(PLAN_GAMES, State.dtype),
        plan_for(stored.outlooks[players], NATIVE),
        judging,
        notes_for(judging, NATIVE),
        samples,
    )
    totals, rankings = np.zeros((2, count, SEATS), np.int16)
    shipped_engine.native(entry.score_all)(
        tables.to_records(), games[:count], totals, rankings, np.zeros(LINE_COUNT, np.int64)
    )
    filled = samples[:sample_count]
    return Sampled(
        filled["features"][:, :players].copy(),
        filled["observation"].copy(),
        filled["month"].copy(),
        filled["game"].copy(),
        totals[:, :players].astype(np.float64),
        rankings[:, 0].astype(np.int64),
        np.zeros((sample_count, players)),
        np.zeros((sample_count, 2, players)),
    )
