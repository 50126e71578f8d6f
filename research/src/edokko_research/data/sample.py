"""What samples share, plans and jobs: a sample is a folder of chunks, and each chunk has one file for each table."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from socket import gethostname
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self, TypeVar

from edokko.lab.data.files import DIGITS, write_table
from edokko.lab.data.job import RunJob
from edokko.lab.data.plan_form import PlanForm, check_seed, check_versions, convert, plan_from_json
from edokko.lab.data.play import ChunkReport


class SampledPlan(PlanForm, frozen=True, kw_only=True):
    """The base of the plans of samples, which are cut into chunks."""

    if TYPE_CHECKING:  # A subclass declares all its fields, because their order is part of the hash.
        seed: int
        versions: dict[str, int]

    @classmethod
    def of(cls, **fields: Any) -> Self:
        """Return a checked plan of this version from its other fields.

        Raises:
            PlanError: a value is invalid; the message names it.
        """
        return convert({**fields, "versions": cls.current_versions()}, cls, "plan")._checked("plan")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a plan of this kind from the JSON file of a sample."""
        return plan_from_json(path, cls)._checked(os.fspath(path))

    @classmethod
    @abstractmethod
    def current_versions(cls) -> dict[str, int]:
        """Return the versions that rows depend on."""

    @abstractmethod
    def check(self, source: str) -> None:
        """Check what the types of the fields leave open.

        Raises:
            PlanError: a value is invalid; the message names it, and begins with the source.
        """

    def _checked(self, source: str) -> Self:
        self.check(source)
        check_seed(self.seed, source)
        check_versions(self.versions, self.current_versions(), source)
        return self


Sample = TypeVar("Sample", bound=SampledPlan)


@dataclass(frozen=True, slots=True)
class ChunkedJob(RunJob[Sample]):
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

    def work(self, number: int) -> ChunkReport:
        """Make a chunk and write its files. Doing it again writes the same rows."""
        began = perf_counter()
        games, tables = self.make(number)
        for name, path in self.paths(number).items():
            write_table(path, tables[name])
        rows = {name: table.num_rows for name, table in tables.items()}
        return ChunkReport(number, games, rows, perf_counter() - began, f"{gethostname()}/{os.getpid()}")
