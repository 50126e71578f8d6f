"""The small variants of the environments: the last months of a game, and few deals."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from edokko import Game, Move
from edokko.envs import VARIANTS, aec_v0
from edokko.envs.against import IKIAgainstVectorEnv
from edokko.envs.seeding import lane_seed, roots
from edokko.envs.single import IKIEnv
from edokko.envs.variants import MONTHS, Variant
from edokko.envs.vector import IKIVectorEnv
from tests.envs import make_starts
from tests.helpers.environments import random_legal
from tests.helpers.states import TABLES


def test_the_positions_are_those_of_the_program_that_makes_them() -> None:
    assert make_starts.PATH.read_text(encoding="utf-8") == make_starts.text()


@pytest.mark.parametrize("months", MONTHS)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_game_of_some_months_begins_late_and_ends_as_always(edition: str, players: int, months: int) -> None:
    arguments: dict[str, Any] = {"edition": edition, "months": months, "reward": "score"}
    envs = IKIVectorEnv(3, players, **arguments)
    seen, _ = envs.reset(seed=4)
    games = [envs.game(lane) for lane in range(3)]
    assert {game.position.month for game in games} == {13 - months}
    assert len({game.position.to_line() for game in games}) == 1
    same = [Game.from_position(games[0].position, seed=lane_seed(root, 0)) for root in roots(4, range(3))]
    generator, running = np.random.default_rng(1), np.ones(3, np.bool_)
    while running.any():
        actions = random_legal(seen["action_mask"], generator)
        seen, rewards, ended, _, infos = envs.step(actions)
        for lane in np.flatnonzero(running).tolist():
            same[lane].play(Move.of(int(actions[lane])))
            assert envs.game(lane).position == same[lane].position
            if ended[lane]:
                assert infos["scores"][lane].tolist() == [sheet.total for sheet in same[lane].score()]
                assert rewards[lane].tolist() == infos["scores"][lane].tolist()
        running &= ~ended


@pytest.mark.parametrize("months", MONTHS)
def test_one_learner_plays_the_same_months(months: int) -> None:
    env, vector = (
        IKIEnv(["greedy", "random"], months=months),
        IKIAgainstVectorEnv(1, ["greedy", "random"], months=months),
    )
    observation, _ = env.reset(seed=3)
    seen, _ = vector.reset(seed=3)
    assert env.game.position.month == 13 - months
    ends = 0
    while ends < 2:
        assert np.array_equal(observation["observation"], seen["observation"][0])
        action = int(observation["action_mask"].argmax())
        observation, _, is_over, _, _ = env.step(action)
        seen, _, ended, _, _ = vector.step([action])
        assert is_over == ended[0]
        if is_over:
            ends += 1
            observation, _ = env.reset()
            seen = vector.step([0])[0]


def test_the_agents_of_pettingzoo_play_the_last_months_too() -> None:
    env = aec_v0.env(players=2, months=1, deals=1)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, termination, _, _ = env.last()
        env.step(None if termination else int(np.argmax(observation["action_mask"])))
    assert not env.agents


def test_few_deals_come_again_in_every_place() -> None:
    envs = IKIAgainstVectorEnv(3, ["random", "greedy"], months=1, deals=2, seat=1)
    envs.reset(seed=3)
    games: list[list[str]] = [[], [], []]
    lines: list[list[str]] = [[], [], []]
    while min(map(len, games)) < 6:
        seen = envs.step(envs.core.masks.argmax(1))
        for lane in range(3):
            lines[lane].append(envs.game(lane).position.to_line())
            if seen[2][lane]:
                games[lane].append(" ".join(lines[lane]))
                lines[lane] = []
    for lane in range(3):
        assert games[lane][2:4] == games[lane][4:6] == games[0][2:4]
        assert games[lane][2] != games[lane][3]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_variants_are_registered(name: str) -> None:
    opponents: dict[str, Any] = {} if "opponents" in VARIANTS[name] else {"opponents": ["random", "greedy"]}
    env: Any = gymnasium.make(name, **opponents).unwrapped
    env.reset(seed=1)
    assert env.game.position.month == 13 - VARIANTS[name]["months"]
    envs: Any = gymnasium.make_vec(name, num_envs=2, **opponents)
    assert isinstance(envs.unwrapped, IKIAgainstVectorEnv)
    envs.reset(seed=1)
    assert envs.unwrapped.game(1).position.month == env.game.position.month


def test_the_tiny_game_depends_on_the_actions_alone() -> None:
    envs: Any = gymnasium.make_vec("edokko/IKITiny-v0", num_envs=4).unwrapped
    seen, _ = envs.reset(seed=1)
    ends: list[Any] = []
    while len(ends) < 3:
        seen, _, ended, _, infos = envs.step(seen["action_mask"].argmax(1))
        assert (seen["observation"] == seen["observation"][0]).all()
        if ended.all():
            ends.append(infos["scores"].tolist())
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize(
    ("months", "deals", "message"),
    [
        (2, None, r"months: 2; possible: 1, 3, 6, 12"),
        (1.5, None, r"months: 1\.5; possible: 1, 3, 6, 12"),
        (None, 0, "deals: 0 is not a whole number of at least 1"),
        (None, "2", "deals: '2' is not a whole number of at least 1"),
    ],
)
def test_wrong_variants_are_refused(months: Any, deals: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Variant(months, deals)
    with pytest.raises(ValueError, match=message):
        IKIVectorEnv(2, months=months, deals=deals)
    with pytest.raises(ValueError, match=message):
        IKIEnv(["random"], months=months, deals=deals)
