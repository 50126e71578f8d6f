"""The network: whole numbers that plain Python, compiled code and a dense computation agree on to the last digit."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from edokko.native.backends import NATIVE, PLAIN, Backend
from edokko.observation.encoder import CELLS, PIECES
from edokko.players.champion.network import (
    DIRECT_TO_SUM,
    FIRST_SHIFT,
    ONE,
    OUTPUT_SHIFT,
    OUTPUTS,
    SECOND_SHIFT,
    judge,
    judge_games,
    judge_observations,
    network_of,
    notes_for,
)
from edokko.players.champion.stored import StoredNetwork, empty_network
from edokko.rules.referee import is_over
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables, tables_for
from tests.helpers.networks import random_network, seen
from tests.helpers.positions import stops
from tests.helpers.states import COMPONENTS, TABLES

EVERY = 23
"""Of the positions of a game, every so manieth is judged."""


def positions(tables: Tables, seed: int) -> list[State]:
    return [state.copy() for state in islice(stops(tables, random.Random(seed)), 0, None, EVERY) if not is_over(state)]


def judged(network: StoredNetwork, tables: Tables, state: State, viewer: int) -> list[int]:
    """Return corrections as the rules compute them in plain Python."""
    plain = network_of(network.layers, PLAIN)
    notes = notes_for(plain, PLAIN)
    judge(tables, state, viewer, plain, notes)
    return notes.corrections


def dense(network: StoredNetwork, cells: np.ndarray, players: int) -> list[int]:
    """Return the same by matrix products over all cells, with 64 bits."""
    layers = {name: array.astype(np.int64) for name, array in network.layers.items()}
    sums = cells.astype(np.int64) @ layers["first"] + layers["first_bias"]
    first = np.clip(sums[:-OUTPUTS] >> FIRST_SHIFT, 0, ONE)
    second = np.clip((layers["second"] @ first + layers["second_bias"]) >> SECOND_SHIFT, 0, ONE)
    outputs = (layers["third"] @ second + layers["third_bias"] + (sums[-OUTPUTS:] << DIRECT_TO_SUM)) >> OUTPUT_SHIFT
    outputs[players:] = 0
    corrections: list[int] = outputs.tolist()
    return corrections


def judged_by(entry: Callable[..., None], backend: Backend, network: StoredNetwork, *given: Any) -> list[list[int]]:
    """Return the corrections that an entry point writes for the positions that it is given."""
    own = network_of(network.layers, backend)
    corrections = backend.integers(len(given[-1]), OUTPUTS)
    backend.call(entry)(*given, own, notes_for(own, backend), corrections)
    return [[int(number) for number in row] for row in corrections]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_plain_compiled_and_dense_judgements_are_equal(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    network = random_network(players)
    states = positions(tables, 4)
    viewers = [number % players for number in range(len(states))]
    records = np.concatenate([state.to_records() for state in states])
    compiled = judged_by(
        judge_games, NATIVE, network, NATIVE.single(tables), records, NATIVE.numbers(np.array(viewers))
    )
    plain = judged_by(judge_games, PLAIN, network, PLAIN.single(tables), states, viewers)
    assert compiled == plain
    expected = [
        dense(network, seen(tables, state, viewer), players) for state, viewer in zip(states, viewers, strict=True)
    ]
    assert plain == expected
    assert len({tuple(corrections) for corrections in expected}) > len(states) / 2


def test_observations_are_judged_like_their_positions() -> None:
    tables = tables_for(COMPONENTS["2021"], 3)
    network, states = random_network(5), positions(tables, 9)
    cells = np.stack([seen(tables, state, 1) for state in states])
    records = np.concatenate([state.to_records() for state in states])
    whole = NATIVE.single(tables), records, NATIVE.numbers(np.full(len(states), 1))
    by_cells = judged_by(judge_observations, NATIVE, network, cells, NATIVE.numbers(np.full(len(states), 3)))
    assert by_cells == judged_by(judge_games, NATIVE, network, *whole)


@pytest.mark.parametrize("players", [2, 3])
def test_missing_seats_have_no_part_in_a_judgement(players: int) -> None:
    tables = tables_for(COMPONENTS["2021"], players)
    state = positions(tables, 6)[3]
    network = random_network(7)
    corrections = judged(network, tables, state, 0)
    assert corrections[players:] == [0] * (SEATS - players)
    first = network.layers["first"].copy()
    for name in ("mon", "iki", "goods_held", "to_move"):
        piece = PIECES[name]
        first[piece.cells].reshape(*piece.shape, -1)[players:] += 77
    first[:, players - OUTPUTS :] += 55
    changed = replace(network, layers={**network.layers, "first": first})
    assert judged(changed, tables, state, 0) == corrections


def test_a_direct_weight_adds_to_its_output() -> None:
    tables = tables_for(COMPONENTS["2021"], 2)
    state = positions(tables, 6)[3]
    network = empty_network()
    mon = PIECES["mon"]
    network.layers["first"][mon.cells.start, -OUTPUTS] = 250 << 4
    state.resources[1][0] = 1
    assert judged(network, tables, state, 1) == [250, 0, 0, 0]
    state.resources[1][0] = 0
    assert judged(network, tables, state, 1) == [0, 0, 0, 0]


def test_an_empty_network_corrects_nothing() -> None:
    tables = tables_for(COMPONENTS["2021"], 4)
    assert judged(empty_network(), tables, positions(tables, 1)[2], 3) == [0] * 4
    assert len(empty_network().layers["first"]) == CELLS
