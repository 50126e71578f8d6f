"""Default folders of saved games and of their records."""

from __future__ import annotations

from pathlib import Path

from edokko import folders


def games_folder() -> Path:
    """Return the folder of saved games."""
    return folders.data("--record") / "games"


def finished_folder() -> Path:
    """Return the folder of the records of finished games."""
    return folders.data() / "finished"
