"""The parts of a sample that need no compiler: plans, picks, overlays, means over games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from edokko.batch import game_seed
from edokko.components import load, values
from edokko.lab.data.plan_form import PlanError
from edokko_research.decisions.intervals import clustered_mean
from edokko_research.decisions.overlays import random_overlay
from edokko_research.decisions.picking import pick
from edokko_research.decisions.plan import BENCHMARK, TRAINING, SamplePlan, sample_game, sample_plan
from edokko_research.decisions.regret import shares_of
from edokko_research.decisions.rows import half_means, losses
from edokko_research.decisions.valuers import UnknownValuer, valuer


def test_a_plan_comes_back_from_its_file(tmp_path: Path) -> None:
    plan = sample_plan(BENCHMARK, 2000, 8, 1000, seed=3)
    (tmp_path / "plan.json").write_bytes(plan.to_json())
    assert SamplePlan.read(tmp_path / "plan.json") == plan
    assert plan.games * plan.per_game == 2000
    assert [game for chunk in range(plan.chunks) for game in plan.games_of(chunk)] == list(range(plan.games))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"purpose": "fun"}, "purpose: 'fun' is unknown; known: benchmark, training"),
        ({"policy": "greedy"}, "policy: 'greedy' is unknown; known: hasty, planner"),
        ({"decisions": 0}, "decisions"),
        ({"candidates": 1}, "candidates"),
        ({"playouts": 10**6}, "playouts"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 70}, "seed"),
    ],
)
def test_an_impossible_plan_is_refused(change: dict[str, int | str], sentence: str) -> None:
    fields = {"purpose": TRAINING, "decisions": 10, "candidates": 4, "playouts": 2} | change
    with pytest.raises(PlanError, match=sentence):
        sample_plan(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "[]", '{"entries": ["random"]}', "{"])
def test_another_file_is_no_plan(text: str, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(PlanError):
        SamplePlan.read(tmp_path / "plan.json")


def test_games_go_through_all_conditions_and_some_have_other_prices() -> None:
    plan = sample_plan(TRAINING, 8000, 4, 2)
    games = [sample_game(plan, number) for number in range(600)]
    counts = Counter((game.seats, game.edition, game.is_changed) for game in games)
    assert len(counts) == 12
    assert set(counts.values()) == {50}
    changed = [sample_game(sample_plan(BENCHMARK, 8000, 4, 2), number).is_changed for number in range(600)]
    assert sum(changed) == 150


def test_a_benchmark_shares_no_game_with_training_data() -> None:
    plans = [sample_plan(purpose, 80, 4, 2, seed=1) for purpose in (BENCHMARK, TRAINING)]
    seeds = [{sample_game(plan, number).seed for number in range(1000)} for plan in plans]
    assert not seeds[0] & seeds[1]


def test_picks_take_every_kind_before_any_twice() -> None:
    kinds = [1] * 50 + [2] * 5 + [3]
    for seed in range(20):
        picked = pick(kinds, 3, seed)
        assert {kinds[each.place] for each in picked} == {1, 2, 3}
        assert [each.place for each in picked] == sorted(each.place for each in picked)
        assert {kinds[each.place]: each.weight for each in picked} == {1: 50, 2: 5, 3: 1}
    assert len(pick(kinds, 100, 1)) == len(kinds)
    assert {each.weight for each in pick(kinds, 100, 1)} == {1}


def test_the_weights_of_picks_add_up_to_the_decisions_of_a_game() -> None:
    kinds = [1] * 40 + [2] * 12 + [3] * 2 + [4]
    sums = [sum(each.weight for each in pick(kinds, 6, seed)) for seed in range(4000)]
    assert np.mean(sums) == pytest.approx(len(kinds), rel=0.02)


@pytest.mark.parametrize("edition", ["2021", "2015"])
def test_random_overlays_change_about_half_of_the_substitutes(edition: str) -> None:
    shipped = load(edition)
    before = {value.key: value for value in values(shipped)}
    share = []
    for seed in range(3):
        changed = load(edition, random_overlay(shipped, game_seed(seed, 0)))
        after = {value.key: value.value for value in values(changed)}
        different = {key for key, value in after.items() if before[key].value != value}
        assert all(before[key].provenance == "substitute" for key in different)
        assert all(key.split(".")[0] in ("characters", "buildings", "goods") for key in different)
        prices = [key for key, value in before.items() if value.provenance == "substitute" and ".cost" in key]
        share.append(len(different & set(prices)) / len(prices))
    assert 0.25 < np.mean(share) < 0.65
    assert random_overlay(shipped, 1) == random_overlay(shipped, 1) != random_overlay(shipped, 2)


def test_losses_are_paired_with_the_best() -> None:
    results = np.array([[10, 20, 30, 40], [11, 21, 31, 41], [0, 50, 0, 50]])
    loss, error = losses(results)
    assert loss.tolist() == [1, 0, 1]
    assert error[:2].tolist() == [0, 0]
    assert error[2] == pytest.approx(np.std(results[1] - results[2], ddof=1) / 2)
    assert half_means(results).tolist() == [[20, 30], [21, 31], [0, 50]]


def test_the_interval_is_over_games() -> None:
    """Ten copies of each game make the interval no narrower."""
    random = np.random.default_rng(1)
    values_, games = random.normal(3, 1, 200), np.arange(200)
    once = clustered_mean(values_, np.ones(200), games)
    often = clustered_mean(np.repeat(values_, 10), np.ones(2000), np.repeat(games, 10))
    assert once.mean == pytest.approx(values_.mean())
    assert once.error == pytest.approx(1.96 * values_.std(ddof=1) / np.sqrt(200), rel=0.001)
    assert often.error == pytest.approx(once.error)


def test_equals_share_the_choice() -> None:
    assert shares_of([1, 3, 3, 2]).tolist() == [0, 0.5, 0.5, 0]


@pytest.mark.parametrize("name", ["unknown", "playouts:0", "playouts:x", "outlook:1", "random:1", "file", "mcts:1d"])
def test_unknown_valuers_are_refused(name: str) -> None:
    with pytest.raises(UnknownValuer):
        valuer(name)
