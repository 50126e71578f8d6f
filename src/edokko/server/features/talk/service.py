"""What talk keeps in a process."""

from __future__ import annotations

from edokko.server.features.talk.reactions import MOST, WINDOW
from edokko.server.services import Service
from edokko.server.tables.sliding_window import SlidingWindow


class Talk(Service):
    """The rate limit of reactions, by table and guest."""

    def __init__(self) -> None:
        self.reactions = SlidingWindow(MOST, WINDOW)
