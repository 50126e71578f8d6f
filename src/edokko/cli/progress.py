"""A progress bar and a spinner on the error output; nothing if that is not a terminal, or a line now and then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from edokko.cli.console import Console

LOG_SECONDS = 30
"""The least time between two lines in a log file."""


class Progress:
    """A progress bar of a long task; a ``total`` of ``None`` is an unknown number of steps.

    ``logs`` says whether a log file, which is no terminal, gets a line now and then.
    """

    def __init__(self, what: str, total: int | None, *, logs: bool = False) -> None:
        self._what, self._total = what, total
        self.console = Console(stderr=True)
        self._bar = Bar(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        self._logs = logs and not self.console.is_terminal
        self._next = monotonic() + LOG_SECONDS
        self._task: TaskID = self._bar.add_task(what, total=total)

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self.console.print(Text(text))

    def at(self, done: int) -> None:
        """Set the number of completed steps."""
        self._bar.update(self._task, completed=done)
        if self._logs and monotonic() >= self._next:
            self._next = monotonic() + LOG_SECONDS
            self.say(f"{self._what} {done:,}" + ("" if self._total is None else f"/{self._total:,}"))

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Show a spinner during a task of unknown length."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(Text(what, "dim"), spinner_style="dim"):
        yield
