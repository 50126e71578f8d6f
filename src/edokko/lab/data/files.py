"""The files of a run: names, Arrow schemas, and writing under a temporary name.

A chunk has one file for each table, ``TABLE/edition=E/players=N/HASH-NUMBER.parquet``, and with records one of
``records/.../HASH-NUMBER.jsonl``. A file gets its name when it is complete, so a name tells that the rows are there.
pyarrow writes them: it declares each column's Arrow type, dictionaries included, and needs no threads of its own.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from operator import itemgetter
from pathlib import Path
from time import time
from typing import Any

from edokko import extras
from edokko.lab.data.plan import Chunk, Layout
from edokko.lab.data.plan_form import PlanError, PlanForm
from edokko.lab.data.schema import BINARY, COUNTS, FLOATS, ID, IDS, SHORTS, TABLES, TableSchema

PLAN = "plan.json"
RECORDS = "records"
VERSION = b"edokko.version"
"""The key of a table's version in the metadata of a file."""
MARK = b"PAR1"
"""The last bytes of a Parquet file."""
TEMPORARY = ".tmp"
STALE = 3600
"""After so many seconds without a change, no worker writes a temporary file any more."""
DIGITS = 6
"""The digits of a chunk's number in file names, which so sort in order."""


def save_plan(run: Path, plan: PlanForm) -> None:
    """Write the plan into the folder of its run, which is created if it is missing.

    Raises:
        PlanError: the folder holds a run of another plan, or other files.
    """
    path = run / PLAN
    # Many workers may begin the same run at once. So look for other files first, and for the plan afterwards.
    foreign = [other.name for other in run.iterdir() if PLAN not in other.name] if run.is_dir() else []
    if path.exists():
        if type(plan).read(path).hash != plan.hash:
            raise PlanError(f"{run}: the folder holds a run of another plan; name another folder")
        return
    if foreign:
        raise PlanError(f"{run}: the folder is not empty, and holds no run")
    run.mkdir(parents=True, exist_ok=True)
    with written(path) as temporary:
        temporary.write_bytes(plan.to_json())


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside a file, and give it the file's name at the end; remove it after an error.

    The bytes are synced first. Otherwise a lost machine could leave the name of a file without its rows. Two writers of
    the same file do not disturb each other, and the last one wins.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}{TEMPORARY}")
    try:
        yield temporary
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def paths_of(run: Path, layout: Layout, chunk: Chunk) -> dict[str, Path]:
    """Return the path of a chunk's file for each table, and for the records if the plan keeps them."""
    condition = layout.conditions[chunk.condition]
    part = f"edition={condition.edition}/players={condition.players}"
    name = f"{layout.plan.hash}-{chunk.number:0{DIGITS}}"
    paths = {table: run / table / part / f"{name}.parquet" for table in layout.plan.tables}
    return paths | ({RECORDS: run / RECORDS / part / f"{name}.jsonl"} if layout.plan.records else {})


def is_whole(path: Path) -> bool:
    """Check whether a file exists and was not cut: a Parquet file ends with its mark, lines end with a line break."""
    try:
        with path.open("rb") as file:
            file.seek(-len(MARK), os.SEEK_END)
            end = file.read()
    except OSError:
        return False
    return {".parquet": end == MARK, ".jsonl": end.endswith(b"\n")}.get(path.suffix, True)


def remove_temporary(run: Path) -> None:
    """Remove the temporary files that killed workers have left: those that have not changed for ``STALE`` seconds."""
    for path in run.rglob(f".*{TEMPORARY}"):
        with suppress(FileNotFoundError):
            if time() - path.stat().st_mtime > STALE:
                path.unlink()


@contextmanager
def naming_broken(path: Path, remedy: str) -> Iterator[None]:
    """Turn pyarrow's error for a cut or damaged file into one that names the file and what makes its games again.

    Raises:
        PlanError: the file is broken.
    """
    try:
        yield
    except (ValueError, OSError) as error:
        # pyarrow raises an OSError without a number for damaged bytes; the system's errors have one.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise PlanError(f"{path}: not a whole Parquet file; {remedy}, which plays its games anew") from None


