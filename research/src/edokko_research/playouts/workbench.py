"""The arrays of playouts for one set of tables, as Python holds them. The same code runs native and plain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.batch import game_seed
from edokko.chance import split_seed
from edokko.native.backends import NATIVE, Backend
from edokko.observation import CELLS
from edokko.players.champion.network import network_of, notes_for
from edokko.players.champion.stored import StoredNetwork, empty_network
from edokko.players.evaluation.outlook import Prediction
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import appraise
from edokko.players.policies.desk import Desk
from edokko.players.policies.hasty import RoomValues
from edokko.players.policies.planner import LOOKAHEAD, REAL, plan_for
from edokko.rules.chance import MOST_OUTCOMES, seed_words
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables
from edokko_research.engine import call
from edokko_research.playouts.games import play_and_keep
from edokko_research.playouts.judging import judge_decision
from edokko_research.playouts.leaves import evaluations_of, leaf_values
from edokko_research.playouts.storage import AFTER, ROOT, Results, Scratch

MOST_KEPT = 512
"""The maximum number of kept positions of a game; long games have about 300."""

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The candidates of a decision and their results. The first axis is the candidate.

    Seats are numbered from the deciding seat, which is 0.

    Attributes:
        moves: the numbers of the moves.
        cells: the observations of the after-states, an array (candidates, ``CELLS``).
        margins: the deciding seat's margins in IKI, an array (candidates, playouts).
        wins: whether the deciding seat has won, an array (candidates, playouts).
        seat_margins: the mean margin of each seat in IKI, an array (candidates, seats).
        seat_wins: the share of playouts that each seat has won, an array (candidates, seats).
        sheets: the mean score sheets in IKI, an array (candidates, seats, lines).
    """

    moves: Integers
    cells: npt.NDArray[np.int8]
    margins: Integers
    wins: Integers
    seat_margins: npt.NDArray[np.float64]
    seat_wins: npt.NDArray[np.float64]
    sheets: npt.NDArray[np.float64]


def playout_seeds(seed: int, playouts: int) -> list[tuple[int, int]]:
    """Return the two words of each playout's seed; playout ``i`` does not depend on the number of playouts."""
    return [split_seed(game_seed(seed, playout)) for playout in range(playouts)]


