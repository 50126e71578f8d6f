"""Benchmark of the tree search: simulations per second from the four-player opening, with one thread."""

from __future__ import annotations

from collections.abc import Callable

from edokko.game import Game
from edokko.native.backends import NATIVE, PLAIN, Backend
from edokko.players.champion.player import JudgedSearcher, champion_settings
from edokko.players.champion.stored import shipped_network
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.search import data
from edokko.players.search.player import Searcher

SIMULATIONS = 20_000
PLAIN_SIMULATIONS = 200
Measure = Callable[[Callable[[], float]], float]
SearcherOf = Callable[[Backend], Searcher]
WORDS = 1, 2
"""The random stream of every search."""


def mcts(backend: Backend) -> Searcher:
    """Return the search of the player ``mcts``."""
    return Searcher(data.settings(), shipped(), WORDS, backend=backend)


def champion(backend: Backend) -> Searcher:
    """Return the search of the player ``champion``."""
    return JudgedSearcher(shipped_network(), champion_settings(), shipped(), WORDS, backend=backend)


def search_speeds(searcher_of: SearcherOf, measure: Measure) -> tuple[float, float]:
    """Return the simulations per second, native and plain, of the searches of a backend."""
    return _speed(searcher_of(NATIVE), SIMULATIONS, measure), _speed(searcher_of(PLAIN), PLAIN_SIMULATIONS, measure)


def _speed(searcher: Searcher, simulations: int, measure: Measure) -> float:
    game = Game(4, seed=1)
    outlook = outlook_for(game.players)

    def search() -> float:
        searcher.begin(game, outlook, fresh=True)
        searcher.run(simulations)
        return float(simulations)

    search()
    return measure(search)
