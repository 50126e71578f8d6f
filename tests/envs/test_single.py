"""The environment of one learner against chosen opponents."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from edokko import Game, Move
from edokko.envs.single import IKIEnv
from edokko.observation.encoder import CELLS, observe
from edokko.records import record
from edokko.rules.moves import MOVES
from tests.helpers.states import TABLES


def play(env: Any, generator: np.random.Generator, seed: int | None = None) -> tuple[float, dict[str, Any]]:
    """Play a game with random legal actions; return the last reward and info."""
    observation, _ = env.reset(seed=seed)
    while True:
        action = generator.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        if terminated:
            return reward, info
        assert reward == 0


@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_it_passes_gymnasiums_check(render_mode: str | None) -> None:
    # The check samples actions without the mask, so illegal ones have to be replaced.
    env = gymnasium.make("edokko/IKI-v0", opponents=["random", "greedy"], illegal="random", render_mode=render_mode)
    check_env(env.unwrapped)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_learner_sees_its_own_decisions(edition: str, players: int) -> None:
    env = IKIEnv(["random"] * (players - 1), edition=edition)
    generator = np.random.default_rng(1)
    seats = set()
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        seats.add(info["seat"])
        while not env.game.is_over:
            assert env.game.seat == env.seat
            cells = [0] * CELLS
            observe(env.game.tables, env.game.state, env.seat, cells)
            assert observation["observation"].tolist() == cells
            assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(env.game.legal_moves.numbers)
            action = generator.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, terminated, _, info = env.step(action)
        assert terminated
        assert not observation["action_mask"].any()
        assert reward == pytest.approx(np.linspace(1, -1, players)[info["ranking"].index(env.seat)])
        assert info["scores"] == [sheet.total for sheet in env.game.score()]
    assert len(seats) > 1


def test_a_game_against_planner_and_greedy_leaves_a_record() -> None:
    env = gymnasium.make("edokko/IKI-v0", opponents=["greedy", "planner"], seat=1, reward="score")
    reward, info = play(env, np.random.default_rng(1), seed=4)
    game: Game = env.unwrapped.game  # type: ignore[attr-defined]
    assert game.seats == ("planner", "learner", "greedy")
    assert reward == info["scores"][1]
    assert isinstance(game.to_record(), record.Record)


class FirstMove:
    """A player that always chooses the first legal move."""

    name = "first"

    def choose(self, game: Game, budget: object = None) -> Move:
        return game.legal_moves[0]  # type: ignore[no-any-return]


def test_opponents_may_be_objects() -> None:
    env = IKIEnv([FirstMove()], seat=0)
    play(env, np.random.default_rng(1), seed=1)
    assert env.game.seats == ("learner", "first")


def test_a_seed_determines_the_game_and_the_opponents() -> None:
    def ends(seed: int) -> list[Any]:
        env = IKIEnv(["random", "greedy"])
        return [play(env, np.random.default_rng(1), seed), play(env, np.random.default_rng(2))]

    assert ends(3) == ends(3)
    assert ends(3) != ends(4)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = IKIEnv(["random"])
    for early in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(ValueError, match="reset"):
            early()
    env.reset(seed=1)
    before = env.game.position
    for action in (MOVES - 1, MOVES, -1, 2**70):
        with pytest.raises(ValueError, match=r"legal|no move has the number"):
            env.step(action)
    for wrong in (1.0, True, "0"):
        with pytest.raises(ValueError, match="is not a whole number"):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.game.position == before
    play(env, np.random.default_rng(1))
    with pytest.raises(ValueError, match="the game is over"):
        env.step(0)


def test_an_illegal_action_can_be_replaced_and_counted() -> None:
    env = IKIEnv(["random"], illegal="random")
    env.reset(seed=1)
    env.step(MOVES - 1)
    assert env.step(10**6)[4]["illegal"] == 2
    assert env.reset()[1]["illegal"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponents": []}, "one to three players"),
        ({"opponents": "greedy"}, "one to three players"),
        ({"opponents": ["nobody"]}, "there is no player 'nobody'"),
        ({"opponents": [3]}, "opponents: 3 has no name and choose"),
        ({"opponents": ["random"], "seat": 2}, "seat: 2 is not from 0 to 1"),
        ({"opponents": ["random"], "reward": "mon"}, "reward"),
        ({"opponents": ["random"], "illegal": "mon"}, "illegal"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        IKIEnv(**arguments)


def test_pickled_environments_continue_the_same_game() -> None:
    env = IKIEnv(["random", "greedy"], seat=2)
    env.reset(seed=5)
    clone = pickle.loads(pickle.dumps(env))
    for copy in (env, clone):
        copy.step(env.game.legal_moves.numbers[0] if copy is env else clone.game.legal_moves.numbers[0])
    assert env.game.position == clone.game.position


def test_a_generator_set_by_the_caller_determines_the_games() -> None:
    def first_position(seed: int) -> Any:
        env = IKIEnv(opponents=["random"])
        env.np_random = np.random.default_rng(seed)
        env.reset()
        return env.game.position

    assert first_position(1) == first_position(1)
    assert first_position(1) != first_position(2)


def test_infos_have_the_same_keys_before_and_after_the_end() -> None:
    env = IKIEnv(["random"])
    observation, info = env.reset(seed=1)
    assert info["scores"] == [0, 0]
    assert info["ranking"] == [-1, -1]
    keys, is_over = set(info), False
    while not is_over:
        observation, _, is_over, _, info = env.step(np.flatnonzero(observation["action_mask"])[0])
        assert set(info) == keys
    assert sorted(info["ranking"]) == [0, 1]


def test_masks_have_the_name_that_maskable_ppo_asks_for() -> None:
    env = gymnasium.make("edokko/IKI-v0", opponents=["random"])
    observation, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert (masks.dtype, masks.shape) == (np.bool_, (MOVES,))
    assert np.array_equal(masks, observation["action_mask"])