class Workbench:
    """Storage for games and playouts.

    Args:
        tables: the components for a number of players.
        most: the maximum number of candidates of a decision.
        network: the network that corrects the outlook in :meth:`leaves`; ``None`` for the outlook of the search alone.
        backend: how it runs, ``PLAIN`` or ``NATIVE``.
    """

    def __init__(
        self,
        tables: Tables,
        most: int = MOST_LEGAL,
        *,
        network: StoredNetwork | None = None,
        backend: Backend = NATIVE,
    ) -> None:
        self.tables = tables
        self.most = most
        self._backend = backend
        legal, inner, moves, values, is_chosen = (backend.integers(MOST_LEGAL) for _ in range(5))
        self._desk = Desk(
            tables=backend.single(tables),
            worths=backend.shared(appraise(tables, shipped())),
            games=backend.records(State, AFTER + max(MOST_KEPT, most)),
            spare=LOOKAHEAD,
            legal=legal,
            inner=inner,
            words=backend.integers(4),
        )
        stored = network or empty_network()
        self._corrects = network is not None
        self._network = network_of(stored.layers, backend)
        self._notes = notes_for(self._network, backend)
        self._scratch = Scratch(
            plan=plan_for(stored.outlooks[tables.players], backend),
            rooms=backend.records(RoomValues, 1),
            words=backend.integers(4),
            outcomes=backend.integers(MOST_OUTCOMES),
            weights=backend.integers(MOST_OUTCOMES),
            legal=moves,
            values=values,
            is_chosen=is_chosen,
            totals=backend.array("i2", SEATS),
            ranking=backend.array("i2", SEATS),
            lines=backend.integers(LINE_COUNT),
        )
        self._prediction = backend.records(Prediction, 1)

    def play(self, policies: Sequence[int], deviations: int, seed: int, mover: int) -> list[State]:
        """Play a game and return its positions with a choice, in order.

        Args:
            policies: the policy of each seat.
            deviations: the percentage of decisions with a random move.
            seed: fixes the chance of the game.
            mover: the seed of the deviations and of the policies' ties.
        """
        self._backend.write_state(self._desk.games, REAL, State())
        seed_words(self._desk.words, *split_seed(mover), 0)
        numbers, words = self._array(policies), self._array(split_seed(seed))
        count = call(self._backend, play_and_keep)(self._desk, self._scratch, numbers, deviations, words)
        return self._backend.values(State, self._desk.games, count, AFTER)

    def judge(self, state: State, policy: int, seed: int, seeds: Sequence[tuple[int, int]]) -> Verdict:
        """Choose the candidates of a decision and play them out.

        Args:
            state: a position with a choice.
            policy: the policy of all seats in playouts.
            seed: fixes the choice of candidates.
            seeds: the seeds of the playouts (:func:`playout_seeds`).
        """
        return self._judge(state, (), policy, seed, seeds)

    def play_out(self, state: State, moves: Sequence[int], policy: int, seeds: Sequence[tuple[int, int]]) -> Verdict:
        """Play out given moves of a position, as :meth:`judge` does."""
        return self._judge(state, moves, policy, 0, seeds)

    def _judge(
        self, state: State, moves: Sequence[int], policy: int, seed: int, seeds: Sequence[tuple[int, int]]
    ) -> Verdict:
        self._backend.write_state(self._desk.games, ROOT, state)
        results = self._results(len(moves) or self.most, len(seeds))
        for place, move in enumerate(moves):
            results.moves[place] = move
        run, words = call(self._backend, judge_decision), self._array(split_seed(seed))
        count = run(self._desk, self._scratch, policy, self.most, len(moves), words, self._seeds(seeds), results)
        return self._verdict(results, int(count), len(seeds))

    def evaluations(self, state: State, moves: Sequence[int]) -> list[float]:
        """Return the evaluation of moves of a position, in IKI, as the player ``greedy`` compares them."""
        self._backend.write_state(self._desk.games, ROOT, state)
        values = self._backend.integers(len(moves))
        call(self._backend, evaluations_of)(self._desk, self._array(moves), len(moves), values)
        return [int(value) / 100 for value in values]

    def leaves(
        self,
        state: State,
        moves: Sequence[int],
        months: int,
        win_share: float,
        seeds: Sequence[tuple[int, int]] = ((0, 0),),
    ) -> list[float]:
        """Return the utility of moves of a position as the search scores leaves (:func:`leaf_values`)."""
        self._backend.write_state(self._desk.games, ROOT, state)
        values = self._backend.floats(len(moves))
        run, numbers = call(self._backend, leaf_values), self._array(moves)
        run(
            self._desk,
            self._scratch,
            self._prediction,
            self._network,
            self._notes,
            int(self._corrects),
            numbers,
            len(moves),
            months,
            win_share,
            self._seeds(seeds),
            values,
        )
        return [float(value) for value in values]

    def _array(self, numbers: Sequence[int]) -> Any:
        array = self._backend.integers(len(numbers))
        array[:] = numbers
        return array

    def _seeds(self, seeds: Sequence[tuple[int, int]]) -> Any:
        array = self._backend.integers(len(seeds), 2)
        for place, (low, high) in enumerate(seeds):
            array[place][0], array[place][1] = low, high
        return array

    def _results(self, count: int, playouts: int) -> Results:
        new = self._backend.integers
        return Results(
            moves=new(count),
            # As the network keeps them.
            cells=self._backend.array("i1", count, CELLS),
            margins=new(count, playouts),
            wins=new(count, playouts),
            margin_sums=new(count, SEATS),
            win_sums=new(count, SEATS),
            sheet_sums=new(count, SEATS * LINE_COUNT),
        )

    def _verdict(self, results: Results, count: int, playouts: int) -> Verdict:
        moves, cells, margins, wins, margin_sums, win_sums, sheet_sums = (
            np.asarray(array[:count], np.int64) for array in results
        )
        players = self.tables.players
        sheets = sheet_sums.reshape(count, SEATS, LINE_COUNT)[:, :players] / playouts
        return Verdict(
            moves,
            cells.astype(np.int8),
            margins,
            wins,
            margin_sums[:, :players] / playouts,
            win_sums[:, :players] / playouts,
            sheets,
        )
