"""NumPy's integers are taken wherever the library takes a whole number, and become Python's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from edokko import Batch, Game
from edokko.batch import game_seed
from edokko.lab.arena.schedule import schedule
from edokko.lab.data.plan import plan_of
from edokko.lab.data.plan_form import PlanError
from edokko.players import player
from edokko.players.evaluation.weights import Weights, shipped

TYPES = (np.int64, np.int32, np.uint8, np.uint64)


@pytest.mark.parametrize("whole", TYPES)
def test_a_game_takes_numpys_integers(whole: Any) -> None:
    game = Game(whole(3), seed=whole(4))
    assert (game.position, game.seed) == (Game(3, seed=4).position, 4)
    assert (type(game.seed), type(game.players)) == (int, int)
    position = Game(2, seed=1).position
    assert Game.from_position(position, seed=whole(7)).seed == 7
    assert player("greedy", seed=whole(5)).choose(game) == player("greedy", seed=5).choose(game)


@pytest.mark.parametrize("whole", TYPES)
def test_many_games_take_numpys_integers(whole: Any) -> None:
    assert game_seed(whole(200), whole(2)) == game_seed(200, 2)
    assert (Batch(whole(2), players=whole(3), seed=whole(4)).seeds == Batch(2, players=3, seed=4).seeds).all()


@pytest.mark.parametrize("whole", TYPES)
def test_the_laboratory_takes_numpys_integers(whole: Any) -> None:
    assert schedule(["random", "greedy"], whole(2), whole(5), whole(1)) == schedule(["random", "greedy"], 2, 5, 1)
    plan = plan_of({"entries": ["random"], "players": whole(2), "games": whole(4), "seed": whole(3)})
    assert plan.hash == plan_of({"entries": ["random"], "players": 2, "games": 4, "seed": 3}).hash
    name = next(iter(dict(shipped().items())))
    assert dict(Weights.of({name: whole(7)}).items())[name] == 7


@pytest.mark.parametrize("seed", [1.0, True, -1, 2**64, "1", np.int64(-1), np.float64(1), np.bool_(True)])
def test_what_is_no_seed_stays_refused(seed: Any) -> None:
    for make in (lambda: Game(2, seed=seed), lambda: Batch(1, seed=seed), lambda: player("greedy", seed=seed)):
        with pytest.raises(ValueError, match=r"is not a whole number from 0 to"):
            make()


def test_a_plan_says_what_it_cannot_hold() -> None:
    with pytest.raises(PlanError, match=r"not complex: 1j"):
        plan_of({"entries": ["random"], "games": 1j})
