"""The job of a sample of months: its chunks, their files, and what the engines of a run need to work through them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from socket import gethostname
from time import perf_counter
from typing import Any, Self

from edokko import extras
from edokko.components import load
from edokko.lab.data.files import DIGITS, from_rows, save_plan, write_table
from edokko.lab.data.play import Report
from edokko.lab.decisions.overlays import random_overlay
from edokko.lab.months.plan import MonthsChunk, MonthsPlan, chunk_of, read_months_plan
from edokko.lab.months.sampling import CHAMPION, PLANNER, Sampled, sample
from edokko.lab.months.schema import MONTHS
from edokko.players.champion.stored import StoredNetwork, read_network
from edokko.players.evaluation.weights import shipped
from edokko.rules.state import SEATS
from edokko.rules.tables import tables_for

NO_OVERLAY = -1


@dataclass(frozen=True, slots=True)
class MonthsJob:
    """A sample in its folder (:class:`edokko.lab.data.run.Job`).

    Attributes:
        plan: the plan.
        folder: the folder of the sample.
        network: the file of the players' network; ``None`` for the planner.
    """

    plan: MonthsPlan
    folder: Path
    network: Path | None = None

    def moved_to(self, folder: Path) -> Self:
        """Return the same job with another path of its folder."""
        return replace(self, folder=folder)

    def begin(self) -> None:
        """Write the plan into the folder, which is created if it is missing.

        Raises:
            edokko.lab.data.plan.PlanError: the folder holds other files, or a sample of another plan.
            edokko.extras.MissingExtra: pyarrow is not installed.
            OSError: the folder cannot be written.
        """
        extras.lab("pyarrow.parquet")
        save_plan(self.folder, self.plan, read_months_plan)

    @property
    def missing(self) -> list[int]:
        """The numbers of the chunks that are not done."""
        return [number for number in range(self.plan.chunks) if not self.is_done(number)]

    def path(self, number: int) -> Path:
        """Return the path of a chunk's file."""
        return self.folder / MONTHS.name / f"{self.plan.hash}-{number:0{DIGITS}}.parquet"

    def is_done(self, number: int) -> bool:
        """Check whether a chunk has its file."""
        return self.path(number).exists()

    def work(self, number: int) -> Report:
        """Play the games of a chunk and write its file. Doing it again writes the same rows."""
        began = perf_counter()
        chunk = chunk_of(self.plan, number)
        network = None if self.network is None else read_network(self.network)
        table = months_table(chunk, play_chunk(self.plan, chunk, network))
        write_table(self.path(number), table)
        rows = {MONTHS.name: table.num_rows}
        return Report(number, len(chunk.games), rows, perf_counter() - began, f"{gethostname()}/{os.getpid()}")


def play_chunk(plan: MonthsPlan, chunk: MonthsChunk, network: StoredNetwork | None) -> Sampled:
    """Play the games of a chunk by the planner, or by the planner with a network."""
    components = load(chunk.edition)
    if chunk.overlay is not None:
        components = load(chunk.edition, random_overlay(components, chunk.overlay))
    player = PLANNER if network is None else CHAMPION
    return sample(tables_for(components, chunk.seats), shipped(), player, plan.percent, chunk.seeds, network)


def months_table(chunk: MonthsChunk, sampled: Sampled) -> Any:
    """Return the rows of a chunk as an Arrow table. Missing seats are 0."""
    missing = SEATS - chunk.seats
    rows = []
    for index, (game, month) in enumerate(zip(sampled.game, sampled.month, strict=True)):
        features = sampled.features[index]
        rows.append(
            (
                chunk.games[game],
                chunk.edition,
                chunk.seats,
                NO_OVERLAY if chunk.overlay is None else chunk.number,
                int(month),
                sampled.cells[index].tobytes(),
                [*features.ravel().tolist(), *[0.0] * (missing * features.shape[1])],
                [*sampled.totals[game].astype(int).tolist(), *[0] * missing],
                int(sampled.winner[game]),
            )
        )
    return from_rows(MONTHS, rows)
