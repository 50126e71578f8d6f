"""Samples of decisions: their rows, chunks that are made once and go on after a stop, and players judged by them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.helpers.networks import random_network

from edokko.game import Game
from edokko.lab.data.files import arrow_schema
from edokko.lab.data.plan_form import PlanError
from edokko.lab.data.run import run_job
from edokko.observation import CELLS, PIECES
from edokko.players.champion.stored import SHIPPED, empty_network, write_network
from edokko.rules.moves import MOVES
from edokko.rules.phases import STAGES
from edokko_research.decisions import plan as plans
from edokko_research.decisions.agreement import agreement, agreement_of_halves
from edokko_research.decisions.cases import Case, read_cases
from edokko_research.decisions.job import SampleJob
from edokko_research.decisions.plan import BENCHMARK, TRAINING, SamplePlan, sample_plan
from edokko_research.decisions.regret import GROUPS, by_group, judge, judge_half, summary
from edokko_research.decisions.schema import TABLES
from edokko_research.decisions.valuers import CellsValuer, SampleValuer, UnknownValuer, valuer
from helpers.command import research
from helpers.paths import DOCS

SIZES: dict[str, Any] = {"decisions": 56, "candidates": 3, "playouts": 4, "seed": 7}
"""Seven games: one of each condition, and the first with changed prices."""


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(plans.GAMES_OF_A_CHUNK, TRAINING, 3)


def training(**changes: Any) -> SamplePlan:
    return sample_plan(TRAINING, **SIZES | changes)


def made(folder: Path, plan: SamplePlan, workers: int = 1) -> Path:
    for _ in run_job(SampleJob(plan, folder), workers=workers, in_threads=True):
        pass
    return folder


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(plans.GAMES_OF_A_CHUNK, TRAINING, 3)
        return made(tmp_path_factory.mktemp("lab") / "sample", training())


@pytest.fixture(scope="module")
def cases(sample: Path) -> list[Case]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(plans.GAMES_OF_A_CHUNK, TRAINING, 3)
        return read_cases(sample)


def rows(folder: Path, table: str) -> pl.DataFrame:
    return pl.read_parquet(folder / table / "*.parquet")


def same(first: Path, second: Path) -> bool:
    return all(rows(first, name).equals(rows(second, name)) for name in TABLES)


def test_the_rows_follow_the_schema(sample: Path) -> None:
    import pyarrow.parquet as pq

    for name, table in TABLES.items():
        for path in (sample / name).glob("*.parquet"):
            assert pq.read_schema(path).equals(arrow_schema(table))
    siblings, positions = rows(sample, "siblings"), rows(sample, "positions")
    assert len(positions) == positions["decision"].n_unique() == SIZES["decisions"]
    assert set(siblings["decision"]) == set(positions["decision"])
    assert siblings.group_by("decision").len()["len"].is_between(2, SIZES["candidates"]).all()
    assert (siblings["cells"].bin.size() == CELLS).all()
    assert set(positions["seats"]) == {2, 3, 4}
    assert set(positions["edition"].cast(pl.String)) == {"2015", "2021"}
    assert positions["kind"].n_unique() > 5
    assert set(positions["overlay"]) == {-1, 6}


def test_the_results_of_a_row_fit_together(sample: Path) -> None:
    siblings = rows(sample, "siblings")
    margins = np.array(siblings["margins"].to_list())
    assert margins.shape == (len(siblings), SIZES["playouts"])
    means = np.array(siblings["margin"].to_list())
    assert means[:, 0] == pytest.approx(margins.mean(axis=1))
    assert siblings["margin_sd"].to_numpy() == pytest.approx(margins.std(axis=1, ddof=1), abs=1e-5)
    wins, seats = np.array(siblings["win"].to_list()), siblings["seats"].to_numpy()
    assert wins.sum(axis=1) == pytest.approx(1)
    for places in (means, wins):
        assert not places[np.arange(4) >= seats[:, None]].any()
    halves = np.array(siblings["halves"].to_list())
    assert halves.mean(axis=1) == pytest.approx(means[:, 0])
    best = siblings.group_by("decision").agg(pl.col("loss").min())
    assert (best["loss"] == 0).all()
    sheets = np.array(siblings["sheet"].to_list()).reshape(-1, 4, 8).sum(axis=2)
    others = np.where(np.arange(4)[1:] < seats[:, None], sheets[:, 1:], -np.inf).max(axis=1)
    assert ((sheets[:, 0] - others) >= means[:, 0] - 1e-3).all()


def test_a_position_leads_to_its_candidates(cases: list[Case]) -> None:
    for case in cases:
        board = Game.from_position(case.position, chance="manual")
        assert set(case.moves) <= set(board.legal_moves.numbers)
        assert (board.month, board.players, STAGES[board.state.phase]) == (case.month, case.seats, case.kind)
        assert bool(board.position.components) is case.is_changed


def test_a_sample_goes_on_where_it_was_stopped(sample: Path, tmp_path: Path) -> None:
    job = SampleJob(training(), tmp_path / "run")
    reports = run_job(job)
    first = next(reports)
    reports.close()
    assert (first.chunk, first.games) == (0, 3)
    assert job.missing == [1, 2]
    before = {path: path.stat().st_mtime_ns for path in job.folder.rglob("*.parquet")}
    job.paths(1)["positions"].write_bytes(b"torn")
    assert [report.chunk for report in run_job(job)] == [1, 2]
    assert all(path.stat().st_mtime_ns == when for path, when in before.items())
    assert same(sample, job.folder)
    assert list(run_job(job)) == []


def test_threads_make_the_same_rows(sample: Path, tmp_path: Path) -> None:
    assert same(sample, made(tmp_path / "run", training(), workers=2))


def test_more_playouts_and_decisions_keep_the_decisions(sample: Path, tmp_path: Path) -> None:
    more = rows(made(tmp_path / "run", training(decisions=8, playouts=6)), "siblings")
    few = rows(sample, "siblings").filter(pl.col("game") == 0)
    assert more["move"].equals(few["move"])
    assert more["margins"].list.head(SIZES["playouts"]).equals(few["margins"])


def test_many_playouts_keep_no_single_margins(tmp_path: Path) -> None:
    many = rows(made(tmp_path / "run", sample_plan(BENCHMARK, 4, 2, 66)), "siblings")
    assert many["margins"].is_null().all()
    assert (many["loss_se"] > 0).any()


def test_a_folder_holds_one_sample(sample: Path, tmp_path: Path) -> None:
    for plan in (training(seed=8), sample_plan(BENCHMARK, 4, 2, 2)):
        with pytest.raises(PlanError, match="another plan"):
            SampleJob(plan, sample).begin()
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(PlanError, match="not empty"):
        SampleJob(training(), tmp_path).begin()


# --- regret


def test_the_best_loses_nothing_and_random_loses(sample: Path, cases: list[Case]) -> None:
    oracle = summary(cases, judge(cases, SampleValuer("oracle", sample)))
    chance = summary(cases, judge(cases, valuer("random")))
    half = summary(cases, judge_half(cases))
    assert (oracle.loss.mean, oracle.equal) == (0, 1)
    assert chance.loss.mean > 1
    assert chance.gain.mean == pytest.approx(0, abs=1e-9)
    assert oracle.gain.mean == pytest.approx(chance.loss.mean)
    assert oracle.gain.mean > half.gain.mean
    assert oracle.win_loss.mean >= 0


def test_a_network_judges_the_ends_of_playouts(cases: list[Case], tmp_path: Path) -> None:
    case = cases[0]
    path = tmp_path / "net.npz"
    write_network(path, empty_network())
    assert valuer(f"network:{path}").values(case) == valuer("playouts:16").values(case)
    write_network(path, random_network(1))
    assert valuer(f"network:{path}").values(case) != valuer("playouts:16").values(case)
    path.write_bytes(b"")
    with pytest.raises(UnknownValuer, match="not a network"):
        valuer(f"network:{path}")


def test_a_policy_network_prefers_a_move_without_a_search(cases: list[Case], tmp_path: Path) -> None:
    network, path = empty_network(), tmp_path / "net.npz"
    preferred = [max(case.moves) for case in cases]
    bias = np.arange(MOVES, dtype=np.int32) << 10
    write_network(path, replace(network, policy={**network.policy, "policy_move_bias": bias}))
    trained = valuer(f"policy:{path}")
    chosen = [case.moves[int(np.argmax(trained.values(case) or []))] for case in cases]
    assert chosen == preferred
    with pytest.raises(UnknownValuer, match="No such file"):
        valuer("policy:missing.npz")


def test_the_networks_of_the_package_need_no_file(cases: list[Case]) -> None:
    for name in ("network", "policy"):
        assert valuer(name).values(cases[0]) == valuer(f"{name}:{SHIPPED}").values(cases[0])


@pytest.mark.parametrize("name", ["evaluation", "greedy", "outlook", "playouts:2", "planner", "mcts:4sims", "policy"])
def test_players_are_judged_and_twice_alike(name: str, cases: list[Case]) -> None:
    few = cases[::8]
    first, second = (judge(few, valuer(name, 1)) for _ in range(2))
    line = summary(few, first)
    assert np.array_equal(first.loss, second.loss, equal_nan=True)
    assert line.decisions >= len(few) - 2
    assert line.loss.mean >= 0
    room = np.array([case.margins.max() - case.margins.mean() for case in few])
    assert line.loss.mean + line.gain.mean == pytest.approx(room[~np.isnan(first.loss)].mean())


def test_values_may_come_from_observations_alone(cases: list[Case]) -> None:
    """The IKI on the track, which the observation holds, judged as a network would be."""
    iki = PIECES["iki"].cells
    track = CellsValuer("track", lambda cells, seats: cells[:, iki].sum(axis=1).tolist())
    line = summary(cases, judge(cases, track))
    assert line.decisions == len(cases)
    assert line.loss.mean > 0


def test_groups_cover_all_decisions(cases: list[Case]) -> None:
    judged = judge(cases, valuer("random"))
    for group in GROUPS:
        parts = dict(by_group(cases, judged, group))
        assert sum(line.decisions for line in parts.values()) == len(cases)
    as_played = summary(cases, judged, as_played=True)
    weights = np.array([case.weight for case in cases])
    assert as_played.loss.mean == pytest.approx(np.average(judged.loss, weights=weights))


def test_a_sample_agrees_with_itself(cases: list[Case]) -> None:
    own = agreement(cases, {case.decision: case for case in cases})
    assert own is not None
    assert own.correlation == pytest.approx(1)
    assert (own.decisions, own.same_best, own.equal_best) == (len(cases), 1, 1)
    halves = agreement_of_halves(cases)
    assert halves.same_best < 1
    assert agreement(cases, {}) is None


# --- the commands


def test_the_commands_make_and_judge_a_sample(tmp_path: Path) -> None:
    folder = str(tmp_path / "out")
    options = ["--decisions", "4", "--candidates", "2", "--playouts", "2", "--seed", "1"]
    first = research("decisions", folder, *options)
    assert (first.exit_code, first.stdout.split(",")[0]) == (0, f"4 decisions in {folder}")
    again = research("decisions", folder, *options, "--jobs", "2")
    assert again.stdout == f"All 4 decisions are in {folder} already.\n"
    shown = research("regret", folder, "random", "outlook", f"file:{folder}")
    assert shown.exit_code == 0
    assert "rank correlation" in shown.stdout
    values = json.loads(research("regret", folder, "random", f"file:{folder}", "--json").stdout)
    assert values["decisions"] == 4
    names = [line["name"] for line in values["all"]]
    assert names == ["random", f"file:{folder}", "half"]
    assert values["all"][1]["loss"]["mean"] == 0


def test_the_example_of_the_page_judges(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(sample, tmp_path / "benchmark")
    monkeypatch.chdir(tmp_path)
    page = (DOCS / "decision-benchmark.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    exec(example, {})
    assert capsys.readouterr().out.startswith("Line(name='outlook', decisions=56, ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("decisions", "{folder}", "--decisions", "0"), "--decisions"),
        (("decisions", "{folder}", "--candidates", "1"), "--candidates"),
        (("decisions", "{folder}", "--playouts", "100000"), "playouts"),
        (("decisions", "{folder}", "--seed", "-1"), "-1"),
        (("decisions", "{folder}", "--workers", "2", "--ray", "auto"), "--ray"),
        (("decisions", "{file}"), "{file}"),
        (("regret", "{folder}"), "PLAYER"),
        (("regret", "{folder}", "random"), "plan.json"),
        (("regret", "{folder}", "unknown"), "unknown"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    names = {"folder": str(tmp_path / "out"), "file": str(tmp_path / "file")}
    result = research(*(argument.format(**names) for argument in arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence.format(**names) in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"torn",
        lambda content: content[: len(content) // 2],
        lambda content: content[:4] + b"\xff" * 100 + content[104:],
    ],
    ids=["foreign", "cut", "overwritten"],
)
def test_a_broken_chunk_is_named(sample: Path, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(sample, folder)
    path = next((folder / "siblings").glob("*.parquet"))
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(PlanError, match="not a whole Parquet file") as caught:
        read_cases(folder)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_chunk_without_one_of_its_files_is_not_read(sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(sample, folder)
    for path in (folder / "siblings").glob("*.parquet"):
        path.unlink()
    with pytest.raises(PlanError, match="no finished decision yet"):
        read_cases(folder)
