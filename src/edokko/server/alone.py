"""One server for each SQLite file: a second one would not hear what the first one writes, and show old positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import make_url


class AlreadyServed(Exception):
    """Another server has the file.

    Attributes:
        address: where it is reached; ``None`` while it only begins.
    """

    def __init__(self, address: str | None) -> None:
        self.address = address
        super().__init__(f"the database is served already at {address}")


@contextmanager
def alone(database: str) -> Iterator[Callable[[str], None]]:
    """Keep other servers from a SQLite file; the system lets it go however this one ends.

    Args:
        database: the address, as SQLAlchemy writes it. PostgreSQL takes any number of servers.

    Yields:
        What is called with the address where this server is reached, once it is.

    Raises:
        AlreadyServed: there is one.
        OSError: the database's folder cannot be used.
    """
    file = make_url(database).database if database.startswith("sqlite") else None
    if file is None:
        yield lambda address: None
        return
    Path(file).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    told = Path(f"{file}.address")
    lock = FileLock(f"{file}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise AlreadyServed(_read(told)) from None
    try:
        told.unlink(missing_ok=True)
        yield lambda address: _write(told, address)
    finally:
        told.unlink(missing_ok=True)
        lock.release()


def _read(told: Path) -> str | None:
    try:
        return told.read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def _write(told: Path, address: str) -> None:
    told.write_text(address, encoding="utf-8")
