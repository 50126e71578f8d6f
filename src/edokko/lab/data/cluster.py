"""A run on a Ray cluster: every node plays chunks and writes their files into the shared folder of the run.

Tasks return a report and never rows, so the object store stays empty. Ray starts a task again when its node is lost;
the files of a chunk have the same rows however often it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from edokko import extras
from edokko.lab.data.job import RunJob
from edokko.lab.data.play import ChunkReport
from edokko.lab.workers import ClusterError

EXTRA = "ray"
QUEUED = 2
"""The chunks that are submitted for each processor of the cluster."""
FOREVER = -1


def on_ray(job: RunJob[Any], numbers: Iterable[int], address: str) -> Iterator[ChunkReport]:
    """Work through chunks on the Ray cluster of an address; ``"auto"`` is the one that this machine belongs to.

    The folder of the job, made absolute here, lies under the same path on every node.

    Raises:
        ClusterError: there is no cluster, or its nodes do not share the folder.
        edokko.extras.MissingExtra: Ray is not installed.
    """
    ray = extras.package("ray", EXTRA)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ClusterError(f"no Ray cluster at {address}: {str(error).splitlines()[0]}") from None
    try:
        yield from _played(ray, job.moved_to(job.folder.resolve()), numbers)
    finally:
        ray.shutdown()


def _played(ray: Any, job: RunJob[Any], numbers: Iterable[int]) -> Iterator[ChunkReport]:
    task = ray.remote(num_cpus=1, max_retries=FOREVER)(_work)
    queue = iter(numbers)
    pending: list[Any] = []
    try:
        while True:
            most = QUEUED * max(1, int(ray.cluster_resources().get("CPU", 1)))
            free = max(0, most - len(pending))  # a cluster that has lost a node may hold less than what waits
            pending += [task.remote(job, number) for number in islice(queue, free)]
            if not pending:
                return
            done, pending = ray.wait(pending)
            for report in ray.get(done):
                _check_shared(job, report)
                yield report
    finally:
        for reference in pending:
            ray.cancel(reference)


def _work(job: RunJob[Any], number: int) -> ChunkReport:
    return job.work(number)


def _check_shared(job: RunJob[Any], report: ChunkReport) -> None:
    if not job.is_done(report.chunk):
        raise ClusterError(
            f"{job.folder}: the files of chunk {report.chunk} are not here; all nodes must share the folder"
        )
