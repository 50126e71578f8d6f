"""A contest: a run that stops when it is settled whether its first entry wins more than a share of games.

It also names workers whose results deviate.

Blocks are the units. A sequential test gets one observation for each round (:mod:`edokko.lab.arena.question`), in the
order of the plan, so its answer does not depend on which worker is first. The coordinator of the run holds the test.

A machine that computes wrong results, or an installation that differs, shows in its residual, as on fishtest: how far
the mean of the blocks that a worker played lies from the mean of all others, in standard errors. Chunks are dealt
without regard to their results, so a residual is about normal; the threshold is Bonferroni's over the workers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.lab.arena.ledger import sequential_test
from edokko.lab.arena.question import Answer
from edokko.lab.data.files import paths_of
from edokko.lab.data.plan import Condition, Layout
from edokko.lab.data.plan_form import PlanError
from edokko.lab.data.play import ChunkReport
from edokko.lab.data.run import GamesJob

Shares = npt.NDArray[np.float64]

FALSE_ALARMS = 0.001
"""The probability that a contest without a fault names a worker, at most."""
FEWEST = 30
"""A worker with fewer blocks is not judged, because the mean of its blocks is not yet normal."""
EARLIER = "earlier"
"""The worker of chunks that were done before the contest began."""


@dataclass(frozen=True, slots=True)
class Residual:
    """How far a worker's results lie from those of the others, in standard errors (``z``).

    ``share`` is the first entry's mean share of wins in the blocks of the worker, its machine and process; ``others``
    is the same in the other blocks. The worker is deviant if chance hardly explains it.
    """

    worker: str
    blocks: int
    share: float
    others: float
    z: float
    is_deviant: bool


class Contest:
    """The coordinator's view of a run: the sequential test and the workers.

    ``layout`` is a plan of one condition with rotated seats, whose tables include games and seats. Chunks that are done
    in the folder count. ``settle`` is the share of wins for each seat held that is to be settled.

    Raises:
        PlanError: the plan has several conditions, one player, or lacks the tables; or the first entry's share cannot
            lie on both sides of ``settle``.
    """

    def __init__(self, layout: Layout, folder: Path, settle: float) -> None:
        self._layout, self._folder = layout, folder
        self._condition = _only_condition(layout)
        try:
            self._test = sequential_test(self._condition.schedule, settle)
        except ValueError as error:
            raise PlanError(str(error)) from None
        self._waiting: dict[int, Shares] = {}
        self._next_chunk = 0
        self._open_round: list[float] = []
        self._by_worker: dict[str, list[Shares]] = defaultdict(list)
        self.games = 0
        """The games that the answer rests on."""
        open_chunks = set(GamesJob(layout.plan, folder).missing)
        for number in (number for number in range(layout.chunks) if number not in open_chunks):
            self.count(number, self._read(number), EARLIER)

    @property
    def answer(self) -> Answer | None:
        """The answer, once it is settled."""
        return self._test.answer

    def add(self, report: ChunkReport) -> None:
        """Count a finished chunk; its files are read from the folder of the run."""
        self.count(report.chunk, self._read(report.chunk), report.worker)

    def count(self, chunk: int, shares: Shares, worker: str) -> None:
        """Count a chunk that a worker played; chunks may come in any order.

        ``shares`` has for each of its blocks the share of games that the first entry won; not a number where it had no
        seat.
        """
        self._by_worker[worker].append(shares[~np.isnan(shares)])
        self._waiting[chunk] = shares
        while self.answer is None and self._next_chunk in self._waiting:
            for share in self._waiting.pop(self._next_chunk).tolist():
                self._observe(share)
            self._next_chunk += 1

    def _observe(self, share: float) -> None:
        """Give a round to the test when its last block is there."""
        self._open_round.append(share)
        if self.answer is not None or len(self._open_round) < len(self._condition.schedule.line_ups):
            return
        self._test.add(float(np.nanmean(self._open_round)))
        self.games += len(self._open_round) * self._condition.players
        self._open_round.clear()

    def _read(self, chunk: int) -> Shares:
        """Return the share of wins of the first entry in each block of a chunk."""
        read = extras.lab("pyarrow.parquet").read_table
        paths = paths_of(self._folder, self._layout, self._layout.chunk(chunk))
        seats = read(paths["seats"], columns=["entry", "win"])
        shape = (-1, self._condition.players, self._condition.players)
        own = (seats["entry"].cast("string").to_numpy() == self._condition.plan.entries[0]).reshape(shape)
        wins = (seats["win"].to_numpy().reshape(shape) & own).sum(axis=(1, 2)) / self._condition.players
        return np.where(own.any(axis=(1, 2)), wins, np.nan)

    # --- workers

    def residuals(self) -> list[Residual]:
        """Return the residual of each worker with enough blocks, deviants first.

        The worst worker is judged against all others; if it deviates, the others are judged without it.
        """
        blocks = {worker: np.concatenate(shares) for worker, shares in self._by_worker.items()}
        named: list[Residual] = []
        while True:
            residuals = _judge(blocks)
            if not residuals or not residuals[0].is_deviant:
                return named + residuals
            named.append(residuals[0])
            del blocks[residuals[0].worker]


def _judge(blocks: dict[str, Shares]) -> list[Residual]:
    """Return the residual of each worker with enough blocks against all others, the largest first."""
    judged = [worker for worker, shares in blocks.items() if len(shares) >= FEWEST]
    if len(blocks) < 2 or not judged:
        return []
    threshold = NormalDist().inv_cdf(1 - FALSE_ALARMS / len(judged) / 2)
    return sorted((_residual(worker, blocks, threshold) for worker in judged), key=lambda each: -abs(each.z))


def _residual(worker: str, blocks: dict[str, Shares], threshold: float) -> Residual:
    own = blocks[worker]
    rest = np.concatenate([shares for other, shares in blocks.items() if other != worker])
    # The variance of the others: a faulty worker must not hide behind its own.
    error = sqrt(float(rest.var(ddof=1)) * (1 / len(own) + 1 / len(rest))) if len(rest) > 1 else 0.0
    difference = float(own.mean() - rest.mean())
    z = difference / error if error else 0.0 if difference == 0 else float("inf")
    return Residual(worker, len(own), float(own.mean()), float(rest.mean()), z, abs(z) > threshold)


def _only_condition(layout: Layout) -> Condition:
    conditions: Sequence[Condition] = layout.conditions
    if len(conditions) > 1:
        raise PlanError(
            f"settle: the plan has {len(conditions)} conditions; a contest needs one edition, one number "
            "of players and one overlay"
        )
    if not conditions[0].is_rotated:
        raise PlanError("settle: a contest needs several players, and seats that rotate")
    if not {"games", "seats"} <= set(layout.plan.tables):
        raise PlanError("settle: a contest reads the tables games and seats; keep both")
    return conditions[0]
