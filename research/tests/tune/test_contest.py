"""The objective of tuning: balanced over seats, reproducible, independent of engine and workers."""

from __future__ import annotations

import numpy as np
import pytest

from edokko_research.tune import contest as module
from edokko_research.tune.contest import Candidate, Contest, Job, Table, play

SHIPPED = Candidate({}, {})
ANOTHER = Candidate({"mon_late": 150, "joker": 100}, {})


def test_equal_players_share_the_wins_of_every_round() -> None:
    with Contest(Table("greedy", "greedy", 3)) as contest:
        outcome = contest.play(SHIPPED, 5, 6)
    assert outcome.wins.shape == (6, 3)
    assert outcome.wins.sum(axis=1).tolist() == [1] * 6
    assert outcome.margin == pytest.approx(0)
    assert outcome.value == pytest.approx(10)


def test_a_round_does_not_depend_on_the_number_of_rounds_or_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("greedy", "greedy", 2)
    monkeypatch.setattr(module, "NATIVE_ROUNDS", 3)
    with Contest(table) as single, Contest(table, 3) as parallel:
        few, many = single.play(ANOTHER, 5, 4), parallel.play(ANOTHER, 5, 8)
    assert few.margins.tolist() == many.margins[:4].tolist()
    assert few.margin != 0


def test_games_driven_by_python_are_the_native_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(Table("greedy", "greedy", 3), ANOTHER, 5, 1, 2, 2)
    native = play(job)
    monkeypatch.setattr(module, "BUILT_IN", {})
    assert not job.table.is_native
    driven = play(job)
    assert driven.margins.tolist() == native.margins.tolist()
    assert driven.wins.tolist() == native.wins.tolist()


def test_a_searching_candidate_is_reproducible_and_its_numbers_matter() -> None:
    with Contest(Table("mcts:4sims", "greedy", 2)) as contest:
        first = contest.play(SHIPPED, 5, 1)
        second = contest.play(SHIPPED, 5, 1)
        other = contest.play(Candidate({"mon_late": 150}, {"prior_temperature": 2000.0}), 5, 1)
    assert np.array_equal(first.margins, second.margins)
    assert not np.array_equal(first.margins, other.margins)


def test_a_planner_can_be_tuned_too() -> None:
    with Contest(Table("planner", "planner", 2)) as contest:
        assert contest.play(SHIPPED, 5, 1).margin == pytest.approx(0)


@pytest.mark.parametrize(
    ("player", "opponents", "message"),
    [
        ("random", "greedy", "has no numbers to tune; possible: greedy, planner, mcts"),
        ("policy:temperature=5", "greedy", "has no numbers to tune"),
        ("easy", "greedy", "has no numbers to tune"),
        ("mcts:50ms", "greedy", "plays by the clock; give it simulations, such as mcts:300sims"),
        ("mcts", "greedy", "plays by the clock"),
        ("greedy", "mcts:50ms", "plays by the clock"),
        ("gredy", "greedy", "there is no player 'gredy'"),
        ("greedy", "gredy", "there is no player 'gredy'"),
    ],
)
def test_a_player_that_cannot_be_tuned_is_refused(player: str, opponents: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Table(player, opponents, 2)


def test_constants_in_the_name_are_where_the_search_begins() -> None:
    assert Table("mcts:9sims:exploration=0.9", "greedy", 2).settings.exploration == 0.9
    with pytest.raises(ValueError, match="does not search"):
        Table("greedy", "greedy", 2).settings  # noqa: B018
