"""What a decision has cost its player, measured while the game goes on: for the coach.

The best move and the move played are searched equally deeply (:meth:`edokko.players.analysis.position.Analyst.judge`).
A win chance over n simulations has a standard error of at most √(p(1−p)/n). A loss that is not clearly larger than
its error is chance of the search, so it is not called costly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.position import Analyst, MoveAnalysis
from edokko.players.analysis.review import MISTAKE, loss_error
from edokko.players.budget import Budget

COSTLY = MISTAKE
"""The smallest loss of win chance that is costly: that of a mistake in a review."""
CERTAINTY = 2.0
"""How many standard errors a loss has to exceed."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one decision.

    Attributes:
        seat: of the player.
        move: the move played.
        played: its analysis.
        best: the analysis of the best move; ``played`` if the move is as good.
        loss: the loss of win chance, 0 to 1.
        error: the standard error of the loss.
        iki: the change of the expected final score by the move, in IKI; negative for a loss.
    """

    seat: int
    move: Move
    played: MoveAnalysis
    best: MoveAnalysis
    loss: float
    error: float
    iki: float

    @property
    def is_costly(self) -> bool:
        """Whether the loss is large, and larger than the error of the search."""
        return self.loss >= COSTLY and self.loss > CERTAINTY * self.error


def cost_of(analyst: Analyst, game: Game, moves: Sequence[Move], budget: Budget) -> Cost | None:
    """Return the cost of the most expensive of some consecutive decisions of one seat.

    Args:
        analyst: the search.
        game: the position before the first move; it is changed.
        moves: the moves, without chance between them.
        budget: of the search for the best move of one decision; the move played takes at most the same again.

    Returns:
        ``None`` if no decision had a choice.
    """
    worst: Cost | None = None
    for place, move in enumerate(moves):
        if len(game.legal_moves) > 1:
            cost = _cost(analyst, game, move, budget)
            if worst is None or cost.loss > worst.loss:
                worst = cost
        if place < len(moves) - 1:
            game.play(move)
    return worst


def _cost(analyst: Analyst, game: Game, move: Move, budget: Budget) -> Cost:
    analysis, played = analyst.judge(game, move, budget)
    seat, best = game.seat or 0, analysis.best
    loss = best.wins[seat] - played.wins[seat]
    if best.move == move or loss <= 0:
        return Cost(seat, move, played, played, 0.0, 0.0, 0.0)
    error = loss_error(best, played, seat)
    return Cost(seat, move, played, best, loss, error, played.finals[seat] - best.finals[seat])
