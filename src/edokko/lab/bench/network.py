"""Benchmark of the network: positions that one thread judges in a second, with and without their observation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from edokko.batch import Batch
from edokko.native.backends import NATIVE, PLAIN, Backend
from edokko.observation.encoder import CELLS, observe
from edokko.players.champion.network import OUTPUTS, judge_games, judge_observations, network_of, notes_for
from edokko.players.champion.stored import empty_network
from edokko.rules.state import State

UNITS, INNER = 128, 32
"""The size of the network; the values of its weights do not matter for its speed."""
GAMES = 256
"""The number of positions."""
PASSES = 40
"""How often they are judged in a measurement."""
PLAIN_POSITIONS = 8
MOVES = 120
"""The decisions before the positions: about the middle of a game with four players."""

Measure = Callable[[Callable[[], float]], float]


def network_speeds(measure: Measure) -> tuple[float, float, float]:
    """Return positions a second: native with their observation, native from given observations, and plain."""
    games = _positions()
    tables = games.tables
    states = [State.read(games.states, index) for index in range(PLAIN_POSITIONS)]
    cells = np.zeros((GAMES, CELLS), np.int8)
    for index in range(GAMES):
        row = [0] * CELLS
        observe(tables, State.read(games.states, index), 0, row)
        cells[index] = row
    whole = _judging(NATIVE, judge_games, GAMES, PASSES, NATIVE.single(tables), games.states, _zeros(GAMES))
    given = _judging(NATIVE, judge_observations, GAMES, PASSES, cells, _zeros(GAMES) + games.players)
    plain = _judging(PLAIN, judge_games, PLAIN_POSITIONS, 1, [tables], states, [0] * PLAIN_POSITIONS)
    return measure(whole), measure(given), measure(plain)


def _judging(backend: Backend, function: Any, count: int, passes: int, *positions: Any) -> Callable[[], float]:
    """Return the work: judge some positions several times, and return how many there were."""
    network = network_of(empty_network(UNITS, INNER).layers, backend)
    notes = notes_for(network, backend)
    corrections = backend.integers(count, OUTPUTS)
    call = backend.call(function)

    def work() -> float:
        for _ in range(passes):
            call(*positions, network, notes, corrections)
        return float(count * passes)

    work()
    return work


def _zeros(count: int) -> Any:
    return np.zeros(count, np.int64)


def _positions() -> Batch:
    """Return games after some random moves; none of them is over."""
    games = Batch(GAMES, seed=1)
    generator = np.random.default_rng(1)
    for _ in range(MOVES):
        legal, counts = games.legal_lists()
        games.play(legal[np.arange(GAMES), (generator.random(GAMES) * counts).astype(np.int64)])
    return games
