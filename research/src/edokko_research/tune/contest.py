"""The objective of tuning: the results of a candidate at one seat against opponents at all others.

A round is one seed, played once with the candidate at each seat. Rounds are independent, so means and intervals are
taken over rounds, never over games. Candidates that play the same seeds face the same chance.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

from edokko.batch import game_seed
from edokko.components import load
from edokko.game import Game
from edokko.lab.simulation.runner import Engine, Setting
from edokko.native.backends import NATIVE
from edokko.players import BUILT_IN, GreedyPlayer, PlannerPlayer, Player, SearchPlayer, check_name, player
from edokko.players.base import drive
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.names import Spec
from edokko.players.search import data
from edokko.players.search.data import Settings

WIN_WORTH = 30.0
"""The worth of a win on top of the margin, in IKI: about the gap between first and last of four equal players."""
EDITION = "2021"
NATIVE_ROUNDS, DRIVEN_ROUNDS = 64, 1
"""The number of rounds in a job: native games take a millisecond, searches a second or more."""
TUNED_KINDS = ("greedy", "planner", "mcts")

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Candidate:
    """The numbers of a candidate that differ from the shipped ones.

    Attributes:
        weights: the weights of its evaluation.
        constants: the constants of its search.
    """

    weights: Mapping[str, float]
    constants: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of a candidate.

    Attributes:
        margins: its score less the mean of the others, by round and seat.
        wins: 1 for a win, else 0, by round and seat.
    """

    margins: Values
    wins: Values

    @property
    def values(self) -> Values:
        """The value of each round: the mean over its games of the margin plus ``WIN_WORTH`` for a win."""
        values: Values = (self.margins + WIN_WORTH * self.wins).mean(axis=1)
        return values

    @property
    def value(self) -> float:
        """The objective of the optimiser: the mean value of the rounds."""
        return float(self.values.mean())

    @property
    def margin(self) -> float:
        """The mean margin, in IKI."""
        return float(self.margins.mean())

    @property
    def win_share(self) -> float:
        """The share of games won; the chance level is 1 divided by the number of players."""
        return float(self.wins.mean())


@dataclass(frozen=True, slots=True)
class Table:
    """The players of a contest.

    Attributes:
        player: the candidate's kind and budget, as a name.
        opponents: the name of the player at all other seats.
        players: the number of players.
    """

    player: str
    opponents: str
    players: int

    def __post_init__(self) -> None:
        spec = check_name(self.player)
        if spec.kind not in TUNED_KINDS:
            raise ValueError(f"player {self.player!r} has no numbers to tune; possible: {', '.join(TUNED_KINDS)}")
        for name in (self.player, self.opponents):
            _check_repeatable(check_name(name))

    @property
    def settings(self) -> Settings:
        """The constants of the candidate's search before tuning: the shipped ones, or those in its name.

        Raises:
            ValueError: the candidate does not search.
        """
        spec = check_name(self.player)
        if spec.kind != "mcts":
            raise ValueError(f"player {self.player!r} does not search; mcts does, such as mcts:300sims")
        return data.changed(spec.numbers)

    @property
    def is_native(self) -> bool:
        """Whether native code plays the games from beginning to end."""
        return self.player in BUILT_IN and self.opponents in BUILT_IN


def _check_repeatable(spec: Spec) -> None:
    if spec.kind != "mcts":
        return
    if spec.budget is None or spec.budget.simulations is None or spec.budget.milliseconds is not None:
        raise ValueError(f"player {spec.name!r} plays by the clock; give it simulations, such as mcts:300sims")


@dataclass(frozen=True, slots=True)
class Job:
    """A batch of games with a candidate at one seat."""

    table: Table
    candidate: Candidate
    seed: int
    seat: int
    first: int
    count: int


class Contest:
    """A context manager that plays the games of candidates, and ends its worker processes on exit.

    Args:
        table: the players.
        workers: the number of games played in parallel, which does not change the results.
    """

    def __init__(self, table: Table, workers: int = 1) -> None:
        self.table = table
        self._workers = workers
        self._pool: Executor | None = None

    def __enter__(self) -> Self:
        if self._workers > 1 and self.table.is_native:
            self._pool = ThreadPoolExecutor(self._workers)
        elif self._workers > 1:
            # Forked processes would inherit the locks of threads; spawned ones behave alike on every system.
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _leave_interrupts_to_parent)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def play(self, candidate: Candidate, seed: int, rounds: int) -> Outcome:
        """Play rounds.

        Args:
            candidate: the candidate.
            seed: fixes all games.
            rounds: the number of rounds; each has as many games as there are seats.
        """
        jobs = list(self._jobs(candidate, seed, rounds))
        results = self._pool.map(play, jobs) if self._pool else map(play, jobs)
        margins, wins = np.zeros((2, rounds, self.table.players))
        for job, result in zip(jobs, results, strict=True):
            margins[job.first : job.first + job.count, job.seat] = result.margins
            wins[job.first : job.first + job.count, job.seat] = result.wins
        return Outcome(margins, wins)

    def _jobs(self, candidate: Candidate, seed: int, rounds: int) -> Iterator[Job]:
        size = NATIVE_ROUNDS if self.table.is_native else DRIVEN_ROUNDS
        for first in range(0, rounds, size):
            for seat in range(self.table.players):
                yield Job(self.table, candidate, seed, seat, first, min(size, rounds - first))


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play(job: Job) -> Outcome:
    """Play the games of a job; return an outcome with a margin and a win for each game."""
    totals, winners = _play_native(job) if job.table.is_native else _play_driven(job)
    own = totals[:, job.seat]
    others = (totals.sum(axis=1) - own) / (job.table.players - 1)
    return Outcome(own - others, (winners == job.seat).astype(np.float64))


def _play_native(job: Job) -> tuple[Values, npt.NDArray[np.int64]]:
    names, weights = [job.table.opponents] * job.table.players, [shipped()] * job.table.players
    names[job.seat], weights[job.seat] = job.table.player, Weights.of(job.candidate.weights)
    setting = Setting(tuple(names), load(EDITION), job.seed, weights=tuple(weights))
    chunk = Engine(setting).play(job.first, job.count)
    return chunk.totals.astype(np.float64), chunk.rankings[:, 0].astype(np.int64)


def _play_driven(job: Job) -> tuple[Values, npt.NDArray[np.int64]]:
    totals = np.zeros((job.count, job.table.players))
    winners = np.zeros(job.count, np.int64)
    make = _maker(job)
    for index in range(job.count):
        seed = game_seed(job.seed, job.first + index)
        seated = [
            make(game_seed(seed, seat)) if seat == job.seat else player(job.table.opponents, game_seed(seed, seat))
            for seat in range(job.table.players)
        ]
        game = Game(job.table.players, EDITION, seed)
        deque(drive(game, seated), maxlen=0)
        totals[index] = [sheet.total for sheet in game.score()]
        winners[index] = game.ranking[0]
    return totals, winners


def _maker(job: Job) -> Callable[[int], Player]:
    """Return a factory of the candidate's player from a seed."""
    spec, weights = check_name(job.table.player), Weights.of(job.candidate.weights)
    if spec.kind == "greedy":
        return lambda seed: GreedyPlayer(seed, weights, backend=NATIVE)
    if spec.kind == "planner":
        return lambda seed: PlannerPlayer(seed, weights)
    budget = spec.budget or SearchPlayer.default
    settings = data.changed({**dict(job.table.settings.items()), **job.candidate.constants})
    return lambda seed: SearchPlayer(seed, budget, settings=settings, weights=weights)
