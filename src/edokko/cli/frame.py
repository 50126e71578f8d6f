"""The frame that click draws around the help of a command, in the catalogue's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click

from edokko.catalogue import Catalogue

OURS = {"Options": "help-options", "Commands": "help-commands", "Show this message and exit.": "help-help"}
"""What click says, and our messages for it."""


def framed(command: click.Command, catalogue: Catalogue) -> click.Command:
    """A command, and those inside it, with help pages that are in one language as a whole."""

    class Context(click.Context):
        def make_formatter(self) -> click.HelpFormatter:
            return _Formatter(catalogue, width=self.terminal_width, max_width=self.max_content_width)

    command.context_class = Context
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        framed(inner, catalogue)
    return command


class _Formatter(click.HelpFormatter):
    def __init__(self, catalogue: Catalogue, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._catalogue = catalogue

    def _ours(self, text: str) -> str:
        return self._catalogue.text(OURS[text]) if text in OURS else text

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or self._catalogue.text("help-usage") + " ")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(self._ours(name)):
            yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(term, self._ours(text)) for term, text in rows], col_max, col_spacing)
