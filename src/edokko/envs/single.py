"""IKI as a Gymnasium environment for one learner against chosen opponents.

>>> import gymnasium
>>> import edokko.envs
>>> env = gymnasium.make("edokko/IKI-v0", opponents=["random", "random"])
>>> observation, info = env.reset(seed=7)
>>> observation["observation"].shape
(2237,)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.components import Components
from edokko.envs.core import Illegal, check_illegal, check_index
from edokko.envs.lanes import Lane, open_next, replace_move
from edokko.envs.opponents import draw_seed, take_seats
from edokko.envs.render import RENDER_MODES, Frame, check_render_mode, render
from edokko.envs.rewards import Reward, payoff, reward_of
from edokko.envs.roster import Opponents, Roster
from edokko.envs.seeding import roots, seed_of
from edokko.envs.variants import Variant
from edokko.extras import RL, MissingExtra
from edokko.game import Game, OverlayValues, resolve_components
from edokko.move import Move
from edokko.native.engine import native
from edokko.observation.encoder import CELLS, observe_at
from edokko.players import player
from edokko.rules.moves import MOVES
from edokko.rules.referee import legal_moves
from edokko.rules.tables import tables_for
from edokko.whole import as_integer

try:
    import gymnasium

    from edokko.envs.spaces import action_space, observation_space
except ModuleNotFoundError as error:
    raise MissingExtra.of(error, RL) from None

Observation = dict[str, Any]


class IKIEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game of IKI. A step plays the learner's move, then those of the opponents up to its next decision.

    Args:
        opponents: one to three players, by name, such as ``"greedy"`` or ``"mcts:200sims"``, or as objects with
            ``choose``. They sit after the learner, in this order. A mapping of names to weights in the place of a
            player is a league: each game draws one of them.
        seat: the learner's seat; ``None`` draws one for each game.
        edition: ``"2021"`` or ``"2015"``.
        components: an overlay (a mapping or the path of a TOML file), or loaded components.
        reward: ``"rank"``, ``"win"`` or ``"score"``; see :func:`edokko.envs.rewards.payoff`.
        illegal: ``"raise"`` a ``ValueError`` for an illegal action, or ``"random"``: play a random legal move instead
            and count it in ``info["illegal"]``.
        render_mode: ``"human"`` prints the board, ``"ansi"`` returns it as text, ``"rgb_array"`` as a picture.
        months, deals: a small variant, as :class:`edokko.envs.variants.Variant` describes it.

    Attributes:
        game: the game itself, with its history; it must not be changed.
        seat: the learner's seat in the current game.

    Raises:
        ValueError: an argument is invalid; the message says what is expected.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012 Gymnasium declares it so

    def __init__(
        self,
        opponents: Opponents = ("greedy", "greedy", "greedy"),
        seat: int | None = None,
        edition: str = "2021",
        components: Components | OverlayValues | str | Path | None = None,
        reward: Reward = "rank",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        months: int | None = None,
        deals: int | None = None,
    ) -> None:
        self._roster = Roster(opponents, seat)
        self.players = self._roster.players
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._components = resolve_components(components, edition)
        self._payoff = payoff(reward, self.players)
        self._replaces = check_illegal(illegal) == "random"
        self._lane, self._words, self._is_seeded = Lane(), [0] * 4, False
        variant = Variant(months, deals)
        self._lane.deals = variant.deals
        self._start = variant.start(self._components, self.players)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, up to the learner's first decision.

        Args:
            seed: determines this game and the following ones, with the opponents' random choices; without it the
                environment continues its sequence of games, or begins one from the system's entropy.
            options: none are known.
        """
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self._lane.root = roots(seed_of(self.np_random_seed, self.np_random), [0])[0].tolist()
            self._lane.episode = 0
            self._is_seeded = True
        self._begin()
        self._play_opponents()
        self._show()
        return self._observation(), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's move, then the opponents' up to the learner's next decision or the end.

        Raises:
            ValueError: the move is illegal, or the game is over. The game has not changed.
        """
        if not self._is_seeded or not self.game.legal_moves:
            raise ValueError("the game is over or has not begun; call reset() first")
        self.game.play(self._move(action))
        self._play_opponents()
        self._show()
        reward = reward_of(self.game, self.seat, self._payoff) if self.game.is_over else 0.0
        return self._observation(), reward, self.game.is_over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which moves are legal, under the name that sb3-contrib's ``MaskablePPO`` asks for.

        Raises:
            ValueError: no game has begun.
        """
        self._check_begun()
        masks: npt.NDArray[np.bool_] = self._observation()["action_mask"].astype(np.bool_)
        return masks

    def render(self) -> str | Frame | None:
        """Show the board in the render mode.

        Raises:
            ValueError: no game has begun.
        """
        self._check_begun()
        return render(self.game, self.render_mode)

    def _check_begun(self) -> None:
        if not self._is_seeded:
            raise ValueError("no game has begun; call reset() first")

    def _begin(self) -> None:
        """Begin the lane's next game, with the seats and the seeds that native code would draw."""
        lane, roster = self._lane, self._roster
        open_next(lane, self._words)
        take_seats(lane, self.players, roster.seat, roster.shares, self._words)
        self.seat, self._others = lane.learner, {}
        for seat, number in enumerate(lane.opponents[: self.players]):
            if seat != self.seat:
                draw_seed(lane, seat, self._words)
                who = roster.opponents[number]
                self._others[seat] = player(who, _joined(lane.streams[seat])) if isinstance(who, str) else who
        names = [self._others[seat].name if seat in self._others else "learner" for seat in range(self.players)]
        seed, components = _joined(lane.seed), self._components
        if self._start is None:
            self.game = Game(self.players, components.edition, seed, components, names)
        else:
            tables = tables_for(components, self.players)
            self.game = Game.from_state(components, tables, self._start.copy(), seed, names)

    def _play_opponents(self) -> None:
        while self.game.seat in self._others:
            self.game.play(self._others[self.game.seat].choose(self.game))

    def _move(self, action: object) -> Move:
        number = as_integer(action)
        if number is None:
            raise ValueError(f"action: {action!r} is not a whole number")
        if self._replaces and number not in self.game.legal_moves.numbers:
            lane = self._lane
            lane.count = legal_moves(self.game.tables, self.game.state, lane.legal)
            replace_move(lane, self._words)
            number = lane.move
        return Move.of(number)

    def _observation(self) -> Observation:
        return observation_of(self.game, self.seat)

    def _info(self) -> dict[str, Any]:
        """Return the info, always with the same keys: before the end, scores are 0 and places in the ranking -1."""
        is_over = self.game.is_over
        return {
            "seat": self.seat,
            "illegal": self._lane.illegal,
            "scores": [sheet.total for sheet in self.game.score()] if is_over else [0] * self.players,
            "ranking": list(self.game.ranking) if is_over else [-1] * self.players,
        }

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def observation_of(game: Game, viewer: int) -> Observation:
    """Return what a learner sees of a game, so that what it has learned can be a player (:meth:`Player.choose`).

    Args:
        viewer: the seat that looks.

    Returns:
        ``observation`` (``CELLS``) and ``action_mask`` (447), both ``int8``; the mask is that of the seat that decides.

    Raises:
        ValueError: there is no such seat.
    """
    check_index("viewer", viewer, game.players)
    cells, mask = np.empty(CELLS, np.int8), np.zeros(MOVES, np.int8)
    native(observe_at)(game.tables.to_records(), game.state.to_records(), 0, viewer, cells)
    mask[list(game.legal_moves.numbers)] = 1
    return {"observation": cells, "action_mask": mask}


def _joined(words: Sequence[int]) -> int:
    """Return the seed that has these first two words."""
    return words[0] | words[1] << 32
