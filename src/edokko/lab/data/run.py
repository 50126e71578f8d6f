"""The engines of a run: each plays the missing chunks and yields a report for each, in any order.

The files tell what is done, so a run goes on after Ctrl-C, a crash or a lost machine, with any engine.
"""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from edokko.lab.data.cluster import on_ray
from edokko.lab.data.files import paths_of, remove_temporary
from edokko.lab.data.job import RunJob
from edokko.lab.data.plan import Layout, RunPlan
from edokko.lab.data.play import ChunkReport, work
from edokko.lab.workers import map_in, map_in_processes


@dataclass(frozen=True)
class GamesJob(RunJob[RunPlan]):
    """A run of games."""

    @cached_property
    def layout(self) -> Layout:
        """The plan with its chunks."""
        return Layout(self.plan)

    def __reduce__(self) -> tuple[type[GamesJob], tuple[RunPlan, Path]]:
        """Pickle no more than the fields."""
        return GamesJob, (self.plan, self.folder)

    def paths(self, number: int) -> dict[str, Path]:
        """Return the path of a chunk's file for each table, and for the records if the plan keeps them."""
        return paths_of(self.folder, self.layout, self.layout.chunk(number))

    def work(self, number: int) -> ChunkReport:
        """Play a chunk and write its files."""
        return work(self.layout, number, self.folder)


def run(plan: RunPlan, folder: Path, *, workers: int = 1, ray: str | None = None) -> Generator[ChunkReport, None, None]:
    """Play the missing chunks of a run, and yield a report of each when its files are there.

    The rows depend on the plan alone, unless a player's budget is time. ``workers`` chunks are played in parallel: in
    threads if native code plays all games and none is replayed, else in processes. ``ray``, the address of a Ray
    cluster, or ``"auto"``, plays the chunks instead. A folder that is missing is created.

    Raises:
        PlanError: the folder belongs to another plan.
        edokko.extras.MissingExtra: a package is not installed.
        OSError: a file cannot be written.
        edokko.lab.workers.WorkerDied: a worker process ended in the middle of a chunk.
        edokko.lab.workers.ClusterError: the cluster cannot be reached or does not share the folder.
    """
    job = GamesJob(plan, folder)
    yield from run_job(job, workers=workers, ray=ray, in_threads=plan.is_built_in and plan.is_summary)


def run_job(
    job: RunJob[Any], *, workers: int = 1, ray: str | None = None, in_threads: bool = False
) -> Generator[ChunkReport, None, None]:
    """Work through the missing chunks of a job of any kind, as :func:`run` does for a plan.

    ``in_threads`` says whether the workers are threads, because native code does nearly all of the work.
    """
    job.begin()
    numbers = job.missing
    if ray is not None:
        yield from on_ray(job, numbers, ray)
    elif workers == 1 or len(numbers) < 2:
        yield from map(job.work, numbers)
    elif in_threads:
        with ThreadPoolExecutor(workers) as pool:
            yield from map_in(pool, job.work, numbers, workers)
    else:
        yield from map_in_processes(job.work, numbers, workers)
    remove_temporary(job.folder)
