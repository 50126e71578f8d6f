"""What a run leaves: the numbers as TOML in the shape of the shipped files, and its data as CSV.

Both begin with comments that say which run it was. A file appears whole or not at all.
"""

from __future__ import annotations

import csv
import io
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from edokko.lab.tune.outlook_fit import Fit, Quality
from edokko.lab.tune.plan import WEIGHTS, Plan
from edokko.lab.tune.positions import Floats
from edokko.lab.tune.space import Space
from edokko.lab.tune.study import Trial
from edokko.players.features import FEATURES
from edokko.players.search.settings import Settings
from edokko.players.weights import Weights
from edokko.records import errors_naming


def write_text(path: Path, text: str) -> None:
    """Write a file in one step.

    Raises:
        OSError: it cannot be written; the error names the file.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with errors_naming(path):
            beside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def comments(lines: Iterable[str]) -> str:
    """Lines as comments."""
    return "".join(f"# {line}\n" for line in lines)


def numbers_text(header: Iterable[str], numbers: Mapping[str, float], order: Iterable[str]) -> str:
    """Weights or constants as TOML, in the order of the shipped file."""
    return comments(header) + "\n" + "".join(f"{name} = {numbers[name]!r}\n" for name in order)


def chosen_text(header: Iterable[str], plan: Plan, parameters: Mapping[str, float]) -> str:
    """What a study has found as TOML, whole: the numbers that were held included."""
    order = Weights.cells if plan.what == WEIGHTS else Settings.cells
    return numbers_text(header, plan.space.all(parameters), order)


def read_weights(path: Path) -> Weights:
    """The weights of a file such as :func:`chosen_text` gives; those it does not name are the shipped ones.

    Raises:
        ValueError: it holds something else; the message names the file.
        OSError: it cannot be read.
    """
    try:
        return Weights.of(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def outlook_text(header: Iterable[str], players: int, fit: Fit) -> str:
    """The part of an outlook for one number of players, as TOML."""
    weights = "".join(f"{name} = [{_row(fit.weight[:, feature], 3)}]\n" for feature, name in enumerate(FEATURES))
    return (
        f"{comments(header)}\n[{players}]\nbase = [{_row(fit.base, 2)}]\nspread = [{_row(fit.spread, 2)}]\n\n"
        f"[{players}.weight]\n{weights}"
    )


def _row(numbers: Floats, digits: int) -> str:
    return ", ".join(f"{number:.{digits}f}" for number in numbers)


def study_csv(header: Iterable[str], space: Space, trials: Sequence[Trial]) -> str:
    """Every trial of a study with the numbers that it played with; those that are held are not repeated."""
    names = [number.name for number in space.numbers]
    rows: list[list[object]] = [["trial", "generation", "value", "margin", "share_of_wins", *names]]
    for trial in trials:
        numbers = space.tuned(trial.parameters)
        achieved = [f"{trial.value:.3f}", f"{trial.margin:.3f}", f"{trial.win_share:.4f}"]
        rows.append([trial.number, trial.generation, *achieved, *(numbers[name] for name in names)])
    return comments(header) + _table(rows)


def quality_csv(header: Iterable[str], quality: Sequence[Quality]) -> str:
    """How good the fit of an outlook is, by month; the last row is for all."""
    rows: list[list[object]] = [["month", "positions", "error", "log_loss", "uniform"]]
    for one in quality:
        figures = [f"{number:.4f}" for number in (one.error, one.log_loss, one.uniform)]
        rows.append(["all" if one.month is None else one.month, one.positions, *figures])
    return comments(header) + _table(rows)


def _table(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
