"""Write the page of a run's tables: ``python -m edokko.lab.data.page > docs/study/columns.md``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from edokko.lab.data import outcomes
from edokko.lab.data.books.decisions import Decisions
from edokko.lab.data.play import BOOKS
from edokko.lab.data.replay import Book
from edokko.lab.data.schema import PARTITIONS, SUMMARY, TABLES, Column, TableSchema
from edokko.lab.data.sql import View, views

HEAD = """\
# The tables of a run

[`edokko lab run`](lab.md) writes these tables. Each is a folder of Parquet files:
`RUN/TABLE/edition=E/players=N/*.parquet`. The folders hold two columns that every table has:

{partitions}

`game` names a game over all partitions, so it joins any two tables. A type `id` is a text that Arrow keeps as a
dictionary: an id of [`components.toml`](../play/overlay.md), a room, a slot, a name. *Empty* says when a value is
missing. The version of a table rises when a column changes its meaning or goes; new columns do not change it. Files
carry it in their metadata, as `edokko.version`; `edokko lab report`, `compare` and `sql` refuse a file of another
version.

`src/edokko/lab/data/page.py` writes this page from `src/edokko/lab/data/schema.py`, and a test compares them. The last
column names the module of `src/edokko/lab/data/` that fills the table: a book while a game is replayed, `outcomes.py`
from the ends of the games.

| table | a row is | filled by |
|---|---|---|
{index}
"""

VIEWS = """\
## Views

`edokko lab sql` and `edokko.lab.data.sql.connect` add ten views that answer common questions. Each is a file of the
package, in `src/edokko/lab/data/views/`.

| view | shows | reads |
|---|---|---|
{views}
"""


def page() -> str:
    """Return the page as Markdown."""
    modules = _modules()
    index = "\n".join(f"| [`{name}`](#{name}) | {table.grain} | `{modules[name]}` |" for name, table in TABLES.items())
    head = HEAD.format(partitions="\n".join(_columns(PARTITIONS)), index=index)
    tables = ("\n".join(table_lines(table)) for table in TABLES.values())
    return "\n".join([head, *tables, VIEWS.format(views="\n".join(map(_view, views())))])


def _modules() -> dict[str, str]:
    """Return the module that fills each table, as a path from this folder."""
    books: tuple[type[Book], ...] = (*BOOKS, Decisions)
    of_books = {name: book.__module__ for book in books for name in book.tables}
    modules = dict.fromkeys(SUMMARY, outcomes.__name__) | of_books
    return {name: module.removeprefix("edokko.lab.data.").replace(".", "/") + ".py" for name, module in modules.items()}


def table_lines(table: TableSchema) -> Iterator[str]:
    """Yield the section of a table, line by line."""
    yield f"## {table.name}"
    yield ""
    key = ", ".join(f"`{name}`" for name in table.key)
    yield f"A row is {table.grain}. Version {table.version}; key and order: {key}."
    yield ""
    yield from _columns(table.columns)
    yield ""


def _columns(columns: Iterable[Column]) -> Iterator[str]:
    yield "| column | type | unit | meaning | empty |"
    yield "|---|---|---|---|---|"
    for column in columns:
        yield f"| `{column.name}` | {column.type} | {column.unit} | {column.meaning} | {column.null} |"


def _view(view: View) -> str:
    reads = ", ".join(f"`{name}`" for name in view.needs)
    return f"| `{view.name}` | {view.meaning} | {reads} |"


if __name__ == "__main__":
    print(page(), end="")
