"""What a coach says: each of the best moves in a word and with one reason, a fact, and the look back at a month.

The coach praises. It never names a mistake in month 1, and later of one a month: at the end of the month, after
something that was good. All of it follows from the position, the moves and the number of simulations, so equal
positions get equal words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import structs

from edokko.explain.dangers import is_payday_ahead, next_meal, next_payday
from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.position import Analysis, Analyst, MoveAnalysis
from edokko.players.analysis.reasons import (
    COMPLETING,
    FEWEST_VISITS,
    TELLING,
    Reason,
    completed,
    counted,
    harmony,
    reasons_of,
)
from edokko.players.analysis.review import MISTAKE, loss_error
from edokko.players.budget import Budget
from edokko.rules.referee import carry_out

Grade = Literal["strongest", "good", "fair", "risky"]
CLOSE = 0.03
"""The loss of win chance up to which a move is as good as the strongest one, whatever the error of the search."""
MOST_RISKY = 2
MOST_PRAISES = 2
PRAISED = ("retires", "harmony", "food", "end", "salary", "firefighting", "learns", "token")
"""The kinds of reasons that praise a move which has been made."""


class Advice(NamedTuple):
    """What the coach says about one move."""

    grade: Grade
    reason: Reason | None
    """``None`` if each of its reasons has been given for a better move: a short list leaves the move out."""


class Act(NamedTuple):
    """A move that was made, with the moves that completed it, such as the room of a hire."""

    ply: int
    game: Game
    """The position before it."""
    moves: tuple[Move, ...]


class Remark(NamedTuple):
    """What the coach says about an act, or about a better one."""

    ply: int
    moves: tuple[Move, ...]
    reason: Reason | None
    game: Game
    """The position before it."""


class LookBack(NamedTuple):
    """The look back at a month: what was good, and then at most one wish."""

    good: tuple[Remark, ...]
    wish: Remark | None


def advise(analysis: Analysis) -> list[Advice]:
    """Return what to say about each move of an analysis.

    A move is good if its win chance is within 0.03 of the first one's, or within the error of the search. It is risky
    if it leaves more characters without rice at this month's payday than the first one.
    """
    hungry = [_hungry(analysis, entry) for entry in analysis.moves]
    said: list[object] = []
    result: list[Advice] = []
    risky = 0
    for place, (entry, reasons) in enumerate(zip(analysis.moves, reasons_of(analysis), strict=True)):
        is_risky = hungry[place] > hungry[0] and risky < MOST_RISKY
        risky += is_risky
        reason = next((each for each in _telling(reasons, is_risky) if _words_of(each) not in said), None)
        if reason is not None:
            said.append(_words_of(reason))
        result.append(Advice("risky" if is_risky else _grade(analysis, entry), reason))
    return result


def _grade(analysis: Analysis, entry: MoveAnalysis) -> Grade:
    first, seat = analysis.best, analysis.seat or 0
    if entry is first:
        return "strongest"
    loss = first.wins[seat] - entry.wins[seat]
    # The search leaves a bad move soon, and a mean over few simulations says nothing.
    error = loss_error(first, entry, seat) if entry.visits >= FEWEST_VISITS else 0.0
    return "good" if loss <= max(CLOSE, error) else "fair"


def _hungry(analysis: Analysis, entry: MoveAnalysis) -> int:
    """Return how many characters go hungry at this month's payday after a move, as things stand."""
    game, seat = analysis.game, analysis.seat
    if seat is None or not is_payday_ahead(game.tables, game.state):
        return 0
    after = game.state.copy()
    for move in completed(entry):
        carry_out(game.tables, after, move.number)
    return next_meal(game.tables, after, seat).hungry


def _telling(reasons: Sequence[Reason], is_risky: bool = False) -> list[Reason]:
    """Return the reasons that speak for a move, the most telling first; for a risky one the hunger."""
    hunger = [reason for reason in reasons if reason.hungry]
    shown = hunger if is_risky and hunger else [each for each in reasons if each.kind != "pays" and not each.hungry]
    return sorted(map(_with_one_number, shown), key=lambda reason: TELLING.index(reason.kind))


def _with_one_number(reason: Reason) -> Reason:
    """Leave only the largest of several amounts."""
    if len(reason.amounts) < 2:
        return reason
    name = max(reason.amounts, key=lambda name: reason.amounts[name])
    return structs.replace(reason, amounts={name: reason.amounts[name]})


