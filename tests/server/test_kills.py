"""Random kills while computer players and people play: every game ends, and no acknowledged move is lost.

The program of the test kills more often at more tables: ``benchmarks/kills.py``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import kills
from tests.helpers.database import copy_template

TABLES = 10
"""Enough for games that still run when the last process is killed."""


@pytest.mark.parametrize("workers", [0, 2], ids=["SQLite", "PostgreSQL with two workers"])
def test_every_game_ends_although_processes_are_killed(
    workers: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    address = request.getfixturevalue("postgres") if workers else f"sqlite+aiosqlite:///{tmp_path}/tables.sqlite"
    copy_template(address)
    outcome = asyncio.run(kills.run(kills.KillCase(address, tables=TABLES, kills=2, workers=workers, people=1)))
    assert outcome.hanging == {}
    assert outcome.finished == TABLES
    assert outcome.lost == []
    assert outcome.acknowledged > 0
    assert outcome.kills == ({"server": 2, "worker": 2} if workers else {"server": 2})
