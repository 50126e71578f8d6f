"""12: fires and street traffic as heat maps on the board."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Section
from edokko.lab.report.statistics.sums import Array, Sums, sums
from edokko.lab.report.texts import NAMES, texts_of

TEXTS = texts_of("board")
HEIGHT = 240
BLOCK, ALLEY = 4.0, 0.6
"""The width of a nagaya and of the crossing between two, in the width of a stall with three or four players."""
STREET = {
    2: (0, 1),
    1: (2, 1),
    3: (0, 2),
    4: (2, 2),
    8: (4 + ALLEY, 1),
    7: (6 + ALLEY, 1),
    5: (4 + ALLEY, 2),
    6: (6 + ALLEY, 2),
}
"""By square: left edge and row. The walk goes down the left half and up the right one (RULES 1)."""
NAGAYAS = {"A": (True, 0), "B": (True, 3), "C": (False, 3), "D": (False, 0)}
"""By nagaya: whether it is on the left, and its row."""


def section(tables: RunTables) -> Section:
    """Return the section."""
    games = sums(tables.groups.lazy(), [], games=pl.len()).replicates["games"]
    stops = _rates(sums(tables.scan("turns").filter(pl.col("square") >= 1), ["square"], count=pl.len()), games)
    hires = _rates(sums(tables.scan("hires"), ["room"], count=pl.len()), games)
    fires = tables.scan("fires")
    burnt = _burnt(fires, games)
    figures = (
        TEXTS.figure("stops", tables.games, _placed(stops, tables), charts.tiles("label", "times_in_a_game", HEIGHT)),
        TEXTS.figure("hires", tables.games, _placed(hires, tables), charts.tiles("label", "times_in_a_game", HEIGHT)),
        TEXTS.figure("fires", tables.games, _placed(burnt, tables), charts.tiles("label", "burnt_share", HEIGHT)),
        TEXTS.figure("outcomes", tables.games, _outcomes(fires, games), charts.columns("month", "stalls", "outcome")),
    )
    return TEXTS.section(_answer(tables, stops), figures)


def _rates(cells: Sums, games: Array) -> pl.DataFrame:
    """Return how often something happens in a game; each group counts its own games."""
    return cells.table(times_in_a_game=cells.estimate(lambda count: count / games))


def _burnt(fires: pl.LazyFrame, games: Array) -> pl.DataFrame:
    cells = sums(
        fires.group_by("game", "group", "room").agg((pl.col("outcome") == "burnt").any().alias("burnt")),
        ["room"],
        burnt=pl.col("burnt").sum(),
    )
    return cells.table(burnt_share=cells.estimate(lambda burnt: burnt / games))


def _outcomes(fires: pl.LazyFrame, games: Array) -> pl.DataFrame:
    cells = sums(fires, ["month", "outcome"], count=pl.len())
    return cells.table(stalls=cells.estimate(lambda count: count / games)).with_columns(
        pl.col("outcome").str.replace_all("_", " ")
    )


def _placed(frame: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    """Add the rectangle on the board and the label of each square and stall; others have no value."""
    key = pl.col("square").cast(pl.String) if "square" in frame.columns else pl.col("room")
    values = frame.select(key.alias("_key"), pl.exclude("square", "room"))
    return _rectangles(tables.players).join(values, on="_key", how="left").drop("_key")


def _rectangles(players: int) -> pl.DataFrame:
    """Return a row for each square and stall: its name, where it lies, and its label."""
    rooms = 3 if players == 2 else 4
    wide = BLOCK / rooms
    rows = [(str(square), NAMES["shops"][square - 1], x, x + 2.0, y) for square, (x, y) in STREET.items()]
    for nagaya, (is_left, y) in NAGAYAS.items():
        for number in range(1, rooms + 1):
            x = (number - 1) * wide if is_left else 2 * BLOCK + ALLEY - number * wide
            rows.append((f"{nagaya}{number}", f"{nagaya}{number}", x, x + wide, y))
    return pl.DataFrame(
        [
            {"_key": key, "place": name, "label": name, "x": float(x), "x2": float(x2), "y": float(y), "y2": y + 1.0}
            for key, name, x, x2, y in rows
        ]
    )


def _answer(tables: RunTables, stops: pl.DataFrame) -> str:
    ordered = stops.sort("times_in_a_game", descending=True)
    most, least = (NAMES["shops"][int(ordered["square"][place]) - 1] for place in (0, -1))
    fires = tables.scan("fires").filter(pl.col("outcome") == "burnt")
    burnt = sums(fires, [], count=pl.len()).total("count").sum() / tables.games
    return (
        f"The players stop most often at the {most} ({wording.number(ordered['times_in_a_game'][0])} times in a game) "
        f"and least at the {least} ({wording.number(ordered['times_in_a_game'][-1])}). Fires burn "
        f"{wording.number(float(burnt), 2)} cards in a game."
    )
