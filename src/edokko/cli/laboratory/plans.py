"""What the commands of the lab share: reading plans, naming runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.problems import Problem


def folder(catalogue: Catalogue, *, required: bool = True) -> options.Option:
    """Return the option ``-o``, the folder of a run."""
    return options.output(catalogue, "help-lab-output", "folder", is_required=required, metavar="RUN")


@contextmanager
def problems() -> Iterator[None]:
    """Turn the errors of plans, clusters and worker processes into sentences."""
    from edokko.lab.data.plan_form import PlanError
    from edokko.lab.workers import WorkerDied

    try:
        yield
    except (PlanError, WorkerDied) as error:
        raise Problem(str(error)) from None
    except RuntimeError as error:
        # The module of clusters is loaded only for a run on Ray.
        if type(error).__name__ != "ClusterError":
            raise
        raise Problem(str(error)) from None
