"""The backend of a player by a flag: compiled or plain."""

from __future__ import annotations

from edokko.rules.engine.backends import COMPILED, PLAIN, Backend


def kit(is_compiled: bool) -> Backend:
    """Return the backend that runs a player's rules; a compiled one can take a minute at its first call."""
    return COMPILED if is_compiled else PLAIN
