"""Greedy: a one-ply search that plays the move with the best evaluation.

A move that only opens a choice (``hire`` before ``place``, ``work`` before ``train``) is evaluated after the best
continuation of that choice. The player ignores opponents and chance.
"""

from __future__ import annotations

from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import PLAIN, Backend
from edokko.players.base import stream_of
from edokko.players.budget import Budget
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.evaluation.worth import appraise
from edokko.players.policies.desk import Desk
from edokko.rules.chance import below
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import DONE, MOST_LEGAL
from edokko.rules.phases import (
    CHOOSE_BUILDING,
    CHOOSE_TRAINEE,
    DEALS,
    PLACE_BUILT,
    PLACE_HIRED,
    PLACE_NEUTRAL,
    PLACE_START,
    SWAP_FIRST,
    SWAP_SECOND,
)
from edokko.rules.referee import legal_moves, play
from edokko.rules.state import State
from edokko.rules.tables import Tables

SCRATCH_GAMES = 2
"""The number of scratch games that the look-ahead overwrites."""
LOWEST = -(1 << 40)
"""A value below every evaluation."""


@entry_point
def greedy_move(desk: Desk, index: int) -> int:
    """Return the move with the best evaluation for the deciding seat; ties are broken uniformly at random.

    Args:
        desk: the look-ahead overwrites ``SCRATCH_GAMES`` games of it.
    """
    legal = desk.legal
    count = legal_moves(desk.tables[0], desk.games[index], legal)
    chosen = legal[0]
    best = LOWEST
    equals = 0
    for place in range(count if count > 1 else 0):
        value = value_after(desk, index, legal[place])
        if value > best:
            best = value
            chosen = legal[place]
            equals = 1
        elif value == best:
            equals += 1
            if below(desk.words, equals) == 0:
                chosen = legal[place]
    return chosen


@rule
def value_after(desk: Desk, index: int, move: int) -> int:
    """Evaluate the position after a move, and after the best continuation of a choice that it opens."""
    tables, games, spare = desk.tables[0], desk.games, desk.spare
    seat = games[index].seat
    copy_game(games, index, spare)
    try_move(tables, games[spare], move)
    finish_choice(desk, seat)
    return evaluate(tables, desk.worths, games[spare], seat)


@rule
def try_move(tables: Tables, state: State, move: int) -> None:
    """Play a move on a scratch game; ``done`` only marks the open deals as used, so that no month passes."""
    if state.phase == DEALS and move == DONE:
        state.shop_used = 1
        state.work_used = 1
    else:
        play(tables, state, move)


@rule
def has_open_choice(state: State, seat: int) -> bool:
    """Check whether the seat has to finish a choice that its last move opened."""
    phase = state.phase
    if state.seat != seat:
        return False
    if phase in (PLACE_START, PLACE_HIRED, PLACE_BUILT, PLACE_NEUTRAL):
        return True
    return phase in (CHOOSE_TRAINEE, CHOOSE_BUILDING, SWAP_FIRST, SWAP_SECOND)


@rule
def finish_choice(desk: Desk, seat: int) -> None:
    """Finish an open choice of the first scratch game greedily, step by step; the second one is scratch."""
    tables, games, legal, spare = desk.tables[0], desk.games, desk.inner, desk.spare
    while has_open_choice(games[spare], seat):
        count = legal_moves(tables, games[spare], legal)
        chosen = legal[0]
        best = LOWEST
        for place in range(count):
            copy_game(games, spare, spare + 1)
            play(tables, games[spare + 1], legal[place])
            value = evaluate(tables, desk.worths, games[spare + 1], seat)
            if value > best:
                best = value
                chosen = legal[place]
        play(tables, games[spare], chosen)


class GreedyPlayer:
    """A player that plays :func:`greedy_move`. It runs plain by default: for one move that is quick enough.

    Args:
        seed: breaks ties between moves; ``None`` takes one from the system's generator.
        weights: the weights of the evaluation; ``None`` for the shipped ones.
        backend: how it runs, ``PLAIN`` or ``NATIVE``.
    """

    def __init__(self, seed: int | None = None, weights: Weights | None = None, *, backend: Backend = PLAIN) -> None:
        self.name = "greedy"
        self._backend = backend
        self._weights = weights or shipped()
        self._games = backend.records(State, 1 + SCRATCH_GAMES)
        self._lists = backend.integers(2, MOST_LEGAL)
        self._words = backend.integers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the move with the best evaluation."""
        if game.seat is None:
            raise ValueError("no seat has a decision to make in this game now")
        backend = self._backend
        backend.write_state(self._games, 0, game.state)
        worths = backend.shared(appraise(game.tables, self._weights))
        legal, inner = self._lists
        desk = Desk(backend.single(game.tables), worths, self._games, 1, legal, inner, self._words)
        return Move.of(int(backend.call(greedy_move)(desk, 0)))
