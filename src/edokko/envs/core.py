"""The arrays of an environment's lanes and the native calls on them: what all fast environments share."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from edokko.components import Components
from edokko.envs.lanes import KEEP, REFUSE, REPLACE, RESTART, SHOW, Lane, LaneScratch, carry_out_orders, take_moves
from edokko.envs.rewards import Reward, payoff
from edokko.envs.seeding import lane_seed, roots
from edokko.envs.variants import Variant
from edokko.game import Game, OverlayValues, resolve_components
from edokko.native.engine import native
from edokko.observation.arrays import Cells
from edokko.observation.encoder import CELLS, observe_at
from edokko.rules.engine.entry import begin_at
from edokko.rules.moves import MOVES, WORDS
from edokko.rules.state import State
from edokko.rules.tables import tables_for
from edokko.whole import as_integer

Illegal = Literal["raise", "random"]
Lanes = slice | Sequence[int] | npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The games of some lanes, to be restored later, also in other lanes or in another process."""

    states: npt.NDArray[np.void]
    """The positions, 240 bytes each."""
    lanes: npt.NDArray[np.void]
    """The seeds and counts of the lanes."""
    tables: str
    """A digest of the components and the number of players, and the opponents."""

    def __len__(self) -> int:
        return len(self.states)


class Core:
    """The lanes of an environment.

    Args:
        count: the number of lanes; the other arguments are those of :class:`edokko.envs.vector.IKIVectorEnv`.

    Attributes:
        cells: the observations of the deciding seats, an array (count, ``CELLS``), written in place.
        masks: the legal moves, an array (count, 447) of 0 and 1, written in place.
        seats: the deciding seats, -1 where a game is over.
        rewards: by lane and seat, 0 until a game ends.
        scores: by lane and seat, the scores of the last game that has ended in the lane.
        ended: whether the last move ended the game.
        lanes: records of :class:`edokko.envs.lanes.Lane`.

    Raises:
        ValueError: an argument is invalid; the message says what is expected.
    """

    def __init__(
        self,
        count: int,
        players: int = 4,
        edition: str = "2021",
        components: Components | OverlayValues | str | Path | None = None,
        reward: Reward = "rank",
        illegal: Illegal = "raise",
        threads: int = 1,
        months: int | None = None,
        deals: int | None = None,
    ) -> None:
        count = _at_least_one("num_envs", count)
        self.threads = min(_at_least_one("threads", threads), count)
        self.components = resolve_components(components, edition)
        self.tables = tables_for(self.components, players)
        self.players = self.tables.players
        self.cells: Cells = np.zeros((count, CELLS), np.int8)
        self.masks = np.zeros((count, MOVES), np.int8)
        self.seats = np.zeros(count, np.int64)
        self.rewards = np.zeros((count, self.players), np.float32)
        self.scores = np.zeros((count, self.players), np.int16)
        self.ended = np.zeros(count, np.bool_)
        self._illegal = REFUSE if check_illegal(illegal) == "raise" else REPLACE
        self._payoff = payoff(reward, self.players)
        self._tables = self.tables.to_records()
        self._digest = sha256(self._tables.tobytes()).hexdigest()
        self._games = np.zeros(count + 1, State.dtype)
        self.lanes = np.zeros(count, Lane.dtype)
        self._scratch = np.zeros(self.threads, LaneScratch.dtype)
        self._pool: ThreadPoolExecutor | None = None
        variant = Variant(months, deals)
        self.lanes["deals"] = variant.deals
        start = variant.start(self.components, self.players)
        if start is None:
            native(begin_at)(self._tables, self._games, count)
        else:
            start.write(self._games, count)

    def __len__(self) -> int:
        return len(self.lanes)

    @property
    def illegal(self) -> npt.NDArray[np.int32]:
        """The number of illegal moves of each lane's current game."""
        return self.lanes["illegal"]

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each lane's game is over."""
        return self.seats < 0

    def seed(self, seed: int) -> None:
        """Seed all lanes, with fixed deals all alike; their next games are the first of the seed."""
        self.lanes["root"] = roots(seed, [0]) if self.lanes["deals"][0] else roots(seed, range(len(self)))
        self.lanes["episode"] = 0

    def restart(self, lanes: Lanes | None = None) -> None:
        """Begin the next game of some lanes, of all by default."""
        self._order(RESTART, lanes)

    def step(self, moves: npt.ArrayLike, *, restarts: bool = True) -> None:
        """Play one move in every lane; a lane whose game is over begins its next one.

        Args:
            moves: a number for each lane; those of lanes whose game is over are ignored.
            restarts: whether a lane whose game is over begins its next one; otherwise that is an error.

        Raises:
            ValueError: the moves have the wrong form, or a move is refused; the message names the lane. No game has
                been changed.
        """
        numbers = self._numbers(moves)
        refused = native(take_moves)(self._games, self.lanes, self._scratch, numbers, self._illegal, restarts)
        if refused >= 0:
            raise ValueError(self._refusal(refused, int(numbers[refused])))
        self._carry_out()

    def save(self, lanes: Lanes | None = None) -> Snapshot:
        """Copy the games of some lanes, of all by default."""
        chosen = slice(None) if lanes is None else lanes
        return Snapshot(self._games[:-1][chosen].copy(), self.lanes[chosen].copy(), self._digest)

    def restore(self, snapshot: Snapshot, lanes: Lanes | None = None, seed: int | None = None) -> None:
        """Put saved games into some lanes, as :meth:`edokko.envs.vector.IKIVectorEnv.restore` describes it."""
        if snapshot.tables != self._digest:
            raise ValueError("the snapshot is of games with other components, players or opponents")
        chosen = np.arange(len(self))[slice(None) if lanes is None else lanes]
        if len(snapshot) not in (1, len(chosen)):
            raise ValueError(f"the snapshot has {len(snapshot)} games, which do not fit into {len(chosen)} lanes")
        if not snapshot.lanes["episode"].all():
            raise ValueError("the snapshot has a place without a game; call reset() before save()")
        deals = int(self.lanes["deals"][0])
        self._games[chosen] = snapshot.states
        self.lanes[chosen] = snapshot.lanes
        self.lanes["deals"][chosen] = deals
        if seed is not None:
            self._give_chance(seed, chosen)
        self._order(SHOW, chosen)

    def observe(self, lane: int, viewer: int) -> Cells:
        """Return the observation of one lane's game for any seat."""
        check_index("lane", lane, len(self))
        check_index("viewer", viewer, self.players)
        cells = np.empty(CELLS, np.int8)
        native(observe_at)(self._tables, self._games, lane, viewer, cells)
        return cells

    def game(self, lane: int) -> Game:
        """Return a copy of one lane's game, which continues with the same chance."""
        low, high = self.lanes["seed"][lane].tolist()
        state = State.read(self._games, range(len(self))[lane])
        return Game.from_state(self.components, self.tables, state, low | high << 32)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _give_chance(self, seed: int, lanes: npt.NDArray[np.int64]) -> None:
        """Seed lanes in the middle of their games."""
        self.lanes["root"][lanes] = roots(seed, lanes.tolist())
        self.lanes["episode"][lanes] = 1
        seeds = (lane_seed(root, 0) for root in self.lanes["root"][lanes])
        self.lanes["seed"][lanes] = [(seed & 0xFFFFFFFF, seed >> 32) for seed in seeds]

    def _order(self, order: int, lanes: Lanes | None) -> None:
        self.lanes["order"] = KEEP
        self.lanes["order"][slice(None) if lanes is None else lanes] = order
        self._carry_out()

    def _carry_out(self) -> None:
        if self.threads == 1:
            self._carry_out_range(0, len(self), 0)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, "edokko-envs")
        bounds = [len(self) * thread // self.threads for thread in range(self.threads + 1)]
        list(self._pool.map(self._carry_out_range, bounds, bounds[1:], range(self.threads)))

    def _carry_out_range(self, first: int, last: int, thread: int) -> None:
        inputs = (self._tables, self._games, self.lanes, self._scratch, self._payoff)
        outputs = (self.cells, self.masks, self.seats, self.rewards, self.scores, self.ended)
        native(carry_out_orders)(*inputs, *outputs, first, last, thread)

    def _numbers(self, moves: npt.ArrayLike) -> npt.NDArray[np.int64]:
        array = np.asarray(moves)
        if array.shape != (len(self),):
            raise ValueError(
                f"actions: found the shape {array.shape}; one number for each of {len(self)} games is needed"
            )
        if not np.issubdtype(array.dtype, np.integer):
            raise ValueError(f"actions: found {array.dtype}; whole numbers are expected")
        return np.ascontiguousarray(array, np.int64)

    def _refusal(self, lane: int, move: int) -> str:
        record = self.lanes[lane]
        count = int(record["count"])
        if count == 0:
            return f"game {lane} is over; reset it before its next move"
        legal = ", ".join(f"{number} ({WORDS[number]})" for number in record["legal"][:count].tolist())
        return f"game {lane}: move {move} is illegal; legal: {legal}"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}


def check_illegal(illegal: Illegal) -> Illegal:
    """Return what an illegal move does.

    Raises:
        ValueError: it is unknown.
    """
    if illegal not in get_args(Illegal):
        raise ValueError(f"illegal: {illegal!r} is not possible; possible: {', '.join(get_args(Illegal))}")
    return illegal


def check_index(name: str, value: object, count: int) -> None:
    """Check a number before native code takes it as an index.

    Raises:
        ValueError: it is not a whole number from 0 to ``count - 1``.
    """
    number = as_integer(value)
    if number is None or not 0 <= number < count:
        raise ValueError(f"{name}: {value!r} is not from 0 to {count - 1}")


def _at_least_one(name: str, value: object) -> int:
    number = as_integer(value)
    if number is None or number < 1:
        raise ValueError(f"{name}: {value!r} is not a whole number of at least 1")
    return number
