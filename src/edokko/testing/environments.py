"""The compliance test of environments: what a learner relies on, also behind wrappers.

>>> from edokko.envs import aec_v0
>>> from edokko.testing.environments import check_environment
>>> report = check_environment(lambda: aec_v0.env(players=2))
>>> report.games
2

It takes environments in PettingZoo's AEC form, in Gymnasium's and in Gymnasium's vector form. At every decision of some
random games it compares what the environment shows with the game behind it:

1. **Masks.** ``action_mask`` marks the legal moves of the seat that decides, and nothing else. Observations fit their
   space, and are those of :mod:`edokko.observation` unless a wrapper has changed their shape.
2. **Rewards.** They are 0 until the end, and those of a finished game have the sum that the reward promises.
3. **Seeds.** The same seed gives the same games, another seed gives others.
4. **Illegal actions.** They raise a ``ValueError``, and the game does not change.
5. **Autoreset.** A vector environment begins new games when its ``metadata["autoreset_mode"]`` says.

PettingZoo's and Gymnasium's own tests, ``pettingzoo.test.api_test`` and ``gymnasium.utils.env_checker.check_env``,
check the rest of those interfaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.extras import RL, MissingExtra
from edokko.game import Game
from edokko.observation.encoder import CELLS, observe
from edokko.rules.moves import MOVES, WORDS
from edokko.testing.players import NonCompliance

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise MissingExtra.of(error, RL) from None

MOST_STEPS = 5_000
"""Steps in which some games of any environment end; more mean that no game ever does."""


@dataclass(frozen=True, slots=True)
class EnvironmentReport:
    """What a check has seen: finished games and decisions."""

    games: int
    decisions: int


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision as the environment shows it, with the game behind it."""

    game: Game
    seat: int
    seen: Any
    space: gymnasium.Space[Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a step: by game, whether it ended, and its rewards by seat (one column for a single learner)."""

    ended: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]


class AecDriver:
    """PettingZoo's agents, one at a time."""

    sums_rewards = True
    """Whether the rewards of all seats are shown."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def reset(self, seed: int) -> None:
        """Begin the first games of a seed."""
        self.env.reset(seed=seed)

    def restart(self) -> None:
        """Begin anew after an end, unless the environment does so itself."""
        self.env.reset()

    def decisions(self) -> list[ShownDecision | None]:
        """Return the decision that is due in each game, ``None`` where it is over."""
        env, agent = self.env, self.env.agent_selection
        if env.terminations[agent]:
            return [None]
        seat = env.possible_agents.index(agent)
        return [ShownDecision(env.unwrapped.game(), seat, env.observe(agent), env.observation_space(agent))]

    def step(self, actions: Sequence[int]) -> Outcome:
        """Play one move in each game."""
        env = self.env
        env.step(actions[0])
        ended = np.array([all(env.terminations.values())])
        return Outcome(ended, np.array([[env.rewards[agent] for agent in env.possible_agents]]))


class SingleDriver:
    """One learner in Gymnasium's form."""

    sums_rewards = False

    def __init__(self, env: Any) -> None:
        self.env = env
        self.is_over = False

    def reset(self, seed: int | None) -> None:
        self.seen, _ = self.env.reset(seed=seed)
        self.is_over = False

    def restart(self) -> None:
        self.reset(None)

    def decisions(self) -> list[ShownDecision | None]:
        inner = self.env.unwrapped
        return [None if self.is_over else ShownDecision(inner.game, inner.seat, self.seen, self.env.observation_space)]

    def step(self, actions: Sequence[int]) -> Outcome:
        self.seen, reward, self.is_over, _, _ = self.env.step(actions[0])
        return Outcome(np.array([self.is_over]), np.array([[reward]]))


class VectorDriver:
    """Many games in Gymnasium's form."""

    sums_rewards = True

    def __init__(self, env: Any) -> None:
        self.env = env
        self.mode = AutoresetMode(env.metadata["autoreset_mode"])

    def reset(self, seed: int) -> None:
        self.seen, self.info = self.env.reset(seed=seed)
        self.ended = np.zeros(self.env.num_envs, np.bool_)

    def restart(self) -> None:
        if self.mode is AutoresetMode.DISABLED:
            self.seen, self.info = self.env.reset(options={"reset_mask": self.ended})
            self.ended = np.zeros(self.env.num_envs, np.bool_)

    def decisions(self) -> list[ShownDecision | None]:
        return [self._decision(index) for index in range(self.env.num_envs)]

    def _decision(self, index: int) -> ShownDecision | None:
        seen = {name: array[index] for name, array in self.seen.items()}
        game, seat = self.env.unwrapped.game(index), int(self.info["seat"][index])
        return None if seat < 0 else ShownDecision(game, seat, seen, self.env.single_observation_space)

    def step(self, actions: Sequence[int]) -> Outcome:
        was_over = [decision is None for decision in self.decisions()]
        self.seen, rewards, self.ended, _, self.info = self.env.step(np.array(actions))
        ended, rewards = self.ended.copy(), np.array(rewards, np.float64)
        self._check_autoreset(was_over, ended, rewards)
        return Outcome(ended, rewards)

    def _check_autoreset(
        self, was_over: Sequence[bool], ended: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float64]
    ) -> None:
        """Check that new games begin when the mode says."""
        for index, decision in enumerate(self.decisions()):
            is_over = decision is None
            if ended[index] and is_over is (self.mode is AutoresetMode.SAME_STEP):
                raise NonCompliance(f"game {index} has ended and {_state(is_over)}; the mode is {self.mode.value}")
            if was_over[index] and (is_over or ended[index] or rewards[index].any()):
                raise NonCompliance(f"game {index} was over, and the next step has not begun a new game without reward")
            if ended[index] and self.mode is AutoresetMode.SAME_STEP and not self.info["_final_obs"][index]:
                raise NonCompliance(f"game {index} has ended, but info['final_obs'] lacks its last observation")


