"""Random: every legal move is equally likely. It is the baseline, and the fastest way through a game."""

from __future__ import annotations

from edokko.game import Game
from edokko.move import Move
from edokko.players.base import stream_of
from edokko.players.budget import Budget
from edokko.rules.chance import below
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import legal_moves


class RandomPlayer:
    """A player that plays a random legal move.

    Args:
        seed: fixes its moves; ``None`` takes one from the system's generator.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._words = stream_of(seed)
        self._legal = [0] * MOST_LEGAL

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return a random legal move."""
        count = legal_moves(game.tables, game.state, self._legal)
        if count == 0:
            raise ValueError("no seat has a decision to make in this game now")
        return Move.of(self._legal[below(self._words, count)])
