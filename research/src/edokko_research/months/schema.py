"""The tables of a sample of months: positions at the beginning of months with results, and decisions of a search."""

from __future__ import annotations

from edokko.lab.data.schema import COUNTS, FLOATS, I8, I16, I64, SHORTS, Column, TableSchema, binary
from edokko.observation.encoder import CELLS
from edokko_research.decisions.schema import CONDITION

MONTHS = TableSchema(
    "months",
    3,
    "one position at the beginning of a month, from the second month on; with `--side-lines`, one for each side line",
    ("game", "month"),
    (
        Column("game", I64, "", "The number of the game, from 0. Positions of one game share its result."),
        *CONDITION,
        Column("month", I8, "months", "The month that begins, 2 to 12; 13 is New Year."),
        Column("cells", binary(CELLS), "", "The observation of seat 0, an int8 each."),
        Column("features", FLOATS, "", "The features of each seat as the outlook reads them, seat by seat."),
        Column("totals", SHORTS, "IKI", "The final score of each seat; for a side line, in the game that it left."),
        Column("expected", FLOATS, "IKI", "The final score of each seat that the search expects; 0 without a search."),
        Column(
            "finished",
            FLOATS,
            "IKI",
            "The mean final score of each seat in one half of the games that finish the position, then in the other "
            "half; 0 without `--finished`.",
        ),
        Column("winner", I8, "", "The seat that has won; the rules break all ties."),
    ),
)

SEARCHES = TableSchema(
    "searches",
    1,
    "one decision of the search between several moves; the table is written with `--simulations` only",
    ("game", "decision"),
    (
        Column("game", I64, "", "The number of the game, as in `months`."),
        *CONDITION,
        Column("decision", I16, "", "The number of the decision in its game, from 0."),
        Column("month", I8, "months", "The month of the decision, 1 to 12; 13 is New Year."),
        Column("seat", I8, "", "The deciding seat, from 0."),
        Column("cells", binary(CELLS), "", "The observation of the deciding seat, an int8 each."),
        Column("moves", SHORTS, "", "The legal moves, by number."),
        Column("visits", COUNTS, "simulations", "How often the search has visited each of them."),
    ),
)
