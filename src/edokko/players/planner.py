"""Planner: go through every line of one's own turn and take the one that leads to the best month.

A line is income or a hire with its room, the move, and the deals. The evaluation compares all lines where the turn
ends; for the best few first moves their best line is followed, everybody playing as the greedy player would, to where
the month ends, and there the outlook compares the leads to expect. A slot of the way of life is judged by the best
line that it leads to. Other decisions (a guard, a hungry character) are a line of one move. No chance is foreseen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.players.appraisal import appraise
from edokko.players.base import stream_of
from edokko.players.evaluation import evaluate
from edokko.players.features import FEATURE_COUNT, observe
from edokko.players.greedy import LEAST, SCRATCH_GAMES, greedy_move, move_at
from edokko.players.kit import kit
from edokko.players.lines import LINE_GAMES, Lines, all_lines, best_first, follow_line, goes_on
from edokko.players.outlook import Outlook, expected_final, outlook_for
from edokko.players.weights import Weights, shipped
from edokko.players.worth import ONE_IKI, Worths
from edokko.rules.entry import copy_game
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import is_decision, legal_moves, play
from edokko.rules.registry import rule
from edokko.rules.state import DRAW_FIRE, OVER, WAY_OF_LIFE, State
from edokko.rules.tables import Tables

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.budget import Budget

MOST_TRIED = 8
"""How many first moves of a turn are followed further than to the turn's end."""
NEVER = -1e18

SLOTS, LEGAL, INNER = range(3)
LISTS = INNER + 1
"""The lists of moves: the slots, and the greedy players' own."""
REAL, SLOT, TRIED, AHEAD, LINE = 0, 1, 2, 3, 3 + SCRATCH_GAMES
"""The games: the real one, one for each slot, one for each first move, the greedy players' own, those of a line."""
GAMES = LINE + LINE_GAMES


@rule
def planned_move(
    tables: list[Tables],
    worths: list[Worths],
    outlook: list[Outlook],
    games: list[State],
    lists: list[list[int]],
    lines: list[Lines],
    features: list[float],
    words: list[int],
) -> int:
    """The first move of the line that leads to the best month; the first of equals.

    Args:
        tables, outlook: one entry each.
        worths: what the evaluation looks up.
        games: ``GAMES`` of them, the real one first.
        lists: scratch, ``LISTS`` rows ``MOST_LEGAL`` long.
        lines: one entry, scratch.
        features: scratch, ``FEATURE_COUNT`` long.
        words: the stream that decides between the greedy players' equals.
    """
    if games[REAL].phase != WAY_OF_LIFE:
        _, place = best_line(tables[0], worths, outlook[0], games, REAL, lists, lines[0], features, words)
        return 0 + lines[0].moves[place][0]
    seat = games[REAL].seat
    count = legal_moves(tables[0], games[REAL], lists[SLOTS])
    chosen = move_at(lists[SLOTS], 0)
    best = NEVER
    for place in range(count):
        slot = move_at(lists[SLOTS], place)
        copy_game(games, REAL, SLOT)
        play(tables[0], games[SLOT], slot)
        to_own_turn(tables[0], worths, games, seat, lists, words)
        if goes_on(games[SLOT], seat):
            value, _ = best_line(tables[0], worths, outlook[0], games, SLOT, lists, lines[0], features, words)
        else:
            copy_game(games, SLOT, TRIED)
            value = foresee(tables[0], worths, outlook[0], games, seat, lists, features, words)
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
def foresee(
    tables: Tables,
    worths: list[Worths],
    outlook: Outlook,
    games: list[State],
    seat: int,
    lists: list[list[int]],
    features: list[float],
    words: list[int],
) -> float:
    """A seat's expected lead when ``games[TRIED]`` has gone on, greedily, to the next chance: the month's end."""
    while is_decision(games[TRIED]):
        move = greedy_move(tables, worths, games, TRIED, AHEAD, lists[LEGAL], lists[INNER], words)
        play(tables, games[TRIED], move)
    month = 0 + games[TRIED].month
    if games[TRIED].phase == DRAW_FIRE:
        month += 1
    own = 0.0
    others = 0.0
    for one in range(tables.players):
        if games[TRIED].phase == OVER:
            expected = evaluate(tables, worths, games[TRIED], one) / ONE_IKI
        else:
            observe(tables, worths, games[TRIED], one, features)
            expected = expected_final(outlook, month, features)
        if one == seat:
            own = expected
        else:
            others += expected
    return own - others / (tables.players - 1)


@rule
def best_line(
    tables: Tables,
    worths: list[Worths],
    outlook: Outlook,
    games: list[State],
    index: int,
    lists: list[list[int]],
    lines: Lines,
    features: list[float],
    words: list[int],
) -> tuple[float, int]:
    """Find the best line of a turn.

    All lines are compared where the turn ends, by the evaluation; then the best line of each of the best first moves
    where the month ends, by the outlook.

    Args:
        games: the turn begins with ``games[index]``.

    Returns:
        Its value, and the place of its first move.
    """
    seat = games[index].seat
    all_lines(tables, worths, games, index, LINE, seat, lines)
    best = NEVER
    chosen = 0
    for _ in range(min(0 + lines.counts[0], MOST_TRIED)):
        place = best_first(lines)
        copy_game(games, index, TRIED)
        follow_line(tables, games[TRIED], lines, place)
        value = foresee(tables, worths, outlook, games, seat, lists, features, words)
        if value > best:
            best = value
            chosen = place
        lines.values[place] = LEAST
    return best, chosen


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
        self._lists = self._kit.numbers(LISTS, MOST_LEGAL)
        self._lines = self._kit.many(Lines, 1)
        self._features = self._kit.reals(FEATURE_COUNT)
        self._words = self._kit.numbers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """The first move of the best line; at once where there is only one move."""
        legal = game.legal_moves.numbers
        if not legal:
            raise ValueError("nobody decides in this game now")
        if len(legal) == 1:
            return Move.of(legal[0])
        self._kit.put(self._games, REAL, game.state)
        tables, worths = self._kit.one(game.tables), self._kit.all(appraise(game.tables, self._weights))
        call = self._kit.call(planned_move)
        outlook = self._kit.one(outlook_for(game.players))
        return Move.of(
            int(call(tables, worths, outlook, self._games, self._lists, self._lines, self._features, self._words))
        )
