"""Calls of the engine: arguments are checked, their row follows what changes, and no array is kept alive."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import ref

import numpy as np
import pytest

from edokko.batch import Batch
from edokko.game import Game
from edokko.native.arrays import array
from edokko.native.backends import NATIVE, PLAIN
from edokko.native.engine import native
from edokko.native.libraries import WrongArgument
from edokko.players.evaluation.outlook import outlook_for
from edokko.rules.engine import entry
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.state import State
from edokko.rules.tables import Tables
from tests.native import golden


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (None, "legal is a contiguous array of int16 in 2 dimensions, not NoneType"),
        ([[0]], "legal is a contiguous array of int16 in 2 dimensions, not list"),
        (np.zeros((1, MOST_LEGAL), np.int64), "legal is a contiguous array of int16 in 2 dimensions, not of int64"),
        (np.zeros(MOST_LEGAL, np.int16), "legal is a contiguous array of int16 in 2 dimensions"),
        (np.zeros((4, MOST_LEGAL), np.int16)[::2], "legal is a contiguous array"),
        (array("i8", 1, MOST_LEGAL), "legal is a contiguous array of int16 in 2 dimensions, not of c_long in 2"),
        (array("i2", MOST_LEGAL), "legal is a contiguous array of int16 in 2 dimensions, not of c_short in 1"),
        (array(State, 1), "legal is a contiguous array of int16 in 2 dimensions, not of State in 1"),
    ],
)
def test_a_wrong_array_is_refused_and_the_next_call_is_right(wrong: Any, message: str) -> None:
    tables, games = np.zeros(1, Tables.dtype), np.zeros(1, State.dtype)
    counts = np.ones(1, np.int16)
    for _ in range(2):
        with pytest.raises(WrongArgument, match=message):
            native(entry.legal_lists)(tables, games, wrong, counts)
        native(entry.legal_lists)(tables, games, np.zeros((1, MOST_LEGAL), np.int16), counts)


def test_a_missing_argument_is_named() -> None:
    with pytest.raises(TypeError, match="begin_at takes 3 arguments, not 1"):
        native(entry.begin_at)(np.zeros(1, Tables.dtype))


def test_arrays_may_take_turns_and_go() -> None:
    """New arrays often lie where old ones have been."""
    batches = [Batch(3, players, seed=players) for players in (2, 3, 4)]
    expected = [batch.legal_lists()[1].tolist() for batch in batches]
    for _ in range(50):
        batches = [Batch(3, players, seed=players) for players in (2, 3, 4)]
        assert [batch.legal_lists()[1].tolist() for batch in batches] == expected


def test_threads_have_rows_of_their_own() -> None:
    def counts(seed: int) -> list[list[int]]:
        batch, seen = Batch(2, 2, seed=seed), []
        while not batch.over.all():
            legal, found = batch.legal_lists()
            seen.append(found.tolist())
            batch.play(legal[:, 0])
        return seen

    seeds = range(8)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(counts, seeds)) == list(map(counts, seeds))


def test_a_search_leaves_no_array_behind() -> None:
    """Its tree has 64 MiB, and a server makes one for each hint."""
    game = Game(2, seed=1)
    searcher = golden.searcher("mcts", NATIVE)
    searcher.begin(game, outlook_for(2))
    searcher.run(4)
    nodes = ref(searcher._search.nodes)
    del searcher
    gc.collect()
    assert nodes() is None


def test_a_reused_tree_is_that_of_the_plain_rules() -> None:
    """Between two decisions the search swaps two arrays of its group."""
    found = {}
    for backend in (NATIVE, PLAIN):
        game, searcher = Game(2, seed=1), golden.searcher("mcts", backend)
        visits = []
        for _ in range(8):
            searcher.begin(game, outlook_for(2))
            searcher.run(12)
            visits.append([move.visits for move in searcher.statistics(game)])
            game.play(game.legal_moves[-1])
        found[backend.name] = visits
    assert found["native"] == found["plain"]
