"""Default folders of saved games and of their records."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the user's folder for edokko's data."""
    return Path(platformdirs.user_data_dir("edokko"))


def games_folder() -> Path:
    """Return the folder of saved games."""
    return data_folder() / "games"


def finished_folder() -> Path:
    """Return the folder of the records of finished games."""
    return data_folder() / "finished"
