"""Samples of months: the same plan gives the same rows, and the rows tell how the games went."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.helpers.networks import random_network

from edokko import extras
from edokko.components import load
from edokko.lab.data.plan_form import PlanError
from edokko.observation.arrays import views
from edokko.observation.encoder import CELLS
from edokko.players.champion.stored import SHIPPED, empty_network, file_hash, write_network
from edokko.players.evaluation.weights import shipped
from edokko.players.policies.desk import CHAMPION, PLANNER
from edokko.rules.tables import tables_for
from edokko_research.months.budgets import Budgets
from edokko_research.months.job import MonthsJob, play_chunk
from edokko_research.months.plan import CONDITIONS, MonthsPlan, chunk_of, months_plan
from edokko_research.months.sampling import Sampled, sample
from edokko_research.months.searching import sample_searches
from edokko_research.months.side_lines import sample_side_lines
from edokko_research.train.months import read_months
from helpers.command import research
from helpers.months import sample_of


def test_a_game_has_a_row_for_each_month_from_the_second(tmp_path: Path) -> None:
    job = sample_of(tmp_path, 3)
    assert job.missing == []
    rows = extras.lab("pyarrow.parquet").read_table(job.paths(0)["months"]).to_pylist()
    for game in range(3):
        own = [row for row in rows if row["game"] == game]
        assert [row["month"] for row in own] == list(range(2, 2 + len(own)))
        assert len(own) >= 11
        assert len({tuple(row["totals"]) for row in own}) == 1
        best = max(own[0]["totals"])
        assert own[0]["totals"][own[0]["winner"]] == best > 0
    assert {(row["edition"], row["seats"], row["overlay"]) for row in rows} == {("2021", 4, -1)}


def test_the_same_plan_gives_the_same_rows(tmp_path: Path) -> None:
    one, other, changed = (
        sample_of(tmp_path / name, 2, seed).paths(0)["months"].read_bytes()
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert one == other != changed


def test_chunks_go_through_all_conditions_with_and_without_changed_prices() -> None:
    plan = months_plan(10_000)
    chunks = [chunk_of(plan, number) for number in range(2 * len(CONDITIONS))]
    assert [(chunk.edition, chunk.seats) for chunk in chunks] == [*CONDITIONS, *CONDITIONS]
    assert [chunk.overlay is not None for chunk in chunks] == [False] * len(CONDITIONS) + [True] * len(CONDITIONS)
    seeds = [seed for chunk in chunks for seed in chunk.seeds]
    assert len(set(seeds)) == len(seeds) == 100 * len(chunks)
    assert chunk_of(months_plan(150), 1).games == range(100, 150)
    assert chunk_of(months_plan(150), 1).seeds == chunks[1].seeds[:50]


def test_changed_prices_reach_the_games() -> None:
    plan = months_plan(10_000)
    number = len(CONDITIONS) + 3
    changed, plain = (chunk_of(plan, at) for at in (number, number - len(CONDITIONS)))
    short = [chunk_of(months_plan(at * 100 + 2), at) for at in (plain.number, changed.number)]
    same = sample(tables_for(load(changed.edition), changed.seats), shipped(), PLANNER, plan.percent, changed.seeds[:2])
    assert not np.array_equal(play_chunk(plan, short[1], None)[0].totals, same.totals)


def test_a_champion_whose_network_corrects_nothing_plays_as_the_planner() -> None:
    tables, seeds = tables_for(load("2021"), 3), [5, 6]
    planner = sample(tables, shipped(), PLANNER, 6, seeds)
    alike = sample(tables, shipped(), CHAMPION, 6, seeds, empty_network())
    other = sample(tables, shipped(), CHAMPION, 6, seeds, random_network(3))
    assert np.array_equal(planner.cells, alike.cells)
    assert not np.array_equal(planner.totals, other.totals)


def searched(simulations: int, seeds: list[int], deviations: int = 0) -> Sampled:
    """Return a sample of games with two players by the search."""
    budgets = Budgets(simulations, simulations)
    return sample_searches(load("2021"), 2, shipped(), random_network(3), budgets, deviations, seeds)[0]


def test_games_of_the_search_have_its_expectations() -> None:
    one = searched(12, [5, 6])
    assert one.month.tolist() == [*range(2, 14), *range(2, 14)]
    assert one.game.tolist() == [0] * 12 + [1] * 12
    assert one.expected.shape == (24, 2)
    assert one.totals.shape == (2, 2)
    assert (one.totals[[0, 1], one.winner] == one.totals.max(axis=1)).all()
    # At New Year, chance is over and only its purchases are left to play.
    at_end = one.month == 13
    assert np.abs(one.expected[at_end] - one.totals).max() < np.abs(one.expected[one.month == 2] - one.totals).max()


def test_games_of_the_search_depend_on_nothing_but_their_seed() -> None:
    both, other = searched(12, [5, 6]), searched(12, [6])
    assert np.array_equal(both.cells[both.game == 1], other.cells)
    assert np.array_equal(both.expected[both.game == 1], other.expected)
    assert not np.array_equal(searched(12, [6], deviations=50).cells, other.cells)


def test_one_simulation_is_enough() -> None:
    """The first simulation of a new tree goes through no move, so it has no expectation."""
    assert (searched(1, [5]).expected != 0).all()


def test_a_search_needs_its_network(tmp_path: Path) -> None:
    plan = months_plan(1, simulations=4)
    with pytest.raises(ValueError, match="a search needs a network"):
        play_chunk(plan, chunk_of(plan, 0), None)
    out = tmp_path / "out"
    made = research("months", str(out), "--games", "1", "--simulations", "4")
    assert made.exit_code == 0, made.stderr
    assert MonthsPlan.read(out / "plan.json").network == file_hash(SHIPPED)
    rows = extras.lab("pyarrow.parquet").read_table(out / "months").to_pylist()
    assert all(min(row["expected"]) > 0 for row in rows)


def test_a_search_keeps_its_decisions(tmp_path: Path) -> None:
    job = MonthsJob(months_plan(2, simulations=12), tmp_path, SHIPPED)
    job.begin()
    job.work(0)
    rows = extras.lab("pyarrow.parquet").read_table(job.paths(0)["searches"]).to_pylist()
    for game in range(2):
        own = [row for row in rows if row["game"] == game]
        assert [row["decision"] for row in own] == list(range(len(own)))
        assert {row["seat"] for row in own} == set(range(4))
        assert {row["month"] for row in own} >= set(range(1, 13))
    for row in rows:
        assert len(row["moves"]) == len(row["visits"]) > 1
        assert sum(row["visits"]) >= 2
        # The deciding seat is the first one of its own observation.
        assert views(np.frombuffer(row["cells"], np.int8))["to_move"].tolist() == [1, 0, 0, 0]


def test_a_plan_is_read_back_or_refused(tmp_path: Path) -> None:
    job = sample_of(tmp_path / "a", 1)
    assert MonthsPlan.read(tmp_path / "a/plan.json") == job.plan
    with pytest.raises(PlanError, match="a run of another plan"):
        MonthsJob(months_plan(2), tmp_path / "a").begin()
    for text, message in (("{", "not JSON"), ("{}", "not the plan of a sample of months")):
        (tmp_path / "plan.json").write_text(text)
        with pytest.raises(PlanError, match=message):
            MonthsPlan.read(tmp_path / "plan.json")
    with pytest.raises(PlanError, match="seed: "):
        months_plan(1, seed=1 << 64)


def test_the_command_makes_a_sample_and_goes_on(tmp_path: Path) -> None:
    network = tmp_path / "net.npz"
    write_network(network, random_network(1))
    arguments = ("months", str(tmp_path / "out"), "--games", "2", "--network", str(network), "--seed", "4")
    made = research(*arguments)
    assert made.exit_code == 0, made.stderr
    assert made.stdout.startswith(f"2 games in {tmp_path / 'out'}, ")
    assert MonthsPlan.read(tmp_path / "out/plan.json").network == file_hash(network)
    again = research(*arguments)
    assert again.stdout == f"All 2 games are in {tmp_path / 'out'} already.\n"
    network.write_bytes(b"")
    broken = research(*arguments)
    assert (broken.exit_code, broken.stderr) == (2, f"edokko: {network}: not a network\n")


def test_decisions_between_the_beginnings_of_months_may_have_fewer_simulations(tmp_path: Path) -> None:
    job = MonthsJob(months_plan(2, simulations=40, between=8), tmp_path, SHIPPED)
    job.begin()
    job.work(0)
    parquet = extras.lab("pyarrow.parquet")
    searches = parquet.read_table(job.paths(0)["searches"]).to_pylist()
    months = parquet.read_table(job.paths(0)["months"]).to_pylist()
    assert len(months) == 24
    assert 0 < len(searches) <= 24
    assert len({(row["game"], row["month"]) for row in searches}) == len(searches)
    # The first simulation of a tree goes through no move.
    assert min(sum(row["visits"]) for row in searches) >= 39


def test_a_budget_between_needs_a_search(tmp_path: Path) -> None:
    refused = research("months", str(tmp_path / "out"), "--between", "8")
    assert refused.exit_code == 2
    assert "between: 8, but simulations is 0" in refused.stderr
    assert not (tmp_path / "out").exists()


def side_lines(simulations: int, seeds: list[int], deviations: int = 0, finished: int = 0) -> Sampled:
    """Return a sample of two side lines a month of games with two players."""
    tables, budgets = tables_for(load("2021"), 2), Budgets(simulations, 4, finished, 4)
    return sample_side_lines(tables, shipped(), random_network(3), budgets, 2, deviations, seeds)


def test_each_month_has_its_side_lines_judged_by_a_search() -> None:
    one = side_lines(12, [5, 6])
    # Games of random networks have all twelve ends of months, and the last one begins New Year.
    assert np.array_equal(one.month, np.tile(np.repeat(np.arange(2, 14), 2), 2))
    assert np.array_equal(one.game, np.repeat([0, 1], 24))
    assert one.cells.shape == (48, CELLS)
    assert one.expected.any(axis=1).all()
    assert len(np.unique(one.cells, axis=0)) > 40
    assert (one.totals[[0, 1], one.winner] == one.totals.max(axis=1)).all()


def test_side_lines_depend_on_nothing_but_the_seed_of_their_game() -> None:
    both, other = side_lines(12, [5, 6]), side_lines(12, [6])
    assert np.array_equal(both.cells[both.game == 1], other.cells)
    assert np.array_equal(both.expected[both.game == 1], other.expected)
    assert not np.array_equal(side_lines(12, [6], deviations=50).cells, other.cells)


def test_a_longer_search_judges_the_same_side_lines_otherwise() -> None:
    short, long = side_lines(4, [5]), side_lines(60, [5])
    assert np.array_equal(short.cells, long.cells)
    assert not np.array_equal(short.expected, long.expected)


def test_the_command_makes_side_lines(tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = research("months", str(out), "--games", "1", "--simulations", "4", "--between", "2", "--side-lines", "3")
    assert made.exit_code == 0, made.stderr
    rows = extras.lab("pyarrow.parquet").read_table(out / "months").to_pylist()
    assert [row["month"] for row in rows] == [month for month in range(2, 14) for _ in range(3)]
    assert not (out / "searches").exists()


def test_side_lines_need_a_search(tmp_path: Path) -> None:
    refused = research("months", str(tmp_path / "out"), "--side-lines", "2")
    assert refused.exit_code == 2
    assert "side_lines: 2, but simulations is 0" in refused.stderr
    assert not (tmp_path / "out").exists()


def test_games_finish_the_positions_of_side_lines_and_change_nothing_else() -> None:
    plain, one = side_lines(4, [5]), side_lines(4, [5], finished=4)
    assert not plain.finished.any()
    assert np.array_equal(plain.cells, one.cells)
    assert np.array_equal(plain.totals, one.totals)
    assert one.finished.shape == (24, 2, 2)
    assert (one.finished > 0).all()
    # Means of two games each, which differ by their chance and their searches; at New Year little is left to differ.
    assert (one.finished * 2 == np.round(one.finished * 2)).all()
    spread = np.abs(one.finished[:, 0] - one.finished[:, 1]).mean(axis=1)
    assert spread[one.month == 2].mean() > spread[one.month == 13].mean()


def test_a_sample_with_finished_games_has_small_chunks_and_its_columns(tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ("--games", "5", "--simulations", "4", "--side-lines", "1", "--finished", "2", "--finishing", "2")
    made = research("months", str(out), *options)
    assert made.exit_code == 0, made.stderr
    data = read_months([out])
    assert data.finished.any(axis=(1, 2)).all()
    assert set(data.seats) == {4}
    assert len(list((out / "months").glob("*.parquet"))) == 2
    for wrong in (["--finished", "3"], ["--finished", "2"], ["--finished", "2", "--side-lines", "1"]):
        refused = research("months", str(tmp_path / "no"), "--simulations", "4", *wrong)
        assert refused.exit_code == 2
        assert "finished" in refused.stderr
        assert not (tmp_path / "no").exists()
