"""The available languages, and the default language of a user."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from importlib import resources

FALLBACK = "en"

CHOSEN = "EDOKKO_LANGUAGE"
"""The environment variable that sets the language of this program only."""

VARIABLES = (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language, in order of precedence."""


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the languages with a file of messages, in alphabetical order."""
    files = (file.name for file in resources.files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".ftl") for name in files if name.endswith(".ftl")))


def language_named(name: str) -> str | None:
    """Return the language of a code or a locale such as ``fr_CA.UTF-8``, ``pt-BR`` or ``pl@euro``.

    Returns:
        One of :func:`languages`, or ``None`` if that language has no messages.
    """
    code = re.split(r"[-_.@]", name.strip(), maxsplit=1)[0].lower()
    return code if code in languages() else None


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """Return the default language, from the environment.

    Args:
        environ: the environment variables; by default those of the process.

    Returns:
        The language of the first of ``VARIABLES`` that is set, ``"en"`` if that language has no messages.
    """
    environ = os.environ if environ is None else environ
    for variable in VARIABLES:
        locale = environ.get(variable, "").strip()
        if locale:
            return language_named(locale) or FALLBACK
    return FALLBACK
