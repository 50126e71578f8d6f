"""The dense computation of logits, by which trainings and valuers judge many positions, agrees with the rules."""

from __future__ import annotations

import numpy as np
import pytest
from tests.helpers.networks import random_network, seen

from edokko import Game
from edokko.native.backends import PLAIN
from edokko.players import player
from edokko.players.champion.network import policy_network_of, policy_notes_for, write_logits
from edokko_research.train.policy_fitting import logits_of


@pytest.mark.parametrize(("players", "edition"), [(2, "2015"), (4, "2021")])
def test_dense_logits_are_those_of_the_rules(players: int, edition: str) -> None:
    network = random_network(players)
    policy = policy_network_of(network.policy, PLAIN)
    game, mover, compared = Game(players, edition, seed=4), player("greedy", 3), 0
    while not game.is_over:
        legal = [move.number for move in game.legal_moves]
        if len(legal) > 1 and len(game.moves) % 7 == 0:
            assert game.seat is not None
            plain = [0.0] * len(legal)
            write_logits(game.tables, game.state, legal, len(legal), policy, policy_notes_for(policy, PLAIN), plain)
            cells = seen(game.tables, game.state, game.seat)[np.newaxis]
            dense = logits_of(network.policy, cells, np.zeros(len(legal), np.int64), np.array(legal))
            assert dense.tolist() == plain
            compared += 1
        game.play(mover.choose(game))
    assert compared > 5
