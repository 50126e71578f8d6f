"""Handling of Ctrl-C while the command starts, runs and ends. It imports nothing else, so that it is active first."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit code of a command stopped by Ctrl-C."""

_was_interrupted = False


def exit_on_interrupt() -> None:
    """Make Ctrl-C end the process at once, for the times before and after a command, when there is nothing to save."""
    _handle(_exit)


def raise_on_interrupt() -> None:
    """Make Ctrl-C raise ``KeyboardInterrupt``, and record that it came."""
    _handle(_interrupt)


class Deferred:
    """A signal handler that defers Ctrl-C, except inside :meth:`allowed`."""

    def __init__(self) -> None:
        self._is_allowed = False
        self._is_pending = False

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let Ctrl-C raise ``KeyboardInterrupt`` in this context, immediately if one is pending."""
        self._is_allowed = True
        try:
            if self._is_pending:
                _interrupt(signal.SIGINT, None)
            yield
        finally:
            self._is_allowed = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Receive the signal."""
        if self._is_allowed:
            _interrupt(number, frame)
        self._is_pending = True


@contextmanager
def deferred() -> Iterator[Deferred]:
    """Defer Ctrl-C while files are written, so that they contain only complete games; yield the handler."""
    handler = Deferred()
    previous = signal.getsignal(signal.SIGINT)
    _handle(handler.handle)
    try:
        yield handler
    finally:
        _handle(previous)


def was_interrupted() -> bool:
    """Check whether Ctrl-C was pressed; an import that it interrupts may fail with any other error."""
    return _was_interrupted


def _handle(handler: signal._HANDLER | None) -> None:
    try:
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
    except ValueError:
        # Only the main thread can install signal handlers; other threads never receive Ctrl-C.
        return


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    global _was_interrupted
    _was_interrupted = True
    raise KeyboardInterrupt
