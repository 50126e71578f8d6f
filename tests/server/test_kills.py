"""Random kills while computer players and people play: every game ends, and no acknowledged move is lost.

The program of the test kills more often at more tables: ``benchmarks/kills.py``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import kills
from tests.helpers.database import copy_template
from tests.helpers.forking import ForkedCommand


# Enough tables for games that still run when the last process is killed. On PostgreSQL a turn takes longer, and the
# tables whose worker was killed wait for another one.
@pytest.mark.parametrize(("workers", "tables"), [(0, 10), (2, 6)], ids=["SQLite", "PostgreSQL with two workers"])
def test_every_game_ends_although_processes_are_killed(
    workers: int, tables: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    address = request.getfixturevalue("postgres") if workers else f"sqlite+aiosqlite:///{tmp_path}/tables.sqlite"
    copy_template(address)
    case = kills.KillCase(address, tables=tables, kills=2, workers=workers, people=2, start=ForkedCommand)
    outcome = asyncio.run(kills.run(case))
    assert outcome.hanging == {}
    assert outcome.finished == tables
    assert outcome.lost == []
    assert outcome.acknowledged > 0
    assert outcome.kills == ({"server": 2, "worker": 2} if workers else {"server": 2})
