"""A player that errs: now and then it plays any legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.players.base import Player, stream_of
from edokko.players.budget import Budget
from edokko.rules.chance import below

if TYPE_CHECKING:
    from edokko.game import Game

ALL = 1_000_000


class MistakenPlayer:
    """Another player with mistakes.

    Args:
        player: who plays otherwise.
        percent: in how many of 100 decisions any legal move is played.
        seed: fixes the mistakes; ``None`` for the system's generator.
    """

    def __init__(self, player: Player, percent: float, seed: int | None = None) -> None:
        self.name = player.name
        self._player = player
        self._errs = round(percent * ALL / 100)
        self._words = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """The other player's move, or any."""
        legal = game.legal_moves.numbers
        if legal and below(self._words, ALL) < self._errs:
            return Move.of(legal[below(self._words, len(legal))])
        return self._player.choose(game, Budget.parse(budget) if isinstance(budget, str) else budget)
