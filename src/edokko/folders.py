"""The user's folders for data and for caches, and the error of an account that has none."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import platformdirs

DATA, CACHE = "XDG_DATA_HOME", "XDG_CACHE_HOME"
"""The variables that name the folders of all programs' data and caches."""


class NoHome(OSError):
    """The account has no home folder: it has no passwd entry, and ``HOME`` is not set.

    Attributes:
        ways: the options and environment variables that can name another place.
    """

    def __init__(self, *ways: str) -> None:
        self.ways = ways
        super().__init__(errno.ENOENT, f"this account has no home folder; name another place with {' or '.join(ways)}")


def data(*ways: str) -> Path:
    """Return the user's folder for edokko's data.

    Args:
        ways: what else can name the place that the caller needs, such as an option; for the message.

    Raises:
        NoHome: the account has no home folder.
    """
    return _folder(platformdirs.user_data_dir, (*ways, DATA))


def cache() -> Path:
    """Return the user's folder for what can be made anew, such as the engine of a checkout whose rules have changed.

    Raises:
        NoHome: the account has no home folder.
    """
    return _folder(platformdirs.user_cache_dir, (CACHE,))


def _folder(find: Callable[[str], str], ways: tuple[str, ...]) -> Path:
    try:
        folder = Path(find("edokko"))
    except RuntimeError:
        raise NoHome(*ways) from None
    if not folder.is_absolute():  # Older releases of platformdirs leave the ~ unexpanded.
        raise NoHome(*ways)
    return folder
