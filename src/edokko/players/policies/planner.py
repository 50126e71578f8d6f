"""Planner: search every line of its own turn, and play out the best ones to the end of the month.

A line is income or a hire with its room, the move, and the deals. The evaluation ranks all lines where the turn ends.
For each of the best few first moves, a greedy playout of all seats continues the best line to the end of the month.
There the outlook gives the expected leads. A slot of the way of life is worth as much as the best line that it
leads to. Other decisions (a guard, a hungry character) are a line of one move. The planner does not look past chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.players.base import stream_of
from edokko.players.evaluation.appraisal import appraise
from edokko.players.evaluation.features import FEATURE_COUNT, observe
from edokko.players.evaluation.outlook import Outlook, expected_final, outlook_for
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.evaluation.worth import ONE_IKI, Worths
from edokko.players.kit import kit
from edokko.players.policies.greedy import LOWEST, SCRATCH_GAMES, greedy_move, move_at
from edokko.players.policies.lines import LINE_GAMES, Lines, best_first_move, follow_line, is_in_turn, search_lines
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.phases import DRAW_FIRE, OVER, WAY_OF_LIFE
from edokko.rules.referee import is_decision, legal_moves, play
from edokko.rules.state import State
from edokko.rules.tables import Tables

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.budget import Budget

MOST_CANDIDATES = 8
"""How many first moves of a turn are played out beyond the end of the turn."""
WORST = -1e18

SLOTS, LEGAL, INNER = range(3)
LISTS = INNER + 1
"""The lists of moves: those of the real position, and two scratch lists of the greedy playouts."""
REAL, SLOT, CANDIDATE, LOOKAHEAD, LINE = 0, 1, 2, 3, 3 + SCRATCH_GAMES
"""Indexes of the games: the real one, after a slot, after a candidate's line, scratch of the greedy playouts and lines.

``LOOKAHEAD`` begins the scratch games of :func:`~edokko.players.policies.greedy.greedy_move`, ``LINE`` those of a line.
"""
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
    """Return the first move of the line with the best expected lead at the end of the month; of equals, the first.

    Args:
        tables, outlook: one entry each.
        worths: the worths of every period.
        games: ``GAMES`` games, the real one first; the others are scratch.
        lists: scratch, ``LISTS`` rows ``MOST_LEGAL`` long.
        lines: one entry, scratch.
        features: scratch, ``FEATURE_COUNT`` long.
        words: the random stream that breaks ties in greedy playouts.
    """
    if games[REAL].phase != WAY_OF_LIFE:
        _, place = best_line(tables[0], worths, outlook[0], games, REAL, lists, lines[0], features, words)
        return 0 + lines[0].moves[place][0]
    seat = games[REAL].seat
    count = legal_moves(tables[0], games[REAL], lists[SLOTS])
    chosen = move_at(lists[SLOTS], 0)
    best = WORST
    for place in range(count):
        slot = move_at(lists[SLOTS], place)
        copy_game(games, REAL, SLOT)
        play(tables[0], games[SLOT], slot)
        play_to_own_turn(tables[0], worths, games, seat, lists, words)
        if is_in_turn(games[SLOT], seat):
            value, _ = best_line(tables[0], worths, outlook[0], games, SLOT, lists, lines[0], features, words)
        else:
            copy_game(games, SLOT, CANDIDATE)
            value = playout_lead(tables[0], worths, outlook[0], games, seat, lists, features, words)
        if value > best:
            best = value
            chosen = slot
    return chosen


@rule
def play_to_own_turn(
    tables: Tables, worths: list[Worths], games: list[State], seat: int, lists: list[list[int]], words: list[int]
) -> None:
    """Play ``games[SLOT]`` greedily for all seats until the seat's turn, a chance step or the end of the month."""
    month = games[SLOT].month
    while is_decision(games[SLOT]) and games[SLOT].month == month and not is_in_turn(games[SLOT], seat):
        move = greedy_move(tables, worths, games, SLOT, LOOKAHEAD, lists[LEGAL], lists[INNER], words)
        play(tables, games[SLOT], move)


@rule
def playout_lead(
    tables: Tables,
    worths: list[Worths],
    outlook: Outlook,
    games: list[State],
    seat: int,
    lists: list[list[int]],
    features: list[float],
    words: list[int],
) -> float:
    """Play ``games[CANDIDATE]`` greedily to the next chance step (the month's end) and return the expected lead."""
    while is_decision(games[CANDIDATE]):
        move = greedy_move(tables, worths, games, CANDIDATE, LOOKAHEAD, lists[LEGAL], lists[INNER], words)
        play(tables, games[CANDIDATE], move)
    month = 0 + games[CANDIDATE].month
    if games[CANDIDATE].phase == DRAW_FIRE:
        month += 1
    own = 0.0
    others = 0.0
    for player in range(tables.players):
        if games[CANDIDATE].phase == OVER:
            expected = evaluate(tables, worths, games[CANDIDATE], player) / ONE_IKI
        else:
            observe(tables, worths, games[CANDIDATE], player, features)
            expected = expected_final(outlook, month, features)
        if player == seat:
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
    """Find the best line of the turn that begins with ``games[index]``.

    The evaluation ranks all lines where the turn ends. The outlook then compares the best line of each of the best
    first moves where the month ends.

    Returns:
        The expected lead of the line, in IKI, and the index of its first move.
    """
    seat = games[index].seat
    search_lines(tables, worths, games, index, LINE, seat, lines)
    best = WORST
    chosen = 0
    for _ in range(min(0 + lines.counts[0], MOST_CANDIDATES)):
        place = best_first_move(lines)
        copy_game(games, index, CANDIDATE)
        follow_line(tables, games[CANDIDATE], lines, place)
        value = playout_lead(tables, worths, outlook, games, seat, lists, features, words)
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
        is_compiled: whether it runs compiled or plain.
    """

    def __init__(self, seed: int | None = None, weights: Weights | None = None, *, is_compiled: bool = True) -> None:
        self.name = "planner"
        self._kit = kit(is_compiled)
        self._weights = weights or shipped()
        self._games = self._kit.records(State, GAMES)
        self._lists = self._kit.integers(LISTS, MOST_LEGAL)
        self._lines = self._kit.records(Lines, 1)
        self._features = self._kit.floats(FEATURE_COUNT)
        self._words = self._kit.integers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the first move of the best line; a single legal move at once."""
        legal = game.legal_moves.numbers
        if not legal:
            raise ValueError("no seat has a decision to make in this game now")
        if len(legal) == 1:
            return Move.of(legal[0])
        self._kit.write_state(self._games, REAL, game.state)
        tables, worths = self._kit.single(game.tables), self._kit.shared(appraise(game.tables, self._weights))
        call = self._kit.call(planned_move)
        outlook = self._kit.single(outlook_for(game.players))
        return Move.of(
            int(call(tables, worths, outlook, self._games, self._lists, self._lines, self._features, self._words))
        )
