"""Early stopping of a search under a time budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from edokko.game import Game
from edokko.native.backends import PLAIN
from edokko.players import Budget, SearchPlayer, player
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.search import data
from edokko.players.search.player import Searcher, run

if TYPE_CHECKING:
    from collections.abc import Sequence

SOON = 0.5
"""Seconds, out of a budget of thirty."""
BUDGET = Budget(milliseconds=30_000)


SIMULATION_SECONDS = 1e-5


class Clock:
    """A clock that only simulations advance, so that a busy machine changes nothing."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("edokko.players.search.player.perf_counter", clock)
    return clock


class Tree:
    """A fake searcher whose visit leads the test sets, and which counts its simulations."""

    def __init__(self, clock: Clock, leads: Sequence[int]) -> None:
        self.clock = clock
        self.leads = list(leads)
        self.simulations = 0

    def run(self, simulations: int) -> None:
        self.simulations += simulations
        self.clock.now += simulations * SIMULATION_SECONDS

    def visit_lead(self) -> int:
        return self.leads.pop(0) if len(self.leads) > 1 else self.leads[0]

    def search(self, budget: Budget, *, until_settled: bool) -> float:
        """Run a search and return its duration in seconds."""
        began = self.clock.now
        run(cast("Searcher", self), budget, began, until_settled=until_settled)
        return self.clock.now - began


FAR_AHEAD = 1 << 60


def test_a_search_ends_once_the_best_move_cannot_be_overtaken(clock: Clock) -> None:
    tree = Tree(clock, [0, 0, FAR_AHEAD])
    assert tree.search(BUDGET, until_settled=True) < SOON
    assert len(tree.leads) == 1


def test_a_search_continues_while_another_move_could_still_overtake(clock: Clock) -> None:
    assert Tree(clock, [0]).search(Budget(milliseconds=60), until_settled=True) >= 0.06


def test_a_stalled_slice_does_not_stop_the_search(clock: Clock) -> None:
    """On a busy machine a single slice may take a hundred times as long; later slices do not."""
    tree = Tree(clock, [400])
    run_slice, slices = tree.run, []

    def run_stalled(simulations: int) -> None:
        slices.append(simulations)
        run_slice(simulations)
        if len(slices) == 6:
            clock.now += 0.05

    tree.run = run_stalled  # type: ignore[method-assign]
    tree.search(Budget(milliseconds=100), until_settled=True)
    assert len(slices) > 6


def test_without_early_stopping_the_search_uses_all_of_its_time(clock: Clock) -> None:
    """A hint and a review need precise statistics, not only the move."""
    assert Tree(clock, [FAR_AHEAD]).search(Budget(milliseconds=60), until_settled=False) >= 0.06


def test_a_number_of_simulations_is_run_completely(clock: Clock) -> None:
    """Otherwise the tree, and so later moves, would depend on the clock."""
    for budget in (Budget(simulations=777), Budget(simulations=777, milliseconds=30_000)):
        tree = Tree(clock, [FAR_AHEAD])
        tree.search(budget, until_settled=True)
        assert tree.simulations == 777


def test_the_lead_is_the_difference_of_the_two_most_visited_moves() -> None:
    game = Game(4, seed=5)
    mover = player("greedy", 3)
    searcher = Searcher(data.settings(), shipped(), (1, 2), backend=PLAIN, nodes=4000)
    leads = set()
    for _ in range(6):
        if len(game.legal_moves) > 1:
            searcher.begin(game, outlook_for(game.players))
            searcher.run(40)
            most, second = sorted((move.visits for move in searcher.statistics(game)), reverse=True)[:2]
            assert searcher.visit_lead() == most - second
            leads.add(most - second)
        game.play(mover.choose(game))
    assert len(leads) > 1


def test_choosing_a_move_stops_early_and_searching_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def record_run(searcher: Searcher, budget: Budget, began: float, *, until_settled: bool = False) -> None:
        calls.append(until_settled)
        run(searcher, budget, began, until_settled=until_settled)

    monkeypatch.setattr("edokko.players.search.player.run", record_run)
    search = SearchPlayer(1, Budget(simulations=2), backend=PLAIN, nodes=4000)
    search.choose(Game(4, seed=5))
    search.search(Game(4, seed=5))
    assert calls == [True, False]
