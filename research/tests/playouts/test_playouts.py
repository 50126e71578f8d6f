"""Playouts of sibling moves: both back ends, common chance, decisions whose results are known."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from tests.helpers.positions import legal_moves

from edokko.components import load
from edokko.native.backends import PLAIN
from edokko.players.policies.desk import GREEDY, HASTY, PLANNER
from edokko.rules import referee
from edokko.rules.moves import DONE
from edokko.rules.phases import DEALS, INCOME_OR_HIRE, STARVE
from edokko.rules.scoring import LINE_COUNT, rank, score
from edokko.rules.state import SEATS, State
from edokko.rules.tables import tables_for
from edokko_research.playouts.workbench import Verdict, Workbench, playout_seeds

TABLES = tables_for(load("2021"), 2)
SEED = 5


@lru_cache
def bench() -> Workbench:
    return Workbench(TABLES, 4)


@lru_cache
def positions() -> tuple[State, ...]:
    return tuple(bench().play((HASTY, GREEDY), 10, SEED, SEED))


def late(options: int = 2) -> State:
    """Return the last position with at least so many legal moves."""
    return next(state for state in reversed(positions()) if len(legal_moves(TABLES, state)) >= options)


def same(first: Verdict, second: Verdict) -> bool:
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in Verdict.__dataclass_fields__)


def test_both_back_ends_agree() -> None:
    plain = Workbench(TABLES, 4, backend=PLAIN)
    assert tuple(plain.play((HASTY, GREEDY), 10, SEED, SEED)) == positions()
    for state in (late(), late(6)):
        seeds = playout_seeds(SEED, 2)
        assert same(plain.judge(state, HASTY, SEED, seeds), bench().judge(state, HASTY, SEED, seeds))
        moves = legal_moves(TABLES, state)[:3]
        assert plain.evaluations(state, moves) == bench().evaluations(state, moves)
        for months in (0, 1):
            values = [each.leaves(state, moves, months, 0.5, seeds) for each in (plain, bench())]
            assert values[0] == pytest.approx(values[1], abs=1e-12)


def test_every_kept_position_has_a_choice() -> None:
    assert all(referee.is_decision(state) and len(legal_moves(TABLES, state)) > 1 for state in positions())
    assert {state.month for state in positions()} >= set(range(1, 13))


def test_the_same_move_twice_has_the_same_playouts() -> None:
    state = positions()[20]
    move = legal_moves(TABLES, state)[-1]
    verdict = bench().play_out(state, [move, move], HASTY, playout_seeds(SEED, 8))
    assert np.array_equal(verdict.margins[0], verdict.margins[1])
    assert np.array_equal(verdict.sheets[0], verdict.sheets[1])
    assert len(set(verdict.margins[0].tolist())) > 1


def test_more_playouts_begin_with_the_fewer() -> None:
    state = positions()[20]
    few, many = (bench().judge(state, HASTY, SEED, playout_seeds(SEED, count)) for count in (3, 6))
    assert np.array_equal(few.moves, many.moves)
    assert np.array_equal(few.margins, many.margins[:, :3])


def test_siblings_meet_the_same_fires_and_cards() -> None:
    """Play two siblings by hand with one seed: each month shows the same row and the same fire."""
    state = positions()[12]
    seen = []
    for move in (legal_moves(TABLES, state)[0], legal_moves(TABLES, state)[-1]):
        game, words, outcomes, weights = state.copy(), [0] * 4, [0] * 16, [0] * 16
        referee.play(TABLES, game, move)
        drawn = []
        while not referee.is_over(game):
            if referee.is_chance(game):
                stream = referee.chance_stream(TABLES, game)
                drawn.append((stream, referee.draw(TABLES, game, [1, 2], words, outcomes, weights)))
                referee.reveal(TABLES, game, drawn[-1][1])
            else:
                referee.play(TABLES, game, legal_moves(TABLES, game)[0])
        seen.append(drawn)
    assert seen[0] == seen[1]
    assert len(seen[0]) > 10


def test_the_last_decision_is_worth_what_it_scores() -> None:
    """Nothing is left to chance after the last choice, so each playout has the result of the move itself."""
    state = positions()[-1]
    verdict = bench().judge(state, HASTY, SEED, playout_seeds(SEED, 3))
    for place, move in enumerate(verdict.moves.tolist()):
        game = state.copy()
        referee.play(TABLES, game, move)
        while not referee.is_over(game):
            (only,) = legal_moves(TABLES, game)
            referee.play(TABLES, game, only)
        totals, ranking = [score(TABLES, game, seat, [0] * LINE_COUNT) for seat in range(2)], [0] * SEATS
        rank(TABLES, game, totals, ranking)
        margin = totals[state.seat] - totals[1 - state.seat]
        assert verdict.margins[place].tolist() == [margin] * 3
        assert verdict.seat_margins[place].tolist() == [margin, -margin]
        assert verdict.seat_wins[place].tolist() == [float(ranking[0] == seat) for seat in (state.seat, 1 - state.seat)]
        assert verdict.sheets[place].sum(axis=1).tolist() == [totals[state.seat], totals[1 - state.seat]]


def test_the_cells_are_those_of_the_after_state() -> None:
    state = positions()[20]
    verdict = bench().judge(state, HASTY, SEED, playout_seeds(SEED, 1))
    from edokko.observation import CELLS
    from edokko.observation.encoder import observe

    for move, cells in zip(verdict.moves.tolist(), verdict.cells, strict=True):
        after, expected = state.copy(), [0] * CELLS
        referee.play(TABLES, after, move)
        observe(TABLES, after, state.seat, expected)
        assert cells.tolist() == expected


def test_all_moves_are_candidates_where_they_are_few() -> None:
    few = next(state for state in positions() if len(legal_moves(TABLES, state)) == 3)
    assert bench().judge(few, HASTY, SEED, playout_seeds(1, 1)).moves.tolist() == legal_moves(TABLES, few)


@pytest.mark.parametrize("phase", [INCOME_OR_HIRE, DEALS])
def test_the_best_by_evaluation_and_random_others_are_candidates(phase: int) -> None:
    state = next(each for each in positions() if each.phase == phase and len(legal_moves(TABLES, each)) > 4)
    legal = legal_moves(TABLES, state)
    values = dict(zip(legal, bench().evaluations(state, legal), strict=True))
    chosen = [bench().judge(state, HASTY, seed, playout_seeds(1, 1)).moves.tolist() for seed in range(12)]
    assert all(len(set(each)) == 4 and set(each) <= set(legal) for each in chosen)
    assert all(each == sorted(each, key=legal.index) for each in chosen)
    if phase == DEALS:
        assert DONE in legal
        assert all(max(values.values()) == max(values[move] for move in each) for each in chosen)
    assert len(set(map(tuple, chosen))) > 1


def test_planners_play_playouts_too() -> None:
    state = late(3)
    hasty, planner = (bench().judge(state, policy, SEED, playout_seeds(SEED, 2)) for policy in (HASTY, PLANNER))
    assert np.array_equal(hasty.moves, planner.moves)
    assert state.phase != STARVE
