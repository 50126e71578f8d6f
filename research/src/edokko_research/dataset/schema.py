"""The table of a data set of decisions."""

from __future__ import annotations

from edokko.lab.data.schema import FLOAT, I8, I16, I64, SHORTS, Column, TableSchema, binary
from edokko.observation.encoder import CELLS

MOVES_MADE = TableSchema(
    "moves",
    1,
    "one decision between several moves",
    ("game", "ply"),
    (
        Column("game", I64, "", "The number of the game, from 0."),
        Column("players", I8, "seats", "The number of seats."),
        Column("ply", I16, "", "The number of the move in its game, from 0; single legal moves count and have no row."),
        Column("seat", I8, "", "The deciding seat, from 0."),
        Column("cells", binary(CELLS), "", "The observation of the deciding seat, an int8 each."),
        Column("legal", SHORTS, "", "The legal moves, by number: the ones of the mask."),
        Column("move", I16, "", "The move that the player chose, by number; the game may have gone on with another."),
        Column(
            "value",
            FLOAT,
            "IKI",
            "The lead over the mean of the others that the player's search expects.",
            "The player does not search, or only looks at the root.",
        ),
        Column("score", I16, "IKI", "The final score of the deciding seat."),
        Column("lead", FLOAT, "IKI", "Its final score less the mean of the others."),
        Column("place", I8, "", "Its final rank, 1 for the winner."),
    ),
)
