"""What every decision of a game was worth: the chance to win and the IKI that it gave away, and what chance did.

Each decision with a choice is searched afresh. Its loss is the win chance of the best move found less that of the
move played, both over equally many simulations (:meth:`edokko.players.search.analysis.Analyst.judge`), and never less
than 0: a move that does better than the search's own is as good as the best. The same is counted in IKI, as the
expected lead over the best opponent: a player without a chance to win loses no chance, but still makes mistakes. A
decision with one legal move loses nothing and is left out. What changes between a move and the next decision, where
chance has revealed something, is chance's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from edokko.events import Event
from edokko.game import Game
from edokko.move import Move
from edokko.players.budget import Budget
from edokko.players.search.analysis import DEFAULT, Analyst

MISTAKE, BLUNDER = 0.05, 0.1
"""Losses of win chance from which on a move is called a mistake, a blunder; with four players an even share is 0.25."""
MISTAKE_IKI, BLUNDER_IKI = 4.0, 8.0
"""The same in IKI of the expected lead. A game ends at 50 to 90 IKI, and a payday brings about 10."""
NOTABLE = 0.02
"""A change of win chance below which nothing turns."""
NOTABLE_IKI = NOTABLE / MISTAKE * MISTAKE_IKI
POINTS = 5
"""How many turning points are told of each kind."""
BROUGHT = ("slot_closed", "revealed", "fire_broke_out", "fire_put_out", "left")
"""Kinds of events that say what chance has brought."""

Shares = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision with a choice.

    Attributes:
        ply: how many moves had been played.
        month: 1 to 12; 13 is New Year.
        seat: who decided.
        move: what was played.
        best: the best move found; the one played where that is as good.
        loss: the win chance given away, 0 to 1.
        iki: the expected lead over the best opponent that was given away, in IKI.
        before: the chances to win by seat, if the best move had been played.
        after: the same with the move played.
        game: the position, as a game that stops where chance decides.
    """

    ply: int
    month: int
    seat: int
    move: Move
    best: Move
    loss: float
    iki: float
    before: Shares
    after: Shares
    game: Game = field(repr=False, compare=False)

    @property
    def grade(self) -> str:
        """``"blunder"``, ``"mistake"`` or nothing."""
        if self.loss >= BLUNDER or self.iki >= BLUNDER_IKI:
            return "blunder"
        return "mistake" if self.loss >= MISTAKE or self.iki >= MISTAKE_IKI else ""

    @property
    def weight(self) -> float:
        """How bad it was, in win chance; a loss in IKI counts as the loss of chance that has the same grade."""
        return max(self.loss, self.iki * MISTAKE / MISTAKE_IKI)

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "ply": self.ply,
            "month": self.month,
            "seat": self.seat,
            "move": self.move.words,
            "best": self.best.words,
            "loss": round(self.loss, 4),
            "iki": round(self.iki, 2),
            "before": _rounded(self.before),
            "after": _rounded(self.after),
        }


@dataclass(frozen=True, slots=True)
class Swing:
    """What chance changed between a move and the next decision with a choice.

    Attributes:
        ply: of that decision.
        month: of that decision.
        before: the chances to win by seat, before anything was revealed.
        after: the same at the decision.
        events: what chance brought.
    """

    ply: int
    month: int
    before: Shares
    after: Shares
    events: tuple[Event, ...]

    @property
    def change(self) -> float:
        """The largest change of one seat's chance."""
        return max(abs(after - before) for before, after in zip(self.before, self.after, strict=True))

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "ply": self.ply,
            "month": self.month,
            "before": _rounded(self.before),
            "after": _rounded(self.after),
            "events": [event.to_json() for event in self.events],
        }


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well one seat has decided.

    Attributes:
        seat: whose it is.
        decisions: how many decisions with a choice it had.
        loss: the mean loss of win chance over them; 0 where there were none.
        iki: the mean loss in IKI over them.
        mistakes, blunders: how many have that grade; no move counts as both.
    """

    seat: int
    decisions: int
    loss: float
    iki: float
    mistakes: int
    blunders: int

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "mean_loss": round(self.loss, 4),
            "mean_iki": round(self.iki, 2),
            "mistakes": self.mistakes,
            "blunders": self.blunders,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A game, decision by decision.

    Attributes:
        decisions: those with a choice, in order.
        swings: what chance changed between them, in order.
        accuracy: one entry a seat.
        engine: ``"compiled"`` or ``"plain"``: what the searches ran on.
        game: the game as far as it went.
    """

    decisions: tuple[Decision, ...]
    swings: tuple[Swing, ...]
    accuracy: tuple[Accuracy, ...]
    engine: str
    game: Game = field(repr=False, compare=False)

    @property
    def losses(self) -> tuple[Decision, ...]:
        """The decisions that gave most away, the worst first."""
        notable = (one for one in self.decisions if one.loss >= NOTABLE or one.iki >= NOTABLE_IKI)
        return tuple(sorted(notable, key=lambda one: -one.weight)[:POINTS])

    @property
    def turns(self) -> tuple[Swing, ...]:
        """What chance changed most, the greatest change first."""
        notable = (one for one in self.swings if one.change >= NOTABLE)
        return tuple(sorted(notable, key=lambda one: -one.change)[:POINTS])

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        game = self.game
        return {
            "edition": game.edition,
            "seats": list(game.seats),
            "moves": game.ply,
            "is_over": game.is_over,
            "ranking": list(game.ranking) if game.is_over else None,
            "iki": [sheet.total for sheet in game.score()] if game.is_over else None,
            "engine": self.engine,
            "accuracy": [one.to_json() for one in self.accuracy],
            "losses": [one.ply for one in self.losses],
            "chance": [one.to_json() for one in self.turns],
            "decisions": [one.to_json() for one in self.decisions],
        }


