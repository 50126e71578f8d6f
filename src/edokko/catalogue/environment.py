"""Which languages there are, and which one a person most likely reads."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from importlib import resources

FALLBACK = "en"

CHOSEN = "EDOKKO_LANGUAGE"
"""The environment variable that is ours: what stands there was meant for this program."""

VARIABLES = (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language, strongest first."""


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the languages with a file of messages, in alphabetical order."""
    files = (file.name for file in resources.files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".ftl") for name in files if name.endswith(".ftl")))


def language_named(name: str) -> str | None:
    """The language that a name means: its code, or a locale's name such as ``fr_CA.UTF-8``, ``pt-BR`` or ``pl@euro``.

    Args:
        name: what somebody wrote.

    Returns:
        One of :func:`languages`, or ``None`` where that language has no messages.
    """
    code = re.split(r"[-_.@]", name.strip(), maxsplit=1)[0].lower()
    return code if code in languages() else None


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """Return the language to speak when nobody chose one.

    Args:
        environ: the environment variables; those of the process if not given.

    Returns:
        The language of the first of ``VARIABLES`` that is set, ``"en"`` where that language has no messages.
    """
    environ = os.environ if environ is None else environ
    for variable in VARIABLES:
        locale = environ.get(variable, "").strip()
        if locale:
            return language_named(locale) or FALLBACK
    return FALLBACK
