"""Greedy: a one-ply search that plays the move with the best evaluation.

A move that only opens a choice (``hire`` before ``place``, ``work`` before ``train``) is evaluated after the best
continuation of that choice. The player ignores opponents and chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.players.base import stream_of
from edokko.players.evaluation.appraisal import appraise
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.evaluation.worth import Worths
from edokko.players.kit import kit
from edokko.rules.chance import below
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import rule
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

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.budget import Budget

SCRATCH_GAMES = 2
"""The number of scratch games that the look-ahead overwrites."""
LOWEST = -(1 << 40)
"""A value below every evaluation."""


@rule
def greedy_move(
    tables: Tables,
    worths: list[Worths],
    games: list[State],
    index: int,
    scratch: int,
    legal: list[int],
    inner: list[int],
    words: list[int],
) -> int:
    """Return the move with the best evaluation for the deciding seat; ties are broken uniformly at random.

    Args:
        worths: the worths of every period.
        games: the real game at ``index``, and ``SCRATCH_GAMES`` scratch games from ``scratch`` on.
        legal, inner: scratch, each at least ``MOST_LEGAL`` long.
        words: the player's random stream, which breaks ties.
    """
    count = legal_moves(tables, games[index], legal)
    seat = games[index].seat
    chosen = move_at(legal, 0)
    best = LOWEST
    equals = 0
    for place in range(count if count > 1 else 0):
        move = move_at(legal, place)
        copy_game(games, index, scratch)
        try_move(tables, games[scratch], move)
        finish_choice(tables, worths, games, scratch, seat, inner)
        value = evaluate(tables, worths, games[scratch], seat)
        if value > best:
            best = value
            chosen = move
            equals = 1
        elif value == best:
            equals += 1
            if below(words, equals) == 0:
                chosen = move
    return chosen


@rule
def move_at(legal: list[int], place: int) -> int:
    """Return a move of a list as a full-width integer.

    Arrays of moves are narrower, and numba would compile each callee once for each width.
    """
    return 0 + legal[place]


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
def finish_choice(
    tables: Tables, worths: list[Worths], games: list[State], index: int, seat: int, legal: list[int]
) -> None:
    """Finish an open choice greedily, step by step; the game at ``index + 1`` is scratch."""
    while has_open_choice(games[index], seat):
        count = legal_moves(tables, games[index], legal)
        chosen = move_at(legal, 0)
        best = LOWEST
        for place in range(count):
            move = move_at(legal, place)
            copy_game(games, index, index + 1)
            play(tables, games[index + 1], move)
            value = evaluate(tables, worths, games[index + 1], seat)
            if value > best:
                best = value
                chosen = move
        play(tables, games[index], chosen)


@rule
def greedy_move_at(
    tables: list[Tables], worths: list[Worths], games: list[State], lists: list[list[int]], words: list[int]
) -> int:
    """Call :func:`greedy_move` on the first game; an entry point for Python, which passes arrays."""
    return greedy_move(tables[0], worths, games, 0, 1, lists[0], lists[1], words)


class GreedyPlayer:
    """A player that plays :func:`greedy_move`. It runs plain by default, so that a game with people compiles nothing.

    Args:
        seed: breaks ties between moves; ``None`` takes one from the system's generator.
        weights: the weights of the evaluation; ``None`` for the shipped ones.
        is_compiled: whether it runs compiled or plain.
    """

    kind = 1
    """The player's number in the compiled loop of :mod:`edokko.lab.simulation.runner`."""

    def __init__(self, seed: int | None = None, weights: Weights | None = None, *, is_compiled: bool = False) -> None:
        self.name = "greedy"
        self._kit = kit(is_compiled)
        self._weights = weights or shipped()
        self._games = self._kit.records(State, 1 + SCRATCH_GAMES)
        self._lists = self._kit.integers(2, MOST_LEGAL)
        self._words = self._kit.integers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the move with the best evaluation."""
        if game.seat is None:
            raise ValueError("no seat has a decision to make in this game now")
        self._kit.write_state(self._games, 0, game.state)
        tables, worths = self._kit.single(game.tables), self._kit.shared(appraise(game.tables, self._weights))
        number = self._kit.call(greedy_move_at)(tables, worths, self._games, self._lists, self._words)
        return Move.of(int(number))
