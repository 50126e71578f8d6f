"""File name parameters: ``-`` means standard input for a file to read, and is refused for a file to write."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from edokko.cli.language import text
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    _ParamType = click.ParamType[str]
else:
    _ParamType = click.ParamType

STANDARD_INPUT = "-"


class FileName(_ParamType):
    """A parameter type for file names: never empty, and never ``-`` for a file that the command writes."""

    name = "file"

    def __init__(self, *, is_written: bool = False) -> None:
        self._is_written = is_written

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. Raises ``Problem`` if the name is empty, or ``-`` for a file to write."""
        name = str(value)
        option = (
            "" if param is None else param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
        )
        if not name:
            raise Problem(text("problem-file-empty", option=option))
        if self._is_written and name == STANDARD_INPUT:
            raise Problem(text("problem-file-dash", option=option))
        return name


FILE, NEW_FILE = FileName(), FileName(is_written=True)


@dataclass(frozen=True, slots=True)
class Input:
    """A file to read, with its name in messages: the path, or the stream of standard input."""

    name: str
    source: Path | IO[bytes]

    def read(self, most: int) -> bytes:
        """Return the content, at most ``most`` bytes."""
        if isinstance(self.source, Path):
            with self.source.open("rb") as file:
                return file.read(most)
        return self.source.read(most)


def input_of(name: str) -> Input:
    """Return the file of a name; ``-`` is standard input. Raises ``Problem`` if standard input is closed."""
    if name != STANDARD_INPUT:
        return Input(name, Path(name))
    if sys.stdin is None:
        raise Problem(text("problem-no-input"))
    stream: Any = sys.stdin.buffer
    return Input(text("standard-input"), stream if hasattr(stream, "peek") else io.BufferedReader(stream))
