"""A table's game as a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from edokko.records.record import Record, result_of, words_of
from edokko.rules.chance import CHANCE_NUMBERS
from edokko.table.match import rebuild
from edokko.table.rows import HANDED_OVER, Row, effective_rows
from edokko.table.setup import Setup, components_and_tables


def record_of(setup: Setup, names: Sequence[str], rows: Sequence[Row]) -> Record:
    """Return the game of all rows of a table as a record (``docs/build/formats.md``).

    Raises:
        ValueError: the game began at a position, which no record can express.
    """
    if setup.start is not None:
        raise ValueError("a game that began at a position has no record: its moves do not rebuild it")
    match, effective = rebuild(setup, rows), effective_rows(rows)
    start_time = next((row.time for row in effective if row.kind == "start"), 0.0)
    outcomes = [CHANCE_NUMBERS[words] for row in effective for words in row.chance]
    moves = [row for row in effective if row.kind == "move"]
    extra: dict[str, Any] = {"times": [round(max(0.0, row.time - start_time), 3) for row in moves]}
    log = list(_handovers(effective))
    if log:
        extra["players_log"] = log
    components, tables = components_and_tables(setup)
    return Record(
        edition=setup.edition,
        rules_version=setup.rules_version,
        players=setup.players,
        seats=tuple(names),
        chance=tuple(words_of(components, tables, outcomes)),
        moves=tuple(row.text for row in moves),
        result=result_of(match.game) if match.is_over else None,
        components=components.overlay,
        extra=extra,
    )


def _handovers(effective: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Return the handovers of seats to computer players, each with the ply at which it happened."""
    ply = 0
    for row in effective:
        ply += row.kind == "move"
        if row.kind in HANDED_OVER:
            yield {"ply": ply, "seat": row.seat, "name": row.text}
