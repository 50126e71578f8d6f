"""The tables of a sample: ``positions`` has a row for each decision, ``siblings`` for each candidate's after-state.

Seats are numbered from the deciding seat in ``margin``, ``win`` and ``sheet``: it is 0, then the others follow in seat
order. A list holds four seats, and those that the game does not have are 0.
"""

from __future__ import annotations

from edokko.lab.data.schema import (
    FLOAT,
    FLOATS,
    I8,
    I16,
    I32,
    I64,
    ID,
    PARTITIONS,
    SHORTS,
    TEXT,
    Column,
    TableSchema,
    binary,
)
from edokko.observation import CELLS

MOST_MARGINS = 64
"""The margins of single playouts are kept up to this number of playouts."""

CONDITION = (
    PARTITIONS[0],
    Column("seats", I8, "seats", "The number of players, 2 to 4."),
    Column("overlay", I32, "", "The number of the overlay of changed prices; -1 with the shipped numbers."),
)
"""The columns of a sample with the edition, the seats and the prices of a game. Samples have no partitions."""
_EDITION, _SEATS, _OVERLAY = CONDITION

_DECISION = Column("decision", I64, "", "The number of the decision, unique in the sample; it joins the two tables.")
_GAME = Column("game", I64, "", "The number of the game, from 0. Decisions of one game are not independent.")
_SHARED = (
    _EDITION,
    _SEATS,
    Column("month", I8, "months", "The month of the decision, 1 to 12; 13 is New Year."),
    Column("kind", ID, "", "The kind of decision: what the game waited for, such as `income_or_hire` or `deals`."),
    Column("actor", I8, "", "The deciding seat, from 0."),
    _OVERLAY,
)

POSITIONS = TableSchema(
    "positions",
    1,
    "one decision",
    ("decision",),
    (
        _DECISION,
        _GAME,
        *_SHARED,
        Column("options", I16, "moves", "The number of legal moves."),
        Column(
            "weight",
            FLOAT,
            "decisions",
            "The decisions of its game that the row stands for: rare kinds are sampled more often than they occur.",
        ),
        Column("position", TEXT, "", "The position as a position string, with its overlay."),
    ),
)
SIBLINGS = TableSchema(
    "siblings",
    1,
    "one after-state: the position after one candidate move, before any chance that follows",
    ("decision", "move"),
    (
        _DECISION,
        _GAME,
        *_SHARED,
        Column("move", I32, "", "The number of the candidate move."),
        Column("cells", binary(CELLS), "", "The observation of the after-state from the deciding seat, an int8 each."),
        Column("playouts", I16, "playouts", "The number of playouts."),
        Column("margin", FLOATS, "IKI", "The mean margin of each seat: its final score less the best opponent's."),
        Column("win", FLOATS, "", "The share of playouts that each seat has won; the rules break all ties."),
        Column("margin_sd", FLOAT, "IKI", "The standard deviation of the deciding seat's margin over the playouts."),
        Column(
            "loss",
            FLOAT,
            "IKI",
            "The deciding seat's margin less than that of the candidate with the best mean margin.",
        ),
        Column("loss_se", FLOAT, "IKI", "Its standard error, from the paired differences; 0 for the best."),
        Column("win_loss", FLOAT, "", "The chance to win less than that of the candidate with the most wins."),
        Column("win_loss_se", FLOAT, "", "Its standard error, from the paired differences; 0 for the best."),
        Column("halves", FLOATS, "IKI", "The deciding seat's mean margin over the even and over the odd playouts."),
        Column("win_halves", FLOATS, "", "The deciding seat's share of wins over the even and over the odd playouts."),
        Column(
            "margins",
            SHORTS,
            "IKI",
            "The deciding seat's margin in each playout, in the order of the common chance.",
            f"more than {MOST_MARGINS} playouts",
        ),
        Column(
            "sheet", FLOATS, "IKI", "The mean score sheet of each seat: eight lines of the first seat, then the next."
        ),
    ),
)
TABLES = {table.name: table for table in (POSITIONS, SIBLINGS)}
"""The tables by name, in the order in which a chunk's files are complete: the last one tells that the chunk is done."""
