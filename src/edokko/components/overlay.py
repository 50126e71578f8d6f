"""Overlays: files with any part of the shipped tables, under the same keys."""

from __future__ import annotations

import os
from typing import Any

from .loader import check_overlay
from .reading import parse, read


class Overlay(dict[str, Any]):
    """The tables of an overlay file, with the name of the file for messages."""

    def __init__(self, tables: dict[str, Any], source: str) -> None:
        super().__init__(tables)
        self.source = source


def read_overlay(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read an overlay from a TOML file.

    Args:
        path: the file.

    Returns:
        Its tables, for ``load(edition, overlay)``, which names the file in its messages.

    Raises:
        ComponentsError: the file cannot be read, is not TOML, or holds an invalid key or value.
    """
    source = os.fspath(path)
    return _parse_and_check(read(source), source)


def parse_overlay(text: str | bytes, source: str = "overlay") -> dict[str, Any]:
    """Read an overlay from TOML text.

    Args:
        text: the TOML.
        source: its name in messages.

    Returns:
        Its tables, for ``load(edition, overlay)``.

    Raises:
        ComponentsError: the text is not TOML, or holds an invalid key or value.
    """
    return _parse_and_check(text.encode() if isinstance(text, str) else text, source)


def _parse_and_check(content: bytes, source: str) -> dict[str, Any]:
    overlay = Overlay(parse(content, source), source)
    check_overlay(overlay)
    return overlay
