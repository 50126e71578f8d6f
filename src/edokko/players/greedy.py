"""Greedy: look one move ahead and take what the evaluation likes best.

A move that only opens a choice (``hire`` before ``place``, ``work`` before ``train``) is judged after that choice
is made as well as possible. No opponent and no chance is foreseen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.players.appraisal import appraise
from edokko.players.base import stream_of
from edokko.players.evaluation import evaluate
from edokko.players.kit import kit
from edokko.players.weights import Weights, shipped
from edokko.players.worth import Worths
from edokko.rules.chance import below
from edokko.rules.entry import copy_game
from edokko.rules.moves import DONE, MOST_LEGAL
from edokko.rules.referee import legal_moves, play
from edokko.rules.registry import rule
from edokko.rules.state import (
    CHOOSE_BUILDING,
    CHOOSE_TRAINEE,
    DEALS,
    PLACE_BUILT,
    PLACE_HIRED,
    PLACE_NEUTRAL,
    PLACE_START,
    SWAP_FIRST,
    SWAP_SECOND,
    State,
)
from edokko.rules.tables import Tables

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.budget import Budget

SCRATCH_GAMES = 2
"""How many games beside the real one are needed to look ahead."""
LEAST = -(1 << 40)


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
    """The move after which the deciding seat stands best; among equals, any with the same chance.

    Args:
        worths: what the evaluation looks up.
        games: the real game at ``index``, and ``SCRATCH_GAMES`` games to overwrite from ``scratch`` on.
        legal, inner: scratch, each at least ``MOST_LEGAL`` long.
        words: the mover's stream, which decides between equals.
    """
    count = legal_moves(tables, games[index], legal)
    seat = games[index].seat
    chosen = move_at(legal, 0)
    best = LEAST
    equals = 0
    for place in range(count if count > 1 else 0):
        move = move_at(legal, place)
        copy_game(games, index, scratch)
        look_at(tables, games[scratch], move)
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
    """A move of a list at the engine's own width: arrays of moves are narrower, and each width would be compiled."""
    return 0 + legal[place]


@rule
def look_at(tables: Tables, state: State, move: int) -> None:
    """Play a move on a copy; ``done`` only gives up the deals that are left, so that no month passes."""
    if state.phase == DEALS and move == DONE:
        state.shop_used = 1
        state.work_used = 1
    else:
        play(tables, state, move)


@rule
def is_opened(state: State, seat: int) -> bool:
    """Whether the seat has to finish a choice that its last move opened."""
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
    """Finish an opened choice step by step, each step as the evaluation likes it; the next game is overwritten."""
    while is_opened(games[index], seat):
        count = legal_moves(tables, games[index], legal)
        chosen = move_at(legal, 0)
        best = LEAST
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
    """:func:`greedy_move` as Python calls compiled code: the real game is the first."""
    return greedy_move(tables[0], worths, games, 0, 1, lists[0], lists[1], words)


class GreedyPlayer:
    """Plays :func:`greedy_move`, in plain Python: nothing is compiled for a game with people.

    Args:
        seed: decides between moves of equal value; ``None`` for one from the system's generator.
        weights: what its evaluation weighs with; ``None`` for the shipped ones.
        is_compiled: whether it runs compiled or plain.
    """

    kind = 1
    """Its number in the compiled loop of :mod:`edokko.lab.simulation`."""

    def __init__(self, seed: int | None = None, weights: Weights | None = None, *, is_compiled: bool = False) -> None:
        self.name = "greedy"
        self._kit = kit(is_compiled)
        self._weights = weights or shipped()
        self._games = self._kit.many(State, 1 + SCRATCH_GAMES)
        self._lists = self._kit.numbers(2, MOST_LEGAL)
        self._words = self._kit.numbers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """The move after which its seat stands best."""
        if game.seat is None:
            raise ValueError("nobody decides in this game now")
        self._kit.put(self._games, 0, game.state)
        tables, worths = self._kit.one(game.tables), self._kit.all(appraise(game.tables, self._weights))
        number = self._kit.call(greedy_move_at)(tables, worths, self._games, self._lists, self._words)
        return Move.of(int(number))
