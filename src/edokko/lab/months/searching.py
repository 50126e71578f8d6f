"""Games of the champion's search, whose positions at the beginning of each month are sampled.

The search plays much better than the planner, so its games show positions and results of better play. One tree plays
all seats: most of it is used again at the next decision, whichever seat decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from edokko.batch import game_seed
from edokko.chance import split_seed
from edokko.components import Components
from edokko.game import Game
from edokko.lab.months.sampling import Sampled, samples_of
from edokko.players.base import stream_of
from edokko.players.champion.player import JudgedSearcher, champion_settings
from edokko.players.champion.stored import StoredNetwork
from edokko.players.evaluation.weights import Weights
from edokko.players.search.searcher import MoveStatistics, best
from edokko.rules.chance import below

NODES = 1 << 15
"""The node limit of the tree. A search of this kind runs hundreds of simulations, not thousands."""
SEARCH, DEVIATIONS = range(2)
"""The random streams of a game besides that of its chance."""
LEAST = 4
"""Of the simulations of a decision, one in so many is new, even where the tree had them all before."""


def sample_searches(
    components: Components,
    players: int,
    weights: Weights,
    network: StoredNetwork,
    simulations: int,
    percent: int,
    seeds: Sequence[int],
) -> Sampled:
    """Play games of one table by the champion's search, and sample their positions.

    Args:
        components: of all games.
        players: the number of seats.
        weights: the evaluation weights of the search and of the features.
        network: the network of the search.
        simulations: the simulations that the tree holds at each decision, those of earlier decisions included.
        percent: the percentage of random moves.
        seeds: the seed of each game, which fixes its chance and its moves.
    """
    parts, expected, totals, winners = [], [], [], []
    for index, seed in enumerate(seeds):
        game = Game(players, components.edition, seed, components)
        stream = split_seed(game_seed(seed, SEARCH))
        searcher = JudgedSearcher(network, champion_settings(), weights, stream, nodes=NODES)
        states = []
        for position, finals in play(game, searcher, simulations, percent, stream_of(game_seed(seed, DEVIATIONS))):
            states.append(position.state)
            expected.append(finals)
        parts.append(samples_of(game.tables, weights, states, index))
        totals.append([score.total for score in game.score()])
        winners.append(game.ranking[0])
    rows = np.concatenate(parts)
    return Sampled(
        rows["features"][:, :players].copy(),
        rows["observation"].copy(),
        rows["month"].copy(),
        rows["game"].copy(),
        np.array(totals, np.float64),
        np.array(winners, np.int64),
        np.array(expected, np.float64),
    )


def play(
    game: Game, searcher: JudgedSearcher, simulations: int, percent: int, words: list[int]
) -> Iterator[tuple[Game, list[float]]]:
    """Play a game to its end, and yield the position at the beginning of each month from the second on.

    Args:
        game: a new game; it is played.
        searcher: a new searcher.
        simulations, percent: as of :func:`sample_searches`.
        words: the random stream of the random moves.

    Yields:
        A copy of the game, and the final score of each seat that the search expects.
    """
    month = 1
    while not game.is_over:
        legal = game.legal_moves
        is_new = game.month != month
        if is_new or len(legal) > 1:
            statistics = search(game, searcher, simulations)
            if is_new:
                month = game.month
                yield game.copy(), expected_finals(statistics, game.players)
        if below(words, 100) < percent:
            game.play(legal[below(words, len(legal))])
        else:
            game.play(legal[0] if len(legal) == 1 else best(statistics).move)


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
