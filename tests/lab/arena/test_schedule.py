"""Schedules: each entry holds each seat equally often, and all line-ups play equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from edokko.batch import game_seed
from edokko.lab.arena.schedule import Schedule, schedule

FOUR = ["random", "greedy", "planner", "mcts:20sims"]


@pytest.mark.parametrize(
    ("entries", "players"),
    [(FOUR, 4), (["greedy", "random", "random", "random"], 4), (FOUR[:3], 3), (FOUR[:2], 2), (FOUR, 2), (FOUR, 3)],
)
def test_in_every_block_each_entry_holds_each_seat_once(entries: list[str], players: int) -> None:
    plan = schedule(entries, players, 100, 7)
    blocks: dict[int, list[tuple[int, ...]]] = {}
    for match in plan.matches():
        blocks.setdefault(match.block, []).append(match.entries)
        assert match.seats == tuple(entries[entry] for entry in match.entries)
        assert match.seed == game_seed(7, match.block)
        assert match.player_seeds == tuple(game_seed(match.seed, entry) for entry in match.entries)
    assert len(blocks) == plan.blocks
    for rotations in blocks.values():
        assert len(rotations) == players
        for entry in rotations[0]:
            assert sorted(seats.index(entry) for seats in rotations) == list(range(players))


def test_with_more_entries_than_players_every_subset_plays_as_often() -> None:
    plan = schedule([*FOUR, "easy"], 3, 61, 1)
    assert (plan.rounds, plan.blocks, plan.games) == (3, 30, 90)
    met = Counter(frozenset(match.entries) for match in plan.matches())
    assert met == dict.fromkeys(map(frozenset, combinations(range(5), 3)), 9)


def test_games_are_rounded_up_to_whole_rounds() -> None:
    assert [schedule(FOUR, 4, games, 1).games for games in (1, 4, 5, 100)] == [4, 4, 8, 100]
    assert [schedule(FOUR, 2, games, 1).games for games in (1, 12, 13)] == [12, 12, 24]


def test_the_circular_order_varies_between_blocks() -> None:
    plan = schedule(FOUR, 4, 4 * 600, 3)
    circles = Counter(tuple(plan.match(block, 0).entries) for block in range(plan.blocks))
    assert len(circles) == 6, "six orders of the three others after the first"
    assert min(circles.values()) > 70


def test_a_block_does_not_depend_on_the_number_of_blocks() -> None:
    few, many = schedule(FOUR, 4, 4, 3), schedule(FOUR, 4, 400, 3)
    assert list(few.matches()) == list(many.matches())[:4]


def test_equal_entries_have_one_name() -> None:
    plan = schedule(["greedy", "random", "greedy"], 3, 1, 1)
    assert plan.names == ("greedy", "random")
    assert isinstance(plan, Schedule)


@pytest.mark.parametrize(
    ("entries", "players", "games", "seed", "message"),
    [
        (FOUR, 5, 1, 1, "players: 5; IKI is for 2 to 4"),
        (FOUR[:3], 4, 1, 1, "entries: found 3; 4 to 32 are needed for 4 players"),
        (["random"] * 33, 4, 1, 1, "entries: found 33"),
        (FOUR, 4, 0, 1, "games: 0"),
        (FOUR, 4, 1, -1, "seed: -1"),
        ([*FOUR[:3], "gredy"], 4, 1, 1, "there is no player 'gredy'"),
        ([*FOUR[:3], "mcts:5min"], 4, 1, 1, "'5min' is no budget"),
    ],
)
def test_invalid_arguments_are_refused(entries: list[str], players: int, games: int, seed: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        schedule(entries, players, games, seed)
