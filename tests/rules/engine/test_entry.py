"""The entry points on plain lists of states, beside the same functions compiled, as ``Batch`` calls them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from edokko import Batch
from edokko.native.backends import PLAIN
from edokko.rules.chance import MOST_OUTCOMES, seed_words
from edokko.rules.engine import entry
from edokko.rules.moves import MOST_LEGAL, MOVES
from edokko.rules.referee import is_over
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import ABSENT, SEATS, State

COUNT = 3
MANY = 2_000
"""More moves than a game has."""


class Plain:
    """What a batch keeps, as plain lists."""

    def __init__(self, batch: Batch) -> None:
        self.tables = [batch.tables]
        self.games = PLAIN.records(State, COUNT)
        self.seeds = [[int(word) for word in seed] for seed in batch.seeds]
        self.words = PLAIN.integers(4)
        self.outcomes, self.weights = PLAIN.integers(2, MOST_OUTCOMES)
        self.legal = PLAIN.integers(MOST_LEGAL)

    @property
    def chance(self) -> tuple[Any, Any, Any]:
        return self.words, self.outcomes, self.weights

    def play(self, moves: list[int]) -> int:
        return entry.play_all(self.tables, self.games, moves, self.seeds, *self.chance, self.legal)


@pytest.mark.parametrize(("edition", "players"), [("2021", 2), ("2021", 4), ("2015", 3)])
def test_lists_of_states_play_like_a_batch(edition: str, players: int) -> None:
    batch = Batch(COUNT, players, edition, seed=5)
    plain, choice = Plain(batch), random.Random(5)
    entry.begin_all(plain.tables, plain.games, plain.seeds, *plain.chance)
    lists, counts = PLAIN.integers(COUNT, MOST_LEGAL), PLAIN.integers(COUNT)
    masks = PLAIN.integers(COUNT, MOVES)
    decisions = 0
    while not batch.over.all():
        decisions += 1
        assert [game.to_records().tobytes() for game in plain.games] == [state.tobytes() for state in batch.states]
        entry.legal_lists(plain.tables, plain.games, lists, counts)
        legal, lengths = batch.legal_lists()
        assert counts == lengths.tolist()
        assert all(lists[i][: counts[i]] == legal[i, : counts[i]].tolist() for i in range(COUNT))
        entry.legal_masks(plain.tables, plain.games, masks, plain.legal)
        assert np.array_equal(masks, batch.legal_masks())
        moves = [lists[i][choice.randrange(counts[i])] if counts[i] else 0 for i in range(COUNT)]
        assert plain.play(moves) == ABSENT
        batch.play(moves)
    assert decisions > 100
    totals, ranking = PLAIN.integers(COUNT, SEATS), PLAIN.integers(COUNT, SEATS)
    lines = PLAIN.integers(LINE_COUNT)
    entry.score_all(plain.tables, plain.games, totals, ranking, lines)
    assert np.array_equal(np.array(totals)[:, :players], batch.scores())
    assert np.array_equal(np.array(ranking)[:, :players], batch.rankings())
    sheets = [PLAIN.integers(SEATS, LINE_COUNT) for _ in range(COUNT)]
    again, places = PLAIN.integers(COUNT, SEATS), PLAIN.integers(COUNT, SEATS)
    entry.sheets_all(plain.tables, plain.games, sheets, again, places, lines)
    assert (again, places) == (totals, ranking)
    assert [[sum(seat) for seat in sheet] for sheet in sheets] == totals


def test_an_illegal_move_changes_no_game() -> None:
    plain = Plain(Batch(COUNT, 4))
    entry.begin_all(plain.tables, plain.games, plain.seeds, *plain.chance)
    counts, lists = PLAIN.integers(COUNT), PLAIN.integers(COUNT, MOST_LEGAL)
    entry.legal_lists(plain.tables, plain.games, lists, counts)
    before = [game.copy() for game in plain.games]
    illegal = next(move for move in range(MOVES) if move not in lists[1][: counts[1]])
    assert plain.play([lists[0][0], illegal, lists[2][0]]) == 1
    assert plain.games == before


def test_single_steps_lead_to_the_same_game_as_all_at_once() -> None:
    plain = Plain(Batch(COUNT, 2))
    entry.begin_all(plain.tables, plain.games, plain.seeds, *plain.chance)
    single = PLAIN.records(State, 1)
    entry.begin_at(plain.tables, single, 0)
    draws = 0
    while entry.chance_outcomes_at(plain.tables, single, 0, plain.outcomes, plain.weights):
        outcome = entry.draw_at(plain.tables, single, 0, plain.seeds[0], *plain.chance)
        entry.reveal_at(plain.tables, single, 0, outcome)
        draws += 1
    assert draws > 0
    assert single[0] == plain.games[0]
    count = PLAIN.integers(COUNT)
    lists = PLAIN.integers(COUNT, MOST_LEGAL)
    entry.legal_lists(plain.tables, plain.games, lists, count)
    entry.play_at(plain.tables, single, 0, lists[0][0])
    assert single[0] != plain.games[0]


def test_a_playout_ends_at_the_end_or_at_its_limit() -> None:
    plain = Plain(Batch(COUNT, 4))
    entry.begin_all(plain.tables, plain.games, plain.seeds, *plain.chance)
    mover = PLAIN.integers(4)
    seed_words(mover, 1, 2, 3)

    def play_out(most: int) -> int:
        return entry.play_out(plain.tables[0], plain.games[0], plain.seeds[0], mover, *plain.chance, plain.legal, most)

    assert play_out(7) == 7
    assert not is_over(plain.games[0])
    assert 100 < play_out(MANY) < MANY
    assert is_over(plain.games[0])
