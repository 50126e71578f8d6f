"""The top-level command group: it loads commands lazily and turns every error into a sentence."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import click

from edokko import __version__
from edokko.catalogue import CHOSEN, default_language, language_named
from edokko.cli import letters
from edokko.cli.group import LANGUAGE, LazyGroup, Option, no_such_language
from edokko.cli.interrupts import was_interrupted
from edokko.cli.language import speaking, text
from edokko.cli.problems import INTERRUPTED, PIPE_CLOSED, WRONG, Problem, as_problem, value_problem

COMMANDS = (
    "serve",
    "worker",
    "admin",
    "build-site",
    "play",
    "hint",
    "review",
    "simulate",
    "arena",
    "evaluate",
    "lab",
    "record",
    "components",
    "bench",
)
"""The commands in the order of the help; each is the ``command`` of the module of its name."""

EXAMPLES = (
    ("edokko serve", "help-example-serve"),
    ("edokko play", "help-example-play"),
    ("edokko play --seats human,human,greedy", "help-example-hot-seat"),
    ("edokko play --resume", "help-example-resume"),
    ("edokko hint", "help-example-hint"),
    ("edokko review game.jsonl --plot game.svg", "help-example-review"),
    ("edokko simulate --games 1000 --players 4", "help-example-simulate"),
    ("edokko arena --entries planner,greedy", "help-example-arena"),
    ("edokko lab run --entries greedy --games 1000 -o run", "help-example-lab"),
    ("edokko record show game.jsonl", "help-example-show"),
)


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        click.echo(text("version", version=__version__))
        ctx.exit()


VERSION = Option(
    ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="help-version"
)


def language_of(arguments: Sequence[str]) -> str:
    """Return the selected language. It is read before all other options, so that help and errors use it too."""
    known = (language_named(value) for value in _language_options(arguments))
    return next((language for language in known if language), default_language())


def unknown_language(arguments: Sequence[str]) -> str:
    """Return the value of ``EDOKKO_LANGUAGE`` if it is unknown and no option overrides it, else the empty string."""
    value = os.environ.get(CHOSEN, "").strip()
    return "" if _language_options(arguments) or language_named(value) else value


def _language_options(arguments: Sequence[str]) -> list[str]:
    """Return the values of ``--language``."""
    values: list[str] = []
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--language":
            values += [value] if equals else arguments[place + 1 : place + 2]
    return values


class Application(LazyGroup):
    """The command ``edokko`` in one language.

    An unknown language of the environment stops every command, but help and version still work.
    """

    def __init__(self, language: str, unknown: str = "") -> None:
        self._language, self._unknown = language, unknown
        super().__init__(
            "edokko",
            "edokko.cli",
            COMMANDS,
            help="help-edokko",
            params=[LANGUAGE, VERSION],
            invoke_without_command=True,
            callback=click.pass_context(self._serve),
            context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        )

    def _serve(self, ctx: click.Context) -> None:
        """Without a command, serve the table and open it in the browser."""
        if ctx.invoked_subcommand is None:
            from edokko.cli.serve import HOST, run

            run(None, HOST, with_browser=True)

    def invoke(self, ctx: click.Context) -> Any:
        if self._unknown:
            raise no_such_language(CHOSEN, self._unknown)
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Click would exit with 1, which is the code of a failed check.
            ctx.exit(_closed_pipe())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(text("help-examples")):
            formatter.write_dl([(words, text(message)) for words, message in EXAMPLES], col_max=44)
        formatter.write_paragraph()
        formatter.write_text(text("help-more"))

    def show_warnings(self) -> None:
        """Install a hook that shows warnings of this package as sentences; others stay as Python shows them."""
        show_original = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *rest: Any, **settings: Any) -> None:
            if category.__name__ == "NoLocks":
                path = str(getattr(message, "path", ""))
                click.echo(f"edokko: {text('problem-no-locks', file=path)}", err=True)
            else:
                show_original(message, category, *rest, **settings)

        warnings.showwarning = show

    def main(self, *args: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run and exit: 0, 1 for a failed check, 2 with a sentence about an error (:mod:`.problems`)."""
        with speaking(self._language):
            run = partial(super().main, *args, standalone_mode=False, **settings)
            if not standalone_mode:
                return run()
            code = self._exit_code(run)
            sys.exit(code if isinstance(code, int) else 0)

    def _exit_code(self, run: Callable[[], Any]) -> Any:
        """Run, print the sentence of an error, and return the exit code or what the command returned."""
        _tolerate_encodings()
        try:
            if sys.stdout is None:
                raise Problem(text("problem-no-output"))
            code = run()
            sys.stdout.flush()
            return code
        except click.exceptions.Exit as exit_:
            return exit_.exit_code
        except click.ClickException as problem:
            value_problem(problem).show()
            return problem.exit_code
        except (click.Abort, KeyboardInterrupt):
            return _interrupted()
        except BrokenPipeError:
            return _closed_pipe()
        except Exception as error:
            if was_interrupted():
                return _interrupted()
            problem_ = as_problem(error)
            if problem_ is None:
                raise
            _stop_writing(error)
            problem_.show()
            return WRONG


def _interrupted() -> int:
    click.echo(text("problem-interrupted"), err=True)
    return INTERRUPTED


def _tolerate_encodings() -> None:
    """Replace characters that the output encoding lacks by similar ones, and invalid input bytes by a mark."""
    letters.register()
    for stream, errors in ((sys.stdout, letters.ERRORS), (sys.stderr, letters.ERRORS), (sys.stdin, "replace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(ValueError, OSError):
                reconfigure(errors=errors)


def _closed_pipe() -> int:
    """Silence the output after its reader, such as ``head``, has closed the pipe; return the exit code."""
    _silence()
    return PIPE_CLOSED


def _stop_writing(error: Exception) -> None:
    """Silence the output after an error of the output itself, because later writes would fail too."""
    if isinstance(error, OSError) and error.filename is None:
        _silence()


def _silence() -> None:
    with contextlib.suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)
