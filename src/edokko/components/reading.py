"""Reading a TOML file of any origin: it is read, or refused with its name and the reason."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from .problems import ComponentsError

LARGEST_FILE = 1_000_000
"""Bytes; the shipped tables are a twentieth of it."""
MOST_PARTS = 16
"""Parts of a dotted key; the shipped tables have three. ``tomllib`` takes time in the square of them."""
# It begins with a dot and never goes back, so its time is linear.
_LONG_KEY = re.compile(rb"""(?:\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+){%d}""" % MOST_PARTS)


def parse(content: bytes, source: str) -> dict[str, Any]:
    """Parse a TOML file.

    Args:
        content: the file's bytes.
        source: its name, for messages.

    Raises:
        ComponentsError: with the file and the line, if it is too large, no UTF-8 or no TOML.
    """
    if len(content) > LARGEST_FILE:
        raise ComponentsError([f"{source}: the file is larger than {LARGEST_FILE} bytes"])
    if long := _LONG_KEY.search(content):
        line = content.count(b"\n", 0, long.start()) + 1
        raise ComponentsError([f"{source}: line {line}: a key has more than {MOST_PARTS} parts"])
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ComponentsError([f"{source}: line {line}: not UTF-8 text"]) from None
    except RecursionError:
        raise ComponentsError([f"{source}: nested too deeply"]) from None
    except ValueError as error:
        # Not only tomllib's own error: it passes on Python's refusal to read numbers of thousands of digits.
        raise ComponentsError([f"{source}: not TOML: {error}"]) from None


def read(source: str) -> bytes:
    """The bytes of a file, at most one more than ``LARGEST_FILE``.

    Raises:
        ComponentsError: with the file and the reason, if it cannot be read.
    """
    try:
        with open(source, "rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ComponentsError([f"{source}: cannot be read: {reason}"]) from None
