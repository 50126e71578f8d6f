"""The engines of a run: each plays the missing chunks and yields a report for each, in any order.

The files tell what is done, so a run goes on after Ctrl-C, a crash or a lost machine, with any engine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import islice
from pathlib import Path

from edokko import extras
from edokko.lab.data.files import missing, remove_temporary, save_plan
from edokko.lab.data.plan import Layout, Plan
from edokko.lab.data.play import Report, work
from edokko.lab.workers import map_in_processes

QUEUED = 2
"""The chunks that are queued for each thread."""


def run(plan: Plan, folder: Path, *, workers: int = 1, ray: str | None = None) -> Generator[Report, None, None]:
    """Play the missing chunks of a run. The rows depend on the plan alone, unless a player's budget is time.

    Args:
        plan: the plan.
        folder: the folder of the run, created if it is missing.
        workers: the number of chunks played in parallel: in threads if compiled code plays all games and none is
            replayed, else in processes.
        ray: the address of a Ray cluster, or ``"auto"``, which plays the chunks instead.

    Yields:
        A report of each chunk, when its files are there.

    Raises:
        PlanError: the folder belongs to another plan.
        edokko.extras.MissingExtra: a package is not installed.
        OSError: a file cannot be written.
        edokko.lab.workers.WorkerDied: a worker process ended in the middle of a chunk.
        edokko.lab.data.cluster.ClusterError: the cluster cannot be reached or does not share the folder.
    """
    extras.lab("pyarrow.parquet")
    save_plan(folder, plan)
    layout = Layout(plan)
    numbers = missing(folder, layout)
    if ray is not None:
        from edokko.lab.data.cluster import on_ray

        yield from on_ray(layout, numbers, folder, ray)
    elif workers == 1 or len(numbers) < 2:
        yield from (work(layout, number, folder) for number in numbers)
    elif plan.is_built_in and plan.is_summary:
        yield from _in_threads(layout, numbers, folder, workers)
    else:
        yield from map_in_processes(_load, partial(work_on, plan, folder), numbers, min(workers, len(numbers)))
    remove_temporary(folder)


def work_on(plan: Plan, folder: Path, number: int) -> Report:
    """Play a chunk in a process of its own."""
    return work(Layout(plan), number, folder)


def _load() -> None:
    """Import in a worker process what every chunk needs."""
    extras.lab("pyarrow.parquet")


def _in_threads(layout: Layout, numbers: Iterable[int], folder: Path, workers: int) -> Iterator[Report]:
    queue = iter(numbers)
    with ThreadPoolExecutor(workers) as pool:
        pending: set[Future[Report]] = set()
        try:
            while True:
                free = QUEUED * workers - len(pending)
                pending |= {pool.submit(work, layout, number, folder) for number in islice(queue, free)}
                if not pending:
                    return
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            for future in pending:
                future.cancel()
