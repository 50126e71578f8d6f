"""5: openings as a tree: start character, stall, first slots."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Section
from edokko.lab.report.names import card_names
from edokko.lab.report.statistics.equal import gain, held_equal
from edokko.lab.report.statistics.many import differing
from edokko.lab.report.texts import texts_of

TEXTS = texts_of("openings")
STEPS = ("start", "stall", "slot_1", "slot_2")
HEIGHT = 300
SAMPLE = 100_000
TOO_FEW = "No opening was played often enough."


def section(tables: RunTables) -> Section:
    """Return the section."""
    rows, games = _openings(tables)
    seats = rows.collect()
    levels = [_level(seats.lazy(), STEPS[: depth + 1], len(seats)) for depth in range(len(STEPS))]
    tree = pl.concat(levels)
    if not len(tree):
        return TEXTS.section(TOO_FEW, least=FEWEST_CASES)
    drawn = _places(tree).filter(pl.col("depth") <= 3)
    figures = (
        TEXTS.figure(
            "tree",
            games,
            drawn,
            charts.tiles("label", "win_share_effect", HEIGHT, 0.0),
            cases=f"{len(seats):,} openings",
        ),
        TEXTS.figure(
            "starts",
            games,
            tree.filter(pl.col("depth") == 1).drop("stall", "slot_1", "slot_2"),
            charts.dots("start", "win_share_effect", 0.0),
        ),
        TEXTS.figure("lines", games, _lines(tree), charts.dots("opening", "win_share_effect", 0.0)),
    )
    return TEXTS.section(_answer(tree), figures, least=FEWEST_CASES)


def _openings(tables: RunTables) -> tuple[pl.LazyFrame, int]:
    """Return a row for each seat with the steps of its opening and whether it won."""
    hires, games = tables.sample("hires", SAMPLE)
    turns, _ = tables.sample("turns", SAMPLE)
    seats, _ = tables.sample("seats", SAMPLE)
    names = card_names(tables.components)
    starts = hires.filter(pl.col("month") == 0).select(
        "game",
        "seat",
        pl.col("card").replace_strict(names, default=pl.col("card")).alias("start"),
        pl.col("room").alias("stall"),
    )
    slots = [
        turns.filter(pl.col("month") == month).select(
            "game", "seat", pl.format("slot {}", "slot").alias(f"slot_{month}")
        )
        for month in (1, 2)
    ]
    rows = seats.select("game", "group", "seat", "entry", "win").join(starts, on=["game", "seat"])
    for slot in slots:
        rows = rows.join(slot, on=["game", "seat"])
    return rows, games


def _level(rows: pl.LazyFrame, steps: tuple[str, ...], total: int) -> pl.DataFrame:
    cells = held_equal(rows, list(steps), ["entry"], "win")
    cells = cells.select(cells.total("cases") >= FEWEST_CASES)
    table = cells.table(
        seats=cells.total("cases"), win_share=cells.ratio("total", "cases", is_share=True), win_share_effect=gain(cells)
    )
    empty = [pl.lit(None, pl.String).alias(step) for step in STEPS[len(steps) :]]
    share = (pl.col("seats") / total).alias("seat_share")
    depth = pl.lit(len(steps)).alias("depth")
    measured = [name for name in table.columns if name not in ("seats", *steps)]
    return table.with_columns(*empty, share, depth).select("depth", *STEPS, "seats", "seat_share", *measured)


def _places(tree: pl.DataFrame) -> pl.DataFrame:
    """Lay the branches out: children stand below their parent, the most frequent first."""
    edges: dict[tuple[str, ...], float] = {(): 0.0}
    rows = []
    for row in tree.sort("depth", "seat_share", descending=[False, True]).iter_rows(named=True):
        path = tuple(row[step] for step in STEPS[: row["depth"]])
        if path[:-1] not in edges:
            continue
        left = edges[path[:-1]]
        edges[path[:-1]] = left + row["seat_share"]
        edges[path] = left
        rows.append(
            row | {"label": path[-1].removeprefix("slot "), "x": left, "x2": left + row["seat_share"],
                   "y": row["depth"] - 1, "y2": row["depth"]}
        )  # fmt: skip
    return pl.DataFrame(rows)


def _lines(tree: pl.DataFrame) -> pl.DataFrame:
    return (
        tree.filter(pl.col("depth") == len(STEPS))
        .sort("seats", descending=True)
        .head(12)
        .with_columns(pl.format("{} {}, {}, {}", *STEPS).str.replace_all("slot | Peddler", "").alias("opening"))
        .sort("win_share_effect", descending=True)
    )


def _answer(tree: pl.DataFrame) -> str:
    starts = tree.filter(pl.col("depth") == 1)
    clear = differing(starts, "win_share_effect").sort("win_share_effect", descending=True)
    named = [f"{row['start']} ({wording.points(row['win_share_effect'])})" for row in clear.iter_rows(named=True)]
    often = tree.filter(pl.col("depth") == 2).sort("seats", descending=True)
    most = f" The most frequent beginning is the {often['start'][0]} in {often['stall'][0]}" if len(often) else ""
    most += f" ({wording.share(often['seat_share'][0])} of the seats)." if len(often) else ""
    if not named:
        return f"No start character wins measurably more or less than the same players win on average.{most}"
    return (
        f"Against what the same players win on average, these start characters differ: {wording.listed(named)}.{most}"
    )
