"""What the commands that make samples share: the progress of their chunks."""

from __future__ import annotations

from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edokko.lab.data.job import RunJob
    from edokko.lab.data.play import ChunkReport


def run_chunks(job: RunJob[Any], workers: int, ray: str | None) -> tuple[list[ChunkReport], float]:
    """Make the missing chunks of a job and show the progress; return their reports and the seconds that they took.

    Args:
        job: the job.
        workers: how many chunks are made in parallel.
        ray: the address of a Ray cluster; ``None`` for this computer.
    """
    from edokko import extras
    from edokko.cli.progress import Progress
    from edokko.lab.data.run import run_job

    if ray is not None:
        extras.package("ray", "ray")
    job.begin()
    chunks, missing = job.plan.chunks, job.missing
    began = perf_counter()
    done: list[ChunkReport] = []
    with Progress("Chunks", chunks) as progress:
        progress.at(chunks - len(missing))
        with closing(run_job(job, workers=workers, ray=ray, in_threads=True)) as reports:
            for report in reports:
                done.append(report)
                progress.at(chunks - len(missing) + len(done))
    return done, perf_counter() - began
