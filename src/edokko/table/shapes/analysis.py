"""Hints, the analysis of positions, and the reviews of finished games."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from edokko.players.analysis.coaching import Grade
from edokko.players.analysis.reasons import Reason
from edokko.table.shapes.base import ResponseShape
from edokko.table.shapes.position import Room
from edokko.table.shapes.positions import LineEnd
from edokko.table.shapes.tables import Event

MOST_SIMULATIONS = 50_000


class HintMove(ResponseShape):
    words: str
    share: float
    """Share of the simulations, 0 to 1."""
    win: float
    score: float
    then: list[str] = field(default_factory=list)
    """The words of the moves that complete it in the search's best line, such as the room of a hire."""
    reasons: list[Reason] = field(default_factory=list)
    """Why the move is good: now, at the next payday, at the end, and what it denies opponents."""
    grade: Grade = "fair"
    """How good it is in a word; ``risky`` if it leaves more characters without rice at this month's payday."""
    reason: Reason | None = None
    """The one reason to say. No two moves have the same; a move without one can be left out of a short list."""


class Hint(ResponseShape):
    """The result of a search of the position."""

    ply: int
    moves: list[HintMove]
    wins: list[float]
    """The win probability of each seat."""
    scores: list[float]
    """The expected final score of each seat."""
    fact: Reason | None = None
    """Something about the deciding seat's position: its harmony, or its meal at the next payday."""


class Remark(ResponseShape):
    """What the coach says about a move that you have made, or about a better one."""

    ply: int
    words: str
    then: list[str] = field(default_factory=list)
    """The words of the moves that complete it."""
    reason: Reason | None = None
    rooms: list[Room] = field(default_factory=list)
    """The rooms that it names, with their cards when it was made: a card may have left since."""


class LookBack(ResponseShape):
    """The coach's look back at a month that is over."""

    month: int
    good: list[Remark] = field(default_factory=list)
    """Your moves of the month that were good, the best first."""
    wish: Remark | None = None
    """A better move for the costliest of yours; never in month 1, and never without something good."""


class AnalysisRequest(LineEnd):
    """A position, as the end of a line of play, and a budget."""

    simulations: Annotated[int, Meta(ge=100, le=MOST_SIMULATIONS)] = 5_000
    """The size of the search."""


class AnalysisMove(ResponseShape):
    """A move, its value so far, and what the search expects after it."""

    move: str
    visits: int
    """The simulations that begin with it."""
    wins: list[float]
    """The win probability of each seat."""
    finals: list[float]
    """The expected final score of each seat."""
    error: float
    """The standard error of the deciding seat's win probability: two moves closer than this are about equal."""
    line: list[str]
    """The main line from the move on, to the next step of chance."""


class AnalysisUpdate(ResponseShape):
    """A line of the stream. The last one is ``done``."""

    simulations: int
    """So far; 0 while the search waits for its turn."""
    waiting: int = 0
    """The number of searches before this one."""
    seat: int | None = None
    """The seat that decides; ``None`` if the game is over."""
    moves: list[AnalysisMove] = field(default_factory=list)
    """The best moves, the best one first."""
    wins: list[float] = field(default_factory=list)
    """The win probability of each seat."""
    finals: list[float] = field(default_factory=list)
    """The expected final score of each seat."""
    done: bool = False


class ReviewPoint(ResponseShape):
    """The win probabilities at one ply; the last point is the result."""

    ply: int
    month: int
    wins: list[float]
    """By seat; they add up to 1."""
    finals: list[float] = field(default_factory=list)
    """The expected final scores by seat; none in reviews of older versions."""


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
    """``blunder`` for a loss of at least 0.1 or 8 IKI, ``mistake`` for one of at least 0.05 or 4 IKI. A loss of win
    probability within its error counts as none."""
    error: float = 0.0
    """The standard error of the loss; none in reviews of older versions."""
    then: list[str] = field(default_factory=list)
    """The moves that complete the best move, such as the room of a hire."""
    finals: list[float] = field(default_factory=list)
    """The expected final scores by seat, with the move that was played."""
    best_finals: list[float] = field(default_factory=list)
    """The expected final scores by seat, with the best move."""


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
