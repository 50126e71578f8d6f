"""Games, choices and searches that every engine must repeat: what the file `golden.json` holds, and how it is made.

Games and the choices of `greedy` and `planner` hold for ever. Searches change when their algorithm does: the command

    python -m tests.native.golden

then makes those anew from the plain rules, in some minutes.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from edokko.components import load
from edokko.game import Game
from edokko.native.backends import PLAIN, Backend
from edokko.players.champion.network import ONE_SHIFT
from edokko.players.champion.player import JudgedSearcher, champion_settings
from edokko.players.champion.stored import StoredNetwork, empty_network
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.policies.greedy import GreedyPlayer
from edokko.players.policies.planner import PlannerPlayer
from edokko.players.search import data
from edokko.players.search.player import Searcher

FILE = Path(__file__).with_name("golden.json")
TABLES = tuple((edition, players) for edition in ("2015", "2021") for players in (2, 3, 4))
GAMES = 10_000
"""Random games of each table."""
CHOICES = 5_000
"""Positions of each player, from games of all tables."""
SEARCHES = 200
"""Searches of each kind."""
SIMULATIONS = 48
NODES = 1 << 13
WORDS = 5, 8


def digest(parts: Iterable[bytes]) -> str:
    """Return a hash of bytes."""
    total = hashlib.sha256()
    for part in parts:
        total.update(part)
    return total.hexdigest()


def positions(count: int, apart: int, seed: int) -> Iterator[Game]:
    """Yield games at a decision with a choice, from random games of all tables in turn.

    Args:
        count: how many.
        apart: one of so many decisions is taken.
        seed: fixes the games.
    """
    chance = random.Random(seed)
    number = 0
    while True:
        edition, players = TABLES[number % len(TABLES)]
        game = Game(players, edition, seed=seed * 1000 + number)
        number += 1
        while not game.is_over:
            if len(game.legal_moves) > 1 and chance.randrange(apart) == 0:
                yield game
                count -= 1
                if count == 0:
                    return
            game.play(chance.choice(game.legal_moves))


def choices(player: Any, count: int, seed: int) -> dict[str, Any]:
    """Return the hash of the moves that a player chooses, and the first of them."""
    moves = [player.choose(game).number for game in positions(count, 2, seed)]
    return {"positions": count, "first": moves[:20], "hash": digest([np.array(moves, np.int16).tobytes()])}


def small_network() -> StoredNetwork:
    """Return a network with few units and fixed random weights, so that it corrects and prefers something."""
    network, generator = empty_network(), np.random.default_rng(40)

    def filled(layers: Mapping[str, Any]) -> dict[str, Any]:
        most = 1 << (ONE_SHIFT // 2)
        return {
            name: generator.integers(-most, most, layer.shape).astype(layer.format) for name, layer in layers.items()
        }

    return replace(network, layers=filled(network.layers), policy=filled(network.policy))


def searcher(kind: str, backend: Backend) -> Searcher:
    """Return a search by its name."""
    if kind == "mcts":
        return Searcher(data.settings(), shipped(), WORDS, nodes=NODES, backend=backend)
    return JudgedSearcher(small_network(), champion_settings(), shipped(), WORDS, nodes=NODES, backend=backend)


def searches(kind: str, backend: Backend, count: int = SEARCHES) -> list[dict[str, Any]]:
    """Return the statistics of searches: the visits of every move, and the sum of the expected final scores."""
    found = []
    search = searcher(kind, backend)
    for game in positions(count, 40, 7):
        search.begin(game, outlook_for(game.players), fresh=True)
        search.run(SIMULATIONS)
        moves = search.statistics(game)
        found.append(
            {
                "moves": [move.move.number for move in moves],
                "visits": [move.visits for move in moves],
                "finals": [round(sum(move.finals[seat] for move in moves), 6) for seat in range(game.players)],
            }
        )
    return found


def random_games(edition: str, players: int) -> dict[str, Any]:
    """Return the hash of the finished states, the score sheets and the logs of random games."""
    from edokko.lab.simulation.runner import Engine, Setting

    chunk = Engine(Setting(("random",) * players, load(edition), 40, logged=True)).play(0, GAMES)
    arrays = (chunk.states, chunk.totals, chunk.rankings, chunk.lines, chunk.decisions, chunk.logs)
    return {"games": GAMES, "hash": digest(np.ascontiguousarray(array).tobytes() for array in arrays)}


def renew_searches() -> None:
    """Make the searches of the file anew from the plain rules."""
    golden = json.loads(FILE.read_text(encoding="utf-8"))
    golden["searches"] = {kind: searches(kind, PLAIN) for kind in golden["searches"]}
    write(golden)


def make(backend: Backend) -> None:
    """Make the whole file. The one in the repository was made by Numba, before it left."""
    write(
        {
            "games": {f"{edition} {players}": random_games(edition, players) for edition, players in TABLES},
            "greedy": choices(GreedyPlayer(3, backend=backend), CHOICES, 11),
            "planner": choices(PlannerPlayer(3, backend=backend), CHOICES, 12),
            "searches": {kind: searches(kind, backend) for kind in ("mcts", "champion")},
        }
    )


def write(golden: dict[str, Any]) -> None:
    FILE.write_text(json.dumps(golden, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    renew_searches()
