"""Overlays: files with the same keys as the shipped tables, any part of them."""

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
        Its tables, for ``load(edition, overlay)``, which says the file's name in its messages.

    Raises:
        ComponentsError: if the file cannot be read, is no TOML, or holds something the components cannot have.
    """
    source = os.fspath(path)
    return _checked(read(source), source)


def parse_overlay(text: str | bytes, source: str = "overlay") -> dict[str, Any]:
    """Read an overlay from the text of such a file.

    Args:
        text: the TOML.
        source: what messages call it.

    Returns:
        Its tables, for ``load(edition, overlay)``.

    Raises:
        ComponentsError: if it is no TOML, or holds something the components cannot have.
    """
    return _checked(text.encode() if isinstance(text, str) else text, source)


def _checked(content: bytes, source: str) -> dict[str, Any]:
    overlay = Overlay(parse(content, source), source)
    check_overlay(overlay)
    return overlay