def review(
    game: Game,
    budget: Budget | str | None = None,
    *,
    seed: int = 0,
    engine: str = "compiled",
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Search every decision of a game.

    Args:
        game: over or not; it is not changed.
        budget: of the search for the best move of one decision, also as text, such as ``"1000sims"``; ``None`` for a
            second. The move played takes the same again at most.
        seed: fixes the searches.
        engine: ``"compiled"`` or ``"plain"``.
        progress: is told how many of :func:`choices` are done.
    """
    bound = Budget.of(budget, DEFAULT)
    analyst = Analyst(seed, is_compiled=engine == "compiled")
    decisions = []
    for before, move in choices(game):
        decisions.append(_judged(analyst, before, move, bound))
        if progress:
            progress(len(decisions))
    return Review(
        tuple(decisions),
        tuple(_swings(game, decisions)),
        tuple(_accuracy(seat, decisions) for seat in range(game.players)),
        engine,
        game.copy(),
    )


def choices(game: Game) -> list[tuple[Game, Move]]:
    """The decisions of a game that had more than one legal move: each as it stood, and the move that was played."""
    found = []
    back = game.copy()
    while back.ply:
        move = back.undo()
        if len(back.legal_moves) > 1:
            found.append((back.copy(), move))
    return found[::-1]


def _judged(analyst: Analyst, game: Game, move: Move, budget: Budget) -> Decision:
    analysis, played = analyst.judge(game, move, budget)
    seat = game.seat or 0
    if analysis.best.move == move:
        return Decision(game.ply, game.month, seat, move, move, 0.0, 0.0, played.wins, played.wins, analysis.game)
    loss = max(0.0, analysis.wins[seat] - played.wins[seat])
    iki = max(0.0, _lead(analysis.finals, seat) - _lead(played.finals, seat))
    # Less than that may be the search's own uncertainty: then the move was as good.
    is_worse = loss > 0 or iki >= NOTABLE_IKI
    best = analysis.best.move if is_worse else move
    before = analysis.wins if loss > 0 else played.wins
    return Decision(
        game.ply, game.month, seat, move, best, loss, iki if is_worse else 0.0, before, played.wins, analysis.game
    )


def _lead(finals: Shares, seat: int) -> float:
    """How far a seat is ahead of its best opponent."""
    return finals[seat] - max(one for other, one in enumerate(finals) if other != seat)


def _swings(game: Game, decisions: Sequence[Decision]) -> list[Swing]:
    """What chance changed between neighbouring decisions."""
    brought = _brought(game)
    found = []
    for one, next_ in pairwise(decisions):
        events = tuple(event for ply in range(one.ply, next_.ply) for event in brought[ply])
        if events:
            found.append(Swing(next_.ply, next_.month, one.after, next_.before, events))
    return found


def _brought(game: Game) -> list[list[Event]]:
    """What chance has brought after each move."""
    found = []
    back = game.copy()
    while back.ply:
        events = back.last_events
        revealed = back.chance_count
        back.undo()
        found.append([event for event in events if _is_chance(event)] if revealed > back.chance_count else [])
    return found[::-1]


def _is_chance(event: Event) -> bool:
    return event.kind in BROUGHT and (event.kind != "left" or event.reason == "fire")


def _accuracy(seat: int, decisions: Sequence[Decision]) -> Accuracy:
    own = [one for one in decisions if one.seat == seat]
    grades = [one.grade for one in own]
    loss = sum(one.loss for one in own) / max(1, len(own))
    iki = sum(one.iki for one in own) / max(1, len(own))
    return Accuracy(seat, len(own), loss, iki, grades.count("mistake"), grades.count("blunder"))


def _rounded(shares: Shares) -> list[float]:
    return [round(share, 4) for share in shares]
