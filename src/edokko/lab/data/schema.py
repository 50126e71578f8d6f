"""The schema of a run's tables, from ``tables.toml``: files, documentation, views and tests all follow it.

A table has one row for each thing that its ``grain`` names. Rows are sorted by the key. The types are names of Arrow
types; ``id`` is a string that Arrow keeps as a dictionary. A column with a ``null`` may be empty, for that reason.

Every file lies in a folder ``TABLE/edition=E/players=N``: edition and number of players are columns of every table,
but the folder's name holds them (Hive partitioning).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files

ID = "id"
BOOL, I8, I16, I32, I64, U64, FLOAT = "bool", "int8", "int16", "int32", "int64", "uint64", "float32"
IDS, FLOATS, COUNTS, SHORTS = "list<string>", "list<float32>", "list<int32>", "list<int16>"
TEXT = "string"
TYPE_NAMES = (ID, BOOL, I8, I16, I32, I64, U64, FLOAT, IDS, FLOATS, COUNTS, SHORTS, TEXT)
"""The types that a column may have, besides those of :func:`binary`."""
BINARY = "binary"


def binary(length: int) -> str:
    """Return the type of a column of bytes, all of the same length."""
    return f"{BINARY}[{length}]"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its type is one of ``TYPE_NAMES``, and its meaning one sentence.

    ``unit`` is what is counted, such as ``IKI`` or ``mon``; empty for ids and flags. ``null`` says when the value is
    missing; empty if it never is.
    """

    name: str
    type: str
    unit: str
    meaning: str
    null: str = ""


@dataclass(frozen=True, slots=True)
class TableSchema:
    """A table of a run, in a folder of its name; ``grain`` is what one row is.

    ``version`` rises when a column changes its meaning or goes; new columns do not change it. ``key`` has the columns
    that name a row within its partition; rows are sorted by them.
    """

    name: str
    version: int
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def section(self) -> str:
        """Return the section of a page about the table, in Markdown."""
        key = ", ".join(f"`{name}`" for name in self.key)
        about = f"A row is {self.grain}. Version {self.version}; key and order: {key}."
        return "\n".join([f"## {self.name}", "", about, "", *markdown(self.columns), ""])


def markdown(columns: Iterable[Column]) -> list[str]:
    """Return the lines of a table of columns."""
    lines = ["| column | type | unit | meaning | empty |", "|---|---|---|---|---|"]
    lines += [f"| `{each.name}` | {each.type} | {each.unit} | {each.meaning} | {each.null} |" for each in columns]
    return lines


PARTITIONS = (
    Column("edition", ID, "", "The edition of the rules and components, `2021` or `2015`."),
    Column("players", I8, "seats", "The number of players, 2 to 4."),
)
"""The columns that the folders hold, in the order of the folders."""


def _read(text: str) -> dict[str, TableSchema]:
    tables = tomllib.loads(text)
    for table in tables.values():
        table |= {"key": tuple(table["key"]), "columns": tuple(Column(*column) for column in table["columns"])}
    return {name: TableSchema(name, **table) for name, table in tables.items()}


TABLES: Mapping[str, TableSchema] = _read((files(__package__) / "tables.toml").read_text(encoding="utf-8"))
"""All tables by name, in the order of the documentation."""
SUMMARY = ("games", "seats")
"""The tables that need no replay of the games."""
