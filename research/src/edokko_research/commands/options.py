"""What the commands share: types of parameters, options, the files that they write, errors as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.chance import LARGEST_SEED
from edokko.cli.options import EDITIONS
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    _ParamType = click.ParamType[int]
else:
    _ParamType = click.ParamType

ROOT = Path(__file__).resolve().parents[3]
"""The folder of the project, in a checkout."""
MOST_WORKERS = 256
FILE = click.Path(path_type=Path)
COUNT = click.IntRange(1)

Option = Callable[[Any], Any]

PLAYERS: Option = click.option(
    "--players", type=click.IntRange(2, 4), default=4, show_default=True, help="How many seats."
)
EDITION: Option = click.option(
    "--edition", type=click.Choice(EDITIONS), default=EDITIONS[0], show_default=True, help="The rule set."
)
COMPONENTS: Option = click.option(
    "--components", "overlay", type=FILE, metavar="FILE", help="Play with the values of FILE, in TOML."
)


class Seed(_ParamType):
    """A parameter type for seeds: whole numbers up to 64 bits, decimal or hexadecimal after 0x."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        try:
            number = int(text, 16 if text[:2] in ("0x", "0X") else 10) if len(text) <= 80 else -1
        except ValueError:
            number = -1
        if not 0 <= number <= LARGEST_SEED:
            self.fail(f"{text[:40]!r} is no whole number from 0 to {LARGEST_SEED}, such as 7 or 0x1f2e", param, ctx)
        return number


def seed(what: str, default: int | None = 0) -> Option:
    """Return the option ``--seed``."""
    return click.option("--seed", type=Seed(), default=default, show_default=default is not None, help=what)


def games(default: int) -> Option:
    """Return the option ``--games``."""
    return click.option(
        "--games", type=COUNT, default=default, show_default=True, metavar="N", help="How many games to play."
    )


def deviations(default: int, what: str = "The percentage of moves by chance.") -> Option:
    """Return the option ``--deviations``."""
    return click.option(
        "--deviations", type=click.IntRange(0, 100), default=default, show_default=True, metavar="PERCENT", help=what
    )


def workers(what: str) -> Option:
    """Return the option ``--workers``, also called ``--jobs``."""
    return click.option(
        "--workers",
        "--jobs",
        "workers",
        type=click.IntRange(1, MOST_WORKERS),
        default=1,
        show_default=True,
        metavar="N",
        help=what,
    )


def ray() -> Option:
    """Return the option ``--ray``."""
    return click.option(
        "--ray",
        metavar="ADDRESS",
        help="Work on the Ray cluster at ADDRESS, or auto for the one that this computer belongs to.",
    )


def check_ray(address: str | None) -> None:
    """Refuse ``--workers`` beside ``--ray``.

    Raises:
        Problem: both are given.
    """
    source = click.get_current_context().get_parameter_source("workers")
    if address is not None and source is not click.core.ParameterSource.DEFAULT:
        raise Problem("On a Ray cluster its processors do the work, so --workers cannot be used beside --ray.")


def players(default: int) -> Option:
    """Return the option ``--players``."""
    return click.option(
        "--players",
        type=click.IntRange(2, 4),
        default=default,
        show_default=True,
        metavar="2-4",
        help="The number of players.",
    )


def new_file(path: Path, suffixes: tuple[str, ...] = ()) -> Path:
    """Return the path of a file that a command will write.

    Args:
        path: the file.
        suffixes: the endings that its name may have; none for any.

    Raises:
        Problem: it exists already, its folder does not, or its name ends otherwise.
    """
    if suffixes and path.suffix not in suffixes:
        raise Problem(f"{path}: the name must end in one of these: {', '.join(suffixes)}.")
    if path.exists():
        raise Problem(f"{path} exists already.")
    if not path.parent.is_dir():
        raise Problem(f"{path}: there is no folder {path.parent}; create it first, or choose another place.")
    return path


@contextmanager
def problems(*kinds: type[Exception]) -> Iterator[None]:
    """Turn errors whose message is a sentence into problems: these kinds, and those of plans and worker processes."""
    from edokko.lab.data.plan_form import PlanError
    from edokko.lab.workers import ClusterError, WorkerDied

    known: tuple[type[Exception], ...] = (ClusterError, PlanError, WorkerDied, *kinds)
    try:
        yield
    except known as error:
        raise Problem(str(error)) from None
