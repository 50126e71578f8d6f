"""When a search by the clock may leave time unused, and when it must not."""

from __future__ import annotations

from time import perf_counter, sleep
from typing import TYPE_CHECKING, cast

import pytest

from edokko.game import Game
from edokko.players import Budget, SearchPlayer, player
from edokko.players.outlook import outlook_for
from edokko.players.search import data
from edokko.players.search.player import run
from edokko.players.search.searcher import Searcher
from edokko.players.weights import shipped

if TYPE_CHECKING:
    from collections.abc import Sequence

SOON = 0.5
"""Seconds, of the thirty that are given."""
BUDGET = Budget(milliseconds=30_000)


class Tree:
    """A search whose best move leads by what the test says, and which counts its simulations."""

    def __init__(self, leads: Sequence[int]) -> None:
        self.leads = list(leads)
        self.simulations = 0

    def run(self, simulations: int) -> None:
        self.simulations += simulations
        sleep(simulations * 1e-5)

    def lead(self) -> int:
        return self.leads.pop(0) if len(self.leads) > 1 else self.leads[0]

    def search(self, budget: Budget, *, until_settled: bool) -> float:
        """Run, and say how long it took."""
        began = perf_counter()
        run(cast("Searcher", self), budget, began, until_settled=until_settled)
        return perf_counter() - began


FAR_AHEAD = 1 << 60


def test_a_search_ends_once_the_best_move_cannot_be_overtaken() -> None:
    tree = Tree([0, 0, FAR_AHEAD])
    assert tree.search(BUDGET, until_settled=True) < SOON
    assert len(tree.leads) == 1


def test_a_search_goes_on_while_another_move_could_still_win() -> None:
    assert Tree([0]).search(Budget(milliseconds=60), until_settled=True) >= 0.06


def test_a_slice_in_which_something_else_ran_settles_nothing() -> None:
    """On a busy machine a slice may take a hundred times as long; the simulations to come do not."""
    tree = Tree([400])
    run_as_before, tree_run = tree.run, []

    def stalled(simulations: int) -> None:
        tree_run.append(simulations)
        run_as_before(simulations)
        if len(tree_run) == 6:
            sleep(0.05)

    tree.run = stalled  # type: ignore[method-assign]
    tree.search(Budget(milliseconds=100), until_settled=True)
    assert len(tree_run) > 6


def test_who_asks_for_all_of_the_time_gets_it() -> None:
    """A hint and a review want figures, not only the move."""
    assert Tree([FAR_AHEAD]).search(Budget(milliseconds=60), until_settled=False) >= 0.06


def test_a_number_of_simulations_is_run_to_the_last() -> None:
    """Else the tree, and so later moves, would depend on the clock."""
    for budget in (Budget(simulations=777), Budget(simulations=777, milliseconds=30_000)):
        tree = Tree([FAR_AHEAD])
        tree.search(budget, until_settled=True)
        assert tree.simulations == 777


def test_the_lead_is_the_difference_of_the_two_most_visited_moves() -> None:
    game = Game(4, seed=5)
    mover = player("greedy", 3)
    searcher = Searcher(data.settings(), shipped(), (1, 2), is_compiled=False, nodes=4000)
    leads = set()
    for _ in range(6):
        if len(game.legal_moves) > 1:
            searcher.begin(game, outlook_for(game.players))
            searcher.run(40)
            most, second = sorted((one.visits for one in searcher.found(game)), reverse=True)[:2]
            assert searcher.lead() == most - second
            leads.add(most - second)
        game.play(mover.choose(game))
    assert len(leads) > 1


def test_a_move_is_asked_for_until_it_is_settled_and_figures_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(searcher: Searcher, budget: Budget, began: float, *, until_settled: bool = False) -> None:
        asked.append(until_settled)
        run(searcher, budget, began, until_settled=until_settled)

    monkeypatch.setattr("edokko.players.search.player.run", noted)
    search = SearchPlayer(1, Budget(simulations=2), is_compiled=False, nodes=4000)
    search.choose(Game(4, seed=5))
    search.search(Game(4, seed=5))
    assert asked == [True, False]
