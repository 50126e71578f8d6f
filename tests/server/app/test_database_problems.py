"""Databases that a command cannot use: one sentence, exit code 2, and no traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from edokko import __version__
from edokko.server.store import migrate, open_database
from edokko.server.store import sqlite as sqlite_store
from edokko.server.store.sqlite import SQLiteDatabase
from tests.helpers.database import copy_template, damage
from tests.helpers.server import Server, both_databases, sqlite_in, wait_until
from tests.helpers.terminal import edokko

pytestmark = both_databases

COMMANDS = (("serve", "--no-browser", "--port", "0"), ("worker",), ("admin", "tables"), ("admin", "backup", "nowhere"))


def sentence(address: str, *command: str) -> str:
    result = edokko(*command, EDOKKO_DATABASE=address, EDOKKO_LANGUAGE="en")
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("edokko: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.parametrize("command", COMMANDS[:3])
def test_a_database_of_a_later_version_is_refused(empty_database: str, command: tuple[str, ...]) -> None:
    if command == ("worker",) and sqlite_store.is_sqlite(empty_database):
        return  # a worker needs PostgreSQL

    async def raise_version() -> None:
        database = open_database(empty_database)
        async with database.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await database.close()

    migrate(empty_database)
    asyncio.run(raise_version())
    refused = sentence(empty_database, *command)
    assert "version 9999" in refused
    assert f"edokko {__version__} knows" in refused


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql+asyncpg://u@localhost:1/x", "PostgreSQL at localhost:1 does not answer (EDOKKO_DATABASE)"),
        ("postgresql+asyncpg://u:secret@localhost:1/x?nonsense=1", "EDOKKO_DATABASE cannot be used"),
        ("postgresql+asyncpg://u:secret@::1/x", "EDOKKO_DATABASE cannot be used"),
        ("postgresql+asyncpg://u:secret@localhost:1/x?port=secret", "EDOKKO_DATABASE cannot be used"),
    ],
)
def test_an_address_that_cannot_be_used_is_named(address: str, words: str, command: tuple[str, ...]) -> None:
    refused = sentence(address, *command)
    assert words in refused
    assert "u:secret" not in refused


@pytest.mark.parametrize("address", ["sqlite+aiosqlite:///x.sqlite?nonsense=1", "sqlite+aiosqlite:///"])
def test_an_address_of_a_file_that_cannot_be_used_is_named(address: str, in_tmp: Path) -> None:
    assert "EDOKKO_DATABASE" in sentence(address, *COMMANDS[0])


@pytest.fixture
def in_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_server_does_not_start_on_a_damaged_file(tmp_path: Path) -> None:
    address = sqlite_in(tmp_path)
    copy_template(address)
    damage(tmp_path / "tables.sqlite")
    refused = sentence(address, *COMMANDS[0])
    assert f"{tmp_path / 'tables.sqlite'} is damaged" in refused
    assert "edokko admin restore" in refused


def check_all_the_time() -> None:
    sqlite_store.CHECK_INTERVAL = 0


def test_the_health_check_notices_damage_while_the_server_runs(tmp_path: Path, launch: Callable[..., Server]) -> None:
    server = launch(sqlite_in(tmp_path), check_all_the_time)

    def health() -> tuple[int, str]:
        answer = httpx.get(f"{server.address}/healthz")
        return answer.status_code, answer.text

    assert health()[0] == 200
    damage(tmp_path / "tables.sqlite")
    wait_until(lambda: health()[0] == 503, 30)
    assert "the database is damaged" in health()[1]


def test_requests_of_the_health_check_do_not_read_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = []

    def check(file: Path) -> bool:
        checks.append(file)
        return False

    monkeypatch.setattr(sqlite_store, "is_damaged", check)
    database = SQLiteDatabase(sqlite_in(tmp_path))
    assert all(database.is_intact() for _ in range(100))
    assert not checks
    monkeypatch.setattr(sqlite_store, "CHECK_INTERVAL", 0)
    database.is_intact()
    wait_until(lambda: len(checks) == 1, 10)
    asyncio.run(database.close())
