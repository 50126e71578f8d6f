"""The lines of a turn: income or a hire with its room, the move, and the deals, each line to where the turn ends.

No chance and no opponent comes in between, so all of them can be gone through and compared by the evaluation.
"""

from __future__ import annotations

from typing import Annotated

from edokko.players.evaluation import evaluate
from edokko.players.greedy import LEAST, look_at, move_at
from edokko.players.worth import Worths
from edokko.rules.entry import copy_game
from edokko.rules.fields import Cells, Fields, fields
from edokko.rules.moves import DONE, MOST_LEGAL
from edokko.rules.referee import is_decision, legal_moves, play
from edokko.rules.registry import rule
from edokko.rules.state import DEALS, INCOME_OR_HIRE, SWAP_SECOND, State
from edokko.rules.tables import Tables

LONGEST_LINE = 16
"""A bound on the decisions of a turn; the longest one is a hire, a move, an extra step, and two deals of four each."""
MOST_MOVES = 30_000
"""A bound on the moves that are tried in a turn; what is left then is not looked at. Few turns have a third as many."""
LINE_GAMES = LONGEST_LINE + 1
"""How many games :func:`all_lines` overwrites."""

ByStep = Annotated[list[int], Cells("i8", (LONGEST_LINE,))]
ByFirst = Annotated[list[int], Cells("i8", (MOST_LEGAL,))]


@fields
class Lines(Fields):
    """The best line of each first move of a turn, and what it takes to find it."""

    __slots__ = ("counts", "legal", "lengths", "moves", "places", "values")

    values: ByFirst
    """By first move, in the order of the legal moves: the evaluation where its best line ends."""
    lengths: ByFirst
    """How many moves that line has."""
    moves: Annotated[list[list[int]], Cells("i8", (MOST_LEGAL, LONGEST_LINE))]
    """Which."""
    counts: ByStep
    """Of the line that is gone through: by step, how many moves there are. The first counts the first moves."""
    places: ByStep
    """By step, the place of the next move to try."""
    legal: Annotated[list[list[int]], Cells("i8", (LONGEST_LINE, MOST_LEGAL))]
    """By step, the moves."""


@rule
def all_lines(
    tables: Tables, worths: list[Worths], games: list[State], index: int, scratch: int, seat: int, lines: Lines
) -> None:
    """Go through all lines from a position on and note the best one of each first move.

    Args:
        worths: what the evaluation looks up.
        games: the position at ``index``, and ``LINE_GAMES`` games to overwrite from ``scratch`` on.
        seat: who decides. Outside of its turn each line is one move.
        lines: where they go.
    """
    copy_game(games, index, scratch)
    lines.counts[0] = legal_moves(tables, games[scratch], lines.legal[0])
    lines.places[0] = 0
    for place in range(lines.counts[0]):
        lines.values[place] = LEAST
        lines.lengths[place] = 1
        lines.moves[place][0] = lines.legal[0][place]
    tried = 0
    depth = 0
    while depth >= 0:
        if lines.places[depth] == lines.counts[depth] or tried == MOST_MOVES:
            depth -= 1
            continue
        move = move_at(lines.legal[depth], 0 + lines.places[depth])
        lines.places[depth] += 1
        tried += 1
        here = scratch + depth + 1
        copy_game(games, here - 1, here)
        is_end = depth + 1 == LONGEST_LINE or (games[here].phase == DEALS and move == DONE)
        is_turn = goes_on(games[here], seat)
        look_at(tables, games[here], move)
        if is_turn and not is_end and goes_on(games[here], seat):
            depth += 1
            lines.counts[depth] = legal_moves(tables, games[here], lines.legal[depth])
            lines.places[depth] = 0
        else:
            note_line(tables, worths, games[here], seat, lines, depth)


@rule
def note_line(tables: Tables, worths: list[Worths], state: State, seat: int, lines: Lines, depth: int) -> None:
    """Keep the line that has just ended with the step ``depth`` if it is the best one of its first move."""
    first = lines.places[0] - 1
    value = evaluate(tables, worths, state, seat)
    if value > lines.values[first]:
        lines.values[first] = value
        lines.lengths[first] = depth + 1
        for step in range(depth + 1):
            lines.moves[first][step] = lines.legal[step][lines.places[step] - 1]


@rule
def best_first(lines: Lines) -> int:
    """The place of the first move whose line is best; the first of equals."""
    best = 0
    for place in range(lines.counts[0]):
        if lines.values[place] > lines.values[best]:
            best = place
    return best


@rule
def follow_line(tables: Tables, state: State, lines: Lines, place: int) -> None:
    """Play the best line of a first move, as far as its seat decides."""
    for step in range(lines.lengths[place]):
        if is_decision(state):
            play(tables, state, move_at(lines.moves[place], step))


@rule
def goes_on(state: State, seat: int) -> bool:
    """Whether a seat is in its turn."""
    return state.seat == seat and INCOME_OR_HIRE <= state.phase <= SWAP_SECOND
