"""Benchmarks of the engine: one named figure for each performance target, compared with plain Python.

Unless its name says otherwise, a figure is CPU time and the best of five, because clock time is noisy on a shared
machine.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter, process_time

import numpy as np

from edokko.batch import Batch
from edokko.components import load
from edokko.lab.bench.network import network_speeds
from edokko.lab.bench.search import champion, mcts, search_speeds
from edokko.lab.simulation.loop import copy_many
from edokko.lab.simulation.runner import Engine, Setting, simulate
from edokko.native.engine import native
from edokko.rules.chance import MOST_OUTCOMES, seed_words
from edokko.rules.engine import entry
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import begin, settle
from edokko.rules.state import State
from edokko.rules.tables import tables_for

REPEATS = 5
PLAYERS = 4
GAMES = 4000
"""The number of games in a measurement of native play."""
PLAIN_GAMES = 20
BATCH_GAMES = 2000
COPIES = 1_000_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure: the value of a quantity, the one that the engine must reach, and the one that is hoped for.

    ``ratio`` is the speed-up over plain Python on the same work; ``None`` where there is no such comparison. ``aim`` is
    ``None`` if there is no aim beyond the floor.
    """

    name: str
    value: float
    unit: str
    ratio: float | None
    floor: float
    aim: float | None = None
    less_is_better: bool = False

    @property
    def holds(self) -> bool:
        """Whether the value reaches the floor."""
        return self.value <= self.floor if self.less_is_better else self.value >= self.floor


@dataclass(frozen=True, slots=True)
class Speed:
    """Games and decisions a second."""

    games: float
    decisions: float


def benchmark(startup: bool = True) -> Iterator[Figure]:
    """Measure and yield figure by figure; with ``startup``, also the start of a process."""
    plain = list_backed()
    fast = native_play()
    yield Figure("random play, native", fast.decisions, "decisions/s", fast.decisions / plain.decisions, 3e6, 1e7)
    yield Figure("random games, native", fast.games, "games/s", fast.games / plain.games, 1e4, 3.5e4)
    yield Figure("random play, list-backed CPython", plain.decisions, "decisions/s", 1.0, 5e4, 1.5e5)
    fast_search, plain_search = search_speeds(mcts, best)
    yield Figure("search, as shipped", fast_search, "simulations/s", fast_search / plain_search, 2e4)
    fast_search, plain_search = search_speeds(champion, best)
    yield Figure("search of the champion", fast_search, "simulations/s", fast_search / plain_search, 2e4)
    judged, given, plain_judged = network_speeds(best)
    yield Figure("network, with the observation", judged, "positions/s", judged / plain_judged, 1e5)
    yield Figure("network, observation given", given, "positions/s", None, 1e5)
    batch = batch_play()
    yield Figure("Python loop over Batch", batch, "decisions/s", batch / plain.decisions, 3e5, 1e6)
    yield Figure("state", float(State.dtype.itemsize), "bytes", None, 640, None, less_is_better=True)
    copy, plain_copy = copy_seconds()
    yield Figure("copy of a state", copy * 1e9, "ns", plain_copy / copy, 25, None, less_is_better=True)
    yield Figure("2 threads against 1, by the clock", threads_gain(), "times", None, 1.8, 1.95)
    if startup:
        yield Figure("start to first move, by the clock", startup_seconds(), "s", None, 1.5, 1, less_is_better=True)


def best(measure: Callable[[], float], clock: Callable[[], float] = process_time) -> float:
    """Return the best rate per second of several repetitions of work, which returns its amount."""
    rates = []
    for _ in range(REPEATS):
        began = clock()
        amount = measure()
        rates.append(amount / (clock() - began))
    return max(rates)


def native_play() -> Speed:
    """Measure random four-player games in native code, with one thread."""
    engine = Engine(Setting(("random",) * PLAYERS, load("2021"), 1))

    def play(count: int) -> float:
        return float(engine.play(0, count).decisions.sum())

    length = play(GAMES) / GAMES
    decisions = best(lambda: play(GAMES))
    return Speed(decisions / length, decisions)


def list_backed() -> Speed:
    """Measure the same games with the same source in plain Python, on lists."""
    tables = tables_for(load("2021"), PLAYERS)
    words, mover = [0] * 4, [0] * 4
    outcomes, weights, legal = [0] * MOST_OUTCOMES, [0] * MOST_OUTCOMES, [0] * MOST_LEGAL

    def play() -> float:
        decisions = 0
        for index in range(PLAIN_GAMES):
            state = State()
            seed = [index, 0]
            seed_words(mover, index, 1, 0)
            begin(tables, state)
            settle(tables, state, seed, words, outcomes, weights)
            decisions += entry.play_out(tables, state, seed, mover, words, outcomes, weights, legal, 1 << 30)
        return float(decisions)

    length = play() / PLAIN_GAMES
    decisions = best(play)
    return Speed(decisions / length, decisions)


def batch_play() -> float:
    """Measure the decisions per second of a Python loop over :class:`edokko.batch.Batch`; NumPy draws the moves."""
    rows = np.arange(BATCH_GAMES)

    def play() -> float:
        games = Batch(BATCH_GAMES, PLAYERS, seed=1)
        generator = np.random.default_rng(1)
        decisions = 0
        while True:
            legal, counts = games.legal_lists()
            unfinished = int(np.count_nonzero(counts))
            if unfinished == 0:
                return float(decisions)
            games.play(legal[rows, (generator.random(BATCH_GAMES) * counts).astype(np.int64)])
            decisions += unfinished

    play()
    return best(play)


def copy_seconds() -> tuple[float, float]:
    """Measure the seconds for one copy of a state, in native code and in plain Python."""
    run = native(copy_many)
    games = np.zeros(64, State.dtype)
    run(games, 1)
    fast = best(lambda: float(run(games, COPIES)))
    state = State()

    def copy_plainly() -> float:
        for _ in range(2000):
            state.copy()
        return 2000.0

    return 1 / fast, 1 / best(copy_plainly)


def threads_gain() -> float:
    """Measure the speed-up of two threads over one, by the clock; it needs two idle cores."""

    def play(threads: int) -> float:
        return float(sum(map(len, simulate(("random",) * PLAYERS, 4 * GAMES, 1, threads=threads, chunk=GAMES))))

    play(2)
    return best(lambda: play(2), perf_counter) / best(lambda: play(1), perf_counter)


FIRST_MOVE = """
from edokko.batch import Batch
games = Batch(1, 4, seed=1)
legal, counts = games.legal_lists()
games.play(legal[:, 0])
"""


def startup_seconds() -> float:
    """Measure the clock seconds from the start of a process to its first move, the best of several."""
    return min(_timed() for _ in range(REPEATS))


def _timed() -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_MOVE], check=True)
    return perf_counter() - began
