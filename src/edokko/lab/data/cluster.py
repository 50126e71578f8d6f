"""A run on a Ray cluster: every node plays chunks and writes their files into the shared folder of the run.

Tasks return a report and never rows, so the object store stays empty. Ray starts a task again when its node is lost;
the files of a chunk have the same rows however often it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from edokko import extras
from edokko.lab.data.files import is_done
from edokko.lab.data.plan import Layout, Plan
from edokko.lab.data.play import Report
from edokko.lab.data.run import work_on

EXTRA = "ray"
QUEUED = 2
"""The chunks that are submitted for each processor of the cluster."""
FOREVER = -1


class ClusterError(RuntimeError):
    """The cluster cannot be used; the message says why."""


def on_ray(layout: Layout, numbers: Iterable[int], folder: Path, address: str) -> Iterator[Report]:
    """Play chunks on a Ray cluster.

    Args:
        layout: the plan with its chunks.
        numbers: the chunks to play.
        folder: the folder of the run, under the same path on every node.
        address: the address of the cluster, or ``"auto"`` for the one that this machine belongs to.

    Raises:
        ClusterError: there is no cluster, or its nodes do not share the folder.
        edokko.extras.MissingExtra: Ray is not installed.
    """
    ray = extras.package("ray", EXTRA)
    _connect(ray, address)
    try:
        yield from _played(ray, layout, numbers, folder.resolve())
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ClusterError(f"no Ray cluster at {address}: {str(error).splitlines()[0]}") from None


def _played(ray: Any, layout: Layout, numbers: Iterable[int], folder: Path) -> Iterator[Report]:
    task = ray.remote(num_cpus=1, max_retries=FOREVER)(_work)
    queue = iter(numbers)
    pending: list[Any] = []
    try:
        while True:
            most = QUEUED * max(1, int(ray.cluster_resources().get("CPU", 1)))
            pending += [task.remote(layout.plan, str(folder), number) for number in islice(queue, most - len(pending))]
            if not pending:
                return
            done, pending = ray.wait(pending)
            for report in ray.get(done):
                _check_shared(layout, folder, report)
                yield report
    finally:
        for reference in pending:
            ray.cancel(reference)


def _work(plan: Plan, folder: str, number: int) -> Report:
    return work_on(plan, Path(folder), number)


def _check_shared(layout: Layout, folder: Path, report: Report) -> None:
    if not is_done(folder, layout, report.chunk):
        raise ClusterError(f"{folder}: the files of chunk {report.chunk} are not here; all nodes must share the folder")
