"""Ctrl-C while the command starts, runs and ends. It imports nothing of this package, so that it is there first."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C has stopped."""

_was_interrupted = False


def leave() -> None:
    """Make Ctrl-C end the process at once: there is nothing to save before the command runs, and nothing afterwards."""
    _handle(_leave)


def interrupt() -> None:
    """Make Ctrl-C raise ``KeyboardInterrupt``, and remember it."""
    _handle(_interrupt)


class Deferred:
    """Ctrl-C that waits, except where it is allowed."""

    def __init__(self) -> None:
        self._is_allowed = False
        self._is_waiting = False

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let Ctrl-C raise ``KeyboardInterrupt`` in here, at once where it was pressed before."""
        self._is_allowed = True
        try:
            if self._is_waiting:
                _interrupt(signal.SIGINT, None)
            yield
        finally:
            self._is_allowed = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Receive the signal."""
        if self._is_allowed:
            _interrupt(number, frame)
        self._is_waiting = True


@contextmanager
def deferred() -> Iterator[Deferred]:
    """Make Ctrl-C wait while files are written, so that they hold whole games.

    Yields:
        Where Ctrl-C is allowed.
    """
    waiting = Deferred()
    before = signal.getsignal(signal.SIGINT)
    _handle(waiting.handle)
    try:
        yield waiting
    finally:
        _handle(before)


def was_interrupted() -> bool:
    """Whether Ctrl-C has been pressed; an import that it hits may fail with any other error."""
    return _was_interrupted


def _handle(handler: signal._HANDLER | None) -> None:
    try:
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
    except ValueError:
        # Only the main thread handles signals; in another one Ctrl-C does not arrive.
        return


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    global _was_interrupted
    _was_interrupted = True
    raise KeyboardInterrupt
