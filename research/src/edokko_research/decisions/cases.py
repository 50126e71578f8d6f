"""The decisions of a finished sample, with the results of their candidates, as players are judged by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.game import Game
from edokko.lab.data.files import naming_broken
from edokko.lab.data.plan_form import PlanError
from edokko_research.decisions.job import open_sample
from edokko_research.decisions.schema import POSITIONS, SIBLINGS

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A decision and its candidates. All results are those of the deciding seat, by candidate.

    Attributes:
        decision, game, edition, seats, month, kind, weight, position: as in the table ``positions``.
        is_changed: whether an overlay changes the prices.
        moves: the numbers of the candidate moves.
        margins: the mean margins in IKI.
        wins: the shares of wins.
        loss_errors, win_loss_errors: the standard errors of the paired differences to the best.
        halves: the mean margins over the even and the odd playouts, an array (candidates, 2).
        cells: the observations of the after-states, an array (candidates, ``CELLS``).
    """

    decision: int
    game: int
    edition: str
    seats: int
    month: int
    kind: str
    weight: float
    is_changed: bool
    position: str
    moves: tuple[int, ...]
    margins: Floats
    wins: Floats
    loss_errors: Floats
    win_loss_errors: Floats
    halves: Floats
    cells: npt.NDArray[np.int8]

    @cached_property
    def board(self) -> Game:
        """The position as a game that draws no chance. Callers must not change it."""
        return Game.from_position(self.position, chance="manual")


def read_cases(folder: Path, most: int | None = None) -> list[Case]:
    """Read the decisions of a sample that are done, in their order.

    Args:
        folder: the folder of the sample.
        most: the maximum number of decisions: the first ones, whose games go through all conditions in turn.

    Raises:
        PlanError: the folder holds no sample, no decision yet, or a broken file.
        edokko.extras.MissingExtra: pyarrow is not installed.
    """
    job = open_sample(folder)
    cases: list[Case] = []
    for number in range(job.plan.chunks):
        if most is not None and len(cases) >= most:
            break
        paths = job.paths(number)
        # A chunk is not done while a file is missing. A file that is there was complete: a cut one is an error.
        if all(path.exists() for path in paths.values()):
            cases += _cases(*(_read(paths[table.name]) for table in (POSITIONS, SIBLINGS)))
    if not cases:
        raise PlanError(f"{folder}: the sample holds no finished decision yet")
    return cases[:most]


def _read(path: Path) -> Any:
    """Read a file of the sample."""
    read_table = extras.lab("pyarrow.parquet").read_table
    with naming_broken(path, "remove it and make the sample again"):
        return read_table(path)


def _cases(positions: Any, siblings: Any) -> Iterator[Case]:
    """Yield the cases of a chunk; both tables are sorted by decision."""
    columns = {name: siblings[name] for name in ("decision", "move", "loss_se", "win_loss_se")}
    decision, moves, loss_errors, win_loss_errors = (column.to_numpy() for column in columns.values())
    margins, wins, halves = (_lists(siblings[name]) for name in ("margin", "win", "halves"))
    cells = np.frombuffer(b"".join(siblings["cells"].to_pylist()), np.int8).reshape(len(decision), -1)
    for row in positions.to_pylist():
        own = slice(*np.searchsorted(decision, (row["decision"], row["decision"] + 1)))
        yield Case(
            decision=row["decision"],
            game=row["game"],
            edition=row["edition"],
            seats=row["seats"],
            month=row["month"],
            kind=row["kind"],
            weight=row["weight"],
            is_changed=row["overlay"] >= 0,
            position=row["position"],
            moves=tuple(moves[own].tolist()),
            margins=margins[own, 0],
            wins=wins[own, 0],
            loss_errors=loss_errors[own].astype(np.float64),
            win_loss_errors=win_loss_errors[own].astype(np.float64),
            halves=halves[own],
            cells=cells[own],
        )


def _lists(column: Any) -> Floats:
    """Return a column of lists of one length as an array."""
    return np.array(column.to_pylist(), np.float64)
