"""Thousands of games in one Gymnasium vector environment, stepped by one native call.

>>> import gymnasium
>>> import edokko.envs
>>> envs = gymnasium.make_vec("edokko/IKISelfPlay-v0", num_envs=4, players=3)
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape, observations["action_mask"].shape, infos["seat"].tolist()
((4, 2237), (4, 447), [2, 2, 2, 2])
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.components import Components
from edokko.envs.core import Core, Illegal, Lanes, Snapshot
from edokko.envs.rewards import Reward
from edokko.envs.seeding import entropy, seed_of
from edokko.extras import RL, MissingExtra
from edokko.game import Game, OverlayValues

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from edokko.envs.spaces import action_space, observation_space
except ModuleNotFoundError as error:
    raise MissingExtra.of(error, RL) from None

Array = npt.NDArray[Any]
Observations = dict[str, Array]


class IKIVectorEnv(VectorEnv[Observations, Array, Array]):
    """Many games, each at its own decision. The seat that decides sees the observation and chooses the action.

    A step plays one move in every game. Rewards have a column for each seat, because a move of one seat ends the game
    for all.

    Args:
        num_envs: the number of games.
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
        components: an overlay (a mapping or the path of a TOML file), or loaded components.
        reward: ``"rank"``, ``"win"`` or ``"score"``; see :func:`edokko.envs.rewards.payoff`.
        illegal: ``"raise"`` a ``ValueError`` for an illegal action, or ``"random"``: play a random legal move instead.
        autoreset_mode: when a finished game is followed by the next one.
        threads: the number of threads that share the games; the games do not depend on it.
        copy: whether :meth:`reset`, :meth:`step` and :meth:`restore` return copies, as Gymnasium's vector environments
            do. Otherwise they return the environment's own buffers, which the next call overwrites: that is faster by
            a quarter to a half.
        months, deals: a small variant, as :class:`edokko.envs.variants.Variant` describes it.

    Attributes:
        observation_space: ``observation`` (n, ``CELLS``) and ``action_mask`` (n, 447), both ``int8``.
        action_space: a move number for each game.

    The infos are arrays:

    - ``seat`` (n,): the deciding seat, -1 where the game is over,
    - ``illegal`` (n,): the illegal actions of the current game,
    - ``scores`` (n, players): the final scores of the last game that has ended in each place,
    - with ``SAME_STEP``, ``final_obs`` and ``final_info`` of the games that this step has ended, in Gymnasium's form.

    Raises:
        ValueError: an argument is invalid; the message says what is expected.
    """

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 4,
        edition: str = "2021",
        components: Components | OverlayValues | str | Path | None = None,
        reward: Reward = "rank",
        illegal: Illegal = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        months: int | None = None,
        deals: int | None = None,
    ) -> None:
        self._set_up(
            Core(num_envs, players, edition, components, reward, illegal, threads, months, deals), autoreset_mode, copy
        )

    def _set_up(self, core: Core, autoreset_mode: AutoresetMode | str, copy: bool) -> None:
        self.core = core
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.copy = copy
        self.num_envs = len(self.core)
        self.players = self.core.players
        self.single_observation_space: spaces.Dict = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._is_seeded = False
        self._truncations = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin new games.

        Args:
            seed: determines all games from now on; without it the environment continues its sequence of games, or
                begins one from the system's entropy.
            options: ``reset_mask``, an array (n,) of booleans, restricts the reset to some games.

        Raises:
            ValueError: the mask has the wrong form.
        """
        super().reset(seed=seed)
        mask = self._reset_mask(options)
        if mask is not None and not self._is_seeded:
            raise ValueError("reset_mask: the first reset begins all games")
        if seed is not None or not self._is_seeded:
            self.core.seed(seed_of(self.np_random_seed, self.np_random))
            self._is_seeded = True
        self.core.restart(mask)
        return self._observations(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Play one move in every game.

        Args:
            actions: a move number for each game. With ``NEXT_STEP``, a game that ended in the last step begins anew and
                ignores its action.

        Returns:
            Observations, rewards (n, players), terminations (n,), truncations (n,), which are all false, and infos.

        Raises:
            ValueError: an action is illegal, or with ``DISABLED``, a game is over. No game has been changed.
        """
        if not self._is_seeded:
            raise ValueError("call reset() before the first step")
        self.core.step(actions, restarts=self.autoreset_mode is AutoresetMode.NEXT_STEP)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self.core.ended.any():
            return self._restart_at_once()
        rewards, ended, truncations = (
            self._given(each) for each in (self._rewards(), self.core.ended, self._truncations)
        )
        return self._observations(), rewards, ended, truncations, self._infos()

    def _restart_at_once(self) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        core = self.core
        rewards, ended = self._rewards().copy(), core.ended.copy()
        final = {"final_obs": np.full(self.num_envs, None, object), "_final_obs": ended}
        for index in np.flatnonzero(ended):
            final["final_obs"][index] = {
                "observation": core.cells[index].copy(),
                "action_mask": core.masks[index].copy(),
            }
        infos = {name: array.copy() for name, array in self._infos().items()}
        final_info = {**infos, **{f"_{name}": ended for name in infos}}
        core.restart(ended)
        infos = {**self._infos(), **final, "final_info": final_info, "_final_info": ended}
        return self._observations(), rewards, ended, self._given(self._truncations), infos

    def save(self, lanes: Lanes | None = None) -> Snapshot:
        """Copy the games of some places, of all by default: 240 bytes each, and their seeds."""
        return self.core.save(lanes)

    def restore(
        self, snapshot: Snapshot, lanes: Lanes | None = None, *, seed: int | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Put saved games into some places, into all by default.

        Args:
            snapshot: games of an environment with the same components and number of players.
            lanes: as many places as there are saved games, or any number for a single game.
            seed: gives the chance of each place anew, so that copies of one game part. Without it a game continues with
                the chance that it had, so copies that choose the same moves stay the same.

        Returns:
            Observations and infos, as :meth:`reset` does.

        Raises:
            ValueError: the games are of other components or another number of players, or their number does not fit; or
                a place would have no game, because reset() was never called.
        """
        self._check_places(lanes)
        self.core.restore(snapshot, lanes, None if seed is None else entropy(seed))
        self._is_seeded = True
        return self._observations(), self._infos()

    def game(self, index: int) -> Game:
        """Return a copy of one game as a :class:`edokko.Game`, which continues with the same chance."""
        return self.core.game(index)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        core = getattr(self, "core", None)  # Gymnasium closes an environment too whose construction has failed
        if core is not None:
            core.close()

    def _rewards(self) -> Array:
        return self.core.rewards

    def _observations(self) -> Observations:
        return {"observation": self._given(self.core.cells), "action_mask": self._given(self.core.masks)}

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Array] = {"seat": self.core.seats, "illegal": self.core.illegal, "scores": self.core.scores}
        return {name: self._given(array) for name, array in infos.items()}

    def _given(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _check_places(self, lanes: Lanes | None) -> None:
        """Check that no place stays without a game."""
        is_idle = np.full(self.num_envs, not self._is_seeded)
        is_idle[slice(None) if lanes is None else lanes] = False
        if is_idle.any():
            raise ValueError(f"restore: place {is_idle.argmax()} has no game yet; call reset() first")

    def _reset_mask(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_] | None:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return None
        array = np.asarray(mask)
        if array.dtype != np.bool_ or array.shape != (self.num_envs,) or not array.any():
            raise ValueError(
                f"reset_mask: an array of {self.num_envs} booleans is needed, with at least one that is true"
            )
        return array
