"""The table of decisions: the options of a seat, what it chose, and what an evaluator thinks of both."""

from __future__ import annotations

from typing import TypeAlias

from edokko.batch import game_seed
from edokko.components import Components
from edokko.game import Game
from edokko.lab.data.replay import Book, ReplayState
from edokko.move import Move
from edokko.native.backends import NATIVE
from edokko.players import Budget, GreedyPlayer
from edokko.players.analysis.position import Analyst, MoveAnalysis
from edokko.rules.moves import KINDS, MOST_LEGAL, WORDS
from edokko.rules.phases import STAGES
from edokko.rules.referee import carry_out
from edokko.rules.scoring import LINE_COUNT, score
from edokko.rules.state import State
from edokko.rules.tables import Tables

NEAR = 1.0
"""Moves that lose at most so many IKI are near the best one."""
PICKS = 0x6D0F27BD
"""Mixed into a plan's seed, so that the picks of games depend on nothing that happens in them."""
Values: TypeAlias = tuple[
    list[float | None] | None, list[int] | None, str | None, float | None, float | None, int | None
]
"""The columns ``values``, ``visits``, ``best``, ``loss``, ``greedy_loss`` and ``near``."""
UNASKED: Values = (None, None, None, None, None, None)


def is_picked(seed: int, game: int, share: float) -> bool:
    """Check whether the decisions of a game are kept: a share of the games, drawn by the plan's seed."""
    return game_seed(seed ^ PICKS, game) < share * 2**64


class Decisions(Book):
    """Collects decisions. It is asked only for the games that :func:`is_picked` picks.

    ``evaluator`` is the budget of the search that evaluates each option; ``None`` for none.
    """

    tables = ("decisions",)

    def __init__(self, components: Components, evaluator: Budget | None) -> None:
        super().__init__()
        self._components = components
        self._evaluator = evaluator
        # The rows of a plan must not change with each new network.
        self._analyst = Analyst(player="mcts") if evaluator else None
        self._lines = [0] * LINE_COUNT

    def start(self, scene: ReplayState) -> None:
        self._ply = 0
        self._greedy = GreedyPlayer(scene.game, backend=NATIVE)

    def before(self, scene: ReplayState, move: int) -> None:
        state = scene.state
        game = Game.from_state(self._components, scene.tables, _without_events(state), chance="manual")
        legal = game.legal_moves.numbers
        greedy = self._greedy.choose(game) if len(legal) > 1 else None
        values = self._values(game, legal, move, greedy) if greedy else UNASKED
        own, others = self._changes(scene.tables, state, move)
        self.rows["decisions"].append(
            (
                scene.game,
                self._ply,
                scene.month,
                state.seat,
                STAGES[state.phase],
                KINDS[move],
                WORDS[move],
                len(legal),
                [WORDS[number] for number in legal],
                greedy.words if greedy else None,
                own,
                others,
                *values,
            )
        )
        self._ply += 1

    def _changes(self, tables: Tables, state: State, move: int) -> tuple[int, int]:
        """Return how a move alone changes the score of its seat, and of the others together."""
        after = _without_events(state)
        carry_out(tables, after, move)
        changes = [
            score(tables, after, seat, self._lines) - score(tables, state, seat, self._lines)
            for seat in range(tables.players)
        ]
        return changes[state.seat], sum(changes) - changes[state.seat]

    def _values(self, game: Game, legal: tuple[int, ...], move: int, greedy: Move) -> Values:
        if self._analyst is None or self._evaluator is None:
            return UNASKED
        analysis, played = self._analyst.judge(game, Move.of(move), self._evaluator, MOST_LEGAL)
        seat = game.state.seat
        by_move = {each.move.number: each for each in analysis.moves} | {move: played}
        values = {number: _margin(each, seat) for number, each in by_move.items()}
        best = analysis.best.move
        return (
            [values.get(number) for number in legal],
            [by_move[number].visits if number in by_move else 0 for number in legal],
            best.words,
            values[best.number] - values[move],
            values[best.number] - values[greedy.number] if greedy.number in values else None,
            sum(value >= values[best.number] - NEAR for value in values.values()),
        )


def _without_events(state: State) -> State:
    copy = state.copy()
    copy.events = None
    return copy


def _margin(analysis: MoveAnalysis, seat: int) -> float:
    """Return a seat's expected final score less the best one of another seat."""
    return analysis.finals[seat] - max(other for place, other in enumerate(analysis.finals) if place != seat)
