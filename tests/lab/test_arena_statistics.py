"""Intervals that cover, ratings that recover, and a question that is rarely answered wrongly."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from edokko.lab.intervals import share_interval
from edokko.lab.question import Question
from edokko.lab.ratings import MEAN, POINTS, is_comparable, ratings

Numbers = npt.NDArray[np.float64]


def block_wins(share: float, likeness: float, blocks: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """Wins in blocks of four games; the larger the likeness, the more the games of a block are alike."""
    chances = random.beta(share / likeness, (1 - share) / likeness, blocks)
    return random.binomial(4, chances)


# --- intervals


@pytest.mark.parametrize("likeness", [0.001, 0.5])
@pytest.mark.parametrize(("share", "blocks"), [(0.25, 10), (0.25, 50), (0.5, 25), (0.9, 25), (0.05, 50)])
def test_intervals_over_blocks_cover_the_true_share(share: float, blocks: int, likeness: float) -> None:
    random = np.random.default_rng(1)
    ends = [share_interval(block_wins(share, likeness, blocks, random), np.full(blocks, 4)) for _ in range(600)]
    assert np.mean([low <= share <= high for low, high in ends]) > 0.92


def test_games_that_are_alike_within_blocks_make_the_interval_wider() -> None:
    alike = share_interval(np.array([4, 0] * 10), np.full(20, 4))
    mixed = share_interval(np.array([3, 1] * 10), np.full(20, 4))
    assert alike[1] - alike[0] > 1.5 * (mixed[1] - mixed[0])


def test_few_or_equal_blocks_are_no_certainty() -> None:
    assert share_interval(np.array([4]), np.array([4])) == (0.0, 1.0)
    low, high = share_interval(np.full(10, 4), np.full(10, 4))
    assert low < 0.7
    assert high == 1
    low, high = share_interval(np.full(10, 1), np.full(10, 4))
    assert low < 0.25 < high


def test_blocks_with_more_games_weigh_more() -> None:
    low, high = share_interval(np.array([8, 0] * 20), np.array([8, 4] * 20))
    assert low < 2 / 3 < high


# --- the question


@pytest.mark.parametrize(("share", "likeness"), [(0.25, 0.001), (0.25, 0.5), (0.6, 0.2)])
def test_a_share_that_lies_on_neither_side_is_rarely_put_on_one(share: float, likeness: float) -> None:
    random = np.random.default_rng(2)
    wrong = 0
    for _ in range(250):
        question = Question(share)
        for wins in block_wins(share, likeness, 150, random):
            question.add(wins / 4)
        wrong += question.answer is not None
    assert wrong / 250 <= 0.06, "5 % are promised however often one looks, here after each of 150 blocks"


@pytest.mark.parametrize(("share", "asked", "answer"), [(0.6, 0.4, "above"), (0.1, 0.3, "below"), (1.0, 0.5, "above")])
def test_a_clear_case_is_settled_soon(share: float, asked: float, answer: str) -> None:
    random = np.random.default_rng(3)
    question = Question(asked)
    for wins in random.binomial(4, share, 60):
        question.add(wins / 4)
    assert question.answer == answer


def test_an_answer_stays() -> None:
    question = Question(0.5)
    for _ in range(20):
        question.add(1.0)
    for _ in range(200):
        question.add(0.0)
    assert question.answer == "above"


@pytest.mark.parametrize("mean", [0.0, 1.0, -1.0, float("nan")])
def test_a_mean_that_has_only_one_side_is_no_question(mean: float) -> None:
    with pytest.raises(ValueError, match="not between 0 and 1"):
        Question(mean)


# --- ratings


def games_of(
    strengths: Numbers, line_up: list[int], blocks: int, random: np.random.Generator, luck: float = 0.0
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rankings as Plackett and Luce draw them, four a block; luck is what a block's seed does for each entry."""
    rankings = []
    for _ in range(blocks):
        helped = strengths + luck * random.normal(size=len(strengths))
        noise = random.gumbel(size=(4, len(line_up)))
        rankings += [np.array(line_up)[np.argsort(-(helped[line_up] + one))] for one in noise]
    return np.array(rankings), np.repeat(np.arange(blocks), 4)


@pytest.mark.parametrize(
    ("strengths", "line_up"), [([0.0, 0.5, 1.0, 2.5], [0, 1, 2, 3]), ([0.0, 1.5], [1, 0, 0, 0]), ([0.0, 4.0], [0, 1])]
)
def test_ratings_recover_the_strengths_that_games_were_drawn_from(strengths: list[float], line_up: list[int]) -> None:
    random = np.random.default_rng(4)
    true = np.array(strengths)
    found = ratings(*games_of(true, line_up, 1500, random), len(true))
    points = MEAN + POINTS * (true - true.mean())
    assert [rating for rating, _ in found] == pytest.approx(points, abs=25)
    assert all(span is not None and span[0] < rating < span[1] for rating, span in found)


@pytest.mark.parametrize("line_up", [[0, 1, 2], [0, 1, 1]])
def test_rating_intervals_cover_also_where_games_of_a_block_are_alike(line_up: list[int]) -> None:
    random = np.random.default_rng(5)
    true = np.zeros(max(line_up) + 1)
    held = []
    for _ in range(150):
        _, span = ratings(*games_of(true, line_up, 25, random, luck=1.0), len(true))[0]
        assert span is not None
        held.append(span[0] <= MEAN <= span[1])
    assert np.mean(held) > 0.9


def test_400_points_are_odds_of_10_to_1() -> None:
    rankings = np.array([[0, 1]] * 10 + [[1, 0]])
    (first, _), (second, _) = ratings(rankings, np.arange(11), 2)
    assert first - second == pytest.approx(400)
    assert first + second == pytest.approx(2 * MEAN)


def test_who_never_loses_has_a_finite_rating_and_no_interval() -> None:
    rankings = np.array([[0, 1, 2], [0, 2, 1]] * 20)
    assert not is_comparable(rankings, 3)
    found = ratings(rankings, np.arange(40) // 2, 3)
    assert [span for _, span in found] == [None] * 3
    assert found[0][0] > found[1][0] + 400
    assert found[1][0] == pytest.approx(found[2][0], abs=1)
    assert all(np.isfinite(rating) for rating, _ in found)


def test_one_who_plays_only_itself_is_the_mean() -> None:
    assert ratings(np.zeros((8, 4), np.int64), np.arange(8) // 4, 1) == [(MEAN, None)]


def test_one_block_gives_no_interval() -> None:
    assert [span for _, span in ratings(np.array([[0, 1], [1, 0]]), np.zeros(2, np.int64), 2)] == [None, None]
