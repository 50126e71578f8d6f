"""Reading TOML files from untrusted sources, with limits on size and nesting."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from edokko.texts import NotText, decode

from .problems import ComponentsError

LARGEST_FILE = 1_000_000
"""The largest accepted file in bytes; the shipped tables are a twentieth of it."""
MAX_KEY_PARTS = 16
"""The most parts of a dotted key; the shipped tables use three. ``tomllib`` takes quadratic time in them."""
# The pattern begins with a dot and is possessive, so it never backtracks and its time is linear.
_LONG_KEY = re.compile(rb"""(?:\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+){%d}""" % MAX_KEY_PARTS)


def parse(content: bytes, source: str) -> dict[str, Any]:
    """Parse a TOML file.

    Raises:
        ComponentsError: the file is too large, not UTF-8 or not TOML; the error names the file and the line.
    """
    if len(content) > LARGEST_FILE:
        raise ComponentsError([f"{source}: the file is larger than {LARGEST_FILE} bytes"])
    if long := _LONG_KEY.search(content):
        line = content.count(b"\n", 0, long.start()) + 1
        raise ComponentsError([f"{source}: line {line}: a key has more than {MAX_KEY_PARTS} parts"])
    try:
        return tomllib.loads(decode(content))
    except NotText as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ComponentsError([f"{source}: line {line}: {error}"]) from None
    except RecursionError:
        raise ComponentsError([f"{source}: nested too deeply"]) from None
    except tomllib.TOMLDecodeError as error:
        raise ComponentsError([f"{source}: not TOML: {error}"]) from None
    except ValueError:
        # Python refuses integers with thousands of digits.
        raise ComponentsError([f"{source}: a number has thousands of digits"]) from None


def read(source: str) -> bytes:
    """Return the bytes of a file, at most one more than ``LARGEST_FILE``.

    Raises:
        ComponentsError: the file cannot be read; the error names the file and the reason.
    """
    try:
        with open(source, "rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ComponentsError([f"{source}: cannot be read: {reason}"]) from None
