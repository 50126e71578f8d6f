"""The console through which all commands print: rich's, with the exit codes and the width of a command line."""

from __future__ import annotations

import os

from rich.console import Console as RichConsole

SIZES = ("COLUMNS", "LINES")


class Console(RichConsole):
    """A console for plain text, on standard output or standard error."""

    def __init__(self, *, stderr: bool = False) -> None:
        # A size of 0 means that it is unknown; rich would print nothing.
        environment = {name: value for name, value in os.environ.items() if name not in SIZES or value.strip("0")}
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False, _environ=environment)

    def on_broken_pipe(self) -> None:
        """Raise the error again, which rich is handling, for our exit code; rich would exit with 1."""
        raise
