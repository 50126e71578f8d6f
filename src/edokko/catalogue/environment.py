"""Which languages there are, and which one a person most likely reads."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from importlib import resources

FALLBACK = "en"

VARIABLES = ("EDOKKO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language, strongest first."""


@functools.cache
def languages() -> tuple[str, ...]:
    """The languages with a file of messages, in alphabetical order."""
    files = (file.name for file in resources.files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".ftl") for name in files if name.endswith(".ftl")))


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """The language to speak when nobody chose one.

    Args:
        environ: the environment variables; those of the process if not given.

    Returns:
        The language of the first of ``VARIABLES`` that is set, ``"en"`` where that language has no messages.
    """
    environ = os.environ if environ is None else environ
    for variable in VARIABLES:
        # As in fr_CA.UTF-8, pt-BR or pl@euro.
        locale = environ.get(variable, "").strip()
        if locale:
            language = locale.replace("-", "_").replace(".", "_").replace("@", "_").split("_")[0].lower()
            return language if language in languages() else FALLBACK
    return FALLBACK
