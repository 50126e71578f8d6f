"""Warm-up calls: each function calls the entry points of one family on a small game, which compiles them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edokko.game import Game
from edokko.observation.layout import CELLS
from edokko.players.budget import Budget
from edokko.players.champion.corrector import Corrector
from edokko.players.champion.luck import LuckMeter
from edokko.players.champion.player import ChampionPlayer
from edokko.players.champion.stored import StoredNetwork, empty_network
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.policies.greedy import GreedyPlayer
from edokko.players.policies.planner import PlannerPlayer
from edokko.players.search import data
from edokko.players.search.searcher import Searcher, best
from edokko.rules.engine.backends import COMPILED

NODES = 1 << 10
SIMULATIONS = 16


def greedy() -> None:
    """Warm up the compiled greedy player."""
    GreedyPlayer(1, backend=COMPILED).choose(Game(2, seed=1), Budget(simulations=1))


def planner() -> None:
    """Warm up the compiled planner."""
    PlannerPlayer(1, backend=COMPILED).choose(Game(2, seed=1))


def search() -> None:
    """Warm up the search: two decisions in a row, so that the tree is reused, and the analysis of a single move."""
    game = Game(2, seed=1)
    searcher = Searcher(data.settings(), shipped(), (1, 2), nodes=NODES)
    for _ in range(2):
        searcher.begin(game, outlook_for(2))
        searcher.run(SIMULATIONS)
        searcher.visit_lead()
        move = best(searcher.statistics(game)).move
        searcher.principal_variation(move)
        game.play(move)
    searcher.begin(game, outlook_for(2))
    searcher.restrict_to(game.legal_moves[0])


def champion() -> None:
    """Warm up the simulations of the champion; the rest of its search is that of :func:`search`."""
    _search_with(empty_network())


def champion_without_policy() -> None:
    """Warm up the simulations with a network that has no policy network."""
    _search_with(replace(empty_network(), policy=None))


def _search_with(network: StoredNetwork) -> None:
    player = ChampionPlayer(1, network=network, backend=COMPILED, nodes=NODES)
    player.search(Game(2, seed=1), Budget(simulations=SIMULATIONS))


def network() -> None:
    """Warm up the corrections of many positions."""
    corrector = Corrector(empty_network().layers)
    game = Game(2, seed=1)
    corrector.of_games(game.tables, game.state.to_records(), [0])
    corrector.of_observations(np.zeros((1, CELLS), np.int8), [2])


def luck() -> None:
    """Warm up the measuring of luck."""
    LuckMeter(empty_network(), samples=1).measure(Game(2, seed=1).to_record())
