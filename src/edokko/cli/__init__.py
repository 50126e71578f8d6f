"""The command ``edokko``: play, simulate, measure, check and show records, list the components.

One file a command. What a command needs is imported when it runs, so that ``edokko --help`` answers at once. Every
word comes from the catalogue; a mistake ends with exit code 2 and one sentence that says what would be right.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from edokko.cli import interrupts

if TYPE_CHECKING:
    from edokko.cli.application import Application


def application(arguments: Sequence[str]) -> Application:
    """The command in the language that its arguments or the environment ask for."""
    from edokko.catalogue import Catalogue
    from edokko.cli.application import Application, language_of, unknown_language

    return Application(Catalogue(language_of(arguments)), unknown_language(arguments))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit.

    Args:
        arguments: what stands after ``edokko``; those of the process if not given.
    """
    interrupts.leave()
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = application(words)
    command.show_warnings()
    interrupts.interrupt()
    try:
        command.main(words, prog_name="edokko")
    except SystemExit as leaving:
        interrupts.leave()
        _leave_at_once(leaving.code)
        raise


def _leave_at_once(code: object) -> None:
    """End the process here if the compiler is still at work beside it: nobody waits for that.

    Everything is written by then. What has been compiled so far is kept, and the rest is compiled the next time.
    """
    ready = sys.modules.get("edokko.players.ready")
    if ready is None or not ready.is_at_work():
        return
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else 0)
