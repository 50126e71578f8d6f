"""A copy of the whole database in a file, taken while servers run, and put back from it.

SQLite is copied by its own online backup. PostgreSQL is left to ``pg_dump`` and ``pg_restore``, which know every detail
of it, and whose files other tools read too.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import make_url

from edokko.server.database.connect import make_private

HEADER = b"SQLite format 3\x00"
TOOLS = ("pg_dump", "pg_restore")


class BackupError(Exception):
    """A backup cannot be made or put back.

    Attributes:
        why: ``no_database``, ``exists``, ``no_tool``, ``not_a_backup``, ``damaged`` or ``failed``.
        detail: the file, the tool, or what the tool said.
    """

    def __init__(self, why: str, detail: str) -> None:
        self.why = why
        self.detail = detail
        super().__init__(f"{why}: {detail}")


def file_of(address: str) -> Path:
    """The file of a database of SQLite.

    Raises:
        BackupError: ``no_database``.
    """
    file = Path(make_url(address).database or "")
    if not file.is_file():
        raise BackupError("no_database", str(file))
    return file


def back_up(address: str, target: Path) -> None:
    """Write the whole database into a file that only its owner can read.

    Args:
        address: the database, as SQLAlchemy writes it.
        target: the file; there must be none yet.

    Raises:
        BackupError: it cannot be done; the file is not there then.
        OSError: the file cannot be written.
    """
    with _new_file(target) as unfinished:
        if address.startswith("sqlite"):
            _copy(file_of(address), unfinished)
        else:
            _run("pg_dump", address, ["--format=custom", "--no-owner", "--no-acl", f"--file={unfinished}"])


def restore(address: str, source: Path) -> None:
    """Put what a file holds in the place of the whole database.

    Args:
        address: the database, as SQLAlchemy writes it.
        source: a file of :func:`back_up`.

    Raises:
        BackupError: it cannot be done; the database is as it was.
        OSError: the file cannot be read.
    """
    with source.open("rb") as file:
        is_sqlite = file.read(len(HEADER)) == HEADER
    if not address.startswith("sqlite"):
        if is_sqlite:
            raise BackupError("not_a_backup", str(source))
        _run("pg_restore", address, ["--clean", "--if-exists", "--no-owner", "--single-transaction", str(source)])
        return
    if not is_sqlite:
        raise BackupError("not_a_backup", str(source))
    _check(source)
    target = Path(make_url(address).database or "")
    make_private(target)
    _copy(source, target)


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """A file that gets its name when it is whole."""
    if target.exists():
        raise BackupError("exists", str(target))
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        yield unfinished
        # Unlike a renaming this never takes the place of a file that has come meanwhile.
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise BackupError("exists", str(target)) from None
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """SQLite's online backup: whole and of one moment, whoever else is writing."""
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as old,
            closing(sqlite3.connect(target, timeout=10)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        raise BackupError("failed", str(error)) from None


def _check(source: Path) -> None:
    """See to it that a file is a sound database of ours."""
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError:
        raise BackupError("damaged", str(source)) from None
    if not sound:
        raise BackupError("damaged", str(source))
    if not {"alembic_version", "tables", "rows"} <= tables:
        raise BackupError("not_a_backup", str(source))


def _run(tool: str, address: str, arguments: Sequence[str]) -> None:
    """Run one of PostgreSQL's tools; the password goes by the environment, where others cannot see it."""
    if shutil.which(tool) is None:
        raise BackupError("no_tool", tool)
    url = make_url(address)
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = str(url.password)
    plain = url.set(drivername="postgresql", password=None).render_as_string()
    command = [tool, f"--dbname={plain}", "--no-password", *arguments]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise BackupError("failed", " ".join(ended.stderr.split())[:500])
