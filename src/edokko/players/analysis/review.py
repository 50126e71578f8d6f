"""Review of a game: the loss of every decision, in win chance and in IKI, and the swings caused by chance.

Each decision with a choice is searched anew. Its loss is the win chance of the best move less that of the move played,
both over equally many simulations (:meth:`edokko.players.analysis.position.Analyst.judge`). It is at least 0: a move
that does better than the search's own counts as the best. A second loss is measured in IKI of the expected lead over
the best opponent, because a player that can no longer win loses no win chance. Decisions with one legal move are left
out. If chance reveals something between a move and the next decision, the change is a swing by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import Any, Literal

from edokko.events import Event
from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import EngineName, backend_of
from edokko.players.analysis.position import DEFAULT, Analyst, MoveAnalysis, rounded
from edokko.players.analysis.reasons import completed
from edokko.players.budget import Budget

MISTAKE, BLUNDER = 0.05, 0.1
"""The thresholds of a mistake and a blunder, in win chance; with four players an even share is 0.25."""
MISTAKE_IKI, BLUNDER_IKI = 4.0, 8.0
"""The same thresholds in IKI of the expected lead. A game ends at 50 to 90 IKI, and a payday brings about 10."""
NOTABLE = 0.02
"""The smallest change of win chance that counts as a turning point."""
NOTABLE_IKI = NOTABLE / MISTAKE * MISTAKE_IKI
TURNING_POINTS = 5
"""The maximum number of turning points of each kind."""
CHANCE_EVENTS = ("slot_closed", "revealed", "fire_broke_out", "fire_put_out", "left")
"""The kinds of events that explain a swing: what chance decided after a move, and what a fire did to cards.

Undo has another list, ``REVEALING``: one kind for each kind of outcome, and none of their effects.
"""

Shares = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision with a choice.

    Attributes:
        ply: the number of moves played before.
        month: 1 to 12; 13 is New Year.
        seat: the deciding seat.
        move: the move played.
        best: the best move of the search, or the move played if it is as good.
        loss: the loss of win chance, 0 to 1.
        iki: the loss of expected lead over the best opponent, in IKI.
        before: the win chances by seat after the best move.
        after: the win chances by seat after the move played.
        finals: the expected final scores by seat with the best move, in IKI.
        game: the position, as a game that stops at chance steps.
        error: the standard error of the loss.
        then: the moves that complete the best move in its main line, such as the room of a hire.
        played_finals: the expected final scores by seat with the move played, in IKI.
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
    finals: Shares
    game: Game = field(repr=False, compare=False)
    error: float = 0.0
    then: tuple[Move, ...] = ()
    played_finals: Shares = ()

    @property
    def grade(self) -> Literal["blunder", "mistake", ""]:
        """``"blunder"``, ``"mistake"`` or the empty string. A loss within its error is none."""
        loss = self.loss if self.loss > self.error else 0.0
        if loss >= BLUNDER or self.iki >= BLUNDER_IKI:
            return "blunder"
        return "mistake" if loss >= MISTAKE or self.iki >= MISTAKE_IKI else ""

    @property
    def weight(self) -> float:
        """The severity in win chance; a loss in IKI counts as the loss of win chance with the same grade."""
        return max(self.loss, self.iki * MISTAKE / MISTAKE_IKI)

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON values."""
        return {
            "ply": self.ply,
            "month": self.month,
            "seat": self.seat,
            "move": self.move.words,
            "best": self.best.words,
            "loss": round(self.loss, 4),
            "iki": round(self.iki, 2),
            "before": rounded(self.before, 4),
            "after": rounded(self.after, 4),
            "finals": rounded(self.finals, 2),
        }


@dataclass(frozen=True, slots=True)
class Swing:
    """The change of win chances by chance, between a move and the next decision with a choice.

    Attributes:
        ply: the ply of that decision.
        month: the month of that decision.
        before: the win chances by seat before the chance step.
        after: the win chances by seat at the decision.
        events: the events of the chance step.
    """

    ply: int
    month: int
    before: Shares
    after: Shares
    events: tuple[Event, ...]

    @property
    def change(self) -> float:
        """The largest change of any seat's win chance."""
        return max(abs(after - before) for before, after in zip(self.before, self.after, strict=True))

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON values."""
        return {
            "ply": self.ply,
            "month": self.month,
            "before": rounded(self.before, 4),
            "after": rounded(self.after, 4),
            "events": [event.to_json() for event in self.events],
        }


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The accuracy of one seat's decisions.

    Attributes:
        decisions: the number of its decisions with a choice.
        loss: the mean loss of win chance over them; 0 if there were none.
        iki: the mean loss in IKI over them.
        mistakes, blunders: the number of decisions of that grade; a blunder does not count as a mistake.
    """

    seat: int
    decisions: int
    loss: float
    iki: float
    mistakes: int
    blunders: int

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON values."""
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
    """The review of a game, decision by decision.

    Attributes:
        decisions: the decisions with a choice, in order.
        swings: the changes by chance between them, in order.
        accuracy: one entry for each seat.
        engine: the engine of the searches, ``"native"`` or ``"plain"``.
        game: the reviewed game.
    """

    decisions: tuple[Decision, ...]
    swings: tuple[Swing, ...]
    accuracy: tuple[Accuracy, ...]
    engine: EngineName
    game: Game = field(repr=False, compare=False)

    @property
    def losses(self) -> tuple[Decision, ...]:
        """The most severe losses, the worst first."""
        notable = (decision for decision in self.decisions if decision.loss >= NOTABLE or decision.iki >= NOTABLE_IKI)
        return tuple(sorted(notable, key=lambda decision: -decision.weight)[:TURNING_POINTS])

    @property
    def largest_swings(self) -> tuple[Swing, ...]:
        """The largest swings by chance, the largest first."""
        notable = (swing for swing in self.swings if swing.change >= NOTABLE)
        return tuple(sorted(notable, key=lambda swing: -swing.change)[:TURNING_POINTS])

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON values."""
        game = self.game
        return {
            "edition": game.edition,
            "seats": list(game.seats),
            "moves": game.ply,
            "is_over": game.is_over,
            "ranking": list(game.ranking) if game.is_over else None,
            "iki": [sheet.total for sheet in game.score()] if game.is_over else None,
            "engine": self.engine,
            "accuracy": [accuracy.to_json() for accuracy in self.accuracy],
            "losses": [decision.ply for decision in self.losses],
            "chance": [swing.to_json() for swing in self.largest_swings],
            "decisions": [decision.to_json() for decision in self.decisions],
        }


