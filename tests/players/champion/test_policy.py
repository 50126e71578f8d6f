"""The policy network: logits that plain and native code agree on, and the priors of moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from edokko import Game, Move
from edokko.native.backends import NATIVE, PLAIN, Backend
from edokko.players import player
from edokko.players.champion.network import policy_network_of, policy_notes_for, write_logits
from edokko.players.champion.player import ChampionPlayer, champion_settings
from edokko.players.champion.stored import StoredNetwork, empty_network
from edokko.players.search import data
from edokko.rules.moves import MOST_LEGAL
from tests.helpers.native_rules import in_c
from tests.helpers.networks import random_network


def decisions(players: int, edition: str) -> list[Game]:
    """Return positions of a game of greedy players in which a seat has several moves."""
    game, mover, found = Game(players, edition, seed=4), player("greedy", 3), []
    while not game.is_over:
        if len(game.legal_moves) > 1 and len(game.moves) % 7 == 0:
            found.append(game.copy())
        game.play(mover.choose(game))
    return found


def logits(network: StoredNetwork, game: Game, backend: Backend) -> list[float]:
    """Return the logits of the legal moves of a position."""
    policy = policy_network_of(network.policy, backend)
    tables, games, legal = backend.single(game.tables), backend.single(game.state), backend.integers(MOST_LEGAL)
    numbers = [move.number for move in game.legal_moves]
    legal[: len(numbers)] = numbers
    output = backend.floats(MOST_LEGAL)
    notes = policy_notes_for(policy, backend)
    write = write_logits if backend is PLAIN else in_c(write_logits)
    write(
        tables if backend is NATIVE else tables[0],
        games if backend is NATIVE else games[0],
        legal,
        len(numbers),
        policy,
        notes,
        output,
    )
    return [float(output[place]) for place in range(len(numbers))]


@pytest.mark.parametrize(("players", "edition"), [(2, "2015"), (4, "2021")])
def test_plain_and_native_logits_are_equal(players: int, edition: str) -> None:
    network = random_network(players)
    for game in decisions(players, edition):
        plain = logits(network, game, PLAIN)
        assert logits(network, game, NATIVE) == plain
        assert len(set(plain)) > 1


def visits(network: StoredNetwork, game: Game, simulations: int, **changes: Any) -> dict[Move, int]:
    """Return how often a search visits each move."""
    settings = data.changed(changes, champion_settings())
    champion = ChampionPlayer(1, f"{simulations}sims", network=network, settings=settings, backend=PLAIN)
    return {each.move: each.visits for each in champion.search(game)}


def test_a_search_begins_with_the_moves_that_the_policy_prefers() -> None:
    game = decisions(4, "2021")[5]
    for preferred in game.legal_moves[:2]:
        network = empty_network()
        bias = np.array(network.policy["policy_move_bias"])
        bias[preferred.number] = 5 << 21
        network = replace(network, policy={**network.policy, "policy_move_bias": bias})
        found = visits(network, game, 9, exploration=100, prior_uniform=0.01)
        # The first simulation expands the root and goes through no move.
        assert found == {move: 8 if move == preferred else 0 for move in game.legal_moves}


def test_uniform_priors_visit_all_moves() -> None:
    game = decisions(4, "2021")[5]
    found = visits(empty_network(), game, 2 * len(game.legal_moves) + 1, exploration=1000)
    assert set(found.values()) == {2}


def test_a_reused_tree_gets_the_priors_of_the_new_position() -> None:
    """No simulation that sampled other chance outcomes than the game's may leave its priors at the root."""
    game, network = Game(4, seed=8), random_network(6)
    champion = ChampionPlayer(1, "40sims", network=network, backend=PLAIN)
    compared = 0
    for _ in range(30):
        chosen = champion.choose(game)
        if len(game.legal_moves) > 1:
            fresh = ChampionPlayer(1, "1sims", network=network, backend=PLAIN)
            fresh.choose(game)
            assert priors(champion) == pytest.approx(priors(fresh))
            compared += 1
        game.play(chosen)
    assert compared > 10


def priors(champion: ChampionPlayer) -> dict[int, float]:
    """Return the prior of each legal move at the root of a search."""
    search = champion._searcher._search
    legal = search.spaces[0].root_legal[: search.spaces[0].root_count]
    found, child = {}, search.nodes[0].first
    while child:
        node = search.nodes[child]
        if node.move in legal:
            found[node.move] = node.prior
        child = node.next
    return found
