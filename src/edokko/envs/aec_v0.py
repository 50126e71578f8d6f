"""IKI as a PettingZoo AEC environment: the agents ``player_0`` to ``player_3`` are the seats.

>>> from edokko.envs import aec_v0
>>> env = aec_v0.env(players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_2'
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["action_mask"].nonzero()[0].tolist()
[0, 1, 2, 3]
>>> env.step(0)
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.components import Components
from edokko.envs.core import Core, Illegal
from edokko.envs.render import RENDER_MODES, Frame, check_render_mode, render
from edokko.envs.rewards import Reward
from edokko.envs.seeding import entropy
from edokko.extras import RL, MissingExtra
from edokko.game import Game, OverlayValues
from edokko.observation.arrays import Cells
from edokko.rules.moves import MOVES
from edokko.whole import as_integer

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from edokko.envs.spaces import action_space, observation_space
except ModuleNotFoundError as error:
    raise MissingExtra.of(error, RL) from None

Observation = dict[str, npt.NDArray[np.int8]]
FIRST_INT64, LAST_INT64 = -(1 << 63), (1 << 63) - 1


def env(**arguments: Any) -> AECEnv:
    """Return the environment, :class:`raw_env`, with PettingZoo's checks of the order of calls."""
    return OrderEnforcingWrapper(raw_env(**arguments))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 PettingZoo's name, and its classes have no types
    """A game of IKI in which the agents decide one at a time.

    The agent that decides sees the mask of its legal moves in its observation; the masks of the others are zero. Every
    info always has the same key, ``illegal``: clients such as TorchRL fail at keys that come and go, and at a mask that
    is in the info too. Rewards come when the game ends.

    Args:
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
        components: an overlay (a mapping or the path of a TOML file), or loaded components.
        reward: ``"rank"``, ``"win"`` or ``"score"``; see :func:`edokko.envs.rewards.payoff`.
        illegal: ``"raise"`` a ``ValueError`` for an illegal action, or ``"random"``: play a random legal move instead
            and count it in ``infos[agent]["illegal"]``.
        render_mode: ``"human"`` prints the board, ``"ansi"`` returns it as text, ``"rgb_array"`` as a picture.
        months, deals: a small variant, as :class:`edokko.envs.variants.Variant` describes it.

    Raises:
        ValueError: an argument is invalid; the message says what is expected.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 PettingZoo declares it so
        "name": "iki_v0",
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 4,
        edition: str = "2021",
        components: Components | OverlayValues | str | Path | None = None,
        reward: Reward = "rank",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        months: int | None = None,
        deals: int | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self.core = Core(1, players, edition, components, reward, illegal, months=months, deals=deals)
        self.possible_agents = [f"player_{seat}" for seat in range(self.core.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._move = np.zeros(1, np.int64)
        self._is_seeded = False

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observation."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: determines this game and the following ones; without it the environment continues its sequence of
                games, or begins one from the system's entropy.
            options: none are known; they are ignored, as PettingZoo asks.
        """
        if seed is not None or not self._is_seeded:
            self.core.seed(entropy(seed))
            self._is_seeded = True
        self.core.restart()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"illegal": 0} for agent in self.agents}
        self._select()
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; the mask of an agent that does not decide is zero."""
        seat = self._seats[agent]
        if seat == self.core.seats[0]:
            return {"observation": self.core.cells[0].copy(), "action_mask": self.core.masks[0].copy()}
        return {"observation": self.core.observe(0, seat), "action_mask": np.zeros(MOVES, np.int8)}

    def state(self) -> Cells:
        """Return the observation of seat 0, which is the whole state: IKI has no hidden information."""
        return self.core.observe(0, 0)

    def step(self, action: int | None) -> None:
        """Play a move of the agent that decides; ``None`` removes an agent whose game is over.

        Raises:
            ValueError: the move is illegal. The game has not changed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = as_integer(action)
        if number is None:
            raise ValueError(f"action: {action!r} is not a whole number")
        replaced = self.core.illegal[0]
        self._move[0] = min(max(number, FIRST_INT64), LAST_INT64)
        self.core.step(self._move)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": self.infos[agent]["illegal"] + int(self.core.illegal[0] - replaced)}
        if self.core.ended[0]:
            self._end()
        else:
            self._select()
        self._show()

    def game(self) -> Game:
        """Return a copy of the game as a :class:`edokko.Game`, which continues with the same chance."""
        return self.core.game(0)

    def render(self) -> str | Frame | None:
        """Show the board in the render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        return render(self.game(), self.render_mode)

    def close(self) -> None:
        """Release nothing: no window is open."""

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.core.seats[0]]

    def _end(self) -> None:
        self.rewards = dict(zip(self.agents, self.core.rewards[0].tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
