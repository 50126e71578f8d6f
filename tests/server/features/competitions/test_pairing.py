"""Pairing as pure functions: sizes, meetings, Swiss rounds, seats, rotation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edokko.server.features.competitions.events.tournament import fillers, table_sizes
from edokko.server.features.competitions.pairing import annealing, exact
from edokko.server.features.competitions.pairing.meetings import Matrix, meetings_in
from edokko.server.features.competitions.pairing.rounds import REPEAT, in_balanced_seats, plan_rounds, swiss_round
from edokko.server.features.competitions.series.store import order_of_game

Size = Literal[3, 4]


def pairs_of(met: Matrix) -> Counter[int]:
    """Return how many pairs have met how often."""
    return Counter(met[one][other] for one, other in combinations(range(len(met)), 2))


def ways_to_sit(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    if not players:
        yield []
        return
    for size in set(sizes):
        for mates in combinations(players[1:], size - 1):
            rest = [player for player in players[1:] if player not in mates]
            left = list(sizes)
            left.remove(size)
            for tables in ways_to_sit(rest, left):
                yield [(players[0], *mates), *tables]


@pytest.mark.parametrize("preferred", [3, 4])
def test_all_players_from_two_to_sixty_four_fit_tables_of_three_and_four(preferred: Size) -> None:
    for players in range(2, 65):
        sizes = table_sizes(players + fillers(players), preferred)
        assert sum(sizes) == players + fillers(players)
        assert set(sizes) <= {3, 4}
        # At most three tables of the other size, which is what the remainder needs.
        assert sum(size != preferred for size in sizes) <= 3
    assert table_sizes(13, 4) == [4, 3, 3, 3]
    assert table_sizes(13, 3) == [4, 3, 3, 3]
    assert table_sizes(12, 4) == [4, 4, 4]
    assert table_sizes(12, 3) == [3, 3, 3, 3]
    assert [fillers(players) for players in (2, 3, 4, 5, 6)] == [1, 0, 0, 1, 0]


@pytest.mark.parametrize("players", [1, 2, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        table_sizes(players, 4)


@pytest.mark.parametrize(("players", "size", "rounds"), [(9, 3, 4), (16, 4, 5), (15, 3, 7)])
def test_all_pairs_meet_exactly_once_where_a_design_exists(players: int, size: Size, rounds: int) -> None:
    """The affine planes of order 3 and 4, and Kirkman's fifteen schoolgirls."""
    planned = plan_rounds(table_sizes(players, size), rounds, meetings_in(players, []), "seed")
    assert pairs_of(meetings_in(players, planned)) == {1: players * (players - 1) // 2}


def test_a_longer_round_robin_meets_evenly() -> None:
    planned = plan_rounds(table_sizes(6, 3), 10, meetings_in(6, []), "seed")
    assert pairs_of(meetings_in(6, planned)) == {4: 15}


@settings(max_examples=25, deadline=None, derandomize=True)
@given(players=st.integers(3, 20), size=st.sampled_from([3, 4]), rounds=st.integers(1, 4))
def test_each_player_sits_once_in_each_round_of_a_plan(players: int, size: Size, rounds: int) -> None:
    number = players + fillers(players)
    sizes = table_sizes(number, size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(annealing, "STEPS", 500)
        planned = plan_rounds(sizes, rounds, meetings_in(number, []), "seed")
    assert len(planned) == rounds
    for tables in planned:
        assert sorted(player for table in tables for player in table) == list(range(number))
        assert sorted(map(len, tables)) == sorted(sizes)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data(), players=st.sampled_from([6, 7, 8, 9]))
def test_a_swiss_round_of_few_players_is_the_best_of_all(data: st.DataObject, players: int) -> None:
    sizes = table_sizes(players, 4)
    past = data.draw(st.lists(st.permutations(range(players)), max_size=3))
    met = meetings_in(players, [[order[:4], order[4:]] for order in past])
    scores = [float(score) for score in data.draw(st.lists(st.integers(0, 8), min_size=players, max_size=players))]

    def cost(tables: Sequence[Sequence[int]]) -> tuple[int, float]:
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        return sum(met[a][b] for a, b in pairs), sum((scores[a] - scores[b]) ** 2 for a, b in pairs)

    tables = swiss_round(sizes, scores, met, "seed", None)
    assert sorted(player for table in tables for player in table) == list(range(players))
    assert cost(tables) == min(cost(way) for way in ways_to_sit(range(players), sizes))


@pytest.mark.parametrize(("players", "size", "rounds"), [(13, 3, 2), (16, 4, 3), (30, 4, 2)])
def test_no_pair_meets_again_in_a_swiss_event_while_that_can_be_avoided(players: int, size: Size, rounds: int) -> None:
    scores: list[float] = [0.0] * players
    past: list[list[list[int]]] = []
    for number in range(rounds):
        tables = swiss_round(table_sizes(players, size), scores, meetings_in(players, past), f"{number}", None)
        past.append(tables)
        for table in tables:
            # The player with the lower number always wins, so scores spread as far as they can.
            for place, player in enumerate(sorted(table)):
                scores[player] += 4 - 3 * place / (len(table) - 1)
    assert max(pairs_of(meetings_in(players, past))) == 1


def test_players_with_like_scores_meet() -> None:
    scores = [float(12 - player // 4) for player in range(24)]
    tables = swiss_round(table_sizes(24, 4), scores, meetings_in(24, []), "seed", None)
    assert sorted(map(sorted, tables)) == [list(range(first, first + 4)) for first in range(0, 24, 4)]


def test_the_search_for_many_players_finds_what_the_exhaustive_one_does() -> None:
    players, sizes = 12, [4, 4, 4]
    met = meetings_in(players, [[range(4), range(4, 8), range(8, 12)], [(0, 4, 8, 9), (1, 5, 10, 11), (2, 3, 6, 7)]])
    spread = [[abs(one - other) ** 2 for other in range(players)] for one in range(players)]
    costs = [[2 * REPEAT * met[one][other] + spread[one][other] for other in range(players)] for one in range(players)]

    def cost(tables: Sequence[Sequence[int]]) -> int:
        return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))

    (annealed,) = annealing.anneal(players, sizes, 1, met, spread, REPEAT, "seed")
    assert cost(annealed) == cost(exact.best_round(players, sizes, costs))


def test_the_score_of_a_computer_player_that_fills_a_table_does_not_matter() -> None:
    """But meetings with it count like all others."""
    past: list[list[list[int]]] = []
    for number in range(5):
        past.append(swiss_round([3, 3], [8.0, 6.0, 4.0, 2.0, 0.0, 0.0], meetings_in(6, past), f"{number}", 5))
    assert all(1 <= meetings_in(6, past)[5][player] <= 3 for player in range(5))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(players=st.sampled_from([6, 8, 9, 12]), size=st.sampled_from([3, 4]), seed=st.integers(0, 99))
def test_all_sit_in_each_seat_about_equally_often(players: int, size: Size, seed: int) -> None:
    sat = [[0] * 4 for _ in range(players)]
    sizes = table_sizes(players, size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(annealing, "STEPS", 500)
        planned = plan_rounds(sizes, 8, meetings_in(players, []), f"{seed}")
    for tables in planned:
        seated = [in_balanced_seats(table, sat) for table in tables]
        for table in seated:
            for seat, player in enumerate(table):
                sat[player][seat] += 1
    seats = min(sizes)
    assert all(max(row[:seats]) - min(row[:seats]) <= 2 for row in sat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_of_a_series_sit_in_each_seat_equally_often(players: int) -> None:
    orders = [order_of_game(players, game) for game in range(1, 13)]
    assert orders[0] == tuple(range(players))
    assert all(sorted(order) == list(range(players)) for order in orders)
    assert Counter((place, seat) for order in orders for seat, place in enumerate(order)) == {
        (place, seat): 12 // players for place in range(players) for seat in range(players)
    }
    # Each sits right after each other player equally often too.
    assert len(set(Counter(pair for order in orders for pair in pairwise(order)).values())) == 1
