"""Low priority for the threads that search."""

from __future__ import annotations

import os
import sys
import threading

NICE = 10
"""Niceness of a thread that searches."""


def lower_priority() -> None:
    """Lower the priority of the current thread, so that requests do not wait for searches."""
    if sys.platform == "linux":
        # Only Linux has a priority for each thread.
        thread = threading.get_native_id()
        # A process may not lower a niceness: keep that of a server that was started with a higher one.
        os.setpriority(os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread)))
