"""A lock that allows one server for each SQLite file.

A second server would not be notified of the writes of the first one, and would serve stale positions.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from edokko import locks
from edokko.server.store.sqlite import file_of, is_sqlite


class AlreadyServed(Exception):
    """Another server holds the lock of the file; its URL is ``None`` while it starts."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        super().__init__(f"the database is served already at {address}")


@contextmanager
def single_instance(database: str) -> Iterator[Callable[[str], None]]:
    """Hold the lock of a SQLite file; the operating system releases it however this process ends.

    PostgreSQL takes any number of servers, so there is no lock.

    Yields:
        A function that publishes the URL of this server, to be called once the server accepts connections.

    Raises:
        AlreadyServed: another server holds the lock.
        OSError: the database's folder cannot be used. If its file system has no locks, only warn.
    """
    if not is_sqlite(database):
        yield lambda address: None
        return
    file = file_of(database)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    address_file = Path(f"{file}.address")
    lock = FileLock(f"{file}.lock", mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise AlreadyServed(_read(address_file)) from None
    except (NotImplementedError, OSError) as error:
        if isinstance(error, OSError) and error.errno not in locks.UNSUPPORTED:
            raise
        warnings.warn(locks.NoLocks(file), stacklevel=2)
    try:
        address_file.unlink(missing_ok=True)
        yield lambda address: _write(address_file, address)
    finally:
        address_file.unlink(missing_ok=True)
        lock.release()


def _read(address_file: Path) -> str | None:
    try:
        return address_file.read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def _write(address_file: Path, address: str) -> None:
    address_file.touch(mode=0o600)
    address_file.write_text(address, encoding="utf-8")
