"""The compliance test of environments passes for those of this package, and finds every fault it looks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import RecordEpisodeStatistics
from pettingzoo.utils.wrappers.base import BaseWrapper

from edokko.envs import aec_v0
from edokko.envs.single import IKIEnv
from edokko.envs.vector import IKIVectorEnv
from edokko.testing import NonCompliance
from edokko.testing.environments import check_environment


@pytest.mark.parametrize(("players", "edition"), [(2, "2021"), (3, "2015"), (4, "2021")])
def test_the_environment_of_agents_complies(players: int, edition: str) -> None:
    report = check_environment(lambda: aec_v0.env(players=players, edition=edition))
    assert report.games == 2
    assert report.decisions > 2 * 40 * players


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_complies_in_every_mode(mode: AutoresetMode) -> None:
    report = check_environment(lambda: IKIVectorEnv(3, 2, autoreset_mode=mode), games=4)
    assert report.games >= 4


@pytest.mark.parametrize(("reward", "total"), [("rank", 0), ("win", 1), ("score", None)])
def test_the_rewards_have_the_sum_that_is_declared(reward: Any, total: float | None) -> None:
    check_environment(lambda: IKIVectorEnv(2, 3, reward=reward), games=1, reward_sum=total)


def test_the_single_environment_complies_also_behind_a_wrapper() -> None:
    report = check_environment(lambda: RecordEpisodeStatistics(IKIEnv(["random", "greedy"])))
    assert report.games == 2


def test_environments_that_replace_illegal_actions_are_checked_without_them() -> None:
    check_environment(lambda: aec_v0.env(players=2, illegal="random"), refuses=False)
    with pytest.raises(NonCompliance, match=r"the illegal action '[\w ]+' raises no ValueError"):
        check_environment(lambda: aec_v0.env(players=2, illegal="random"))


# --- faults


class Masked(BaseWrapper[Any, Any, Any]):  # type: ignore[misc] # it has no types
    """It hides the last legal move."""

    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        if seen["action_mask"].any():
            seen["action_mask"][np.flatnonzero(seen["action_mask"])[-1]] = 0
        return seen


class Shifted(BaseWrapper[Any, Any, Any]):  # type: ignore[misc]
    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        seen["observation"][:] = np.roll(seen["observation"], 1)
        return seen


class Widened(BaseWrapper[Any, Any, Any]):  # type: ignore[misc]
    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        return {**seen, "action_mask": seen["action_mask"] * 2}


class Generous(IKIVectorEnv):
    def step(self, actions: Any) -> Any:
        seen, rewards, *rest = super().step(actions)
        return seen, rewards + 0.5, *rest


class Unfair(IKIVectorEnv):
    def step(self, actions: Any) -> Any:
        seen, rewards, ended, *rest = super().step(actions)
        return seen, np.where(ended[:, None], 1.0, 0.0) * np.ones_like(rewards), ended, *rest


class Unseeded(IKIVectorEnv):
    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return super().reset(seed=None if seed is None else int(np.random.default_rng().integers(1 << 32)))


class Stubborn(IKIVectorEnv):
    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return super().reset(seed=5)


class Impatient(IKIVectorEnv):
    """It begins new games at once, but its metadata promise the next step."""

    def __init__(self) -> None:
        super().__init__(2, 2, autoreset_mode=AutoresetMode.SAME_STEP)
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}


class Patient(IKIVectorEnv):
    def __init__(self) -> None:
        super().__init__(2, 2, autoreset_mode=AutoresetMode.NEXT_STEP)
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}


class Forgiving(IKIVectorEnv):
    """It plays a legal move for an illegal one."""

    def step(self, actions: Any) -> Any:
        legal = [int(mask[action]) for mask, action in zip(self.core.masks, actions, strict=True)]
        return super().step(np.where(legal, actions, self.core.masks.argmax(1)))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Masked(aec_v0.env(players=2)),
            r"the mask marks start \w+, .* but legal are start .*\('edokko1",
        ),
        (lambda: Shifted(aec_v0.env(players=2)), r"the observation is not that of seat \d"),
        (lambda: Widened(aec_v0.env(players=2)), "the observation does not fit its space Dict"),
        (lambda: Generous(2, 2), r"game 0 pays \[0.5, 0.5\] before its end"),
        (lambda: Unfair(2, 2), r"game \d pays \[1.0, 1.0\]; the sum should be 0"),
        (lambda: Unseeded(2, 2), "the seed 1 gives two different games for the same actions"),
        (lambda: Stubborn(2, 2), "the seeds 1 and 2 give the same games"),
        (Impatient, r"game \d has ended and begins anew at once; the mode is NextStep"),
        (Patient, r"game \d has ended and is still over; the mode is SameStep"),
        (lambda: Forgiving(2, 2), "raises no ValueError"),
        (lambda: 5, r"5 is no environment of PettingZoo \(AEC\) or Gymnasium"),
    ],
)
def test_every_fault_is_told_in_a_sentence(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(NonCompliance, match=message):
        check_environment(make)


def test_a_game_of_the_registry_complies() -> None:
    check_environment(lambda: gymnasium.make("edokko/IKI-v0", opponents=["random"], disable_env_checker=True), games=1)
