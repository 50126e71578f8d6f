"""Planner: search every line of its own turn, and play out the best ones to the end of the month.

A line is income or a hire with its room, the move, and the deals. The evaluation ranks all lines where the turn ends.
For each of the best few first moves, a greedy playout of all seats continues the best line to the end of the month.
There the outlook gives the expected leads. A slot of the way of life is worth as much as the best line that it
leads to. Other decisions (a guard, a hungry character) are a line of one move. The planner does not look past chance.
"""

from __future__ import annotations

from typing import NamedTuple

from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import Backend, backend_of
from edokko.players.base import stream_of
from edokko.players.budget import Budget
from edokko.players.evaluation.outlook import FEATURE_COUNT, Outlook, expected_final, observe, outlook_for
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.evaluation.worth import ONE_IKI, appraise
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import LOWEST, SCRATCH_GAMES, greedy_move
from edokko.players.policies.turn_plans import LINE_GAMES, Lines, best_first_move, follow_line, is_in_turn, search_lines
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.phases import DRAW_FIRE, OVER, WAY_OF_LIFE
from edokko.rules.referee import is_decision, legal_moves, play
from edokko.rules.state import ABSENT, SLOTS, State

MOST_CANDIDATES = 8
"""How many first moves of a turn are played out beyond the end of the turn."""
MOST_ENDS = SLOTS * MOST_CANDIDATES
WORST = -1e18

REAL, SLOT, LOOKAHEAD = range(3)
"""Indexes of the games: the real one, after a slot, first scratch of playouts and lines."""
ENDS = LOOKAHEAD + max(SCRATCH_GAMES, LINE_GAMES)
"""The index of the first end: the games after it hold the month's ends that the planner compares."""
GAMES = ENDS + MOST_ENDS


class PlannerDesk(NamedTuple):
    """What the planner needs besides a desk."""

    outlook: list[Outlook]
    """One entry."""
    lines: list[Lines]
    """Scratch, one entry."""
    slots: list[int]
    """Scratch for the legal moves of the way of life, ``MOST_LEGAL`` long."""
    features: list[float]
    """Scratch, ``FEATURE_COUNT`` long."""
    moves: list[int]
    """Scratch for the move that leads to each end, ``MOST_ENDS`` long."""


def plan_for(outlook: Outlook, backend: Backend) -> PlannerDesk:
    """Return a plan with new scratch."""
    return PlannerDesk(
        outlook=backend.single(outlook),
        lines=backend.records(Lines, 1),
        slots=backend.integers(MOST_LEGAL),
        features=backend.floats(FEATURE_COUNT),
        moves=backend.integers(MOST_ENDS),
    )


@entry_point
def planned_move(desk: Desk, plan: PlannerDesk) -> int:
    """Return the first move of the line with the best expected lead at the end of the month; of equals, the first.

    Args:
        desk: ``GAMES`` games, the real one first; the scratch games begin at ``LOOKAHEAD``.
    """
    seat = desk.games[REAL].seat
    chosen = 0
    best = WORST
    for end in range(list_ends(desk, plan)):
        value = expected_lead(desk, plan, ENDS + end, seat)
        if value > best:
            best = value
            chosen = end
    return plan.moves[chosen]


@rule
def list_ends(desk: Desk, plan: PlannerDesk) -> int:
    """Write the positions at the end of the month that the planner compares to the games from ``ENDS`` on.

    Args:
        desk, plan: as of :func:`planned_move`; ``plan.moves`` gets the move that leads to each end.

    Returns:
        Their number.
    """
    tables, games, slots = desk.tables[0], desk.games, plan.slots
    if games[REAL].phase != WAY_OF_LIFE:
        return add_line_ends(desk, plan, REAL, ABSENT, 0)
    seat = games[REAL].seat
    count = legal_moves(tables, games[REAL], slots)
    ends = 0
    for place in range(count):
        copy_game(games, REAL, SLOT)
        play(tables, games[SLOT], slots[place])
        play_to_own_turn(desk, seat)
        if is_in_turn(games[SLOT], seat):
            ends = add_line_ends(desk, plan, SLOT, slots[place], ends)
        else:
            copy_game(games, SLOT, ENDS + ends)
            play_to_month_end(desk, ENDS + ends)
            plan.moves[ends] = slots[place]
            ends += 1
    return ends


