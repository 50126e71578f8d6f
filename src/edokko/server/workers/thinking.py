"""The protocols of what searches: in the threads of the server (the default), or in worker processes by a queue."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol, runtime_checkable

from edokko.game import Game
from edokko.table.rows import Row
from edokko.table.setup import Setup
from edokko.table.shapes.analysis import AnalysisUpdate, Hint, LookBack, Reviewing

# Litestar converts the services to their types at each request, which needs protocols that can be checked.


@runtime_checkable
class TurnTaker(Protocol):
    """The computer players."""

    @property
    def waiting(self) -> int:
        """The number of turns that wait."""

    @property
    def thinking(self) -> int:
        """The number of turns that are being played."""

    async def start(self) -> None:
        """Start to play."""

    async def stop(self) -> None:
        """Stop to play."""


@runtime_checkable
class Adviser(Protocol):
    """The hints and the coach's look back."""

    def stop(self) -> None:
        """Abandon the searches."""

    async def hint(self, guest: str, game: Game, ply: int) -> Hint:
        """Analyse the position at a ply."""

    async def look_back(self, guest: str, setup: Setup, rows: Sequence[Row], month: int) -> LookBack:
        """Look back at a guest's moves of a month."""


@runtime_checkable
class Analyser(Protocol):
    """The growing analyses."""

    @property
    def running(self) -> int:
        """The number of analyses, the waiting ones included."""

    def stop(self) -> None:
        """Stop all searches."""

    async def request(self, guest: str, game: Game, simulations: int) -> AsyncGenerator[AnalysisUpdate, None]:
        """Return the growing analysis of a position."""


@runtime_checkable
class Reviewer(Protocol):
    """The reviews of finished games."""

    async def start(self) -> None:
        """Start to work."""

    async def stop(self) -> None:
        """Stop to work."""

    async def stored(self, table: str) -> bytes | None:
        """Return a table's stored review as JSON; ``None`` without one."""

    async def request(self, table: str, guest: str) -> Reviewing:
        """Queue a review if it is not in the queue, and return its progress."""
