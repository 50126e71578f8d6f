"""What goes wrong at the command line, in one sentence each."""

from __future__ import annotations

from typing import IO, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli.interrupts import INTERRUPTED as INTERRUPTED

WRONG = 2
FAILED = 1
PIPE_CLOSED = 141
"""Exit codes: a mistake in what was asked; stopped by Ctrl-C; a check found something bad; the reader of the output
has closed the pipe, which shells report as 128 and the number of SIGPIPE."""


class Problem(click.ClickException):
    """A mistake: it ends the command with a sentence and exit code 2."""

    exit_code = WRONG

    def show(self, file: IO[Any] | None = None) -> None:
        for line in self.message.splitlines():
            click.echo(f"edokko: {line}", file=file, err=file is None)


def as_problem(error: BaseException, catalogue: Catalogue) -> Problem | None:
    """An error of files, components or the installation as a problem; ``None`` for one that only a bug explains."""
    kind = type(error).__name__
    if kind == "MissingExtra" and isinstance(error, ImportError):
        return Problem(catalogue.text("problem-extra", package=str(error.name)))
    if kind == "InUse" and isinstance(error, OSError):
        return Problem(catalogue.text("problem-file-in-use", file=str(error.filename)))
    if isinstance(error, OSError):
        # Errors of Python's own files have no ``strerror``; some of them end in a full stop, which the message has too.
        reason = (error.strerror or " ".join(map(str, error.args))).rstrip(".")
        if error.filename is None:
            return Problem(catalogue.text("problem-system", reason=reason))
        return Problem(catalogue.text("problem-file", file=str(error.filename), reason=reason))
    if kind == "ComponentsError":
        return Problem(str(error))
    return None