@rule
def play_to_own_turn(desk: Desk, seat: int) -> None:
    """Play ``games[SLOT]`` greedily for all seats until the seat's turn, a chance step or the end of the month."""
    games = desk.games
    month = games[SLOT].month
    while is_decision(games[SLOT]) and games[SLOT].month == month and not is_in_turn(games[SLOT], seat):
        play(desk.tables[0], games[SLOT], greedy_move(desk, SLOT))


@rule
def play_to_month_end(desk: Desk, index: int) -> None:
    """Play a game greedily for all seats to the next chance step, which is the month's end."""
    games = desk.games
    while is_decision(games[index]):
        play(desk.tables[0], games[index], greedy_move(desk, index))


@rule
def add_line_ends(desk: Desk, plan: PlannerDesk, index: int, slot: int, ends: int) -> int:
    """Add the ends after the best lines of the turn that begins with ``games[index]``, the best line first.

    The evaluation ranks all lines where the turn ends.

    Args:
        slot: the move that leads to the turn; ``ABSENT`` if the first move of each line is the move to choose.
        ends: the number of ends so far.

    Returns:
        The new number of ends.
    """
    games, lines = desk.games, plan.lines[0]
    search_lines(desk, index, games[index].seat, lines)
    for _ in range(min(lines.counts[0], MOST_CANDIDATES)):
        place = best_first_move(lines)
        copy_game(games, index, ENDS + ends)
        follow_line(desk.tables[0], games[ENDS + ends], lines, place)
        play_to_month_end(desk, ENDS + ends)
        plan.moves[ends] = lines.moves[place][0] if slot == ABSENT else slot
        lines.values[place] = LOWEST
        ends += 1
    return ends


@rule
def expected_lead(desk: Desk, plan: PlannerDesk, index: int, seat: int) -> float:
    """Return a seat's expected lead over the others' mean where a month has ended, in IKI."""
    tables, worths, state = desk.tables[0], desk.worths, desk.games[index]
    own = 0.0
    others = 0.0
    for player in range(tables.players):
        if state.phase == OVER:
            expected = evaluate(tables, worths, state, player) / ONE_IKI
        else:
            observe(tables, worths, state, player, plan.features)
            expected = expected_final(plan.outlook[0], coming_month(state), plan.features)
        if player == seat:
            own = expected
        else:
            others += expected
    return own - others / (tables.players - 1)


@rule
def coming_month(state: State) -> int:
    """Return the month that begins after a month's end, or a month that has just begun."""
    if state.phase == DRAW_FIRE:
        return state.month + 1
    return state.month


class PlannerPlayer:
    """A player that plays :func:`planned_move`.

    Args:
        seed: breaks ties in greedy playouts; ``None`` takes one from the system's generator.
        weights: the weights of the evaluation; ``None`` for the shipped ones.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.
    """

    def __init__(
        self, seed: int | None = None, weights: Weights | None = None, *, backend: Backend | None = None
    ) -> None:
        self.name = "planner"
        self._backend = backend = backend or backend_of()
        self._weights = weights or shipped()
        self._games = backend.records(State, GAMES)
        self._lists = backend.integers(2, MOST_LEGAL)
        self._plan = plan_for(Outlook(), backend)
        self._words = backend.integers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the first move of the best line; a single legal move at once."""
        legal = game.legal_moves.numbers
        if not legal:
            raise ValueError("no seat has a decision to make in this game now")
        if len(legal) == 1:
            return Move.of(legal[0])
        desk, plan = self.desk_for(game)
        return Move.of(self.planned(desk, plan))

    def desk_for(self, game: Game) -> tuple[Desk, PlannerDesk]:
        """Put a game on the player's desk."""
        backend, (legal, inner) = self._backend, self._lists
        backend.write_state(self._games, REAL, game.state)
        worths = backend.shared(appraise(game.tables, self._weights))
        desk = Desk(backend.single(game.tables), worths, self._games, LOOKAHEAD, legal, inner, self._words)
        return desk, self._plan._replace(outlook=backend.single(outlook_for(game.players)))

    def planned(self, desk: Desk, plan: PlannerDesk) -> int:
        """Return the number of the move to play; subclasses may choose differently among the ends of the month."""
        return int(self._backend.call(planned_move)(desk, plan))
