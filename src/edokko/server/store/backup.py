"""Backup of the database into a file, also while servers run, and its restoration.

SQLite is copied with its online backup API. For PostgreSQL the tools ``pg_dump``, ``pg_restore`` and ``psql`` do the
work: they cover every feature of it, and other tools read their files.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import make_url

from edokko.server.store import models
from edokko.server.store.sqlite import file_of, is_sqlite, make_private

HEADER = b"SQLite format 3\x00"
REQUIRED_TABLES = frozenset({"alembic_version", "tables", "rows"})
"""Tables that the database has in every version of edokko."""


class BackupError(Exception):
    """A backup or its restoration failed.

    Attributes:
        why: ``no_database``, ``exists``, ``no_tool``, ``not_a_backup``, ``damaged`` or ``failed``.
        detail: the file, the tool, or the error of the tool.
    """

    def __init__(self, why: str, detail: str) -> None:
        self.why = why
        self.detail = detail
        super().__init__(f"{why}: {detail}")


def must_exist(address: str) -> None:
    """Check that the file of a SQLite database exists; PostgreSQL itself refuses the name of a missing database.

    Raises:
        BackupError: ``no_database``.
    """
    if is_sqlite(address) and not file_of(address).is_file():
        raise BackupError("no_database", str(file_of(address)))


def back_up(address: str, target: Path) -> None:
    """Write the database into a new file that only its owner can read.

    Args:
        address: the database, as SQLAlchemy writes it.
        target: the file, which must not exist.

    Raises:
        BackupError: the backup failed; no file was created.
        OSError: the file cannot be written.
    """
    with _new_file(target) as unfinished:
        if is_sqlite(address):
            must_exist(address)
            _copy(file_of(address), unfinished)
        else:
            _check_tools("pg_dump")
            url, environment = _without_password(address)
            command = ["pg_dump", f"--dbname={url}", "--no-password", "--format=custom", "--no-owner", "--no-acl"]
            _run([*command, f"--file={unfinished}"], environment)


def restore(address: str, source: Path) -> None:
    """Replace the database by the contents of a backup.

    Args:
        address: the database, as SQLAlchemy writes it.
        source: a file of :func:`back_up`.

    Raises:
        BackupError: the restoration failed; the database is unchanged.
        OSError: the file cannot be read.
    """
    with source.open("rb") as file:
        has_header = file.read(len(HEADER)) == HEADER
    if has_header != is_sqlite(address):
        raise BackupError("not_a_backup", str(source))
    if not is_sqlite(address):
        _restore_postgresql(address, source)
        return
    _check(source)
    target = file_of(address)
    make_private(target)
    _copy(source, target)


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file that becomes ``target`` on success."""
    if target.exists():
        raise BackupError("exists", str(target))
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        yield unfinished
        # Unlike a rename, a link never replaces a file that was created meanwhile.
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise BackupError("exists", str(target)) from None
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a consistent snapshot with SQLite's online backup, also during concurrent writes."""
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as old,
            closing(sqlite3.connect(target, timeout=10)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        raise BackupError("failed", str(error)) from None


def _check(source: Path) -> None:
    """Check that a file is an intact SQLite database of edokko."""
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            is_intact = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError:
        raise BackupError("damaged", str(source)) from None
    if not is_intact:
        raise BackupError("damaged", str(source))
    if REQUIRED_TABLES - tables:
        raise BackupError("not_a_backup", str(source))


def _restore_postgresql(address: str, source: Path) -> None:
    """Replace the tables by those of a file of ``pg_dump``, in one transaction.

    ``pg_restore --clean`` is not enough: it drops only the tables that the file has. A newer database has further
    tables, whose foreign keys prevent the others from being dropped.
    """
    _check_tools("pg_restore", "psql")
    contents = _run(["pg_restore", "--list", str(source)])
    if REQUIRED_TABLES.difference(re.findall(r"^\d+; .* TABLE \S+ (\S+) ", contents, re.MULTILINE)):
        raise BackupError("not_a_backup", str(source))
    names = ", ".join(f'"{name}"' for name in (*models.Base.metadata.tables, "alembic_version"))
    url, environment = _without_password(address)
    environment["PGOPTIONS"] = "-c client_min_messages=warning"
    command = ["psql", f"--dbname={url}", "--no-password", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    psql = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert psql.stdin is not None
    with suppress(BrokenPipeError):
        psql.stdin.write(f"BEGIN; DROP TABLE IF EXISTS {names} CASCADE;\n")
        psql.stdin.flush()
    command = ["pg_restore", "--no-owner", "--no-acl", "--file=-", str(source)]
    pg_restore = subprocess.run(command, stdout=psql.stdin, stderr=subprocess.PIPE, text=True, check=False)
    # Without the COMMIT, psql rolls back at its end.
    _, errors = psql.communicate("" if pg_restore.returncode else "COMMIT;\n")
    if psql.returncode or pg_restore.returncode:
        raise BackupError("failed", _shortened(f"{errors} {pg_restore.stderr}"))


def _check_tools(*tools: str) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            raise BackupError("no_tool", tool)


def _without_password(address: str) -> tuple[str, dict[str, str]]:
    """Return a tool's URL without the password, and its environment with it: other users see command lines."""
    url = make_url(address)
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = str(url.password)
    return url.set(drivername="postgresql", password=None).render_as_string(), environment


def _run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Run one of PostgreSQL's tools and return its output."""
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if process.returncode:
        raise BackupError("failed", _shortened(process.stderr))
    return process.stdout


def _shortened(text: str) -> str:
    return " ".join(text.split())[:500]
