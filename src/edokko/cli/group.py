"""Command groups: they suggest similar commands for an unknown name, and may load their commands lazily."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from edokko.catalogue import Catalogue
from edokko.cli.frame import localise_help
from edokko.cli.problems import Problem

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
