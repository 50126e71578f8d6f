"""The corrections of a network for many positions at once, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.native.backends import Backend, backend_of
from edokko.players.champion.network import (
    ONE_IKI,
    OUTPUTS,
    Layers,
    judge_games,
    judge_observations,
    network_of,
    notes_for,
)
from edokko.rules.tables import Tables

Corrections = npt.NDArray[np.float32]
"""(n, ``OUTPUTS``): what to add to the expected final scores, in IKI, the viewer first, then in seat order; 0 for
missing seats."""


class Corrector:
    """A network that corrects positions, on one backend.

    Args:
        layers: the layers of the network.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.
    """

    def __init__(self, layers: Layers, backend: Backend | None = None) -> None:
        self._backend = backend = backend or backend_of()
        self._network = network_of(layers, backend)
        self._notes = notes_for(self._network, backend)

    def of_games(self, tables: Tables, games: Any, viewers: Sequence[int]) -> Corrections:
        """Return the corrections of positions of one edition, overlay and number of players.

        Args:
            tables: of all games.
            games: states as the backend stores them, none of them over.
            viewers: the seat that counts as the first, for each game.
        """
        corrections = self._backend.integers(len(games), OUTPUTS)
        seats = self._backend.numbers(np.asarray(viewers, np.int64))
        call = self._backend.call(judge_games)
        call(self._backend.single(tables), games, seats, self._network, self._notes, corrections)
        return _in_iki(corrections)

    def of_observations(self, cells: npt.NDArray[np.int8], players: Sequence[int] | npt.NDArray[Any]) -> Corrections:
        """Return the corrections of observations.

        Args:
            cells: (n, ``CELLS``), each as its viewer sees it.
            players: the number of players of each game.
        """
        corrections = self._backend.integers(len(cells), OUTPUTS)
        counts = self._backend.numbers(np.asarray(players, np.int64))
        rows = self._backend.numbers(np.asarray(cells, np.int8))
        self._backend.call(judge_observations)(rows, counts, self._network, self._notes, corrections)
        return _in_iki(corrections)


def _in_iki(corrections: Any) -> Corrections:
    return (np.array(corrections).reshape(-1, OUTPUTS) / ONE_IKI).astype(np.float32)
