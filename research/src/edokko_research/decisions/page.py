"""The page of the samples' tables: ``python -m edokko_research.decisions.page > docs/decision-data.md``."""

from __future__ import annotations

from edokko_research.dataset.schema import MOVES_MADE
from edokko_research.decisions.schema import TABLES
from edokko_research.months.schema import MONTHS, SEARCHES

HEAD = """\
# The tables of a sample of decisions

`edokko-research decisions` writes these two tables ([decisions with known results](decision-benchmark.md)).
Each is a folder of Parquet files, `OUT/TABLE/*.parquet`, compressed by zstd. `decision` joins them. A type `id` is a
text that Arrow keeps as a dictionary.

Lists by seat hold four values and begin with the deciding seat; the other seats follow in seat order, and seats that
the game does not have are 0. `cells` is the [observation](../../docs/build/environments.md) of the after-state: the
position after the move and before any chance that follows it.

The tables of `edokko-research months` are [`months` and `searches`](#months), that of `edokko-research dataset` is
[the last one](#moves).

`python -m edokko_research.decisions.page` writes this page from `decisions/schema.py`, `months/schema.py` and
`dataset/schema.py`, and a test compares them.
"""


def page() -> str:
    """Return the page as Markdown."""
    tables = (table.section() for table in (*TABLES.values(), MONTHS, SEARCHES, MOVES_MADE))
    return "\n".join([HEAD, *tables]).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
