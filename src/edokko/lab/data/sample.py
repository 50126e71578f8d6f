"""What the jobs of samples share: a sample is a folder of chunks, and each chunk has one file for each table."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from socket import gethostname
from time import perf_counter
from typing import Any, TypeVar

from edokko.lab.data.files import DIGITS, write_table
from edokko.lab.data.plan_form import SampledPlan
from edokko.lab.data.play import Report
from edokko.lab.data.run import Job

Sample = TypeVar("Sample", bound=SampledPlan)


@dataclass(frozen=True, slots=True)
class ChunkedJob(Job[Sample]):
    """A sample in its folder."""

    @property
    @abstractmethod
    def table_names(self) -> tuple[str, ...]:
        """The names of a chunk's tables; each is a folder of files."""

    @abstractmethod
    def make(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """Make a chunk; return the number of its games, and an Arrow table for each name."""

    def paths(self, number: int) -> dict[str, Path]:
        """Return the path of a chunk's file for each table."""
        name = f"{self.plan.hash}-{number:0{DIGITS}}.parquet"
        return {table: self.folder / table / name for table in self.table_names}

    def work(self, number: int) -> Report:
        """Make a chunk and write its files. Doing it again writes the same rows."""
        began = perf_counter()
        games, tables = self.make(number)
        for name, path in self.paths(number).items():
            write_table(path, tables[name])
        rows = {name: table.num_rows for name, table in tables.items()}
        return Report(number, games, rows, perf_counter() - began, f"{gethostname()}/{os.getpid()}")
