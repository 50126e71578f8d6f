"""The table of a sample of months: a row for each position at the beginning of a month, with the result of its game."""

from __future__ import annotations

from edokko.lab.data.schema import FLOATS, I8, I32, I64, ID, SHORTS, Column, Table, binary
from edokko.observation.layout import CELLS

MONTHS = Table(
    "months",
    2,
    "one position at the beginning of a month, from the second month on",
    ("game", "month"),
    (
        Column("game", I64, "", "The number of the game, from 0. Positions of one game share its result."),
        Column("edition", ID, "", "The edition of the rules and components, `2021` or `2015`."),
        Column("seats", I8, "seats", "The number of players, 2 to 4."),
        Column("overlay", I32, "", "The number of the overlay of changed prices; -1 with the shipped numbers."),
        Column("month", I8, "months", "The month that begins, 2 to 12; 13 is New Year."),
        Column("cells", binary(CELLS), "", "The observation of seat 0, an int8 each."),
        Column("features", FLOATS, "", "The features of each seat as the outlook reads them, seat by seat."),
        Column("totals", SHORTS, "IKI", "The final score of each seat."),
        Column("expected", FLOATS, "IKI", "The final score of each seat that the search expects; 0 without a search."),
        Column("winner", I8, "", "The seat that has won; the rules break all ties."),
    ),
)
