"""The observation of an after-state: the only place of the lab that imports the encoder."""

from __future__ import annotations

from edokko.observation import CELLS, VERSION
from edokko.observation.encoder import observe, relative

__all__ = ["CELLS", "VERSION", "observe", "relative"]
