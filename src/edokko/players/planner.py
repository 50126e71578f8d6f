"""Planner: go through every line of one's own turn to its end and take the one that the evaluation likes best.

A line is income or a hire with its room, the move, and the deals. A slot of the way of life is judged by the best line
that it leads to, when everybody in between has played as the greedy player would. Other decisions (a guard, a hungry
character) are a line of one move. No chance is foreseen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.players.appraisal import appraise
from edokko.players.base import stream_of
from edokko.players.evaluation import evaluate
from edokko.players.greedy import LEAST, SCRATCH_GAMES, greedy_move, look_at, move_at
from edokko.players.kit import kit
from edokko.players.weights import Weights, shipped
from edokko.players.worth import Worths
from edokko.rules.entry import copy_game
from edokko.rules.moves import DONE, MOST_LEGAL
from edokko.rules.referee import is_decision, legal_moves, play
from edokko.rules.registry import rule
from edokko.rules.state import DEALS, INCOME_OR_HIRE, SWAP_SECOND, WAY_OF_LIFE, State
from edokko.rules.tables import Tables

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.budget import Budget

LONGEST_LINE = 16
"""A bound on the decisions of a turn; the longest one is a hire, a move, an extra step, and two deals of four each."""
MOST_MOVES = 30_000
"""A bound on the moves that are tried in a turn; what is left then is not looked at. Few turns have a third as many."""

VALUE, MOVE = range(2)
"""What :func:`best_line` answers with."""
COUNTS, PLACES, BEST = range(3)
"""The rows of ``notes``: the moves of each step of a line, the next one to try, and the answer."""
LEGAL, INNER = LONGEST_LINE, LONGEST_LINE + 1
"""The rows of ``lists`` behind those of a line."""
REAL, SLOT, AHEAD, LINE = 0, 1, 2, 2 + SCRATCH_GAMES
"""The games: the real one, one for each slot in turn, the greedy players' own, and those of a line."""
GAMES = LINE + LONGEST_LINE + 1


@rule
def planned_move(
    tables: list[Tables],
    worths: list[Worths],
    games: list[State],
    lists: list[list[int]],
    notes: list[list[int]],
    words: list[int],
) -> int:
    """The first move of the line after which the deciding seat stands best; the first of equals.

    Args:
        tables: one entry.
        worths: what the evaluation looks up.
        games: ``GAMES`` of them, the real one first.
        lists: scratch, ``LONGEST_LINE + 2`` rows at least ``MOST_LEGAL`` long.
        notes: scratch, three rows ``LONGEST_LINE`` long.
        words: the stream that decides between the greedy players' equals.
    """
    if games[REAL].phase != WAY_OF_LIFE:
        best_line(tables[0], worths, games, REAL, lists, notes)
        return 0 + notes[BEST][MOVE]
    seat = games[REAL].seat
    count = legal_moves(tables[0], games[REAL], lists[LONGEST_LINE])
    # The turn's own lists are overwritten below, so the slots are asked for again each time.
    chosen = move_at(lists[LEGAL], 0)
    best = LEAST
    for place in range(count):
        legal_moves(tables[0], games[REAL], lists[LEGAL])
        slot = move_at(lists[LEGAL], place)
        copy_game(games, REAL, SLOT)
        play(tables[0], games[SLOT], slot)
        to_own_turn(tables[0], worths, games, seat, lists, words)
        value = evaluate(tables[0], worths, games[SLOT], seat)
        if goes_on(games[SLOT], seat):
            best_line(tables[0], worths, games, SLOT, lists, notes)
            value = 0 + notes[BEST][VALUE]
        if value > best:
            best = value
            chosen = slot
    return chosen


@rule
def to_own_turn(
    tables: Tables, worths: list[Worths], games: list[State], seat: int, lists: list[list[int]], words: list[int]
) -> None:
    """Let everybody play as the greedy player would until a seat's turn begins, or until chance decides."""
    month = games[SLOT].month
    while is_decision(games[SLOT]) and games[SLOT].month == month and not goes_on(games[SLOT], seat):
        move = greedy_move(tables, worths, games, SLOT, AHEAD, lists[LEGAL], lists[INNER], words)
        play(tables, games[SLOT], move)


@rule
def best_line(
    tables: Tables, worths: list[Worths], games: list[State], index: int, lists: list[list[int]], notes: list[list[int]]
) -> None:
    """Find the best line of a turn; its value and its first move go to ``notes[BEST]``.

    Args:
        games: the turn begins with ``games[index]``.
        worths, lists, notes: as for :func:`planned_move`.
    """
    seat = games[index].seat
    copy_game(games, index, LINE)
    notes[COUNTS][0] = legal_moves(tables, games[LINE], lists[0])
    notes[PLACES][0] = 0
    notes[BEST][VALUE] = LEAST
    notes[BEST][MOVE] = move_at(lists[0], 0)
    tried = 0
    depth = 0
    while depth >= 0:
        if notes[PLACES][depth] == notes[COUNTS][depth] or tried == MOST_MOVES:
            depth -= 1
            continue
        move = move_at(lists[depth], 0 + notes[PLACES][depth])
        notes[PLACES][depth] += 1
        tried += 1
        here = LINE + depth + 1
        copy_game(games, here - 1, here)
        is_end = depth + 1 == LONGEST_LINE or (games[here].phase == DEALS and move == DONE)
        is_turn = goes_on(games[here], seat)
        look_at(tables, games[here], move)
        if is_turn and not is_end and goes_on(games[here], seat):
            depth += 1
            notes[COUNTS][depth] = legal_moves(tables, games[here], lists[depth])
            notes[PLACES][depth] = 0
        else:
            value = evaluate(tables, worths, games[here], seat)
            if value > notes[BEST][VALUE]:
                notes[BEST][VALUE] = value
                notes[BEST][MOVE] = move_at(lists[0], notes[PLACES][0] - 1)


@rule
def goes_on(state: State, seat: int) -> bool:
    """Whether a seat is in its turn."""
    return state.seat == seat and INCOME_OR_HIRE <= state.phase <= SWAP_SECOND


class PlannerPlayer:
    """Plays :func:`planned_move`.

    Args:
        seed: decides between moves of equal value where others are foreseen; ``None`` for the system's generator.
        weights: what its evaluation weighs with; ``None`` for the shipped ones.
        is_compiled: whether it runs compiled or plain.
    """

    def __init__(self, seed: int | None = None, weights: Weights | None = None, *, is_compiled: bool = True) -> None:
        self.name = "planner"
        self._kit = kit(is_compiled)
        self._weights = weights or shipped()
        self._games = self._kit.many(State, GAMES)
        self._lists = self._kit.numbers(LONGEST_LINE + 2, MOST_LEGAL)
        self._notes = self._kit.numbers(3, LONGEST_LINE)
        self._words = self._kit.numbers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """The first move of the best line; at once where there is only one move."""
        legal = game.legal_moves.numbers
        if not legal:
            raise ValueError("nobody decides in this game now")
        if len(legal) == 1:
            return Move.of(legal[0])
        self._kit.put(self._games, REAL, game.state)
        tables, worths = self._kit.one(game.tables), self._kit.all(appraise(game.tables, self._weights))
        call = self._kit.call(planned_move)
        return Move.of(int(call(tables, worths, self._games, self._lists, self._notes, self._words)))
