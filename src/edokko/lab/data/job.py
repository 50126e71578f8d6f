"""The job of a run of any kind: its chunks, its folder and what of it is missing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, Self, TypeVar

from edokko import extras
from edokko.lab.data.files import is_whole, save_plan
from edokko.lab.data.plan_form import PlanForm
from edokko.lab.data.play import ChunkReport

PlanType = TypeVar("PlanType", bound=PlanForm)


@dataclass(frozen=True, slots=True)
class RunJob(ABC, Generic[PlanType]):
    """The chunks of a run of any kind. It is pickled to other processes, so it stays small."""

    plan: PlanType
    folder: Path

    @abstractmethod
    def paths(self, number: int) -> dict[str, Path]:
        """Return the paths of a chunk's files by the names of what they hold."""

    @abstractmethod
    def work(self, number: int) -> ChunkReport:
        """Make a chunk and write its files. Doing it again writes the same rows."""

    def moved_to(self, folder: Path) -> Self:
        """Return the same job with another path of its folder."""
        return replace(self, folder=folder)

    def begin(self) -> None:
        """Write the plan into the folder, which is created if it is missing.

        Raises:
            edokko.lab.data.plan_form.PlanError: the folder holds other files, or a run of another plan.
            edokko.extras.MissingExtra: pyarrow is not installed.
            OSError: the folder cannot be written.
        """
        extras.lab("pyarrow.parquet")
        save_plan(self.folder, self.plan)

    @property
    def missing(self) -> list[int]:
        """The numbers of the chunks that are not done."""
        return [number for number in range(self.plan.chunks) if not self.is_done(number)]

    def is_done(self, number: int) -> bool:
        """Check whether a chunk has all its files, each to its end."""
        return all(is_whole(path) for path in self.paths(number).values())
