"""What the commands of the lab share: reading plans, naming runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from edokko.cli import options
from edokko.cli.problems import Problem


def folder(*, required: bool = True) -> options.Option:
    """Return the option ``-o``, the folder of a run."""
    return options.output("help-lab-output", "folder", is_required=required, metavar="RUN")


@contextmanager
def problems() -> Iterator[None]:
    """Turn the errors of plans, clusters and worker processes into sentences."""
    from edokko.lab.data.plan_form import PlanError
    from edokko.lab.workers import ClusterError, WorkerDied

    try:
        yield
    except (ClusterError, PlanError, WorkerDied) as error:
        raise Problem(str(error)) from None
