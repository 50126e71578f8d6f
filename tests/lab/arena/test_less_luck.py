"""Results less luck: unbiased, less variance where the luck is real, and harmless where it is not."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from edokko.lab.arena.file import ForeignFile
from edokko.lab.arena.less_luck import LessLuck, less_luck
from edokko.lab.arena.runner import arena
from tests.helpers.terminal import edokko

PAIR = ("planner", "greedy")
Numbers = npt.NDArray[np.float64]


def of_scores(skill: Numbers, luck: Numbers, measured: Numbers) -> LessLuck:
    """Return the results of the player at seat 0, whose scores in IKI are skill and luck; each game is a block."""
    games = len(skill)
    mine = np.tile([True, False], (games, 1))
    scores = np.round(np.stack([skill + luck, -skill - luck], axis=1)).astype(np.int64)
    iki = np.stack([measured, -measured], axis=1)
    return less_luck(np.arange(games), mine, scores > 0, scores, (np.zeros_like(iki), iki))


def test_luck_that_is_measured_leaves_the_results() -> None:
    generator = np.random.default_rng(1)
    skill, luck = generator.normal(5, 3, 400), generator.normal(0, 10, 400)
    less = of_scores(skill, luck, luck)
    assert less.score_variance == pytest.approx(9 / 109, rel=0.25)
    assert less.mean_score_interval is not None
    assert less.mean_score_interval[0] < 5 < less.mean_score_interval[1]
    # No luck in win chance was measured, so the share is that of the wins.
    assert less.win_variance == pytest.approx(1)
    assert less.win_share == np.mean(np.round(skill + luck) > 0)


def test_luck_on_another_scale_is_fitted() -> None:
    generator = np.random.default_rng(2)
    skill, luck = generator.normal(5, 3, 400), generator.normal(0, 10, 400)
    assert of_scores(skill, luck, 3 * luck).score_variance == pytest.approx(9 / 109, rel=0.3)


def test_noise_in_place_of_luck_does_little_harm_and_no_bias() -> None:
    generator = np.random.default_rng(3)
    ratios, covered = [], 0
    for _ in range(200):
        less = of_scores(generator.normal(5, 3, 30), generator.normal(0, 10, 30), generator.normal(0, 10, 30))
        assert less.mean_score_interval is not None
        ratios.append(less.score_variance or 0)
        covered += less.mean_score_interval[0] <= 5 <= less.mean_score_interval[1]
    assert np.mean(ratios) < 1.3
    assert covered > 200 * 0.9


def test_a_single_block_has_no_interval() -> None:
    less = of_scores(np.array([5.0]), np.array([2.0]), np.array([2.0]))
    assert (less.mean_score, less.mean_score_interval, less.score_variance) == (5, None, None)


def test_an_arena_measures_luck_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with_luck = arena(PAIR, 2, 12, 7, luck=True).entries
    assert [entry.less_luck for entry in arena(PAIR, 2, 12, 7).entries] == [None, None]
    # The file of an arena without luck is enough to measure it later.
    arena(PAIR, 2, 12, 7, record=path)
    resumed = arena(PAIR, 2, 12, 7, record=path, resume=True, luck=True).entries
    assert [entry.less_luck for entry in resumed] == [entry.less_luck for entry in with_luck]
    shares = [entry.less_luck.win_share for entry in with_luck if entry.less_luck]
    assert sum(shares) == pytest.approx(1)


def test_a_changed_record_is_refused_before_its_luck_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena(PAIR, 2, 4, 7, record=path)
    lines = path.read_text().splitlines()
    record = json.loads(lines[1])
    record["moves"][20] = "done"
    path.write_text("\n".join([lines[0], json.dumps(record), *lines[2:], ""]))
    with pytest.raises(ForeignFile, match=r"line 2.*move 20"):
        arena(PAIR, 2, 4, 7, record=path, resume=True, luck=True)


def test_the_command_prints_results_less_luck() -> None:
    command = ("arena", "--entries", ",".join(PAIR), "--games", "8", "--seed", "7", "--luck")
    table = edokko(*command)
    assert table.exit_code == 0, table.output
    _, _, less = table.stdout.partition("Less luck")
    assert less.count("×") == 4
    document = json.loads(edokko(*command, "--json").stdout)
    keys = {"win_share", "win_share_interval", "mean_score", "mean_score_interval", "win_variance", "score_variance"}
    assert all(entry["less_luck"].keys() == keys for entry in document["entries"])
