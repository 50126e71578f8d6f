"""Planner: search every line of its own turn, and play out the best ones to the end of the month.

A line is income or a hire with its room, the move, and the deals. The evaluation ranks all lines where the turn ends.
For each of the best few first moves, a greedy playout of all seats continues the best line to the end of the month.
There the outlook gives the expected leads. A slot of the way of life is worth as much as the best line that it
leads to. Other decisions (a guard, a hungry character) are a line of one move. The planner does not look past chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from edokko.move import Move
from edokko.players.base import stream_of
from edokko.players.evaluation.appraisal import appraise
from edokko.players.evaluation.features import FEATURE_COUNT, observe
from edokko.players.evaluation.outlook import Outlook, expected_final, outlook_for
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.evaluation.worth import ONE_IKI
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import LOWEST, SCRATCH_GAMES, greedy_move
from edokko.players.policies.lines import LINE_GAMES, Lines, best_first_move, follow_line, is_in_turn, search_lines
from edokko.rules.engine.backends import COMPILED, Backend
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.phases import DRAW_FIRE, OVER, WAY_OF_LIFE
from edokko.rules.referee import is_decision, legal_moves, play
from edokko.rules.state import State

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.budget import Budget

MOST_CANDIDATES = 8
"""How many first moves of a turn are played out beyond the end of the turn."""
WORST = -1e18

REAL, SLOT, CANDIDATE, LOOKAHEAD = range(4)
"""Indexes of the games: the real one, after a slot, after a candidate's line, first scratch of playouts and lines."""
GAMES = LOOKAHEAD + max(SCRATCH_GAMES, LINE_GAMES)


class Plan(NamedTuple):
    """What the planner needs besides a desk."""

    outlook: list[Outlook]
    """One entry."""
    lines: list[Lines]
    """Scratch, one entry."""
    slots: list[int]
    """Scratch for the legal moves of the way of life, ``MOST_LEGAL`` long."""
    features: list[float]
    """Scratch, ``FEATURE_COUNT`` long."""


@rule
def planned_move(desk: Desk, plan: Plan) -> int:
    """Return the first move of the line with the best expected lead at the end of the month; of equals, the first.

    Args:
        desk: ``GAMES`` games, the real one first; the scratch games begin at ``LOOKAHEAD``.
    """
    tables, games, slots = desk.tables[0], desk.games, plan.slots
    if games[REAL].phase != WAY_OF_LIFE:
        _, place = best_line(desk, plan, REAL)
        return plan.lines[0].moves[place][0]
    seat = games[REAL].seat
    count = legal_moves(tables, games[REAL], slots)
    chosen = slots[0]
    best = WORST
    for place in range(count):
        copy_game(games, REAL, SLOT)
        play(tables, games[SLOT], slots[place])
        play_to_own_turn(desk, seat)
        if is_in_turn(games[SLOT], seat):
            value, _ = best_line(desk, plan, SLOT)
        else:
            copy_game(games, SLOT, CANDIDATE)
            value = playout_lead(desk, plan, seat)
        if value > best:
            best = value
            chosen = slots[place]
    return chosen


@rule
def play_to_own_turn(desk: Desk, seat: int) -> None:
    """Play ``games[SLOT]`` greedily for all seats until the seat's turn, a chance step or the end of the month."""
    games = desk.games
    month = games[SLOT].month
    while is_decision(games[SLOT]) and games[SLOT].month == month and not is_in_turn(games[SLOT], seat):
        play(desk.tables[0], games[SLOT], greedy_move(desk, SLOT))


@rule
def playout_lead(desk: Desk, plan: Plan, seat: int) -> float:
    """Play ``games[CANDIDATE]`` greedily to the next chance step (the month's end) and return the expected lead."""
    tables, worths, games = desk.tables[0], desk.worths, desk.games
    while is_decision(games[CANDIDATE]):
        play(tables, games[CANDIDATE], greedy_move(desk, CANDIDATE))
    month = games[CANDIDATE].month
    if games[CANDIDATE].phase == DRAW_FIRE:
        month += 1
    own = 0.0
    others = 0.0
    for player in range(tables.players):
        if games[CANDIDATE].phase == OVER:
            expected = evaluate(tables, worths, games[CANDIDATE], player) / ONE_IKI
        else:
            observe(tables, worths, games[CANDIDATE], player, plan.features)
            expected = expected_final(plan.outlook[0], month, plan.features)
        if player == seat:
            own = expected
        else:
            others += expected
    return own - others / (tables.players - 1)


@rule
def best_line(desk: Desk, plan: Plan, index: int) -> tuple[float, int]:
    """Find the best line of the turn that begins with ``games[index]``.

    The evaluation ranks all lines where the turn ends. The outlook then compares the best line of each of the best
    first moves where the month ends.

    Returns:
        The expected lead of the line, in IKI, and the index of its first move.
    """
    games, lines = desk.games, plan.lines[0]
    seat = games[index].seat
    search_lines(desk, index, seat, lines)
    best = WORST
    chosen = 0
    for _ in range(min(lines.counts[0], MOST_CANDIDATES)):
        place = best_first_move(lines)
        copy_game(games, index, CANDIDATE)
        follow_line(desk.tables[0], games[CANDIDATE], lines, place)
        value = playout_lead(desk, plan, seat)
        if value > best:
            best = value
            chosen = place
        lines.values[place] = LOWEST
    return best, chosen


class PlannerPlayer:
    """A player that plays :func:`planned_move`.

    Args:
        seed: breaks ties in greedy playouts; ``None`` takes one from the system's generator.
        weights: the weights of the evaluation; ``None`` for the shipped ones.
        backend: how it runs, ``PLAIN`` or ``COMPILED``.
    """

    def __init__(self, seed: int | None = None, weights: Weights | None = None, *, backend: Backend = COMPILED) -> None:
        self.name = "planner"
        self._backend = backend
        self._weights = weights or shipped()
        self._games = backend.records(State, GAMES)
        self._lists = backend.integers(3, MOST_LEGAL)
        self._lines = backend.records(Lines, 1)
        self._features = backend.floats(FEATURE_COUNT)
        self._words = backend.integers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the first move of the best line; a single legal move at once."""
        legal = game.legal_moves.numbers
        if not legal:
            raise ValueError("no seat has a decision to make in this game now")
        if len(legal) == 1:
            return Move.of(legal[0])
        backend, (slots, legal, inner) = self._backend, self._lists
        backend.write_state(self._games, REAL, game.state)
        worths = backend.shared(appraise(game.tables, self._weights))
        desk = Desk(backend.single(game.tables), worths, self._games, LOOKAHEAD, legal, inner, self._words)
        plan = Plan(backend.single(outlook_for(game.players)), self._lines, slots, self._features)
        return Move.of(int(backend.call(planned_move)(desk, plan)))
