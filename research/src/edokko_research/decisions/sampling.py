"""One game of a sample: it is played, some of its decisions are picked, and their candidates are played out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from edokko.components import Components, load
from edokko.native.backends import NATIVE, Backend
from edokko.players.base import stream_of
from edokko.players.policies.desk import GREEDY, HASTY, PLANNER
from edokko.position import Position
from edokko.position.engine import position_of
from edokko.rules.chance import below
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.phases import STAGES
from edokko.rules.referee import legal_moves
from edokko.rules.state import State
from edokko.rules.tables import Tables, tables_for
from edokko_research.decisions.overlays import random_overlay
from edokko_research.decisions.picking import pick
from edokko_research.decisions.plan import PLAYOUT_POLICIES, SampleGame, SamplePlan
from edokko_research.playouts.workbench import Verdict, Workbench, playout_seeds

MIX = (PLANNER, PLANNER, GREEDY, HASTY)
"""The policies of a game's seats: each seat draws one."""
DEVIATIONS = (0, 5, 15, 30)
"""The percentages of random moves: each game draws one."""
CHANCE, MOVES, SETTING, OVERLAY, PICKING = range(5)
"""The random streams of a game."""
CANDIDATES, PLAYOUTS = 1 << 16, 1 << 17
"""The first random streams of the candidates and of the playouts: one for each decision."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A judged decision.

    Attributes:
        game: the game that it comes from.
        number: its number in the sample.
        weight: the decisions of the game that it stands for.
        state: the position.
        options: the number of legal moves.
        verdict: the candidates and their results.
        position: the position with its overlay.
    """

    game: SampleGame
    number: int
    weight: float
    state: State
    options: int
    verdict: Verdict
    position: Position

    @property
    def kind(self) -> str:
        """The kind of decision: the name of its phase."""
        return STAGES[self.state.phase]


def components_of(game: SampleGame) -> Components:
    """Return the components of a game, with its overlay if its prices are changed."""
    shipped = load(game.edition)
    return load(game.edition, random_overlay(shipped, game.stream(OVERLAY))) if game.is_changed else shipped


def positions_of(game: SampleGame, tables: Tables, bench: Workbench) -> list[State]:
    """Play a game and return its positions with a choice."""
    words = stream_of(game.stream(SETTING))
    policies = [MIX[below(words, len(MIX))] for _ in range(tables.players)]
    deviations = DEVIATIONS[below(words, len(DEVIATIONS))]
    return bench.play(policies, deviations, game.stream(CHANCE), game.stream(MOVES))


def decisions_of(plan: SamplePlan, game: SampleGame, backend: Backend = NATIVE) -> Iterator[Decision]:
    """Yield the judged decisions of a game, in its order."""
    components = components_of(game)
    tables = tables_for(components, game.seats)
    bench = Workbench(tables, plan.candidates, backend=backend)
    states = positions_of(game, tables, bench)
    policy = PLAYOUT_POLICIES[plan.policy]
    picks = pick([state.phase for state in states], plan.per_game, game.stream(PICKING))
    for index, picked in enumerate(picks):
        state = states[picked.place]
        seeds = playout_seeds(game.stream(PLAYOUTS + picked.place), plan.playouts)
        verdict = bench.judge(state, policy, game.stream(CANDIDATES + picked.place), seeds)
        yield Decision(
            game=game,
            number=game.number * plan.per_game + index,
            weight=picked.weight,
            state=state,
            options=legal_moves(tables, state, [0] * MOST_LEGAL),
            verdict=verdict,
            position=position_of(components, tables, state),
        )