Driver = AecDriver | SingleDriver | VectorDriver
"""The ways to drive an environment, which have the same methods."""


def _state(is_over: bool) -> str:
    return "is still over" if is_over else "begins anew at once"


def check_environment(
    make: Callable[[], Any], *, games: int = 2, seed: int = 1, reward_sum: float | None = 0.0, refuses: bool = True
) -> EnvironmentReport:
    """Check an environment against what learners rely on.

    Args:
        make: called without arguments, returns a new environment, with its wrappers.
        games: the number of games to play to the end, at least 1.
        seed: determines the games.
        reward_sum: the sum of the rewards of a finished game: 0 for ``"rank"``, 1 for ``"win"``, ``None`` for no fixed
            sum.
        refuses: whether an illegal action is an error; otherwise it is not tried.

    Raises:
        NonCompliance: the environment breaks its contract; the message says how and where.
    """
    driver = _driver(make())
    report = _play(driver, games, seed, reward_sum)
    _check_seeds(_driver(make()), _driver(make()), seed)
    if refuses:
        _check_refusal(_driver(make()), seed)
    return report


def _driver(env: Any) -> Driver:
    if isinstance(env, AECEnv):
        return AecDriver(env)
    if isinstance(env, VectorEnv):
        return VectorDriver(env)
    if isinstance(env, gymnasium.Env):
        return SingleDriver(env)
    raise NonCompliance(f"{env!r} is no environment of PettingZoo (AEC) or Gymnasium (single or vector)")


def _play(driver: Driver, games: int, seed: int, reward_sum: float | None) -> EnvironmentReport:
    generator, finished, decisions = np.random.default_rng(seed), 0, 0
    driver.reset(seed)
    for _ in range(MOST_STEPS):
        shown = driver.decisions()
        for decision in filter(None, shown):
            _check_decision(decision)
            decisions += 1
        outcome = driver.step(_random_actions(shown, generator))
        _check_rewards(outcome, reward_sum if driver.sums_rewards else None)
        finished += int(outcome.ended.sum())
        if finished >= games:
            return EnvironmentReport(finished, decisions)
        if outcome.ended.any():
            driver.restart()
    raise NonCompliance(f"only {finished} games have ended in {MOST_STEPS} steps")


