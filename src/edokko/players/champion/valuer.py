"""A valuer: the network's judgement of many positions at once, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.players.champion.network import CERTAIN, ONE_IKI, judge_games, judge_observations, network_of, notes_for
from edokko.players.champion.stored import StoredNetwork
from edokko.rules.engine.backends import COMPILED, Backend
from edokko.rules.state import SEATS
from edokko.rules.tables import Tables


@dataclass(frozen=True)
class Judgements:
    """What a network expects of several positions, each as its viewer counts: the viewer first, then in seat order.

    Attributes:
        margins: (n, ``SEATS``), the expected lead at the end over the best opponent, in IKI; 0 for missing seats.
        wins: (n, ``SEATS``), the chances to win; 0 for missing seats.
    """

    margins: npt.NDArray[np.float32]
    wins: npt.NDArray[np.float32]


class Valuer:
    """A network that values positions, on one backend.

    Args:
        network: the network.
        backend: how it runs, ``PLAIN`` or ``COMPILED``.
    """

    def __init__(self, network: StoredNetwork, backend: Backend = COMPILED) -> None:
        self._backend = backend
        self._network = network_of(network.layers, backend)
        self._notes = notes_for(self._network, backend)

    def of_games(self, tables: Tables, games: Any, viewers: Sequence[int]) -> Judgements:
        """Value positions of one edition, overlay and number of players.

        Args:
            tables: of all games.
            games: states as the backend stores them, none of them over.
            viewers: the seat that counts as the first, for each game.
        """
        margins, chances = self._output(len(games))
        seats = self._backend.numbers(np.asarray(viewers, np.int64))
        call = self._backend.call(judge_games)
        call(self._backend.single(tables), games, seats, self._network, self._notes, margins, chances)
        return _judgements(margins, chances)

    def of_observations(self, cells: npt.NDArray[np.int8], players: Sequence[int] | npt.NDArray[Any]) -> Judgements:
        """Value observations.

        Args:
            cells: (n, ``CELLS``), each as its viewer sees it.
            players: the number of players of each game.
        """
        margins, chances = self._output(len(cells))
        counts = self._backend.numbers(np.asarray(players, np.int64))
        rows = self._backend.numbers(np.asarray(cells, np.int8))
        self._backend.call(judge_observations)(rows, counts, self._network, self._notes, margins, chances)
        return _judgements(margins, chances)

    def _output(self, count: int) -> tuple[Any, Any]:
        return self._backend.integers(count, SEATS), self._backend.integers(count, SEATS)


def _judgements(margins: Any, chances: Any) -> Judgements:
    return Judgements(
        (np.array(margins).reshape(-1, SEATS) / ONE_IKI).astype(np.float32),
        (np.array(chances).reshape(-1, SEATS) / CERTAIN).astype(np.float32),
    )