def check_files(run: Path, *, has_all_columns: bool = False) -> None:
    """Check that the files of a run are whole, of versions that this package reads, and there for every chunk.

    With ``has_all_columns`` a file that lacks a column is an error too. It need not be: new columns do not change the
    version of a table.

    Raises:
        PlanError: a file is not; the message names it.
    """
    read_schema = extras.lab("pyarrow.parquet").read_schema
    for path in sorted(run.glob("*/*/*/*.parquet")):
        with naming_broken(path, "remove it and run the plan again"):
            schema = read_schema(path)
        table = TABLES.get(path.relative_to(run).parts[0])
        if table is None:
            continue
        version = (schema.metadata or {}).get(VERSION, b"").decode() or str(table.version)
        if version != str(table.version):
            raise PlanError(
                f"{path}: version {version} of the table {table.name!r}; this edokko reads version {table.version}. "
                "Use the edokko that wrote the run, or play its plan again in a new folder"
            )
        lacking = [name for name in table.names if name not in schema.names]
        if lacking and has_all_columns:
            raise PlanError(
                f"{path}: the table {table.name!r} lacks the column {lacking[0]!r}; remove the file, and run the plan "
                "again"
            )
    _check_chunks(run)


def _check_chunks(run: Path) -> None:
    """Check that each table has the files of every chunk that is complete: those of games are written last."""
    games = [path.relative_to(run / "games") for path in sorted(run.glob("games/*/*/*.parquet"))]
    for table in (name for name in TABLES if games and (run / name).is_dir()):
        for file in games:
            if not (run / table / file).exists():
                raise PlanError(f"{run / table / file} is missing; run the plan again, which plays its games anew")


@cache
def arrow_schema(table: TableSchema) -> Any:
    """Return the Arrow schema of a table's files."""
    pa = extras.lab("pyarrow")
    kinds = {
        ID: pa.dictionary(pa.int16(), pa.string()),
        IDS: pa.list_(pa.string()),
        FLOATS: pa.list_(pa.float32()),
        COUNTS: pa.list_(pa.int32()),
        SHORTS: pa.list_(pa.int16()),
    }

    def arrow_type(name: str) -> Any:
        if name.startswith(BINARY):
            return pa.binary(int(name.removeprefix(BINARY).strip("[]")))
        return kinds.get(name) or pa.type_for_alias(name)

    fields = [pa.field(column.name, arrow_type(column.type), bool(column.null)) for column in table.columns]
    return pa.schema(fields, {"edokko.table": table.name, VERSION: str(table.version)})


def from_rows(table: TableSchema, rows: list[tuple[Any, ...]]) -> Any:
    """Return rows as an Arrow table, sorted by the table's key."""
    rows.sort(key=itemgetter(*(table.names.index(name) for name in table.key)))
    columns: Iterable[Any] = zip(*rows, strict=True) if rows else ((),) * len(table.columns)
    return from_columns(table, dict(zip(table.names, columns, strict=True)))


def from_columns(table: TableSchema, columns: Mapping[str, Any]) -> Any:
    """Return columns as an Arrow table; an array or sequence for each column, an ``id`` also as an Arrow dictionary."""
    pa = extras.lab("pyarrow")
    schema = arrow_schema(table)
    arrays = [
        columns[field.name]
        if isinstance(columns[field.name], pa.DictionaryArray)
        else pa.array(columns[field.name], field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def dictionary(codes: Any, words: Sequence[str]) -> Any:
    """Return an Arrow dictionary of an ``id`` column from codes, an array of indexes into the words."""
    pa = extras.lab("pyarrow")
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int16()), pa.array(words, pa.string()))


def write_table(path: Path, table: Any) -> None:
    """Write an Arrow table as Parquet, compressed by zstd."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with written(path) as temporary:
        extras.lab("pyarrow.parquet").write_table(table, temporary, compression="zstd", version="2.6")


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines of text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with written(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
