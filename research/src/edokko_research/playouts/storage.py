"""The arrays of playouts: the games by index, the scratch, and the results."""

from __future__ import annotations

from typing import NamedTuple

from edokko.players.policies.hasty import RoomValues
from edokko.players.policies.planner import GAMES as PLAN_GAMES
from edokko.players.policies.planner import PlannerDesk
from edokko.rules.engine.fields import Int8Rows, Int16s

ROOT = PLAN_GAMES
"""The index of the decision. Before it come the game that is played, at 0, and the scratch of the planner."""
AFTER = ROOT + 1
"""The index of the first after-state, or of the first kept position of a game."""


class Scratch(NamedTuple):
    """What playouts overwrite, besides a desk. The planner and the referee use most of it."""

    plan: PlannerDesk
    """The plan of the planner."""
    rooms: list[RoomValues]
    """One entry, for the hasty policy."""
    words: list[int]
    """The random stream of a chance step, four words."""
    outcomes: list[int]
    """The outcomes of a chance step, ``MOST_OUTCOMES`` long."""
    weights: list[int]
    """Their weights, as long."""
    legal: list[int]
    """The legal moves of the decision, ``MOST_LEGAL`` long."""
    values: list[int]
    """Their evaluations, as long."""
    is_chosen: list[int]
    """Whether each is a candidate, as long."""
    totals: Int16s
    """The final scores by seat."""
    ranking: Int16s
    """The seats of a finished game, first to last."""
    lines: list[int]
    """A score sheet."""


class Results(NamedTuple):
    """The candidates of a decision, and the results of their playouts. The first axis is the candidate.

    Seats are numbered from the deciding seat: it is 0, then the others follow in seat order.
    """

    moves: list[int]
    """The candidates' move numbers."""
    cells: Int8Rows
    """The observation of each after-state from the deciding seat, ``CELLS`` long."""
    margins: list[list[int]]
    """By playout: the deciding seat's final score less the best opponent's."""
    wins: list[list[int]]
    """By playout: whether the deciding seat has won."""
    margin_sums: list[list[int]]
    """By seat: the sum of its margins over the playouts."""
    win_sums: list[list[int]]
    """By seat: the number of its wins."""
    sheet_sums: list[list[int]]
    """By seat and line of the score sheet: the sum over the playouts."""