def review(
    game: Game,
    budget: Budget | str | None = None,
    *,
    seed: int = 0,
    engine: EngineName | None = None,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Review every decision of a game by search.

    Args:
        game: a game, finished or not; it is not changed.
        budget: the budget of the search for the best move of one decision, also as text, such as ``"1000sims"``;
            ``None`` for one second. The move played takes at most the same again.
        seed: fixes the searches.
        engine: ``"native"``, ``"plain"``, or ``None``: native, or plain where there is no engine.
        progress: a callback that receives the number of :func:`choices` done.
    """
    bound = Budget.of(budget, DEFAULT)
    analyst = Analyst(seed, backend=backend_of(engine))
    decisions = []
    for before, move in choices(game):
        decisions.append(_judge(analyst, before, move, bound))
        if progress:
            progress(len(decisions))
    return Review(
        tuple(decisions),
        tuple(_swings(game, decisions)),
        tuple(_accuracy(seat, decisions) for seat in range(game.players)),
        analyst.engine,
        game.copy(),
    )


def choices(game: Game) -> list[tuple[Game, Move]]:
    """Return each decision of a game with more than one legal move: the position and the move played."""
    choices = []
    replay = game.copy()
    while replay.ply:
        move = replay.undo()
        if len(replay.legal_moves) > 1:
            choices.append((replay.copy(), move))
    return choices[::-1]


def _judge(analyst: Analyst, game: Game, move: Move, budget: Budget) -> Decision:
    analysis, played = analyst.judge(game, move, budget)
    seat = game.seat or 0
    loss = max(0.0, analysis.wins[seat] - played.wins[seat])
    iki = max(0.0, _lead(analysis.finals, seat) - _lead(played.finals, seat))
    # A smaller difference may be noise of the search: then the move counts as equally good.
    is_worse = loss > 0 or iki >= NOTABLE_IKI
    best, *then = completed(analysis.best) if is_worse else [move]
    before, finals = (analysis.wins, analysis.finals) if loss > 0 else (played.wins, played.finals)
    return Decision(
        game.ply,
        game.month,
        seat,
        move,
        best,
        loss,
        iki if is_worse else 0.0,
        before,
        played.wins,
        finals,
        analysis.game,
        0.0 if analysis.best.move == move else loss_error(analysis.best, played, seat),
        tuple(then),
        played.finals,
    )


def loss_error(best: MoveAnalysis, played: MoveAnalysis, seat: int) -> float:
    """Return the standard error of the difference between the win chances of two moves.

    A win chance p over n simulations has a standard error of at most √(p(1−p)/n).
    """
    return sqrt(sum(move.wins[seat] * (1 - move.wins[seat]) / move.visits for move in (best, played)))


def _lead(finals: Shares, seat: int) -> float:
    """Return the lead of a seat over its best opponent."""
    return finals[seat] - max(final for other, final in enumerate(finals) if other != seat)


def _swings(game: Game, decisions: Sequence[Decision]) -> list[Swing]:
    """Return the changes by chance between consecutive decisions."""
    events_by_ply = _chance_events(game)
    swings = []
    for decision, following in pairwise(decisions):
        events = tuple(event for ply in range(decision.ply, following.ply) for event in events_by_ply[ply])
        if events:
            swings.append(Swing(following.ply, following.month, decision.after, following.before, events))
    return swings


def _chance_events(game: Game) -> list[list[Event]]:
    """Return the events of the chance steps after each move."""
    events_by_ply = []
    replay = game.copy()
    while replay.ply:
        events = replay.last_events
        chance_count = replay.chance_count
        replay.undo()
        has_chance = chance_count > replay.chance_count
        events_by_ply.append([event for event in events if _is_chance(event)] if has_chance else [])
    return events_by_ply[::-1]


def _is_chance(event: Event) -> bool:
    return event.kind in CHANCE_EVENTS and (event.kind != "left" or event.reason == "fire")


def _accuracy(seat: int, decisions: Sequence[Decision]) -> Accuracy:
    own = [decision for decision in decisions if decision.seat == seat]
    grades = [decision.grade for decision in own]
    loss = sum(decision.loss for decision in own) / max(1, len(own))
    iki = sum(decision.iki for decision in own) / max(1, len(own))
    return Accuracy(seat, len(own), loss, iki, grades.count("mistake"), grades.count("blunder"))
