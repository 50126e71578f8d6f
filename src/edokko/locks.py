"""Locks on files that one process writes: a second process is refused, so it cannot overwrite the first one's work.

A lock is an operating system lock on a hidden file beside the locked one (``.NAME.lock``). The system releases it
when the process ends, also when it is killed. Releasing the lock removes the hidden file. A killed process leaves the
file behind; the next holder takes it over and removes it.
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
"""The attempts at a lock, and the seconds between them: :func:`is_locked` briefly holds the lock, so retry."""
UNSUPPORTED = frozenset({errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP})
"""The error numbers of file systems without locks."""


class InUse(OSError):
    """Another process holds the lock of a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "another process is using it", str(path))


class NoLocks(UserWarning):
    """The file system has no locks, so a second process can write the file too."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path}: this file system has no locks; let one process at a time write the file")


class Lock:
    """A lock that this process holds, released by :meth:`release` or at the end of a ``with`` block."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def release(self) -> None:
        """Release the lock and remove its file; a second call does nothing."""
        if self._descriptor < 0:
            return
        descriptor, self._descriptor = self._descriptor, -1
        # Remove the file while it is locked: a process that has already opened it detects that, see ``_attempt``.
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(descriptor)
        if os.name == "nt":
            # Windows cannot remove an open file.
            with contextlib.suppress(OSError):
                self._path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def hold(path: Path) -> Lock:
    """Lock a file, which need not exist yet. If the file system has no locks, only warn with :class:`NoLocks`.

    Raises:
        InUse: another process, or another holder in this process, holds the lock.
        OSError: the folder is not writable; the error names ``path``.
    """
    lock_file = _lock_file(path)
    try:
        for attempt in range(TRIES):
            if attempt:
                time.sleep(PAUSE)
            descriptor = _attempt(lock_file)
            if descriptor is not None:
                return Lock(lock_file, descriptor)
    except OSError as error:
        if error.errno in UNSUPPORTED:
            warnings.warn(NoLocks(path), stacklevel=2)
            return Lock(lock_file, -1)
        error.filename = str(path)
        raise
    raise InUse(path)


def is_locked(path: Path) -> bool:
    """Check whether a file is locked."""
    lock_file = _lock_file(path)
    if not lock_file.exists():
        return False
    try:
        descriptor = _attempt(lock_file)
    except OSError:
        return False
    if descriptor is None:
        return True
    Lock(lock_file, descriptor).release()
    return False


def _lock_file(path: Path) -> Path:
    """Return the hidden lock file beside the file, after resolving links."""
    real = path.resolve()
    if not real.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return real.with_name(f".{real.name}.lock")


def _attempt(lock_file: Path) -> int | None:
    """Try once; return the locked descriptor, or ``None`` if another holder has the lock."""
    descriptor = os.open(lock_file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        # The previous holder may have removed the file after we opened it; then our lock protects no path.
        if lock_descriptor(descriptor, blocking=False) and _is_file(descriptor, lock_file):
            return descriptor
    except BaseException:
        os.close(descriptor)
        with contextlib.suppress(OSError):
            lock_file.unlink()
        raise
    os.close(descriptor)
    return None


def _is_file(descriptor: int, path: Path) -> bool:
    """Check whether a path still refers to an open file."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
