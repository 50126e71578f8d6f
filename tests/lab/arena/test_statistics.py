"""Statistics of the arena: coverage of intervals, errors of the sequential test, recovery of ratings."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from edokko.lab.arena.question import SequentialTest
from edokko.lab.arena.ratings import MEAN, POINTS, is_comparable, ratings
from edokko.lab.intervals import share_interval

Numbers = npt.NDArray[np.float64]


def block_wins(share: float, correlation: float, blocks: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw the wins in blocks of four games; a larger value makes the games of a block more correlated."""
    chances = random.beta(share / correlation, (1 - share) / correlation, blocks)
    return random.binomial(4, chances)


# --- intervals


@pytest.mark.parametrize("correlation", [0.001, 0.5])
@pytest.mark.parametrize(("share", "blocks"), [(0.25, 10), (0.25, 50), (0.5, 25), (0.9, 25), (0.05, 50)])
def test_intervals_over_blocks_cover_the_true_share(share: float, blocks: int, correlation: float) -> None:
    random = np.random.default_rng(1)
    ends = [share_interval(block_wins(share, correlation, blocks, random), np.full(blocks, 4)) for _ in range(600)]
    assert np.mean([low <= share <= high for low, high in ends]) > 0.92


def test_correlation_within_blocks_widens_the_interval() -> None:
    alike = share_interval(np.array([4, 0] * 10), np.full(20, 4))
    mixed = share_interval(np.array([3, 1] * 10), np.full(20, 4))
    assert alike[1] - alike[0] > 1.5 * (mixed[1] - mixed[0])


def test_few_or_identical_blocks_do_not_give_an_empty_interval() -> None:
    assert share_interval(np.array([4]), np.array([4])) == (0.0, 1.0)
    low, high = share_interval(np.full(10, 4), np.full(10, 4))
    assert low < 0.7
    assert high == 1
    low, high = share_interval(np.full(10, 1), np.full(10, 4))
    assert low < 0.25 < high


def test_blocks_with_more_games_weigh_more() -> None:
    low, high = share_interval(np.array([8, 0] * 20), np.array([8, 4] * 20))
    assert low < 2 / 3 < high


# --- the sequential test


@pytest.mark.parametrize(("share", "correlation"), [(0.25, 0.001), (0.25, 0.5), (0.6, 0.2)])
def test_a_share_at_the_threshold_is_rarely_settled(share: float, correlation: float) -> None:
    random = np.random.default_rng(2)
    wrong = 0
    for _ in range(250):
        test = SequentialTest(share)
        for wins in block_wins(share, correlation, 150, random):
            test.add(wins / 4)
        wrong += test.answer is not None
    assert wrong / 250 <= 0.06, "at most 5 % are wrong however often the caller checks, here after each of 150 blocks"


@pytest.mark.parametrize(
    ("share", "threshold", "answer"), [(0.6, 0.4, "above"), (0.1, 0.3, "below"), (1.0, 0.5, "above")]
)
def test_a_clear_case_is_settled_soon(share: float, threshold: float, answer: str) -> None:
    random = np.random.default_rng(3)
    test = SequentialTest(threshold)
    for wins in random.binomial(4, share, 60):
        test.add(wins / 4)
    assert test.answer == answer


def test_an_answer_is_final() -> None:
    test = SequentialTest(0.5)
    for _ in range(20):
        test.add(1.0)
    for _ in range(200):
        test.add(0.0)
    assert test.answer == "above"


@pytest.mark.parametrize("mean", [0.0, 1.0, -1.0, float("nan")])
def test_a_threshold_at_or_beyond_the_range_is_refused(mean: float) -> None:
    with pytest.raises(ValueError, match="not between 0 and 1"):
        SequentialTest(mean)


# --- ratings


def games_of(
    strengths: Numbers, line_up: list[int], blocks: int, random: np.random.Generator, luck: float = 0.0
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Draw rankings from the Plackett-Luce model, four for each block.

    ``luck`` is the standard deviation of a block's effect on each strength.
    """
    rankings = []
    for _ in range(blocks):
        shifted = strengths + luck * random.normal(size=len(strengths))
        noise = random.gumbel(size=(4, len(line_up)))
        rankings += [np.array(line_up)[np.argsort(-(shifted[line_up] + row))] for row in noise]
    return np.array(rankings), np.repeat(np.arange(blocks), 4)


@pytest.mark.parametrize(
    ("strengths", "line_up"), [([0.0, 0.5, 1.0, 2.5], [0, 1, 2, 3]), ([0.0, 1.5], [1, 0, 0, 0]), ([0.0, 4.0], [0, 1])]
)
def test_ratings_recover_the_strengths_that_games_were_drawn_from(strengths: list[float], line_up: list[int]) -> None:
    random = np.random.default_rng(4)
    true = np.array(strengths)
    estimates = ratings(*games_of(true, line_up, 1500, random), len(true))
    points = MEAN + POINTS * (true - true.mean())
    assert [rating for rating, _ in estimates] == pytest.approx(points, abs=25)
    assert all(span is not None and span[0] < rating < span[1] for rating, span in estimates)


@pytest.mark.parametrize("line_up", [[0, 1, 2], [0, 1, 1]])
def test_rating_intervals_cover_also_with_correlation_within_blocks(line_up: list[int]) -> None:
    random = np.random.default_rng(5)
    true = np.zeros(max(line_up) + 1)
    covered = []
    for _ in range(150):
        _, span = ratings(*games_of(true, line_up, 25, random, luck=1.0), len(true))[0]
        assert span is not None
        covered.append(span[0] <= MEAN <= span[1])
    assert np.mean(covered) > 0.9


def test_400_points_are_odds_of_10_to_1() -> None:
    rankings = np.array([[0, 1]] * 10 + [[1, 0]])
    (first, _), (second, _) = ratings(rankings, np.arange(11), 2)
    assert first - second == pytest.approx(400)
    assert first + second == pytest.approx(2 * MEAN)


def test_an_entry_that_never_loses_has_a_finite_rating_and_no_interval() -> None:
    rankings = np.array([[0, 1, 2], [0, 2, 1]] * 20)
    assert not is_comparable(rankings, 3)
    estimates = ratings(rankings, np.arange(40) // 2, 3)
    assert [span for _, span in estimates] == [None] * 3
    assert estimates[0][0] > estimates[1][0] + 400
    assert estimates[1][0] == pytest.approx(estimates[2][0], abs=1)
    assert all(np.isfinite(rating) for rating, _ in estimates)


def test_an_entry_that_plays_only_itself_has_the_mean_rating() -> None:
    assert ratings(np.zeros((8, 4), np.int64), np.arange(8) // 4, 1) == [(MEAN, None)]


def test_a_single_block_gives_no_interval() -> None:
    assert [span for _, span in ratings(np.array([[0, 1], [1, 0]]), np.zeros(2, np.int64), 2)] == [None, None]
