"""Games of the champion's search: their positions at the beginning of each month, and all decisions of the search.

The search plays much better than the planner, so its games show positions and results of better play, and its visits
show which moves are good. One tree plays all seats: most of it is used again at the next decision, whichever seat
decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from edokko.batch import game_seed
from edokko.chance import split_seed
from edokko.components import Components
from edokko.game import Game
from edokko.observation.encoder import CELLS, observe
from edokko.players.base import stream_of
from edokko.players.champion.player import JudgedSearcher, champion_settings
from edokko.players.champion.stored import StoredNetwork
from edokko.players.evaluation.weights import Weights
from edokko.players.search.player import MoveStatistics, best
from edokko.rules.chance import below
from edokko.rules.engine.fields import Int8Rows
from edokko.rules.engine.registry import entry_point
from edokko.rules.state import State
from edokko.rules.tables import Tables
from edokko_research.engine import native
from edokko_research.months.budgets import Budgets
from edokko_research.months.sampling import Sampled, samples_of

NODES = 1 << 15
"""The node limit of the tree. A search of this kind runs hundreds of simulations, not thousands."""
SEARCH, DEVIATIONS = range(2)
"""The random streams of a game besides that of its chance."""
LEAST = 4
"""Of the simulations of a decision, one in so many is new, even where the tree had them all before."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The decisions of a search in some games of one table.

    Attributes:
        cells: the observation of the deciding seat, an array (decisions, ``CELLS``).
        game, decision, month, seat: of each decision; the game by its index, the decision by its number in the game.
        moves, visits: for each decision, its legal moves and how often the search has visited each of them.
    """

    cells: npt.NDArray[np.int8]
    game: list[int]
    decision: list[int]
    month: list[int]
    seat: list[int]
    moves: list[list[int]]
    visits: list[list[int]]


@dataclass(slots=True)
class Played:
    """A game that a search has played.

    Attributes:
        game: the finished game.
        months: the positions at the beginning of the months from the second on.
        expected: the final score of each seat that the search of each of them expects.
        decisions: the positions in which a seat had several moves and the search all its simulations.
        statistics: the statistics of these moves.
    """

    game: Game
    months: list[State] = field(default_factory=list)
    expected: list[list[float]] = field(default_factory=list)
    decisions: list[State] = field(default_factory=list)
    statistics: list[list[MoveStatistics]] = field(default_factory=list)


@entry_point
def observe_decisions(tables: list[Tables], games: list[State], cells: Int8Rows) -> None:
    """Write the observation of the deciding seat of each position; an entry point for Python.

    Args:
        tables: one entry.
        games: the positions.
        cells: output, a row of ``CELLS`` for each position.
    """
    for index in range(len(games)):
        observe(tables[0], games[index], games[index].seat, cells[index])


def sample_searches(
    components: Components,
    players: int,
    weights: Weights,
    network: StoredNetwork,
    budgets: Budgets,
    deviations: int,
    seeds: Sequence[int],
) -> tuple[Sampled, Searched]:
    """Play games of one table by the champion's search, and sample their months and decisions.

    Args:
        components: of all games.
        players: the number of seats.
        weights: the evaluation weights of the search and of the features.
        network: the network of the search.
        budgets: the simulations of the decisions.
        deviations: the percentage of random moves.
        seeds: the seed of each game, which fixes its chance and its moves.
    """
    games = []
    for seed in seeds:
        game = Game(players, components.edition, seed, components)
        stream = split_seed(game_seed(seed, SEARCH))
        searcher = JudgedSearcher(network, champion_settings(), weights, stream, nodes=NODES)
        games.append(play(game, searcher, budgets, deviations, stream_of(game_seed(seed, DEVIATIONS))))
    return months_of(games, weights), decisions_of(games)


def months_of(games: Sequence[Played], weights: Weights) -> Sampled:
    """Return the positions at the beginning of months of games of one table."""
    rows = np.concatenate(
        [samples_of(played.game.tables, weights, played.months, index) for index, played in enumerate(games)]
    )
    return Sampled(
        rows["features"][:, : games[0].game.players].copy(),
        rows["observation"].copy(),
        rows["month"].copy(),
        rows["game"].copy(),
        np.array([[score.total for score in played.game.score()] for played in games], np.float64),
        np.array([played.game.ranking[0] for played in games], np.int64),
        np.array([finals for played in games for finals in played.expected], np.float64),
        np.zeros((len(rows), 2, games[0].game.players)),
    )


def decisions_of(games: Sequence[Played]) -> Searched:
    """Return the decisions of games of one table."""
    parts = []
    for played in games:
        cells = np.zeros((len(played.decisions), CELLS), np.int8)
        positions = np.concatenate([state.to_records() for state in played.decisions])
        native(observe_decisions)(played.game.tables.to_records(), positions, cells)
        parts.append(cells)
    states = [state for played in games for state in played.decisions]
    statistics = [moves for played in games for moves in played.statistics]
    return Searched(
        np.concatenate(parts),
        [index for index, played in enumerate(games) for _ in played.decisions],
        [number for played in games for number in range(len(played.decisions))],
        [state.month for state in states],
        [state.seat for state in states],
        [[each.move.number for each in moves] for moves in statistics],
        [[each.visits for each in moves] for moves in statistics],
    )


def play(game: Game, searcher: JudgedSearcher, budgets: Budgets, deviations: int, words: list[int]) -> Played:
    """Play a game to its end.

    Args:
        game: a new game; it is played.
        searcher: a new searcher.
        budgets, deviations: as of :func:`sample_searches`.
        words: the random stream of the random moves.
    """
    played = Played(game)
    month = 1
    while not game.is_over:
        legal = game.legal_moves
        is_new = game.month != month
        month = game.month
        if is_new or len(legal) > 1:
            simulations = budgets.month if is_new else budgets.between
            statistics = search(game, searcher, simulations)
            state = game.state.copy()
            if is_new:
                played.months.append(state)
                played.expected.append(expected_finals(statistics, game.players))
            if len(legal) > 1 and simulations == budgets.month:
                played.decisions.append(state)
                played.statistics.append(statistics)
        if below(words, 100) < deviations:
            game.play(legal[below(words, len(legal))])
        else:
            game.play(legal[0] if len(legal) == 1 else best(statistics).move)
    return played


def search(game: Game, searcher: JudgedSearcher, simulations: int) -> list[MoveStatistics]:
    """Search until the tree holds a number of simulations, and return the statistics of the legal moves."""
    searcher.begin(game)
    # The first simulation of a new tree goes through no move; the second one does.
    searcher.run(max(simulations - searcher.simulations, simulations // LEAST, 2))
    return searcher.statistics(game)


def expected_finals(statistics: Sequence[MoveStatistics], players: int) -> list[float]:
    """Return the mean over the new simulations of each seat's expected final score."""
    visits = sum(move.new_visits for move in statistics)
    return [sum(move.finals[seat] for move in statistics) / visits for seat in range(players)]
