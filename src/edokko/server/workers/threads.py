"""The threads that search, of low priority, so that requests do not wait for searches."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
NICE = 10
"""Niceness of a thread that searches."""


class Threads:
    """Threads for the searches of a worker, of their own for each kind; ``players`` computer players search at once."""

    def __init__(self, kinds: Iterable[str], players: int) -> None:
        self._executors = {
            kind: ThreadPoolExecutor(players if kind == "bots" else 1, kind, initializer=lower_priority)
            for kind in kinds
        }

    async def run(self, kind: str, work: Callable[[], T]) -> T:
        """Run a search of a kind in its threads, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._executors[kind], work)

    def close(self) -> None:
        """Take no further searches; those that run end by themselves."""
        for executor in self._executors.values():
            executor.shutdown(wait=False, cancel_futures=True)


def lower_priority() -> None:
    """Lower the priority of the current thread, so that requests do not wait for searches."""
    if sys.platform == "linux":
        # Only Linux has a priority for each thread.
        thread = threading.get_native_id()
        # A process may not lower a niceness: keep that of a server that was started with a higher one.
        os.setpriority(os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread)))
