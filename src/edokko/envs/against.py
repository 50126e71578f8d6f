"""Thousands of games of one learner each in one Gymnasium vector environment, whose opponents play in native code.

>>> import gymnasium
>>> import edokko.envs
>>> envs = gymnasium.make_vec("edokko/IKI-v0", num_envs=4, opponents=["greedy", {"random": 3, "planner": 1}])
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape, infos["seat"].shape, infos["opponents"].shape
((4, 2237), (4,), (4, 3))
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from edokko.components import Components
from edokko.envs.core import Core, Illegal
from edokko.envs.lanes import Lane
from edokko.envs.opponents import Board, carry_out_against, open_stream
from edokko.envs.rewards import Reward
from edokko.envs.roster import IN_C, Opponents, Roster, temperature_of
from edokko.envs.single import IKIEnv
from edokko.envs.vector import Array, IKIVectorEnv
from edokko.game import OverlayValues
from edokko.native.backends import Backend
from edokko.native.engine import native
from edokko.players.champion.network import policy_network_of, policy_notes_for
from edokko.players.champion.stored import StoredNetwork, empty_network, read_network, shipped_network
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.style import Style
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import appraise
from edokko.players.names import POLICY
from edokko.players.policies.planner import GAMES, plan_for
from edokko.rules.engine.fields import Fields, records_of
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.state import State
from edokko.rules.tables import Tables


def make_vector(num_envs: int = 1, *, opponents: Opponents | None = None, **arguments: Any) -> VectorEnv[Any, Any, Any]:
    """Return ``num_envs`` games of a learner against opponents.

    Args:
        opponents: as of :class:`IKIAgainstVectorEnv`. Where all of them are ``random``, ``greedy``, ``planner`` and
            ``policy`` without a style, they play in native code; other players are asked in Python, in Gymnasium's own
            vector of :class:`edokko.envs.single.IKIEnv`: its infos have no ``opponents``, and as Gymnasium does it,
            each place has the seed of the one before and 1, so ``deals`` hold for each place alone.
        arguments: of the class that is returned.

    Raises:
        ValueError: opponents are missing.
    """
    if opponents is None:
        raise ValueError(
            "this is a learner against opponents: pass opponents=[...], or make edokko/IKISelfPlay-v0, in which it "
            "plays all seats"
        )
    if Roster(opponents).is_native and arguments.get("render_mode") is None:
        arguments.pop("render_mode", None)
        return IKIAgainstVectorEnv(num_envs, opponents, **arguments)
    for name in ("threads", "copy"):  # of native code; the games do not depend on them
        arguments.pop(name, None)
    mode = AutoresetMode(arguments.pop("autoreset_mode", AutoresetMode.NEXT_STEP))
    return SyncVectorEnv([partial(IKIEnv, opponents, **arguments)] * num_envs, autoreset_mode=mode)


class IKIAgainstVectorEnv(IKIVectorEnv):
    """Many games of one learner each. A step plays the learner's moves, then the opponents' up to its next decisions.

    The games are those of :class:`edokko.envs.single.IKIEnv` with the same seed and moves.

    Args:
        num_envs: the number of games.
        opponents: one to three players by name; they sit after the learner, in this order. A mapping of names to
            weights in the place of a name is a league: each game draws one of them.
        seat: the learner's seat; ``None`` draws one for each game.

    The other arguments are those of :class:`edokko.envs.vector.IKIVectorEnv`. Rewards have the shape (n,). The infos
    are those of that class, with two differences:

    - ``seat`` (n,): the learner's seat,
    - ``opponents`` (n, players): the numbers of the opponents in ``names``, by seat, -1 for the learner.

    Attributes:
        names: the names of all opponents.

    Raises:
        ValueError: an argument is invalid; the message says what is expected.
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Opponents = ("greedy", "greedy", "greedy"),
        seat: int | None = None,
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
        roster = Roster(opponents, seat)
        self.names = roster.names
        core = _Core(roster, num_envs, roster.players, edition, components, reward, illegal, threads, months, deals)
        self._set_up(core, autoreset_mode, copy)

    def _rewards(self) -> Array:
        learners = self.core.lanes["learner"].astype(np.intp)
        rewards: Array = self.core.rewards[np.arange(self.num_envs), learners]
        return rewards

    def _infos(self) -> dict[str, Any]:
        lanes = self.core.lanes
        seats = {"seat": lanes["learner"], "opponents": lanes["opponents"][:, : self.players]}
        return {**super()._infos(), **{name: array.astype(np.int64) for name, array in seats.items()}}


class _Core(Core):
    """Lanes in which opponents play all seats but one."""

    def __init__(self, roster: Roster, *arguments: Any) -> None:
        if not roster.is_native:
            names, kinds = ", ".join(roster.names), ", ".join(IN_C)
            raise ValueError(f"opponents: {names}; native code plays {kinds}, without styles and with one network")
        super().__init__(*arguments)
        self._roster = roster
        self._digest += f" {roster.names} {roster.shares}"
        specs = [spec for spec in roster.specs if spec]
        self._kinds = np.array([IN_C[spec.kind] for spec in specs], np.int64)
        self._temperatures = np.array([temperature_of(spec) for spec in specs])
        self._shares = np.array(roster.shares, np.int64)
        policies = [spec.network for spec in specs if spec.kind == POLICY]
        network = empty_network(1, 1)
        if policies:
            network = shipped_network() if policies[0] is None else read_network(policies[0])
        self._boards = [_board(self.tables, network) for _ in range(self.threads)]

    def _give_chance(self, seed: int, lanes: npt.NDArray[np.int64]) -> None:
        super()._give_chance(seed, lanes)
        for index in lanes.tolist():
            lane = Lane.read(self.lanes, index)
            for place in range(self.players):
                open_stream(lane, place, [0] * 4)
            lane.write(self.lanes, index)

    def _carry_out_range(self, first: int, last: int, thread: int) -> None:
        opponents = (self._boards[thread], self._kinds, self._temperatures, self._shares, self._roster.seat)
        inputs = (self._tables, self._games, self.lanes, self._scratch, *opponents, self._payoff)
        outputs = (self.cells, self.masks, self.seats, self.rewards, self.scores, self.ended)
        native(carry_out_against)(*inputs, *outputs, first, last, thread)


def _board(tables: Tables, network: StoredNetwork) -> Board:
    """Return new scratch for one thread."""
    policy = policy_network_of(network.policy, ARRAYS)
    legal, inner, values = ARRAYS.integers(3, MOST_LEGAL)
    return Board(
        ARRAYS.shared(appraise(tables, shipped())),
        ARRAYS.records(State, GAMES),
        legal,
        inner,
        values,
        ARRAYS.floats(MOST_LEGAL),
        ARRAYS.floats(MOST_LEGAL),
        plan_for(outlook_for(tables.players), ARRAYS),
        ARRAYS.single(Style()),
        policy,
        policy_notes_for(policy, ARRAYS),
    )


class _Arrays(Backend):
    """Storage in arrays of NumPy, which :func:`edokko.native.engine.native` takes with an engine and without one."""

    def records(self, kind: type[Fields], count: int) -> Any:
        return np.zeros(count, kind.dtype)

    def single(self, value: Fields) -> Any:
        return records_of([value])

    def shared(self, values: tuple[Fields, ...]) -> Any:
        return records_of(values)

    def array(self, width: str, *shape: int) -> Any:
        return np.zeros(shape, width)

    def numbers(self, buffer: Any) -> Any:
        return np.array(buffer)


ARRAYS = _Arrays()
