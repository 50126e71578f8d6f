"""Write the page of a run's tables: ``python docs/columns.py > docs/study/columns.md``."""

from __future__ import annotations

from edokko.lab.data import outcomes
from edokko.lab.data.books.decisions import Decisions
from edokko.lab.data.play import BOOKS
from edokko.lab.data.replay import Book
from edokko.lab.data.schema import PARTITIONS, SUMMARY, TABLES, markdown
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

`docs/columns.py` writes this page from `src/edokko/lab/data/tables.toml`, and a test compares them. The last
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
    head = HEAD.format(partitions="\n".join(markdown(PARTITIONS)), index=index)
    return "\n".join(
        [head, *(table.section() for table in TABLES.values()), VIEWS.format(views="\n".join(map(_view, views())))]
    )


def _modules() -> dict[str, str]:
    """Return the module that fills each table, as a path from this folder."""
    books: tuple[type[Book], ...] = (*BOOKS, Decisions)
    of_books = {name: book.__module__ for book in books for name in book.tables}
    modules = dict.fromkeys(SUMMARY, outcomes.__name__) | of_books
    return {name: module.removeprefix("edokko.lab.data.").replace(".", "/") + ".py" for name, module in modules.items()}


def _view(view: View) -> str:
    reads = ", ".join(f"`{name}`" for name in view.needs)
    return f"| `{view.name}` | {view.meaning} | {reads} |"


if __name__ == "__main__":
    print(page(), end="")
