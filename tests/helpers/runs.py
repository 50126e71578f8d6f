"""Runs of the lab for tests, and their rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars

from edokko.lab.data.files import arrow_schema
from edokko.lab.data.plan import RunPlan, plan_of
from edokko.lab.data.run import run
from edokko.lab.data.schema import TABLES

HIVE = {"edition": polars.String, "players": polars.Int8}


def played(folder: Path, workers: int = 1, **fields: Any) -> Path:
    """Play a run and return its folder."""
    for _ in run(plan(**fields), folder, workers=workers):
        pass
    return folder


def plan(**fields: Any) -> RunPlan:
    return plan_of({"entries": "random", "games": 8, **fields})


def rows(folder: Path, table: str) -> polars.DataFrame:
    """Read a table of a run with Polars, with ids as strings, sorted by its key."""
    frame = polars.read_parquet(folder / table / "*/*/*.parquet", hive_partitioning=True, hive_schema=HIVE)
    ids = [field.name for field in arrow_schema(TABLES[table]) if str(field.type).startswith("dictionary")]
    return frame.with_columns(polars.col(ids).cast(polars.String)).sort("edition", "players", *TABLES[table].key)


def same_rows(first: Path, second: Path) -> bool:
    """Check that two runs have the same tables with the same rows."""
    tables = [name for name in TABLES if (first / name).exists()]
    assert tables == [name for name in TABLES if (second / name).exists()]
    return all(rows(first, name).equals(rows(second, name)) for name in tables)