def _words_of(reason: Reason) -> object:
    """Return what the sentence of a reason depends on: two equal ones would read alike."""
    same = structs.replace(reason, amounts={}, month=None, alike=None, needs=None, has=None, strength=None, level=None)
    return same, tuple(reason.amounts.items()), reason.hungry, reason.stall


def fact_of(game: Game) -> Reason | None:
    """Return something about the deciding seat that is good, or that it should know: its harmony or its next meal."""
    seat, tables = game.seat, game.tables
    month = None if seat is None else next_payday(tables, game.month)
    if seat is None or month is None:
        return None
    together = harmony(tables, game.state, seat)
    if together:
        largest = max(together, key=lambda group: group.iki)
        return Reason(kind="harmony", count=largest.iki, type=largest.type, alike=largest.alike, month=month)
    meal = next_meal(tables, game.state, seat)
    return Reason(kind="food", needs=meal.needs, has=meal.has, month=month) if meal.needs else None


# --- the look back


def acts_of(decisions: Sequence[tuple[int, Game, Move]]) -> list[Act]:
    """Join the decisions of one seat, each with its ply and the position before it, to acts."""
    acts: list[Act] = []
    for ply, game, move in decisions:
        last = acts[-1] if acts else None
        if last is not None and move.kind in COMPLETING and ply == last.ply + len(last.moves):
            acts[-1] = last._replace(moves=(*last.moves, move))
        else:
            acts.append(Act(ply, game, (move,)))
    return acts


def look_back(analyst: Analyst, acts: Sequence[Act], month: int, budget: Budget) -> LookBack:
    """Look back at one seat's acts of a month.

    Args:
        acts: the acts, in order; their games are not changed.
        month: 1 to 13; in the first one there is no wish.
        budget: of the search for the best move of one decision; the move played takes at most the same again.
    """
    praises = sorted(_praises(acts), key=lambda remark: PRAISED.index(remark.reason.kind) if remark.reason else 0)
    good: list[Remark] = []
    for praise in praises:
        if all(praise.ply != other.ply for other in good):
            good.append(praise)
    return LookBack(tuple(good[:MOST_PRAISES]), _wish(analyst, acts, budget) if good and month > 1 else None)


def _praises(acts: Sequence[Act]) -> Iterator[Remark]:
    for act in acts:
        for reason in _telling(counted(act.game, act.moves)):
            if reason.kind in PRAISED:
                yield Remark(act.ply, act.moves, reason, act.game)


def _wish(analyst: Analyst, acts: Sequence[Act], budget: Budget) -> Remark | None:
    """Return the better move of the most expensive decision, if one was costly."""
    worst: tuple[Act, Cost] | None = None
    for act in acts:
        cost = cost_of(analyst, act.game.copy(), act.moves, budget)
        if cost is not None and cost.is_costly and (worst is None or cost.loss > worst[1].loss):
            worst = act, cost
    if worst is None:
        return None
    act, cost = worst
    place = act.moves.index(cost.move)
    game = act.game.copy()
    for move in act.moves[:place]:
        game.play(move)
    better = tuple(completed(cost.best))
    had = [_words_of(reason) for reason in _telling(counted(game, act.moves[place:]))]
    reasons = [reason for reason in _telling(counted(game, better)) if _words_of(reason) not in had]
    return Remark(act.ply + place, better, reasons[0] if reasons else None, game)


COSTLY = MISTAKE
"""The smallest loss of win chance that is costly: that of a mistake in a review."""
CERTAINTY = 2.0
"""How many standard errors a loss has to exceed."""


class Cost(NamedTuple):
    """The cost of one decision: its loss of win chance, 0 to 1, and the standard error of that.

    The best move and the move played are searched equally deeply (:meth:`.Analyst.judge`). A loss that is not clearly
    larger than its error is chance of the search, so it is not called costly.
    """

    move: Move
    """The move played."""
    best: MoveAnalysis
    """The best move; the move played if it is as good."""
    loss: float = 0.0
    error: float = 0.0

    @property
    def is_costly(self) -> bool:
        """Whether the loss is large, and larger than the error of the search."""
        return self.loss >= COSTLY and self.loss > CERTAINTY * self.error


def cost_of(analyst: Analyst, game: Game, moves: Sequence[Move], budget: Budget) -> Cost | None:
    """Return the cost of the most expensive of some consecutive decisions of one seat.

    Args:
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
        return Cost(move, played)
    return Cost(move, best, loss, loss_error(best, played, seat))
