"""The PettingZoo environment: PettingZoo's own tests, masks, rewards, illegal moves, rendering."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from edokko import Game
from edokko.envs import aec_v0
from edokko.envs.seeding import lane_seed, roots
from edokko.observation.encoder import CELLS
from edokko.rules.moves import MOVES
from tests.helpers.states import TABLES

# PettingZoo's test allows dictionaries as observations only to environments on its own list of names.
NOT_ON_ITS_LIST = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


def random_play(env: Any, generator: np.random.Generator) -> Iterator[tuple[str, int]]:
    """Play the current game to its end; yield each agent and its action before it is played."""
    for agent in env.agent_iter():
        observation, _, termination, _, _ = env.last()
        if termination:
            return
        action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
        yield agent, action
        env.step(action)


@NOT_ON_ITS_LIST
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_passes_pettingzoos_api_test(edition: str, players: int) -> None:
    api_test(aec_v0.env(players=players, edition=edition), num_cycles=400)
    api_test(aec_v0.raw_env(players=players, edition=edition), num_cycles=10)


def test_only_those_two_sentences_are_ignored() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec_v0.env(players=2), num_cycles=400)
    assert {str(warning.message).partition(" should")[0] for warning in caught} == {
        "Observation is not a NumPy array",
        "Observation space for each agent probably",
    }


def test_it_passes_pettingzoos_seed_test() -> None:
    seed_test(lambda: aec_v0.env(players=3), num_cycles=200)


def test_it_passes_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec_v0.env(players=3, render_mode=render_mode))
    assert "Boats" in capsys.readouterr().out


def test_it_passes_pettingzoos_performance_benchmark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The benchmark runs for 5 seconds of its clock; ours advances a second at each look.
    seconds = iter(range(1000))
    module = import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(seconds)))
    performance_benchmark(aec_v0.env(players=3))
    assert "turns per second" in capsys.readouterr().out


def test_pettingzoo_makes_it() -> None:
    env: Any = pettingzoo.make("aec", "edokko/IKI-v0", players=3)
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1", "player_2"]
    assert str(env) == "iki_v0"


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_plays_the_games_of_the_plain_engine(edition: str, players: int) -> None:
    env = aec_v0.env(players=players, edition=edition)
    env.reset(seed=6)
    env.reset()
    game = Game(players, edition, lane_seed(roots(6, [0])[0], 1))
    for agent, action in random_play(env, np.random.default_rng(3)):
        assert agent == f"player_{game.seat}"
        observation = env.observe(agent)
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(game.legal_moves.numbers)
        other = f"player_{(game.seat + 1) % players}"  # type: ignore[operator]
        assert not env.observe(other)["action_mask"].any()
        assert env.observe(other)["observation"].shape == (CELLS,)
        assert env.unwrapped.game().position == game.position
        game.play(game.legal_moves[game.legal_moves.numbers.index(action)])
    assert game.is_over
    assert [env.rewards[f"player_{seat}"] for seat in game.ranking] == pytest.approx(np.linspace(1, -1, players))


def test_infos_have_the_same_keys_for_every_agent_in_every_state() -> None:
    """TorchRL takes the keys from the first reset, and fails at a mask that is in the observation and in the info."""
    env = aec_v0.env(players=3)
    for seed in (1, 2):
        env.reset(seed=seed)
        for _ in random_play(env, np.random.default_rng(seed)):
            assert [set(env.infos[name]) for name in env.possible_agents] == [{"illegal"}] * 3
        assert [set(env.infos[name]) for name in env.agents] == [{"illegal"}] * 3


def test_agents_leave_after_the_end() -> None:
    env = aec_v0.env(players=3, reward="win")
    env.reset(seed=1)
    for _ in random_play(env, np.random.default_rng(3)):
        assert not any(env.terminations.values())
    total = 0.0
    while env.agents:
        observation, reward, termination, truncation, _ = env.last()
        assert (termination, truncation) == (True, False)
        assert not observation["action_mask"].any()
        total += reward
        env.step(None)
    assert env.agents == []
    assert total == 1


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = aec_v0.env(players=3)
    env.reset(seed=1)
    before = env.state()
    for action in (306, -1, MOVES, 2**70, 1.0, True, None):
        with pytest.raises(ValueError, match=r"illegal|is not a whole number"):
            env.step(action)
    assert np.array_equal(env.state(), before)
    assert env.agent_selection == "player_2"


def test_an_illegal_action_can_be_replaced_and_counted() -> None:
    env = aec_v0.env(players=2, illegal="random")
    env.reset(seed=1)
    first = env.agent_selection
    env.step(306)
    env.step(400)
    assert env.infos[first]["illegal"] == 2
    assert sum(info["illegal"] for info in env.infos.values()) == 2


def test_rendering() -> None:
    env = aec_v0.env(players=4, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8
    assert len(np.unique(first)) > 50, "letters are smoothed"
    for count, _ in enumerate(random_play(env, np.random.default_rng(1))):
        if count == 60:
            break
    assert env.render().shape == first.shape
    assert not np.array_equal(env.render(), first)
    text = aec_v0.env(players=4, render_mode="ansi")
    text.reset(seed=1)
    assert "Firefighting order" in text.render()
    with pytest.raises(ValueError, match="render_mode: 'window' is not possible; possible: human, ansi, rgb_array"):
        aec_v0.env(render_mode="window")


def test_copies_continue_alone() -> None:
    env = aec_v0.raw_env(players=3)
    env.reset(seed=4)
    clones = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    ends = []
    for clone in (env, *clones):
        list(random_play(clone, np.random.default_rng(2)))
        ends.append((clone.rewards, clone.state().tolist()))
    assert ends[0] == ends[1] == ends[2]
