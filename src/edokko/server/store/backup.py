"""Backup of the database into a file, also while servers run, and its restoration.

SQLite is copied with its online backup API. For PostgreSQL the tools ``pg_dump``, ``pg_restore`` and ``psql`` do the
work: they cover every feature of it, and other tools read their files.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from edokko.server.store.database import migrate, require_connection, require_known, upgrade_script
from edokko.server.store.problems import DatabaseProblem
from edokko.server.store.sqlite import file_of, is_damaged, is_sqlite, make_private

HEADER = b"SQLite format 3\x00"
REQUIRED_TABLES = frozenset({"alembic_version", "tables", "rows"})
"""Tables that the database has in every version of edokko."""
UNFINISHED = ".unfinished"
"""The suffix of a backup that is being written."""


def must_exist(address: str) -> None:
    """Check that the file of a SQLite database exists; PostgreSQL itself refuses the name of a missing database.

    Raises:
        DatabaseProblem: there is no file.
    """
    if is_sqlite(address) and not file_of(address).is_file():
        raise DatabaseProblem("backup-no-database", detail=str(file_of(address)))


def back_up(address: str, target: Path) -> None:
    """Write the database into a new file that only its owner can read.

    Raises:
        DatabaseProblem: the backup failed; no file was created.
        OSError: the file cannot be written.
    """
    with _new_file(target) as unfinished:
        if is_sqlite(address):
            must_exist(address)
            try:
                _copy(file_of(address), unfinished)
                # Readers of a file with a write-ahead log, such as the check below, leave two files beside it.
                with closing(sqlite3.connect(unfinished)) as copy:
                    copy.execute("PRAGMA journal_mode=DELETE")
            except sqlite3.Error as error:
                raise DatabaseProblem("backup-failed", detail=str(error)) from None
            if is_damaged(unfinished):
                raise DatabaseProblem("backup-damaged", detail=str(file_of(address)))
        else:
            _check_tools(address, "pg_dump")
            url, environment = _without_password(address)
            command = ["pg_dump", f"--dbname={url}", "--no-password", "--format=custom", "--no-owner", "--no-acl"]
            _run([*command, f"--file={unfinished}"], environment)


def restore(address: str, source: Path) -> None:
    """Replace the database by the contents of a backup, migrated to the newest version.

    All checks and migrations come first, on SQLite in a copy of the backup. Then one transaction replaces everything.

    Raises:
        DatabaseProblem: the backup cannot be used, or the restoration failed; the database is unchanged.
        OSError: the file cannot be read.
    """
    with source.open("rb") as file:
        has_header = file.read(len(HEADER)) == HEADER
    if has_header != is_sqlite(address):
        raise DatabaseProblem("backup-not-a-backup", detail=str(source))
    if not is_sqlite(address):
        _restore_postgresql(address, source)
        return
    target = file_of(address)
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(prefix="edokko-restore-", dir=target.parent) as folder:
        copy = Path(folder) / "copy.sqlite"
        try:
            require_known(_check(source), "backup-later", file=str(source))
            _copy(source, copy)
            migrate(f"sqlite+aiosqlite:///{copy}")
            _check(copy)
            make_private(target)
            _copy(copy, target)
        except (DBAPIError, sqlite3.Error) as error:
            raise DatabaseProblem("restore-failed", detail=_shortened(str(getattr(error, "orig", error)))) from None


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file that becomes ``target`` on success."""
    if target.exists():
        raise DatabaseProblem("backup-exists", detail=str(target))
    unfinished = target.with_name(f"{target.name}{UNFINISHED}")
    try:
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY, 0o600))
        yield unfinished
        # Unlike a rename, a link never replaces a file that was created meanwhile.
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise DatabaseProblem("backup-exists", detail=str(target)) from None
    except OSError as error:
        error.filename, error.filename2 = str(target), None
        raise
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a consistent snapshot with SQLite's online backup, also during concurrent writes, in one transaction."""
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as old,
        closing(sqlite3.connect(target, timeout=10)) as new,
    ):
        old.backup(new)


def _check(source: Path) -> str:
    """Check that a file is an intact SQLite database of edokko, and return its revision."""
    if is_damaged(source):
        raise DatabaseProblem("backup-damaged", detail=str(source))
    with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables >= REQUIRED_TABLES:
            for (revision,) in connection.execute("SELECT version_num FROM alembic_version"):
                return str(revision)
    raise DatabaseProblem("backup-not-a-backup", detail=str(source))


def _restore_postgresql(address: str, source: Path) -> None:
    """Replace the tables by those of a file of ``pg_dump``, and migrate them, in one transaction.

    ``pg_restore --clean`` is not enough: it drops only the tables that the file has. A newer database has further
    tables, whose foreign keys prevent the others from being dropped.
    """
    _check_tools(address, "pg_restore", "psql")
    contents = _run(["pg_restore", "--list", str(source)])
    if REQUIRED_TABLES.difference(re.findall(r"^\d+; .* TABLE \S+ (\S+) ", contents, re.MULTILINE)):
        raise DatabaseProblem("backup-not-a-backup", detail=str(source))
    stored = _run(["pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(source)])
    revision = re.search(r"^COPY .*\n(\w+)$", stored, re.MULTILINE)
    if revision is None:
        raise DatabaseProblem("backup-not-a-backup", detail=str(source))
    require_known(revision[1], "backup-later", file=str(source))
    # The migrations know every table that a database may have, also those of a feature that has been deleted.
    names = ", ".join(
        f'"{name}"' for name in set(re.findall(r"^CREATE TABLE (\w+)", upgrade_script("base"), re.MULTILINE))
    )
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
    # Without the COMMIT, psql rolls back at its end. The dump has emptied the search path.
    rest = "" if pg_restore.returncode else f"RESET search_path;\n{upgrade_script(revision[1])}\nCOMMIT;\n"
    _, errors = psql.communicate(rest)
    if psql.returncode or pg_restore.returncode:
        raise DatabaseProblem("restore-failed", detail=_shortened(f"{errors} {pg_restore.stderr}"))


def _check_tools(address: str, *tools: str) -> None:
    """Check that PostgreSQL answers and that its tools are installed."""
    asyncio.run(require_connection(address))
    for tool in tools:
        if shutil.which(tool) is None:
            raise DatabaseProblem("backup-no-tool", detail=tool)


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
        action = "backup" if command[0] == "pg_dump" else "restore"
        raise DatabaseProblem(f"{action}-failed", detail=_shortened(process.stderr.replace(UNFINISHED, "")))
    return process.stdout


def _shortened(text: str) -> str:
    return " ".join(text.split())[:500]
