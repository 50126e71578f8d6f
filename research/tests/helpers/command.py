"""The command, run in this process."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from edokko_research.commands import application


def research(*arguments: str | Path) -> Result:
    """Run the command; its input is not a terminal."""
    return CliRunner().invoke(application, [*map(str, arguments)], prog_name="edokko-research")
