"""A copy of the whole database in a file, taken while servers run, and put back from it.

SQLite is copied by its own online backup. PostgreSQL is left to ``pg_dump``, ``pg_restore`` and ``psql``, which know
every detail of it, and whose files other tools read too.
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

from edokko.server.database import models
from edokko.server.database.connect import make_private

HEADER = b"SQLite format 3\x00"
OURS = frozenset({"alembic_version", "tables", "rows"})
"""Tables that every version of ours has."""


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
            _must_have("pg_dump")
            plain, environment = _plain(address)
            command = ["pg_dump", f"--dbname={plain}", "--no-password", "--format=custom", "--no-owner", "--no-acl"]
            _run([*command, f"--file={unfinished}"], environment)


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
        _put_back(address, source)
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
    if OURS - tables:
        raise BackupError("not_a_backup", str(source))


def _put_back(address: str, source: Path) -> None:
    """Put a file of ``pg_dump`` in the place of our tables, in one transaction.

    ``pg_restore --clean`` drops what the file holds. A newer database has more tables than an older file, and what
    refers to others keeps them from being dropped.
    """
    _must_have("pg_restore", "psql")
    listed = _run(["pg_restore", "--list", str(source)])
    if OURS.difference(re.findall(r"^\d+; .* TABLE \S+ (\S+) ", listed, re.MULTILINE)):
        raise BackupError("not_a_backup", str(source))
    names = ", ".join(f'"{name}"' for name in (*models.Base.metadata.tables, "alembic_version"))
    address, environment = _plain(address)
    environment["PGOPTIONS"] = "-c client_min_messages=warning"
    command = ["psql", f"--dbname={address}", "--no-password", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    psql = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert psql.stdin is not None
    with suppress(BrokenPipeError):
        psql.stdin.write(f"BEGIN; DROP TABLE IF EXISTS {names} CASCADE;\n")
        psql.stdin.flush()
    script = ["pg_restore", "--no-owner", "--no-acl", "--file=-", str(source)]
    read = subprocess.run(script, stdout=psql.stdin, stderr=subprocess.PIPE, text=True, check=False)
    # Without the last word nothing has happened.
    _, said = psql.communicate("" if read.returncode else "COMMIT;\n")
    if psql.returncode or read.returncode:
        raise BackupError("failed", _shortened(f"{said} {read.stderr}"))


def _must_have(*tools: str) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            raise BackupError("no_tool", tool)


def _plain(address: str) -> tuple[str, dict[str, str]]:
    """A database's address for a tool, and its environment: the password goes where others cannot see it."""
    url = make_url(address)
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = str(url.password)
    return url.set(drivername="postgresql", password=None).render_as_string(), environment


def _run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Run one of PostgreSQL's tools; what it says."""
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise BackupError("failed", _shortened(ended.stderr))
    return ended.stdout


def _shortened(text: str) -> str:
    return " ".join(text.split())[:500]
