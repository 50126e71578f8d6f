"""A network as a valuer of decisions with known results: it judges the position after each candidate at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from edokko.players.champion.stored import read_network
from edokko.players.champion.valuer import Valuer


class Observed(Protocol):
    """A decision with the observations of the positions after its candidates, as the deciding seat sees them."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def cells(self) -> npt.NDArray[np.int8]:
        """An array (candidates, ``CELLS``)."""


class NetworkValuer:
    """One judgement of a network for each candidate, without a search and without a playout.

    Args:
        name: the name that tables show.
        path: the file of the network.

    Raises:
        edokko.players.champion.stored.NetworkError: the file holds no network.
    """

    families: tuple[str, ...] = ("network",)

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self._valuer = Valuer(read_network(path))

    def values(self, case: Observed) -> Sequence[float]:
        """Return the deciding seat's expected lead after each candidate, in IKI."""
        judged = self._valuer.of_observations(case.cells, [case.seats] * len(case.cells))
        return [float(margin) for margin in judged.margins[:, 0]]
