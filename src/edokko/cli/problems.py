"""Errors of the command line, with a sentence for each."""

from __future__ import annotations

from errno import errorcode
from functools import reduce
from typing import IO, Any

import click

from edokko.cli.interrupts import INTERRUPTED as INTERRUPTED
from edokko.cli.language import current, text
from edokko.extras import extra_of, sentence

WRONG = 2
FAILED = 1
PIPE_CLOSED = 141
"""Exit codes: ``WRONG`` for a user error, ``FAILED`` for a failed check, ``PIPE_CLOSED`` if the reader of the output
has closed the pipe. Shells report that as 128 plus the number of SIGPIPE."""


class Problem(click.ClickException):
    """A user error, which ends the command with a sentence and exit code 2."""

    exit_code = WRONG

    def show(self, file: IO[Any] | None = None) -> None:
        for line in self.message.splitlines():
            click.echo(f"edokko: {line}", file=file, err=file is None)


def value_problem(error: click.ClickException) -> click.ClickException:
    """Convert click's error about an option to a problem; return other errors as they are."""
    if isinstance(error, click.NoSuchOption):
        near = next(iter(error.possibilities or ()), "")
        message = "problem-option-near" if near else "problem-option"
        return Problem(text(message, option=error.option_name, near=near))
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Option):
        return Problem(text("problem-option-missing", option=error.param.opts[0]))
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return Problem(text("problem-argument-missing", argument=error.param.human_readable_name))
    if not isinstance(error, click.BadParameter) or error.param is None:
        return error
    kind, option = error.param.type, error.param.opts[0]
    if isinstance(kind, click.Choice):
        return Problem(text("problem-choice", option=option, known=", ".join(map(str, kind.choices))))
    if not isinstance(kind, (click.types.IntParamType, click.types.FloatParamType)):
        return error
    sort = "whole" if isinstance(kind, click.types.IntParamType) else "number"
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if high is None:
        message = f"problem-{sort}-any" if low is None else f"problem-{sort}-from"
        return Problem(text(message, option=option, low=low or 0))
    return Problem(text(f"problem-{sort}-range", option=option, low=low or 0, high=high))


def reason_of(error: OSError) -> str:
    """Return what the system says of an error, in the language if it is a common one, without a full stop."""
    message = f"system-{errorcode.get(error.errno or 0, '').lower()}"
    # Some errors of Python's file objects have no ``strerror``.
    return text(message) if message in current() else (error.strerror or " ".join(map(str, error.args))).rstrip(".")


def as_problem(error: BaseException) -> Problem | None:
    """Convert an error of files, components or the installation to a problem; return ``None`` for a bug."""
    kind = type(error).__name__
    if isinstance(error, ImportError):
        name = str(error.name).partition(".")[0]
        extra = getattr(error, "extra", None) or (extra_of().get(name) if kind == "ModuleNotFoundError" else None)
        return Problem(sentence(name, extra, current())) if extra else None
    if kind == "InUse" and isinstance(error, OSError):
        return Problem(text("problem-file-in-use", file=str(error.filename)))
    if kind == "NoHome" and isinstance(error, OSError):
        ways = reduce(lambda first, last: text("list-or", first=first, last=last), getattr(error, "ways", ()))
        return Problem(text("problem-no-home", ways=ways))
    if isinstance(error, OSError):
        reason = reason_of(error)
        if error.filename is None:
            return Problem(text("problem-system", reason=reason))
        return Problem(text("problem-file", file=str(error.filename), reason=reason))
    if kind == "ComponentsError":
        return Problem(str(error))
    return None
