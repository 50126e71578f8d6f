"""The output files of a run: the numbers as TOML in the format of the shipped files, and the data as CSV.

Both begin with comments that identify the run. Files are written atomically.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from edokko.components.problems import parse, read
from edokko.players.evaluation.outlook import FEATURES
from edokko.players.evaluation.weights import Weights
from edokko.players.search.data import Settings
from edokko.records.file import errors_naming
from edokko_research.tune.outlook_fit import Fit, Quality
from edokko_research.tune.plan import WEIGHTS, Plan
from edokko_research.tune.positions import Floats
from edokko_research.tune.space import Space
from edokko_research.tune.study import Trial


def write_text(path: Path, text: str) -> None:
    """Write a file atomically.

    Raises:
        OSError: the file cannot be written; the error names the file.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with errors_naming(path):
            temporary.write_text(text, encoding="utf-8", newline="\n")
            os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def comments(lines: Iterable[str]) -> str:
    """Format lines as comments."""
    return "".join(f"# {line}\n" for line in lines)


def numbers_text(header: Iterable[str], numbers: Mapping[str, float], order: Iterable[str]) -> str:
    """Format weights or constants as TOML, in the order of the shipped file."""
    return comments(header) + "\n" + "".join(f"{name} = {numbers[name]!r}\n" for name in order)


def parameters_text(header: Iterable[str], plan: Plan, parameters: Mapping[str, float]) -> str:
    """Format the numbers of some parameters as TOML, including those that stay constant."""
    order = Weights.cells if plan.what == WEIGHTS else Settings.cells
    return numbers_text(header, plan.space.all(parameters), order)


def read_weights(path: Path) -> Weights:
    """Read weights from a file in the format of :func:`parameters_text`; missing ones are the shipped weights.

    Raises:
        ValueError: the file cannot be read or holds something else; the message names the file.
    """
    numbers = parse(read(str(path)), str(path))
    try:
        return Weights.of(numbers)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def outlook_text(header: Iterable[str], players: int, fit: Fit) -> str:
    """Format an outlook for one number of players as TOML."""
    weights = "".join(f"{name} = [{_row(fit.weight[:, feature], 3)}]\n" for feature, name in enumerate(FEATURES))
    return (
        f"{comments(header)}\n[{players}]\nbase = [{_row(fit.base, 2)}]\nspread = [{_row(fit.spread, 2)}]\n\n"
        f"[{players}.weight]\n{weights}"
    )


def _row(numbers: Floats, digits: int) -> str:
    return ", ".join(f"{number:.{digits}f}" for number in numbers)


def study_csv(header: Iterable[str], space: Space, trials: Sequence[Trial]) -> str:
    """Format every trial of a study with its tuned numbers as CSV."""
    names = [number.name for number in space.numbers]
    rows: list[list[object]] = [["trial", "generation", "value", "margin", "share_of_wins", *names]]
    for trial in trials:
        numbers = space.tuned(trial.parameters)
        results = [f"{trial.value:.3f}", f"{trial.margin:.3f}", f"{trial.win_share:.4f}"]
        rows.append([trial.number, trial.generation, *results, *(numbers[name] for name in names)])
    return comments(header) + _table(rows)


def quality_csv(header: Iterable[str], quality: Sequence[Quality]) -> str:
    """Format the quality of an outlook's fit by month as CSV; the last row is for all months."""
    rows: list[list[object]] = [["month", "positions", "error", "log_loss", "uniform"]]
    for row in quality:
        figures = [f"{number:.4f}" for number in (row.error, row.log_loss, row.uniform)]
        rows.append(["all" if row.month is None else row.month, row.positions, *figures])
    return comments(header) + _table(rows)


def _table(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
