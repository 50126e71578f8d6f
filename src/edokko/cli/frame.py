"""Localisation of the texts that click itself adds to the help of a command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click

from edokko.catalogue import Catalogue

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
