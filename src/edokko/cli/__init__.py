"""The command ``edokko``: play, serve, simulate, measure, check and show records, list the components.

Each command has its own file. A command imports what it needs when it runs, so that ``edokko --help`` answers at once.
All text comes from the catalogue. A usage error ends with exit code 2 and a sentence that says what is valid.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from edokko.cli import interrupts

if TYPE_CHECKING:
    from edokko.cli.application import Application


def build_application(arguments: Sequence[str]) -> Application:
    """Return the command in the language that its arguments or the environment select."""
    from edokko.cli.application import Application, language_of, unknown_language

    return Application(language_of(arguments), unknown_language(arguments))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with arguments, by default those of the process, and exit."""
    interrupts.exit_on_interrupt()
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = build_application(words)
    command.show_warnings()
    interrupts.raise_on_interrupt()
    try:
        command.main(words, prog_name="edokko")
    except SystemExit:
        interrupts.exit_on_interrupt()
        raise
