"""Locks on files that one process writes: a second process is refused and cannot write over the work of the first.

A lock is the operating system's own, on a hidden file beside the locked one (``.NAME.lock``). The system releases it
when the process ends, however it ends. The hidden file goes with the lock; a killed process leaves it behind, and the
next holder takes it over and removes it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
import warnings
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import lock_descriptor

TRIES, PAUSE = 5, 0.02
"""How often a lock is tried, and the seconds in between: :func:`is_locked` holds it for a moment too."""
UNSUPPORTED = frozenset({errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP})
"""What file systems without locks answer."""


class InUse(OSError):
    """Another process holds the lock of a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "another process is using it", str(path))


class NoLocks(UserWarning):
    """A file cannot be locked where it lies, so nothing stops a second process from writing it.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path}: this file system has no locks; let one process at a time write the file")


class Lock:
    """A lock that this process holds. It ends a ``with`` block, or is released by hand."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def release(self) -> None:
        """Release the lock and remove its file; a second call does nothing."""
        if self._descriptor < 0:
            return
        descriptor, self._descriptor = self._descriptor, -1
        # Removed while it is locked: a process that has opened it already notices, see ``_attempt``.
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(descriptor)
        if os.name == "nt":
            # Windows removes no open file.
            with contextlib.suppress(OSError):
                self._path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def hold(path: Path) -> Lock:
    """Lock a file, which need not exist yet. Where the file system has no locks, warn with :class:`NoLocks` and go on.

    Raises:
        InUse: another process, or another part of this one, holds the lock.
        OSError: the folder cannot be written; the error names ``path``.
    """
    beside = _file_of(path)
    try:
        for attempt in range(TRIES):
            if attempt:
                time.sleep(PAUSE)
            descriptor = _attempt(beside)
            if descriptor is not None:
                return Lock(beside, descriptor)
    except OSError as error:
        if error.errno in UNSUPPORTED:
            warnings.warn(NoLocks(path), stacklevel=2)
            return Lock(beside, -1)
        error.filename = str(path)
        raise
    raise InUse(path)


def is_locked(path: Path) -> bool:
    """Return whether a file is locked."""
    beside = _file_of(path)
    if not beside.exists():
        return False
    try:
        descriptor = _attempt(beside)
    except OSError:
        return False
    if descriptor is None:
        return True
    Lock(beside, descriptor).release()
    return False


def _file_of(path: Path) -> Path:
    """Return the hidden file beside the file itself, whatever links lead there."""
    real = path.resolve()
    if not real.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return real.with_name(f".{real.name}.lock")


def _attempt(beside: Path) -> int | None:
    """Try once; return the locked descriptor, or ``None`` where another holder has the lock."""
    descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        # The last holder may have removed the file after we opened it: then our lock guards no name.
        if lock_descriptor(descriptor, blocking=False) and _is_file(descriptor, beside):
            return descriptor
    except BaseException:
        os.close(descriptor)
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    os.close(descriptor)
    return None


def _is_file(descriptor: int, path: Path) -> bool:
    """Check whether an open file still has its name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
