"""Ctrl-C while the command starts, runs and ends. It imports nothing of this package, so that it is there first."""

from __future__ import annotations

import os
import signal
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


def was_interrupted() -> bool:
    """Whether Ctrl-C has been pressed; an import that it hits may fail with any other error."""
    return _was_interrupted


def _handle(handler: signal._HANDLER) -> None:
    try:
        signal.signal(signal.SIGINT, handler)
    except ValueError:
        # Only the main thread handles signals; in another one Ctrl-C does not arrive.
        return


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    global _was_interrupted
    _was_interrupted = True
    raise KeyboardInterrupt
