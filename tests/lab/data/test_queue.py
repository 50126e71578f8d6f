"""The queue of a run on Ray, with a cluster that only remembers what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from edokko.lab.data import cluster
from edokko.lab.data.play import ChunkReport
from edokko.lab.data.run import GamesJob
from tests.helpers.runs import plan

CHUNKS = 12


@dataclass
class Cluster:
    """A cluster that loses nodes: after each finished chunk it has the next number of processors."""

    processors: list[int]
    most: int = 0
    pending: list[int] = field(default_factory=list)

    def cluster_resources(self) -> dict[str, float]:
        count = self.processors.pop(0) if len(self.processors) > 1 else self.processors[0]
        return {"CPU": float(count)} if count else {}

    def remote(self, **options: object) -> Callable[[object], Task]:
        return lambda work: Task(self)

    def submit(self, job: object, number: int) -> int:
        self.pending.append(number)
        self.most = max(self.most, len(self.pending))
        return number

    def wait(self, pending: list[int]) -> tuple[list[int], list[int]]:
        self.pending.remove(pending[0])
        return pending[:1], pending[1:]

    def get(self, done: list[int]) -> list[ChunkReport]:
        return [ChunkReport(number, 1, {}, 0.0) for number in done]

    def cancel(self, number: int) -> None:
        raise AssertionError(f"chunk {number} was given up")


@dataclass
class Task:
    cluster: Cluster

    def remote(self, job: object, number: int) -> int:
        return self.cluster.submit(job, number)


@pytest.mark.parametrize("processors", [[4, 4, 1], [4, 1], [2, 1, 4], [3, 0], [1]])
def test_a_cluster_that_shrinks_below_what_waits_plays_every_chunk(
    processors: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shrinking = Cluster(list(processors))
    monkeypatch.setattr(cluster, "_check_shared", lambda job, report: None)
    job = GamesJob(plan(), tmp_path)
    reports = list(cluster._played(shrinking, job, range(CHUNKS)))
    assert sorted(report.chunk for report in reports) == list(range(CHUNKS))
    assert shrinking.most == cluster.QUEUED * max(processors)
