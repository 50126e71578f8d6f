"""Backups during writes, restorations in place and elsewhere, and refusals of invalid files."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import subprocess
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import inspect, make_url, text

from edokko import __version__, check
from edokko.server.store import migrate, open_database
from edokko.server.store.backup import back_up, restore
from edokko.server.store.problems import DatabaseProblem
from edokko.server.store.sqlite import file_of, is_damaged, is_sqlite
from tests.helpers.database import damage
from tests.helpers.paths import SOURCE
from tests.helpers.server import Launch, Person, Visitor, admin, both_databases, first_move, sqlite_in

pytestmark = both_databases

NEWEST = max(path.name[:4] for path in (SOURCE / "edokko/server/store/migrations/versions").glob("0*.py"))


def must_have_tools(address: str) -> None:
    if not address.startswith("sqlite") and shutil.which("pg_dump") is None:
        pytest.skip("PG_DUMP IS NOT INSTALLED: backups of PostgreSQL are not tested")


def test_a_backup_of_a_busy_server_is_consistent(
    empty_database: str, tmp_path: Path, launch: Launch, visitor: Visitor
) -> None:
    must_have_tools(empty_database)
    server = launch(empty_database)
    person = visitor(server)
    view = person.table("you", "local")
    table = view["table"]["id"]
    halt = threading.Event()
    view = play(person, view, 5)
    # The busy game may end before the backup; this one continues after the restoration.
    quiet = play(person, person.table("you", "local"), 5)["table"]["id"]
    writing = threading.Thread(target=play_on, args=(person, view, halt))
    writing.start()
    file = tmp_path / "backup"
    admin(server, "backup", str(file))
    halt.set()
    writing.join()
    after = len(person.get(f"/api/tables/{table}/record")["moves"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "exists already" in admin(server, "backup", str(file), code=2)

    # After stop, restoration and start, the same people have the same games in the same state.
    assert server.stop() == 0
    assert "add --yes" in admin(server, "restore", str(file), code=2)
    admin(server, "restore", str(file), "--yes")
    server.start()
    person.http.base_url = httpx.URL(server.address)
    record = person.get(f"/api/tables/{table}/record")
    check(record)
    assert 5 <= len(record["moves"]) <= after
    view = person.view(quiet)
    assert view["table"]["ply"] == 5
    person.play(quiet, 5, first_move(view))
    assert server.stop() == 0


@pytest.mark.parametrize("revision", ["0001", "0003"])
def test_a_backup_of_an_older_version_is_restored(empty_database: str, tmp_path: Path, revision: str) -> None:
    """The current database has tables that the file lacks."""
    must_have_tools(empty_database)
    file = tmp_path / "backup"
    migrate(empty_database, revision)
    back_up(empty_database, file)
    migrate(empty_database)
    tables = set(tables_of(empty_database))
    restore(empty_database, file)
    # It is migrated before it replaces the database.
    assert revision_of(empty_database) == NEWEST
    assert set(tables_of(empty_database)) == tables
    second = tmp_path / "again"
    back_up(empty_database, second)
    restore(empty_database, second)


def test_a_backup_of_a_later_version_changes_nothing(empty_database: str, tmp_path: Path) -> None:
    must_have_tools(empty_database)
    file = tmp_path / "backup"
    migrate(empty_database)
    execute(empty_database, "UPDATE alembic_version SET version_num = '9999'")
    back_up(empty_database, file)
    execute(empty_database, f"UPDATE alembic_version SET version_num = '{NEWEST}'")
    execute(empty_database, "INSERT INTO secrets (name, value) VALUES ('kept', 'x')")
    refused = admin(empty_database, "restore", str(file), "--yes", code=2)
    assert refused.count("\n") == 1
    for part in (str(file), "9999", NEWEST, __version__, "Nothing has changed"):
        assert part in refused
    assert revision_of(empty_database) == NEWEST
    assert execute(empty_database, "SELECT value FROM secrets WHERE name = 'kept'") == [("x",)]


def test_a_backup_that_cannot_be_migrated_changes_nothing(empty_database: str, tmp_path: Path) -> None:
    must_have_tools(empty_database)
    file = tmp_path / "backup"
    migrate(empty_database, "0004")
    # Migration 0005 adds this column.
    execute(empty_database, "ALTER TABLE seats ADD COLUMN crest INTEGER")
    back_up(empty_database, file)
    execute(empty_database, "ALTER TABLE seats DROP COLUMN crest")
    migrate(empty_database)
    execute(empty_database, "INSERT INTO secrets (name, value) VALUES ('kept', 'x')")
    assert "The restoration failed, and nothing has changed: " in admin(
        empty_database, "restore", str(file), "--yes", code=2
    )
    assert revision_of(empty_database) == NEWEST
    assert execute(empty_database, "SELECT value FROM secrets WHERE name = 'kept'") == [("x",)]
    if is_sqlite(empty_database):
        assert not list(file_of(empty_database).parent.glob("edokko-restore-*"))


def test_a_file_that_is_no_database_is_not_overwritten(tmp_path: Path) -> None:
    address, file, letter = sqlite_in(tmp_path), tmp_path / "backup", tmp_path / "letter"
    migrate(address)
    back_up(address, file)
    letter.write_text("Dear Sir")
    refused = admin(f"sqlite+aiosqlite:///{letter}", "restore", str(file), "--yes", code=2)
    assert "nothing has changed: file is not a database" in refused
    assert letter.read_text() == "Dear Sir"


def test_a_damaged_database_is_restored_but_not_backed_up(tmp_path: Path) -> None:
    address, file, second = sqlite_in(tmp_path), tmp_path / "backup", tmp_path / "second"
    migrate(address)
    back_up(address, file)
    damage(tmp_path / "tables.sqlite")
    assert f"{tmp_path / 'tables.sqlite'} is damaged" in admin(address, "backup", str(second), code=2)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("second")]
    restore(address, file)
    assert not is_damaged(tmp_path / "tables.sqlite")
    assert revision_of(address) == NEWEST


def execute(address: str, statement: str) -> list[Any]:
    async def run() -> list[Any]:
        database = open_database(address)
        async with database.write() as connection:
            result = await connection.execute(text(statement))
            rows = [tuple(row) for row in result] if result.returns_rows else []
        await database.close()
        return rows

    return asyncio.run(run())


def revision_of(address: str) -> str:
    ((revision,),) = execute(address, "SELECT version_num FROM alembic_version")
    return str(revision)


def test_an_invalid_file_changes_nothing_on_postgresql(postgres: str, tmp_path: Path) -> None:
    must_have_tools(postgres)
    whole, damaged, other = tmp_path / "whole", tmp_path / "damaged", tmp_path / "other"
    migrate(postgres)
    back_up(postgres, whole)
    damaged.write_bytes(whole.read_bytes()[:-200])
    plain = make_url(postgres).set(drivername="postgresql").render_as_string()
    subprocess.run(["pg_dump", "--format=custom", "--table=guests", f"--file={other}", plain], check=True)
    before = set(tables_of(postgres))
    for file, why in ((damaged, "restore-failed"), (other, "backup-not-a-backup")):
        with pytest.raises(DatabaseProblem) as refused:
            restore(postgres, file)
        assert refused.value.why == why
        assert set(tables_of(postgres)) == before


def tables_of(address: str) -> list[str]:
    async def look() -> list[str]:
        database = open_database(address)
        async with database.read() as connection:
            names = await connection.run_sync(lambda connection: inspect(connection).get_table_names())
        await database.close()
        return names

    return asyncio.run(look())


def test_a_restoration_under_a_running_server_is_refused(tmp_path: Path, launch: Launch) -> None:
    server = launch(sqlite_in(tmp_path))
    file = tmp_path / "backup"
    admin(server, "backup", str(file))
    assert server.address in admin(server, "restore", str(file), "--yes", code=2)
    assert server.stop() == 0
    admin(server, "restore", str(file), "--yes")


def play(person: Person, view: dict[str, Any], moves: int) -> dict[str, Any]:
    for _ in range(moves):
        view = person.play(view["table"]["id"], view["table"].get("ply", 0), first_move(view))["view"]
    return view


def play_on(person: Person, view: dict[str, Any], halt: threading.Event) -> None:
    with httpx.Client(base_url=person.http.base_url, cookies=person.http.cookies, timeout=30) as http:
        while not halt.is_set() and view["table"]["status"] == "running":
            body = {"ply": view["table"].get("ply", 0), "moves": [first_move(view)]}
            answer = http.post(f"/api/tables/{view['table']['id']}/moves", json=body)
            assert answer.status_code == 200
            view = answer.json()["view"]


def test_an_invalid_file_is_refused_and_changes_nothing(tmp_path: Path, launch: Launch) -> None:
    address = sqlite_in(tmp_path)
    launch(address).stop()
    before = (tmp_path / "tables.sqlite").read_bytes()
    letter, damaged, other = tmp_path / "text", tmp_path / "damaged", tmp_path / "other"
    letter.write_text("hello")
    damaged.write_bytes(before[:8192] + os.urandom(16384) + before[24576:])
    other.write_bytes(before[:16] + bytes(84))
    assert "is not a backup" in admin(address, "restore", str(letter), "--yes", code=2)
    assert "is damaged" in admin(address, "restore", str(damaged), "--yes", code=2)
    admin(address, "restore", str(other), "--yes", code=2)
    admin(address, "restore", str(tmp_path / "none"), "--yes", code=2)
    assert (tmp_path / "tables.sqlite").read_bytes() == before


def test_a_restored_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    address, kept, fresh = sqlite_in(tmp_path), tmp_path / "kept", tmp_path / "fresh.sqlite"
    migrate(address)
    back_up(address, kept)
    restore(f"sqlite+aiosqlite:///{fresh}", kept)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o600


def test_a_backup_is_one_file_and_stays_one(tmp_path: Path) -> None:
    address, folder = sqlite_in(tmp_path), tmp_path / "backups"
    migrate(address)
    folder.mkdir()
    back_up(address, folder / "kept")
    restore(address, folder / "kept")
    assert [path.name for path in folder.iterdir()] == ["kept"]


def test_a_failed_backup_leaves_no_file(tmp_path: Path, launch: Launch) -> None:
    address = sqlite_in(tmp_path)
    launch(address).stop()
    refused = admin(address, "backup", str(tmp_path / "no folder" / "x"), code=2)
    assert str(tmp_path / "no folder" / "x") in refused
    assert "unfinished" not in refused
    (tmp_path / "tables.sqlite").write_bytes(b"no database at all" * 100)
    assert "The backup failed" in admin(address, "backup", str(tmp_path / "x"), code=2)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("x")]
