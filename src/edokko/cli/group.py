"""A command group that suggests similar commands for an unknown name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click

from edokko.catalogue import Catalogue
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
