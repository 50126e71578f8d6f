"""Command groups: they suggest similar commands for an unknown name, and may load their commands lazily."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from edokko.catalogue import Catalogue
from edokko.cli.problems import Problem

OURS = {"Options": "help-options", "Commands": "help-commands", "Show this message and exit.": "help-help"}
"""Our messages for the texts of click."""


def localise_help(command: click.Command, catalogue: Catalogue) -> click.Command:
    """Make the help pages of a command and its subcommands use the catalogue's language throughout."""

    class Context(click.Context):
        def make_formatter(self) -> click.HelpFormatter:
            return _Formatter(catalogue, width=self.terminal_width, max_width=self.max_content_width)

    command.context_class = Context
    for subcommand in command.commands.values() if isinstance(command, click.Group) else ():
        localise_help(subcommand, catalogue)
    return command


class _Formatter(click.HelpFormatter):
    def __init__(self, catalogue: Catalogue, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._catalogue = catalogue

    def _localised(self, text: str) -> str:
        return self._catalogue.text(OURS[text]) if text in OURS else text

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or self._catalogue.text("help-usage") + " ")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(self._localised(name)):
            yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(term, self._localised(text)) for term, text in rows], col_max, col_spacing)


MOST_NEAR = 2
LONGEST_NAME = 40
"""The maximum length of a name in a message, in characters."""


class Group(click.Group):
    """A command group in one language.

    Args:
        catalogue: the language of messages.
        settings: the keyword arguments of click's group.
    """

    def __init__(self, catalogue: Catalogue, name: str, **settings: Any) -> None:
        super().__init__(name, **settings)
        self.catalogue = catalogue

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command.

        Raises:
            Problem: the command is unknown; the message suggests similar names.
        """
        name = args[0]
        if name.startswith("-") or ctx.resilient_parsing or self.get_command(ctx, name):
            return super().resolve_command(ctx, args)
        known = self.list_commands(ctx)
        near = get_close_matches(name, known, n=MOST_NEAR)
        raise Problem(
            self.catalogue.text(
                "problem-command-near" if near else "problem-command",
                command=repr(name[:LONGEST_NAME]),
                near=", ".join(near),
                known=", ".join(known),
            )
        )


class LazyGroup(Group):
    """A group whose commands are imported when they are needed; each is ``command(catalogue)`` in a module of its name.

    Args:
        catalogue: the language of messages.
        package: the package with the modules.
        names: the names of the commands, in the order of the help.
        settings: the keyword arguments of click's group.
    """

    def __init__(self, catalogue: Catalogue, name: str, package: str, names: Sequence[str], **settings: Any) -> None:
        super().__init__(catalogue, name, **settings)
        self._package = package
        self._names = tuple(names)
        self._built: dict[str, click.Command] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._names:
            return None
        if cmd_name not in self._built:
            module = import_module(f"{self._package}.{cmd_name}")
            self._built[cmd_name] = localise_help(module.command(self.catalogue), self.catalogue)
        return self._built[cmd_name]
