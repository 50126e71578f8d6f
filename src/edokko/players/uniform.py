"""Random: every legal move is as likely. The yardstick, and the quickest way through a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.players.base import stream_of
from edokko.rules.chance import below
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import legal_moves

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.budget import Budget


class RandomPlayer:
    """Plays any legal move.

    Args:
        seed: fixes its moves; ``None`` for one from the system's generator.
    """

    kind = 0
    """Its number in the compiled loop of :mod:`edokko.lab.simulation`."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._words = stream_of(seed)
        self._legal = [0] * MOST_LEGAL

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """One of the legal moves."""
        count = legal_moves(game.tables, game.state, self._legal)
        if count == 0:
            raise ValueError("nobody decides in this game now")
        return Move.of(self._legal[below(self._words, count)])
