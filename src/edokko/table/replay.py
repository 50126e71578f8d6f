"""A game at any ply: for stepping through a finished game, and for moves that a client has missed."""

from __future__ import annotations

from collections.abc import Sequence

from edokko.game import Game
from edokko.rules.chance import CHANCE_NUMBERS
from edokko.table.chance import RowChance
from edokko.table.match import Match
from edokko.table.rows import Row, effective_rows
from edokko.table.setup import Setup, begin_game
from edokko.table.steps import Step

SPACING = 8
"""Rows between two checkpoints. Nearer ones save time and cost memory: about 8 kB each."""


def steps_after(setup: Setup, rows: Sequence[Row], version: int) -> list[Step]:
    """Return the steps of all rows from a version on."""
    match = Match(setup)
    steps: list[Step] = []
    for row in rows:
        match.steps.clear()
        match.apply(row)
        if match.version > version:
            steps += [step for _, step in match.steps]
    return steps


def game_of(setup: Setup, rows: Sequence[Row]) -> Game:
    """Return the game of all rows with its whole history: all its moves can be taken back."""
    effective, chance = effective_rows(rows), RowChance()
    chance.supply(CHANCE_NUMBERS[words] for row in effective for words in row.chance)
    game = begin_game(setup, chance)
    for row in effective:
        if row.kind == "move":
            game.play(row.text)
    return game


class Replay:
    """The rows of a game, with checkpoints: no position has to be replayed from the start twice.

    Threads may share it: a checkpoint never changes once it is stored.
    """

    def __init__(self, setup: Setup, rows: Sequence[Row]) -> None:
        self.state = (len(rows), rows[-1].time if rows else 0.0)  # the number of rows, and the time of the last one
        self.has_begun = any(row.kind == "start" for row in rows)  # whether the game has begun
        self._rows = effective_rows(rows)
        self._moves = [place for place, row in enumerate(self._rows) if row.kind == "move"]
        self._checkpoints = {0: Match(setup)}

    def at(self, ply: int) -> Match:
        """Return the match at a ply, without the moves that were taken back; at the end if the game is shorter."""
        end = self._moves[ply] if ply < len(self._moves) else len(self._rows)
        start = end - end % SPACING
        while start not in self._checkpoints:
            start -= SPACING
        match = self._checkpoints[start].copy()
        for place in range(start, end):
            match.apply(self._rows[place])
            if (place + 1) % SPACING == 0:
                self._checkpoints[place + 1] = match.copy()
        return match
