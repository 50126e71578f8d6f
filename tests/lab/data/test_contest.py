"""Contests: the sequential test stops a run, and a worker whose results deviate is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from edokko.lab.arena.ledger import sequential_test
from edokko.lab.data.contest import EARLIER, FEWEST, Contest
from edokko.lab.data.plan import Layout
from edokko.lab.data.plan_form import PlanError
from edokko.lab.data.run import run
from tests.helpers.runs import plan, played, rows

PLAN: dict[str, Any] = {
    "entries": ["greedy", "random", "random", "random", "policy:temperature=100"],
    "games": 100,
    "tables": ["games", "seats"],
    "chunk": 12,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("lab") / "run", **PLAN | {"entries": ["greedy", *["random"] * 4]})


def layout() -> Layout:
    return Layout(plan(**PLAN | {"entries": ["greedy", *["random"] * 4]}))


def test_the_test_sees_the_shares_of_whole_rounds(folder: Path) -> None:
    """Five line-ups a round; one of them is without the first entry."""
    seats = rows(folder, "seats").join(rows(folder, "games").select("game", "block"), on="game")
    with_first = seats.filter((pl.col("entry") == "greedy").any().over("block"))
    wins = with_first.filter("win").with_columns(round=pl.col("block") // 5, own=pl.col("entry") == "greedy")
    shares = wins.sort("round").group_by("round", maintain_order=True).agg(pl.col("own").mean())["own"].to_list()
    expected = sequential_test(layout().conditions[0].schedule, 0.25)
    count = 0
    for share in shares:
        expected.add(share)
        count += 20
        if expected.answer:
            break
    contest = Contest(layout(), folder, 0.25)
    assert contest.answer == expected.answer
    assert contest.games == count


@pytest.mark.parametrize(("settle", "answer"), [(0.25, "above"), (0.95, "below")])
def test_a_settled_run_stops_with_the_same_answer_in_any_order(tmp_path: Path, settle: float, answer: str) -> None:
    """Random against random at two seats, and greedy as the player to beat."""
    entries = ["greedy", "random"] if answer == "above" else ["random", "greedy"]
    fields = {"entries": entries, "games": 2000, "players": 2, "tables": ["games", "seats"], "chunk": 20}
    results = []
    for workers in (1, 2):
        chunks = Layout(plan(**fields))
        contest = Contest(chunks, tmp_path / str(workers), settle)
        reports = run(chunks.plan, tmp_path / str(workers), workers=workers)
        count = 0
        while contest.answer is None:
            contest.add(next(reports))
            count += 1
        reports.close()
        assert count < 20
        results.append((contest.answer, contest.games))
    assert results[0] == results[1]
    assert results[0][0] == answer


def test_chunks_count_in_the_order_of_the_plan(folder: Path, tmp_path: Path) -> None:
    """The last chunk first: nothing is known before the first ones are there."""
    whole = Contest(layout(), folder, 0.25)
    late = Contest(layout(), tmp_path / "none", 0.25)
    for number in reversed(range(layout().chunks)):
        assert late.games == 0
        late.count(number, whole._read(number), "one/1")
    assert (late.answer, late.games) == (whole.answer, whole.games)


def test_a_deviating_worker_is_named_and_the_others_are_not(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    contest = Contest(Layout(plan(**PLAN | {"games": 40000})), tmp_path / "none", 0.25)
    for chunk in range(400):
        worker = f"machine/{chunk % 5}"
        share = 0.9 if worker == "machine/3" else 0.6
        contest.count(chunk, random.binomial(4, share, 3) / 4, worker)
    residuals = contest.residuals()
    assert [residual.worker for residual in residuals if residual.is_deviant] == ["machine/3"]
    assert residuals[0].blocks == 240
    assert residuals[0].share > residuals[0].others
    assert residuals[0].z > 10


def test_equal_workers_are_rarely_named(tmp_path: Path) -> None:
    """At most one contest in a thousand names a worker: three in 300 would be a fault."""
    random = np.random.default_rng(6)
    alarms = 0
    for _ in range(300):
        contest = Contest(Layout(plan(**PLAN | {"games": 4000})), tmp_path / "none", 0.25)
        for chunk in range(40):
            contest.count(chunk, random.binomial(4, 0.6, 5) / 4, f"machine/{chunk % 4}")
        alarms += any(residual.is_deviant for residual in contest.residuals())
    assert alarms < 3


def test_a_worker_with_few_blocks_is_not_judged(tmp_path: Path) -> None:
    contest = Contest(Layout(plan(**PLAN | {"games": 4000})), tmp_path / "none", 0.25)
    contest.count(0, np.full(FEWEST - 1, 1.0), "odd/1")
    contest.count(1, np.tile([0.0, 0.5], FEWEST), "even/1")
    assert [residual.worker for residual in contest.residuals()] == ["even/1"]


def test_chunks_from_before_count_but_have_no_worker(folder: Path) -> None:
    contest = Contest(layout(), folder, 0.25)
    assert list(contest._by_worker) == [EARLIER]
    assert contest.residuals() == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"editions": ["2021", "2015"]}, "settle: the plan has 2 conditions"),
        ({"entries": "greedy"}, "settle: a contest needs several players"),
        ({"tables": ["games"]}, "settle: a contest reads the tables games and seats"),
    ],
)
def test_a_plan_that_is_no_contest_is_refused(tmp_path: Path, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanError, match=message):
        Contest(Layout(plan(**PLAN | fields)), tmp_path, 0.25)
