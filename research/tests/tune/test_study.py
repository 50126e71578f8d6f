"""Studies: they improve the objective, resume after an interruption, and refuse foreign files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edokko_research.tune.contest import Table
from edokko_research.tune.study import Study, StudyError, seed_of
from edokko_research.tune.verdict import START, centre, finalists, interval, judge
from helpers.tuning import TUNED, Formula, plan, space


def study_of(path: Path, trials: int, **changes: Any) -> Study:
    """Return a study with a number of completed trials."""
    study = Study(path, replace(plan(), **changes))
    study.run(Formula(), trials)
    return study


def test_a_study_finds_better_weights_and_the_verdict_confirms_it(tmp_path: Path) -> None:
    study = study_of(tmp_path / "a.study", 120)
    verdict = judge(Formula(), study.plan, study.trials, 100)
    winner = study.plan.space.all(verdict.winner.parameters)
    assert verdict.is_better
    assert Formula().distance(winner) < Formula().distance(study.plan.space.all(study.plan.space.start)) / 10
    assert verdict.gain[1] < verdict.gain[0] < verdict.gain[2]


def test_the_first_trial_is_the_start_and_generations_follow(tmp_path: Path) -> None:
    study = study_of(tmp_path / "a.study", 2 + 2 * plan().population)
    assert study.trials[0].parameters == space().start
    generations = [trial.generation for trial in study.trials]
    assert generations == [0, *[1] * plan().population, *[2] * plan().population, 3]


def test_every_number_stays_in_its_range(tmp_path: Path) -> None:
    for trial in study_of(tmp_path / "a.study", 40).trials:
        for number in space().numbers:
            assert number.low <= trial.parameters[number.name] <= number.high


def test_the_same_seed_gives_the_same_trials_and_another_one_others(tmp_path: Path) -> None:
    first = study_of(tmp_path / "a.study", 12).trials
    assert study_of(tmp_path / "b.study", 12).trials == first
    assert study_of(tmp_path / "c.study", 12, seed=8).trials != first


def test_an_interrupted_study_has_the_same_trials_as_an_uninterrupted_one(tmp_path: Path) -> None:
    uninterrupted = study_of(tmp_path / "a.study", 30).trials
    for trials in (3, 11, 30):
        study_of(tmp_path / "b.study", trials)
    assert Study(tmp_path / "b.study", plan()).trials == uninterrupted


@pytest.mark.parametrize("after", [0, 5, 9])
def test_an_interrupted_trial_restarts(tmp_path: Path, after: int) -> None:
    path = tmp_path / "b.study"
    with pytest.raises(KeyboardInterrupt):
        Study(path, plan()).run(Formula(stops_after=after), 20)
    assert len(Study(path, plan()).trials) == after
    assert study_of(path, 20).trials == study_of(tmp_path / "a.study", 20).trials


def test_a_line_that_a_crash_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.study"
    uninterrupted = study_of(tmp_path / "b.study", 20).trials
    study_of(path, 10)
    path.write_bytes(path.read_bytes()[:-20])
    assert study_of(path, 20).trials == uninterrupted


def test_a_complete_study_plays_no_more_trials(tmp_path: Path) -> None:
    study_of(tmp_path / "a.study", 5)
    study = Study(tmp_path / "a.study", plan())
    study.run(Formula(stops_after=0), 5)
    assert len(study.trials) == 5


def test_a_study_reports_progress(tmp_path: Path) -> None:
    counts: list[int] = []
    Study(tmp_path / "a.study", plan()).run(Formula(), 3, counts.append)
    assert counts == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 9}, 'seed is "0x7" there and "0x9" here'),
        ({"games": 10}, "games is 8 there and 10 here"),
        ({"table": Table("greedy", "greedy", 3)}, "players is 2 there and 3 here"),
        ({"table": Table("planner", "greedy", 2)}, 'player is "greedy" there'),
    ],
)
def test_a_study_with_another_plan_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = tmp_path / "a.study"
    study_of(path, 2)
    before = path.read_bytes()
    with pytest.raises(StudyError, match=message):
        Study(path, replace(plan(), **changes))
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["joker = 5\n", '{"format": "edokko/1"}\n', "\n", "[1]\n", "\x00\xff"])
def test_a_file_that_is_no_study_is_refused_unchanged(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    for read in (seed_of, lambda path: Study(path, plan())):
        with pytest.raises(StudyError, match="no study of edokko-research tune"):
            read(path)
    assert path.read_text() == text


def test_a_damaged_study_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.study"
    study_of(path, 2)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], "{", *lines[4:]]) + "\n")
    with pytest.raises(StudyError, match="damaged"):
        Study(path, plan())


def test_an_empty_file_becomes_a_study(tmp_path: Path) -> None:
    path = tmp_path / "a.study"
    path.touch()
    assert seed_of(path) is None
    assert len(study_of(path, 2).trials) == 2
    assert seed_of(path) == 7


# --- the verdict


def test_finalists_are_the_start_the_centres_and_the_best_trials_without_duplicates(tmp_path: Path) -> None:
    study = study_of(tmp_path / "a.study", 1)
    assert [finalist.origin for finalist in finalists(study.plan, study.trials)] == [START]
    study.run(Formula(), 1 + 4 * plan().population)
    origins = [finalist.origin for finalist in finalists(study.plan, study.trials)]
    assert origins == ["start", "centre", "trial", "trial", "trial"]
    study.run(Formula(), 1 + 8 * plan().population)
    candidates = finalists(study.plan, study.trials)
    origins = [finalist.origin for finalist in candidates]
    assert origins == ["start", "centre", "centres", "trial", "trial", "trial"]
    best = max(study.trials, key=lambda trial: trial.value)
    assert candidates[3].trial == best.number


def test_the_centre_is_the_mean_from_which_cma_es_continues(tmp_path: Path) -> None:
    from cmaes import CMA
    from numpy import exp, log, zeros

    optimiser = CMA(mean=zeros(4), sigma=0.3, seed=1)
    trial = study_of(tmp_path / "a.study", 1).trials[0]
    points, trials = [], []
    for number in range(optimiser.population_size):
        point = optimiser.ask()
        value = -float((point**2).sum()) - number / 100
        points.append((point, -value))
        trials.append(replace(trial, parameters=dict(zip(TUNED, exp(point), strict=True)), value=value))
    optimiser.tell(points)
    assert [log(centre(trials)[name]) for name in TUNED] == pytest.approx(optimiser.mean.tolist())


def test_the_verdict_does_not_mistake_luck_for_a_gain(tmp_path: Path) -> None:
    noise = Formula(factor=1, noise=30)
    study = Study(tmp_path / "a.study", plan())
    study.run(noise, 20)
    verdict = judge(noise, study.plan, study.trials, 40)
    assert not verdict.is_better


def test_the_interval_of_a_single_round_is_unbounded() -> None:
    from numpy import array

    assert interval(array([3.0])) == (3.0, float("-inf"), float("inf"))
    mean, low, high = interval(array([1.0, 2.0, 3.0]))
    assert mean == 2
    assert high - mean == pytest.approx(mean - low)
