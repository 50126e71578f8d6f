"""Random: every legal move is equally likely. It is the baseline, and the fastest way through a game."""

from __future__ import annotations

from edokko.game import Game
from edokko.move import Move
from edokko.players.base import Player, stream_of
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


RESOLUTION = 1_000_000
"""Mistakes are drawn in units of one millionth."""


class MistakenPlayer:
    """A wrapper that adds random mistakes to another player.

    Args:
        player: the player that makes all other decisions.
        deviations: in how many of 100 decisions a random legal move is played.
        seed: fixes the mistakes; ``None`` takes one from the system's generator.
    """

    def __init__(self, player: Player, deviations: float, seed: int | None = None) -> None:
        self.name = player.name
        self._player = player
        self._threshold = round(deviations * RESOLUTION / 100)
        self._words = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the wrapped player's move, or a random legal move as a mistake."""
        legal = game.legal_moves.numbers
        if legal and below(self._words, RESOLUTION) < self._threshold:
            return Move.of(legal[below(self._words, len(legal))])
        return self._player.choose(game, Budget.parse(budget) if isinstance(budget, str) else budget)