def _random_actions(shown: Iterable[ShownDecision | None], generator: np.random.Generator) -> list[int]:
    return [int(generator.choice(one.game.legal_moves.numbers)) if one else 0 for one in shown]


def _check_decision(decision: ShownDecision) -> None:
    """Check the mask and the observation of one decision."""
    game, seat, seen = decision.game, decision.seat, decision.seen
    if game.seat != seat:
        raise NonCompliance(f"the environment asks seat {seat}, but seat {game.seat} decides{_where(game)}")
    if not decision.space.contains(seen):
        raise NonCompliance(f"the observation does not fit its space {decision.space}{_where(game)}")
    marked = np.flatnonzero(seen["action_mask"]).tolist()
    if marked != sorted(game.legal_moves.numbers):
        raise NonCompliance(
            f"the mask marks {_words(marked)}, but legal are {_words(game.legal_moves.numbers)}{_where(game)}"
        )
    cells = seen["observation"]
    if cells.shape == (CELLS,) and cells.dtype == np.int8 and cells.tolist() != _observation(game):
        raise NonCompliance(f"the observation is not that of seat {seat}{_where(game)}")


def _observation(game: Game) -> list[int]:
    cells = [0] * CELLS
    observe(game.tables, game.state, game.seat or 0, cells)
    return cells


def _check_rewards(outcome: Outcome, reward_sum: float | None) -> None:
    """Check that nothing is paid before the end, and the right sum then."""
    for index, (ended, rewards) in enumerate(zip(outcome.ended, outcome.rewards, strict=True)):
        if not ended and rewards.any():
            raise NonCompliance(f"game {index} pays {rewards.tolist()} before its end")
        if ended and reward_sum is not None and abs(rewards.sum() - reward_sum) > 1e-5:
            raise NonCompliance(f"game {index} pays {rewards.tolist()}; the sum should be {reward_sum:g}")


def _check_seeds(first: Driver, second: Driver, seed: int) -> None:
    """Check that games depend on the seed, and on nothing else."""
    same, twin, other = _traces(first, seed), _traces(second, seed), _traces(first, seed + 1)
    if same != twin or same != _traces(first, seed):
        raise NonCompliance(f"the seed {seed} gives two different games for the same actions")
    if same == other:
        raise NonCompliance(f"the seeds {seed} and {seed + 1} give the same games")


def _traces(driver: Driver, seed: int) -> list[str]:
    """Return the positions of the first decisions after a seed, for actions that depend on nothing else."""
    driver.reset(seed)
    lines = []
    for _ in range(60):
        shown = driver.decisions()
        lines += [decision.game.position.to_line() for decision in filter(None, shown)]
        if driver.step([decision.game.legal_moves.numbers[-1] if decision else 0 for decision in shown]).ended.any():
            break
    return lines


def _check_refusal(driver: Driver, seed: int) -> None:
    """Check that an illegal action is an error and changes nothing."""
    driver.reset(seed)
    before = driver.decisions()
    actions = [_illegal(decision) for decision in before]
    try:
        driver.step(actions)
    except ValueError:
        unchanged = [decision and decision.game.position for decision in driver.decisions()]
        if unchanged != [decision and decision.game.position for decision in before]:
            raise NonCompliance("a refused action has changed the game") from None
        return
    raise NonCompliance(f"the illegal action {WORDS[actions[0]]!r} raises no ValueError")


def _illegal(decision: ShownDecision | None) -> int:
    legal = set(decision.game.legal_moves.numbers) if decision else set()
    return min(set(range(MOVES)) - legal)


def _words(numbers: Iterable[int]) -> str:
    return ", ".join(WORDS[number] for number in sorted(numbers)) or "nothing"


def _where(game: Game) -> str:
    return f" ({game.position.to_line()!r})"
