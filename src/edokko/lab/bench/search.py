"""Benchmark of the tree search: simulations per second from the four-player opening, with one thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from edokko.game import Game
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.search import data
from edokko.players.search.searcher import Searcher
from edokko.rules.engine.backends import COMPILED, PLAIN, Backend

SIMULATIONS = 20_000
PLAIN_SIMULATIONS = 200
FULL: Mapping[str, float] = {"guided": 0, "playout": 0, "rollout": 2000}
"""Random rollouts to the end of the game, no evaluation in the tree."""
SHORT: Mapping[str, float] = {"guided": 0, "playout": 0, "rollout": 20}
"""Random rollouts of 20 decisions, then the evaluation."""
SHIPPED: Mapping[str, float] = {}

Measure = Callable[[Callable[[], float]], float]


def search_speeds(constants: Mapping[str, float], measure: Measure) -> tuple[float, float]:
    """Return the simulations per second, compiled and plain.

    Args:
        constants: the changes to the shipped constants.
        measure: converts a work function to work per second (:func:`edokko.lab.bench.engine.best`).
    """
    return _speed(constants, SIMULATIONS, COMPILED, measure), _speed(constants, PLAIN_SIMULATIONS, PLAIN, measure)


def _speed(constants: Mapping[str, float], simulations: int, backend: Backend, measure: Measure) -> float:
    game = Game(4, seed=1)
    searcher = Searcher(data.changed(constants), shipped(), (1, 2), backend=backend)
    outlook = outlook_for(game.players)

    def search() -> float:
        searcher.begin(game, outlook, fresh=True)
        searcher.run(simulations)
        return float(simulations)

    search()
    return measure(search)
