"""The desk of a policy: all that it reads and overwrites while it chooses a move, as one argument."""

from __future__ import annotations

from typing import NamedTuple

from edokko.players.evaluation.worth import Worths
from edokko.rules.state import State
from edokko.rules.tables import Tables

RANDOM, GREEDY, HASTY, PLANNER, CHAMPION = range(5)
"""The numbers of the policies, for native code that plays several of them. Files hold their names."""


class Desk(NamedTuple):
    """The input and the scratch of a policy, in arrays: Python passes it as it is to native code."""

    tables: list[Tables]
    """One entry."""
    worths: list[Worths]
    """The worths of every period (:func:`edokko.players.evaluation.worth.appraise`)."""
    games: list[State]
    """The real games, and the scratch games of the look-ahead."""
    spare: int
    """The index of the first scratch game."""
    legal: list[int]
    """Scratch for the legal moves of the real game, at least ``MOST_LEGAL`` long."""
    inner: list[int]
    """Scratch for the legal moves of a scratch game, as long."""
    words: list[int]
    """The random stream of the deciding seat's player, four words."""
