"""Questions to a run in SQL: DuckDB reads the files in place, with a view for each table and ten views on top.

The views of the package lie in ``views/``: a file a view, whose first line says what it shows and whose second line
names the tables that it needs. A run that lacks one of them lacks the view.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from edokko import extras
from edokko.lab.data.files import PLAN, check_files
from edokko.lab.data.plan_form import PlanError
from edokko.lab.data.schema import TABLES

HIVE_TYPES = "{'edition': VARCHAR, 'players': TINYINT}"
"""Without them DuckDB would read editions as numbers."""
NO_STATEMENT = "Parser Error: no statement"
"""The reason why an empty query has no answer, in English like DuckDB's own reasons."""


@dataclass(frozen=True, slots=True)
class View:
    """A view of the package: what it shows, the tables that it needs, and its query."""

    name: str
    meaning: str
    needs: tuple[str, ...]
    query: str


@cache
def views() -> tuple[View, ...]:
    """Return the views of the package, by name."""
    paths = sorted(files("edokko.lab.data").joinpath("views").iterdir(), key=lambda path: path.name)
    return tuple(_view(path.name, path.read_text(encoding="utf-8")) for path in paths if path.name.endswith(".sql"))


def _view(name: str, text: str) -> View:
    meaning, needs, query = text.split("\n", 2)
    tables = needs.removeprefix("-- needs: ").split(", ")
    return View(name.removesuffix(".sql"), meaning.removeprefix("-- "), tuple(tables), query)


def connect(run: str | Path) -> Any:
    """Return a DuckDB connection in memory with the views of a run, which may still be growing.

    Raises:
        PlanError: the folder holds no run, or no rows yet, or a file that cannot be read.
        edokko.extras.MissingExtra: DuckDB is not installed.
    """
    folder = Path(run)
    if not (folder / PLAN).exists():
        raise PlanError(f"{folder}: the folder holds no run")
    check_files(folder)
    connection = extras.lab("duckdb").connect()
    by_table = ((name, sorted(folder.glob(f"{name}/*/*/*.parquet"))) for name in TABLES)
    found = {name: {path.relative_to(folder / name).as_posix(): path for path in paths} for name, paths in by_table}
    present = [name for name, paths in found.items() if paths]
    # A worker writes the files of a chunk one after the other: read only the chunks that all tables have.
    chunks = set.intersection(*(set(found[name]) for name in present)) if present else set()
    if not chunks:
        raise PlanError(f"{folder}: the run has no rows yet")
    for name in present:
        paths = ", ".join(_quoted(path) for chunk, path in found[name].items() if chunk in chunks)
        source = f"read_parquet([{paths}], hive_partitioning = true, hive_types = {HIVE_TYPES})"
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {source}")
    for view in views():
        if set(view.needs) <= set(present):
            connection.execute(f"CREATE VIEW {view.name} AS {view.query}")
    return connection


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
