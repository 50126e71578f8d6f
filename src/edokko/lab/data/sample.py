"""What the jobs of samples share: a sample is a folder of chunks, and each chunk has one file for each table."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from socket import gethostname
from time import perf_counter
from typing import Any, Generic, Self, TypeVar

from edokko import extras
from edokko.lab.data.files import DIGITS, save_plan, write_table
from edokko.lab.data.plan_form import SampledPlan
from edokko.lab.data.play import Report

PlanType = TypeVar("PlanType", bound=SampledPlan)


@dataclass(frozen=True, slots=True)
class ChunkedJob(ABC, Generic[PlanType]):
    """A sample in its folder (:class:`edokko.lab.data.run.Job`).

    Attributes:
        plan: the plan.
        folder: the folder of the sample.
    """

    plan: PlanType
    folder: Path

    @property
    @abstractmethod
    def table_names(self) -> tuple[str, ...]:
        """The names of a chunk's tables; each is a folder of files."""

    @abstractmethod
    def make(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """Make a chunk; return the number of its games, and an Arrow table for each name."""

    def moved_to(self, folder: Path) -> Self:
        """Return the same job with another path of its folder."""
        return replace(self, folder=folder)

    def begin(self) -> None:
        """Write the plan into the folder, which is created if it is missing.

        Raises:
            edokko.lab.data.plan_form.PlanError: the folder holds other files, or a sample of another plan.
            edokko.extras.MissingExtra: pyarrow is not installed.
            OSError: the folder cannot be written.
        """
        extras.lab("pyarrow.parquet")
        save_plan(self.folder, self.plan, type(self.plan).read)

    @property
    def missing(self) -> list[int]:
        """The numbers of the chunks that are not done."""
        return [number for number in range(self.plan.chunks) if not self.is_done(number)]

    def paths(self, number: int) -> dict[str, Path]:
        """Return the path of a chunk's file for each table."""
        name = f"{self.plan.hash}-{number:0{DIGITS}}.parquet"
        return {table: self.folder / table / name for table in self.table_names}

    def is_done(self, number: int) -> bool:
        """Check whether a chunk has all its files."""
        return all(path.exists() for path in self.paths(number).values())

    def work(self, number: int) -> Report:
        """Make a chunk and write its files. Doing it again writes the same rows."""
        began = perf_counter()
        games, tables = self.make(number)
        for name, path in self.paths(number).items():
            write_table(path, tables[name])
        rows = {name: table.num_rows for name, table in tables.items()}
        return Report(number, games, rows, perf_counter() - began, f"{gethostname()}/{os.getpid()}")
