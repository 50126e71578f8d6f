"""Studies: they find what is better, go on where they were stopped, and refuse what is not theirs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tuning import TUNED, Formula, plan, space

from edokko.lab.tune.contest import Table
from edokko.lab.tune.study import Study, StudyError, seed_of
from edokko.lab.tune.verdict import START, centre, finalists, interval, judge


def tried(path: Path, trials: int, **changes: object) -> Study:
    """A study with so many trials."""
    study = Study(path, replace(plan(), **changes))
    study.run(Formula(), trials)
    return study


def test_a_study_finds_better_weights_and_fresh_games_say_so(tmp_path: Path) -> None:
    study = tried(tmp_path / "a.study", 120)
    verdict = judge(Formula(), study.plan, study.trials, 100)
    chosen = study.plan.space.all(verdict.chosen.parameters)
    assert verdict.is_better
    assert Formula().distance(chosen) < Formula().distance(study.plan.space.all(study.plan.space.start)) / 10
    assert verdict.gain[1] < verdict.gain[0] < verdict.gain[2]


def test_the_first_trial_is_the_start_and_a_generation_meets_the_same_games(tmp_path: Path) -> None:
    study = tried(tmp_path / "a.study", 2 + 2 * plan().population)
    assert study.trials[0].parameters == space().start
    generations = [trial.generation for trial in study.trials]
    assert generations == [0, *[1] * plan().population, *[2] * plan().population, 3]


def test_every_number_stays_in_its_range(tmp_path: Path) -> None:
    for trial in tried(tmp_path / "a.study", 40).trials:
        for number in space().numbers:
            assert number.low <= trial.parameters[number.name] <= number.high


def test_the_same_seed_gives_the_same_trials_and_another_one_others(tmp_path: Path) -> None:
    first = tried(tmp_path / "a.study", 12).trials
    assert tried(tmp_path / "b.study", 12).trials == first
    assert tried(tmp_path / "c.study", 12, seed=8).trials != first


def test_a_study_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = tried(tmp_path / "a.study", 30).trials
    for trials in (3, 11, 30):
        tried(tmp_path / "b.study", trials)
    assert Study(tmp_path / "b.study", plan()).trials == whole


@pytest.mark.parametrize("after", [0, 5, 9])
def test_a_trial_that_was_stopped_is_played_again(tmp_path: Path, after: int) -> None:
    path = tmp_path / "b.study"
    with pytest.raises(KeyboardInterrupt):
        Study(path, plan()).run(Formula(stops_after=after), 20)
    assert len(Study(path, plan()).trials) == after
    assert tried(path, 20).trials == tried(tmp_path / "a.study", 20).trials


def test_half_a_line_of_a_crash_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.study"
    whole = tried(tmp_path / "b.study", 20).trials
    tried(path, 10)
    path.write_bytes(path.read_bytes()[:-20])
    assert tried(path, 20).trials == whole


def test_a_study_that_is_done_plays_no_more(tmp_path: Path) -> None:
    tried(tmp_path / "a.study", 5)
    study = Study(tmp_path / "a.study", plan())
    study.run(Formula(stops_after=0), 5)
    assert len(study.trials) == 5


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    Study(tmp_path / "a.study", plan()).run(Formula(), 3, told.append)
    assert told == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": 9}, 'seed is "0x7" there and "0x9" here'),
        ({"games": 10}, "games is 8 there and 10 here"),
        ({"table": Table("greedy", "greedy", 3)}, "players is 2 there and 3 here"),
        ({"table": Table("planner", "greedy", 2)}, 'player is "greedy" there'),
    ],
)
def test_a_study_about_something_else_is_refused(tmp_path: Path, changes: dict[str, object], says: str) -> None:
    path = tmp_path / "a.study"
    tried(path, 2)
    before = path.read_bytes()
    with pytest.raises(StudyError, match=says):
        Study(path, replace(plan(), **changes))
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["joker = 5\n", '{"format": "edokko/1"}\n', "\n", "[1]\n", "\x00\xff"])
def test_a_file_that_is_no_study_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    for read in (seed_of, lambda path: Study(path, plan())):
        with pytest.raises(StudyError, match="no study of edokko tune"):
            read(path)
    assert path.read_text() == text


def test_a_damaged_study_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.study"
    tried(path, 2)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], "{", *lines[4:]]) + "\n")
    with pytest.raises(StudyError, match="damaged"):
        Study(path, plan())


def test_an_empty_file_becomes_a_study(tmp_path: Path) -> None:
    path = tmp_path / "a.study"
    path.touch()
    assert seed_of(path) is None
    assert len(tried(path, 2).trials) == 2
    assert seed_of(path) == 7


# --- the verdict


def test_finalists_are_the_start_the_centres_and_the_best_trials_each_once(tmp_path: Path) -> None:
    study = tried(tmp_path / "a.study", 1)
    assert [one.origin for one in finalists(study.plan, study.trials)] == [START]
    study.run(Formula(), 1 + 4 * plan().population)
    found = finalists(study.plan, study.trials)
    assert [one.origin for one in found] == ["start", "centre", "trial", "trial", "trial"]
    study.run(Formula(), 1 + 8 * plan().population)
    found = finalists(study.plan, study.trials)
    assert [one.origin for one in found] == ["start", "centre", "centres", "trial", "trial", "trial"]
    best = max(study.trials, key=lambda trial: trial.value)
    assert found[3].trial == best.number


def test_the_centre_is_the_mean_that_cma_es_goes_on_from(tmp_path: Path) -> None:
    from cmaes import CMA
    from numpy import exp, log, zeros

    optimiser = CMA(mean=zeros(4), sigma=0.3, seed=1)
    trial = tried(tmp_path / "a.study", 1).trials[0]
    points, trials = [], []
    for number in range(optimiser.population_size):
        point = optimiser.ask()
        value = -float((point**2).sum()) - number / 100
        points.append((point, -value))
        trials.append(replace(trial, parameters=dict(zip(TUNED, exp(point), strict=True)), value=value))
    optimiser.tell(points)
    assert [log(centre(trials)[name]) for name in TUNED] == pytest.approx(optimiser.mean.tolist())


def test_luck_alone_is_not_called_better(tmp_path: Path) -> None:
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
