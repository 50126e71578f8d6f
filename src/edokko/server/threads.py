"""Threads that think: they give way to everything else."""

from __future__ import annotations

import os
import sys
import threading

NICE = 10
"""Their priority, as of ``nice``."""


def give_way() -> None:
    """Let this thread have the processor where nothing else wants it: people do not wait for those who think."""
    if sys.platform == "linux":
        # There a thread has a priority of its own.
        thread = threading.get_native_id()
        # A server that gives way more already may not take anything back.
        os.setpriority(os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread)))
