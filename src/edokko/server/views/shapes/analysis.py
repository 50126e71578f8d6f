"""Hints, and the reviews of finished games."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from edokko.server.views.shapes.base import ResponseShape
from edokko.server.views.shapes.tables import Event


class HintMove(ResponseShape):
    words: str
    share: float
    """Share of the simulations, 0 to 1."""
    win: float
    score: float
    then: list[str] = field(default_factory=list)
    """The words of the moves that complete it in the search's best line, such as the room of a hire."""


class Hint(ResponseShape):
    """The result of a search of the position."""

    ply: int
    moves: list[HintMove]
    wins: list[float]
    """The win probability of each seat."""
    scores: list[float]
    """The expected final score of each seat."""


class ReviewPoint(ResponseShape):
    """The win probabilities at one ply; the last point is the result."""

    ply: int
    month: int
    wins: list[float]
    """By seat; they add up to 1."""


class ReviewDecision(ResponseShape):
    """A decision between at least two moves."""

    ply: int
    """The ply before the decision."""
    month: int
    seat: int
    move: str
    """The move that was played."""
    best: str
    """The best move of the search; the move played if it is as good."""
    loss: float
    """The loss of win probability, 0 to 1."""
    iki: float
    """The loss of the expected lead over the best opponent, in IKI."""
    before: list[float]
    """The win probabilities by seat, with the best move."""
    after: list[float]
    """The win probabilities by seat, with the move that was played."""
    grade: Literal["blunder", "mistake"] | None = None
    """``blunder`` for a loss of at least 0.1 or 8 IKI, ``mistake`` for one of at least 0.05 or 4 IKI."""


class ReviewTurn(ResponseShape):
    """A turning point: a decision with a large loss, or chance with a large effect."""

    kind: Literal["decision", "chance"]
    ply: int
    """The ply of the decision, or of the first decision after chance."""
    month: int
    before: list[float]
    """The win probabilities by seat, before it."""
    after: list[float]
    seat: int | None = None
    """The seat of a decision."""
    move: str | None = None
    best: str | None = None
    events: list[Event] = field(default_factory=list)
    """The events of chance."""


class ReviewSeat(ResponseShape):
    """The accuracy of a seat's decisions."""

    seat: int
    decisions: int
    """Decisions between at least two moves."""
    mean_loss: float = 0.0
    mean_iki: float = 0.0
    mistakes: int = 0
    blunders: int = 0


class Review(ResponseShape):
    """The review of a finished game: the value of every decision."""

    moves: int
    """The number of moves of the game."""
    simulations: int
    """The simulations of the search for the best move of a decision."""
    curve: list[ReviewPoint]
    """The win probabilities from the first decision to the end."""
    decisions: list[ReviewDecision]
    """In order, without forced moves."""
    turns: list[ReviewTurn]
    """The turning points, the largest change first."""
    seats: list[ReviewSeat]


class Reviewing(ResponseShape):
    """A review that is being computed: ask again after ``retry`` seconds."""

    done: int
    """Decisions."""
    total: int
    waiting: int = 0
    """The number of reviews before it in the queue."""
    retry: float = 2.0
