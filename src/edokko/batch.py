"""A batch of games stepped together by native code: the environment's inner loop.

>>> import numpy as np
>>> from edokko import Batch
>>> games = Batch(1000, players=4, seed=1)
>>> generator = np.random.default_rng(1)
>>> while not games.over.all():
...     legal, counts = games.legal_lists()
...     choice = (generator.random(len(games)) * counts).astype(int)
...     games.play(legal[np.arange(len(games)), choice])
>>> games.scores().shape
(1000, 4)
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from edokko.chance import check_seed, split_seed
from edokko.components import Components
from edokko.extras import RL, MissingExtra
from edokko.game import Game, OverlayValues, resolve_components
from edokko.native.engine import native
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine import entry
from edokko.rules.moves import MOST_LEGAL, MOVES
from edokko.rules.phases import DRAW_BUILDING, OVER
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import SEATS, State
from edokko.rules.tables import tables_for
from edokko.whole import as_integer

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as error:
    raise MissingExtra.of(error, RL) from None

Moves = npt.NDArray[np.int16]


class Batch:
    """A batch of games of one edition and number of players, stepped together.

    Args:
        count: the number of games.
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
        components: an overlay (a mapping or the path of a TOML file), or loaded components; ``None`` for the
            shipped tables.
        seed: game ``i`` draws its chance from the seed ``game_seed(seed, i)``; 0 to 2**64 - 1.

    Raises:
        ValueError: an argument is invalid; the message says what is expected.
    """

    def __init__(
        self,
        count: int,
        players: int = 4,
        edition: str = "2021",
        components: Components | OverlayValues | str | Path | None = None,
        seed: int = 0,
    ) -> None:
        if (as_integer(count) or 0) < 1:
            raise ValueError(f"count: {count!r}; at least one game is needed")
        seed = check_seed(seed)
        self.components = resolve_components(components, edition)
        self.tables = tables_for(self.components, players)
        self.states = np.zeros(count, State.dtype)
        self.seeds = np.array([split_seed(game_seed(seed, index)) for index in range(count)], np.int64)
        self._tables = self.tables.to_records()
        self._words = np.zeros(4, np.int64)
        self._outcomes = np.zeros(MOST_OUTCOMES, np.int64)
        self._weights = np.zeros(MOST_OUTCOMES, np.int64)
        self._row = np.zeros(MOST_LEGAL, np.int16)
        self._legal = np.zeros((count, MOST_LEGAL), np.int16)
        self._counts = np.zeros(count, np.int16)
        self._masks = np.zeros((count, MOVES), np.bool_)
        native(entry.begin_all)(self._tables, self.states, self.seeds, self._words, self._outcomes, self._weights)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def players(self) -> int:
        """The number of players of each game."""
        return self.tables.players

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """The deciding seat of each game; -1 if the game is over."""
        return np.where(self.states["phase"] < DRAW_BUILDING, self.states["seat"], -1).astype(np.int8)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game has ended."""
        return self.states["phase"] == OVER  # type: ignore[no-any-return]

    def legal_lists(self) -> tuple[Moves, Moves]:
        """List the legal moves of every game.

        Returns:
            An array (games, 128) of move numbers, of which only the first ``counts[i]`` of row ``i`` are valid, and
            the counts, 0 if a game is over. The next call overwrites both.
        """
        native(entry.legal_lists)(self._tables, self.states, self._legal, self._counts)
        return self._legal, self._counts

    def legal_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask of every game, an array (games, 447). The next call overwrites it."""
        native(entry.legal_masks)(self._tables, self.states, self._masks, self._row)
        return self._masks

    def play(self, moves: Sequence[int] | npt.NDArray[Any]) -> None:
        """Play one move in every unfinished game, and draw the chance that follows.

        Args:
            moves: one move number per game; the numbers of finished games are ignored.

        Raises:
            ValueError: a move is illegal; the message names the game. No game has been changed.
        """
        array = np.asarray(moves)
        if array.shape != (len(self),):
            raise ValueError(f"moves has the shape {array.shape}; one number for each of {len(self)} games is needed")
        if not np.issubdtype(array.dtype, np.integer):
            raise ValueError(f"moves: found {array.dtype}; whole numbers are expected")
        numbers = array.astype(np.int64, copy=False)
        refused = native(entry.play_all)(
            self._tables, self.states, numbers, self.seeds, self._words, self._outcomes, self._weights, self._row
        )
        if refused >= 0:
            legal = ", ".join(map(str, self.game(refused).legal_moves.numbers))
            raise ValueError(f"game {refused}: move {numbers[refused]} is illegal; legal: {legal}")

    def scores(self) -> npt.NDArray[np.int16]:
        """Return every seat's score if the games ended now, an array (games, players)."""
        return self._score_all()[0]

    def rankings(self) -> npt.NDArray[np.int16]:
        """Return the seats of each game from first to last, an array (games, players)."""
        return self._score_all()[1]

    def _score_all(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        totals = np.zeros((len(self), SEATS), np.int16)
        ranking = np.zeros((len(self), SEATS), np.int16)
        native(entry.score_all)(self._tables, self.states, totals, ranking, np.zeros(LINE_COUNT, np.int64))
        return totals[:, : self.players], ranking[:, : self.players]

    def game(self, index: int) -> Game:
        """Return a copy of one game of the batch as a :class:`Game` that continues with the same chance."""
        low, high = self.seeds[index]
        state = State.read(self.states, index)
        return Game.from_state(self.components, self.tables, state, int(low) | int(high) << 32)


def game_seed(seed: int, index: int) -> int:
    """Return the seed of game ``index`` of a batch or a simulation: SplitMix64 over both (Steele, Lea and Flood, 2014).

    Args:
        seed: 0 to 2**64 - 1.
        index: 0 or more.
    """
    mask = (1 << 64) - 1
    mixed = (operator.index(seed) + (operator.index(index) + 1) * 0x9E3779B97F4A7C15) & mask
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
    return mixed ^ (mixed >> 31)
