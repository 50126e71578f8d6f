"""What the commands of the lab share: reading plans, naming runs, compiling what a plan needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import TYPE_CHECKING

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.lab.data.plan import Plan


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


def compile_for_plan(catalogue: Catalogue, plan: Plan) -> None:
    """Compile what the games and the evaluations of a plan need."""
    from edokko.cli.engines import compile_for
    from edokko.players.runtime.families import FAMILIES, needed_by

    names = tuple(dict.fromkeys(plan.entries))
    tables = {line_up for players in plan.players for line_up in combinations(names, min(players, len(names)))}
    needed = set(needed_by(sorted(tables)))
    if "decisions" in plan.tables:
        needed |= {"greedy", "search"} if plan.decisions.evaluator else {"greedy"}
    compile_for(catalogue, tuple(name for name in FAMILIES if name in needed))
