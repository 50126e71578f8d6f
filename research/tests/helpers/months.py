"""Samples of months for tests."""

from __future__ import annotations

from pathlib import Path

from edokko_research.months.job import MonthsJob
from edokko_research.months.plan import months_plan


def sample_of(folder: Path, games: int, seed: int = 1) -> MonthsJob:
    """Make a sample."""
    job = MonthsJob(months_plan(games, seed=seed), folder)
    job.begin()
    for number in job.missing:
        job.work(number)
    return job
