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
from sqlalchemy import inspect, make_url

from edokko import check
from edokko.server.store import migrate, open_database
from edokko.server.store.backup import BackupError, back_up, restore
from tests.helpers.server import Launch, Person, Visitor, admin, first_move, sqlite_in


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
    restore(empty_database, file)
    # The next start migrates it.
    migrate(empty_database)
    second = tmp_path / "again"
    back_up(empty_database, second)
    restore(empty_database, second)


def test_an_invalid_file_changes_nothing_on_postgresql(postgres: str, tmp_path: Path) -> None:
    must_have_tools(postgres)
    whole, damaged, other = tmp_path / "whole", tmp_path / "damaged", tmp_path / "other"
    migrate(postgres)
    back_up(postgres, whole)
    damaged.write_bytes(whole.read_bytes()[:-200])
    plain = make_url(postgres).set(drivername="postgresql").render_as_string()
    subprocess.run(["pg_dump", "--format=custom", "--table=guests", f"--file={other}", plain], check=True)
    before = set(tables_of(postgres))
    for file, why in ((damaged, "failed"), (other, "not_a_backup")):
        with pytest.raises(BackupError) as refused:
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
    text, damaged, other = tmp_path / "text", tmp_path / "damaged", tmp_path / "other"
    text.write_text("hello")
    damaged.write_bytes(before[:8192] + os.urandom(16384) + before[24576:])
    other.write_bytes(before[:16] + bytes(84))
    assert "is not a backup" in admin(address, "restore", str(text), "--yes", code=2)
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


def test_a_failed_backup_leaves_no_file(tmp_path: Path, launch: Launch) -> None:
    address = sqlite_in(tmp_path)
    launch(address).stop()
    admin(address, "backup", str(tmp_path / "no folder" / "x"), code=2)
    (tmp_path / "tables.sqlite").write_bytes(b"no database at all" * 100)
    assert "The backup failed" in admin(address, "backup", str(tmp_path / "x"), code=2)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("x")]
