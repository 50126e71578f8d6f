"""The job of a sample: its chunks, their files, and what the engines of a run need to work through them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from socket import gethostname
from time import perf_counter
from typing import Self

from edokko import extras
from edokko.lab.data.files import DIGITS, PLAN, save_plan, write_table
from edokko.lab.data.play import Report
from edokko.lab.decisions.plan import SamplePlan, read_sample_plan, sample_game
from edokko.lab.decisions.rows import positions_table, siblings_table
from edokko.lab.decisions.sampling import decisions_of
from edokko.lab.decisions.schema import POSITIONS, SIBLINGS, TABLES


@dataclass(frozen=True, slots=True)
class SampleJob:
    """A sample in its folder (:class:`edokko.lab.data.run.Job`).

    Attributes:
        plan: the plan.
        folder: the folder of the sample.
    """

    plan: SamplePlan
    folder: Path

    def moved_to(self, folder: Path) -> Self:
        """Return the same job with another path of its folder."""
        return replace(self, folder=folder)

    def begin(self) -> None:
        """Write the plan into the folder, which is created if it is missing.

        Raises:
            edokko.lab.data.plan.PlanError: the folder holds other files, or a sample of another plan.
            edokko.extras.MissingExtra: pyarrow is not installed.
            OSError: the folder cannot be written.
        """
        extras.lab("pyarrow.parquet")
        save_plan(self.folder, self.plan, read_sample_plan)

    @property
    def missing(self) -> list[int]:
        """The numbers of the chunks that are not done."""
        return [number for number in range(self.plan.chunks) if not self.is_done(number)]

    def paths(self, number: int) -> dict[str, Path]:
        """Return the path of a chunk's file for each table."""
        name = f"{self.plan.hash}-{number:0{DIGITS}}.parquet"
        return {table: self.folder / table / name for table in TABLES}

    def is_done(self, number: int) -> bool:
        """Check whether a chunk has all its files."""
        return all(path.exists() for path in self.paths(number).values())

    def work(self, number: int) -> Report:
        """Make a chunk and write its files. Doing it again writes the same rows."""
        began = perf_counter()
        games = self.plan.games_of(number)
        decisions = [each for game in games for each in decisions_of(self.plan, sample_game(self.plan, game))]
        tables = {POSITIONS.name: positions_table(decisions), SIBLINGS.name: siblings_table(decisions)}
        paths = self.paths(number)
        for name, table in tables.items():
            write_table(paths[name], table)
        rows = {name: table.num_rows for name, table in tables.items()}
        return Report(number, len(games), rows, perf_counter() - began, f"{gethostname()}/{os.getpid()}")


def open_sample(folder: Path) -> SampleJob:
    """Return the sample of a folder.

    Raises:
        edokko.lab.data.plan.PlanError: the folder holds no sample, or one of another version.
    """
    return SampleJob(read_sample_plan(folder / PLAN), folder)
