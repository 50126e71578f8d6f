"""The command ``edokko-research``: each subcommand has a module, which imports what it needs when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from edokko.cli import interrupts
from edokko.cli.problems import Problem, as_problem
from edokko.native.compiler import CompilerFailed

COMMANDS = (
    "soak",
    "duel",
    "dataset",
    "months",
    "train",
    "policy",
    "learn",
    "decisions",
    "regret",
    "tune",
    "calibrate",
    "puzzles",
    "strength",
    "benchmark",
)
"""The commands in the order of the help; each is ``command`` in the module of its name."""


class Application(click.Group):
    """The command. It turns errors of files, of the compiler and of missing packages into sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return found

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except CompilerFailed as error:
            raise Problem(str(error)) from None
        except ModuleNotFoundError as error:
            raise Problem(f"This needs {error.name}. Install it with: pip install -e research") from None
        except Exception as error:
            problem = None if interrupts.was_interrupted() else as_problem(error)
            if problem is None:
                raise
            raise problem from None


application = Application(
    "edokko-research",
    help="Make the champion, tune the players' numbers, measure how strong they are, compare the engines.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit.

    Args:
        arguments: the arguments after ``edokko-research``; by default those of the process.
    """
    interrupts.raise_on_interrupt()
    application.main(arguments, prog_name="edokko-research")
