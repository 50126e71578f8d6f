"""Exhaustive search of a turn: every line of income or a hire with its room, the move, and the deals.

Within a turn there is no chance and no opponent, so all lines can be enumerated and evaluated where the turn ends.
"""

from __future__ import annotations

from typing import Annotated

from edokko.players.evaluation.seat import evaluate
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import LOWEST, try_move
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.moves import DONE, MOST_LEGAL
from edokko.rules.phases import DEALS, INCOME_OR_HIRE, SWAP_SECOND
from edokko.rules.referee import is_decision, legal_moves, play
from edokko.rules.state import State
from edokko.rules.tables import Tables

LONGEST_LINE = 16
"""A bound on the plies of a turn; the longest one is a hire, a move, an extra step, and two deals of four each."""
MOST_MOVES = 30_000
"""A bound on the moves tried in a turn; the search is cut off there. Few turns have a third as many."""
LINE_GAMES = LONGEST_LINE + 1
"""The number of scratch games that :func:`search_lines` overwrites."""

ByPly = Annotated[list[int], Cells("i8", (LONGEST_LINE,))]
ByFirst = Annotated[list[int], Cells("i8", (MOST_LEGAL,))]


@fields
class Lines(Fields):
    """The best line of each first move of a turn, and the stack of the depth-first search."""

    values: ByFirst
    """The evaluation at the end of the best line, by first move in the order of the legal moves."""
    lengths: ByFirst
    """The number of moves of that line."""
    moves: Annotated[list[list[int]], Cells("i8", (MOST_LEGAL, LONGEST_LINE))]
    """The moves of that line."""
    counts: ByPly
    """The stack: the number of legal moves by ply. Entry 0 is the number of first moves."""
    places: ByPly
    """The stack: the index of the next move to try, by ply."""
    legal: Annotated[list[list[int]], Cells("i8", (LONGEST_LINE, MOST_LEGAL))]
    """The stack: the legal moves, by ply."""


@rule
def search_lines(desk: Desk, index: int, seat: int, lines: Lines) -> None:
    """Enumerate all lines from a position by depth-first search, and record the best one of each first move.

    Args:
        desk: the search overwrites ``LINE_GAMES`` scratch games of it.
        index: the index of the game with the position.
        seat: the deciding seat. Outside of its turn each line is one move.
    """
    tables, games, spare = desk.tables[0], desk.games, desk.spare
    copy_game(games, index, spare)
    lines.counts[0] = legal_moves(tables, games[spare], lines.legal[0])
    lines.places[0] = 0
    for place in range(lines.counts[0]):
        lines.values[place] = LOWEST
        lines.lengths[place] = 1
        lines.moves[place][0] = lines.legal[0][place]
    tried = 0
    depth = 0
    while depth >= 0:
        if lines.places[depth] == lines.counts[depth] or tried == MOST_MOVES:
            depth -= 1
            continue
        move = lines.legal[depth][lines.places[depth]]
        lines.places[depth] += 1
        tried += 1
        here = spare + depth + 1
        copy_game(games, here - 1, here)
        is_end = depth + 1 == LONGEST_LINE or (games[here].phase == DEALS and move == DONE)
        is_turn = is_in_turn(games[here], seat)
        try_move(tables, games[here], move)
        if is_turn and not is_end and is_in_turn(games[here], seat):
            depth += 1
            lines.counts[depth] = legal_moves(tables, games[here], lines.legal[depth])
            lines.places[depth] = 0
        else:
            record_line(desk, seat, lines, depth)


@rule
def record_line(desk: Desk, seat: int, lines: Lines, depth: int) -> None:
    """Record the line that has just ended at ``depth`` if it is the best one of its first move."""
    first = lines.places[0] - 1
    value = evaluate(desk.tables[0], desk.worths, desk.games[desk.spare + depth + 1], seat)
    if value > lines.values[first]:
        lines.values[first] = value
        lines.lengths[first] = depth + 1
        for step in range(depth + 1):
            lines.moves[first][step] = lines.legal[step][lines.places[step] - 1]


@rule
def best_first_move(lines: Lines) -> int:
    """Return the index of the first move with the best line; of equals, the lowest index."""
    best = 0
    for place in range(lines.counts[0]):
        if lines.values[place] > lines.values[best]:
            best = place
    return best


@rule
def follow_line(tables: Tables, state: State, lines: Lines, place: int) -> None:
    """Play the best line of a first move, up to the first position without a decision."""
    for step in range(lines.lengths[place]):
        if is_decision(state):
            play(tables, state, lines.moves[place][step])


@rule
def is_in_turn(state: State, seat: int) -> bool:
    """Check whether the seat is in its turn."""
    return state.seat == seat and INCOME_OR_HIRE <= state.phase <= SWAP_SECOND
