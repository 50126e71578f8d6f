"""Points by place and what breaks ties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edokko.server.features.competitions.standings import Finish, points_of, standings_of


def finishes(*scores: int, replaced: tuple[int, ...] = ()) -> list[Finish]:
    """Return the results of players a, b, c ... by their scores; equal scores share a place."""
    return [
        Finish(name, 1 + sum(other > score for other in scores), score, place in replaced)
        for place, (name, score) in enumerate(zip("abcd", scores, strict=False))
    ]


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((90, 80, 70, 60), [4, 3, 2, 1]),
        ((90, 80, 70), [4, 2.5, 1]),
        ((90, 80), [4, 1]),
        ((80, 80, 70, 60), [3.5, 3.5, 2, 1]),
        ((70, 80, 70), [1.75, 4, 1.75]),
    ],
)
def test_points_by_place(scores: tuple[int, ...], points: list[float]) -> None:
    assert points_of(finishes(*scores)) == points


def test_a_replaced_player_gets_nothing_and_the_others_move_up() -> None:
    assert points_of(finishes(90, 80, 70, 60, replaced=(0,))) == [0, 4, 3, 2]
    assert points_of(finishes(90, 80, 70, replaced=(0, 1))) == [0, 0, 4]
    winner, *_ = standings_of("abc", [finishes(90, 80, 70, replaced=(0, 1))], has_opponents=False)
    assert (winner.player, winner.wins, winner.margin) == ("c", 1, -15.0)


def test_ties_are_broken_by_wins_then_opponents_then_margin() -> None:
    # a: 4 + 1, b: 2.5 + 2.5, c: 1 + 4.
    games = [finishes(90, 80, 70), finishes(60, 80, 100)]
    assert [(s.player, s.rank) for s in standings_of("abc", games, has_opponents=False)] == [
        ("c", 1),
        ("a", 2),
        ("b", 3),
    ]
    # Without a margin between them, a and c share the first rank.
    games = [finishes(90, 80, 70), finishes(70, 80, 90)]
    assert [(s.player, s.rank) for s in standings_of("abc", games, has_opponents=False)] == [
        ("a", 1),
        ("c", 1),
        ("b", 3),
    ]


def test_opponents_break_ties_of_a_swiss_event() -> None:
    """a and d have won a game each; d has met c, who has more points than b."""
    pairs = [
        [Finish("a", 1, 90), Finish("b", 2, 50)],
        [Finish("d", 1, 60), Finish("c", 2, 50)],
        [Finish("c", 1, 60), Finish("b", 2, 50)],
    ]
    table = standings_of("abcd", pairs, has_opponents=True)
    assert [(s.player, s.points, s.opponents) for s in table] == [
        ("c", 5, 3.0),
        ("d", 4, 5.0),
        ("a", 4, 2.0),
        ("b", 2, 4.5),
    ]


def test_a_player_without_a_game_is_last() -> None:
    *_, last = standings_of("abcd", [finishes(90, 80, 70)], has_opponents=True)
    assert (last.player, last.rank, last.points, last.games) == ("d", 4, 0.0, 0)


@given(st.lists(st.integers(0, 150), min_size=2, max_size=4))
def test_a_game_gives_the_same_points_whatever_its_result(scores: list[int]) -> None:
    """On average 2½ to each player, so places are worth the same at tables of each size."""
    assert sum(points_of(finishes(*scores))) == pytest.approx(2.5 * len(scores))
