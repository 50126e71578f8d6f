"""The job of a sample of decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edokko.lab.data.files import PLAN
from edokko_research.data.sample import ChunkedJob
from edokko_research.decisions.plan import SamplePlan, sample_game
from edokko_research.decisions.rows import positions_table, siblings_table
from edokko_research.decisions.sampling import decisions_of
from edokko_research.decisions.schema import POSITIONS, SIBLINGS, TABLES


@dataclass(frozen=True, slots=True)
class SampleJob(ChunkedJob[SamplePlan]):
    """A sample of decisions in its folder."""

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of both tables."""
        return tuple(TABLES)

    def make(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """Play the games of a chunk and the playouts of their decisions."""
        games = self.plan.games_of(number)
        decisions = [each for game in games for each in decisions_of(self.plan, sample_game(self.plan, game))]
        return len(games), {POSITIONS.name: positions_table(decisions), SIBLINGS.name: siblings_table(decisions)}


def open_sample(folder: Path) -> SampleJob:
    """Return the sample of a folder.

    Raises:
        edokko.lab.data.plan_form.PlanError: the folder holds no sample, or one of another version.
    """
    return SampleJob(SamplePlan.read(folder / PLAN), folder)
