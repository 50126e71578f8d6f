"""What the server knows of a table besides its game: its settings and who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from edokko.server.clocks import Clock
from edokko.server.match import Setup

Status = Literal["waiting", "running", "finished", "closed"]


@dataclass(slots=True)
class SeatInfo:
    """One seat."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str = ""
    guest: str | None = None
    level: str | None = None
    resigned: str | None = None


@dataclass(slots=True)
class TableInfo:
    """The settings of a table, and where it stands."""

    id: str
    host: str
    name: str
    setup: Setup
    created: float
    changed: float
    status: Status = "waiting"
    listed: bool = False
    pace: str = "live"
    hints: bool = False
    rated: bool = False
    spectators: bool = True
    random_seats: bool = True
    rematch: str | None = None
    clock: Clock | None = None

    def columns(self) -> dict[str, Any]:
        """Its columns in the database, those that follow from the game apart."""
        return {
            "id": self.id,
            "host": self.host,
            "name": self.name,
            "edition": self.setup.edition,
            "rules_version": self.setup.rules_version,
            "overlay": self.setup.overlay,
            "players": self.setup.players,
            "listed": self.listed,
            "pace": self.pace,
            "hints": self.hints,
            "rated": self.rated,
            "spectators": self.spectators,
            "random_seats": self.random_seats,
            "created": self.created,
            "changed": self.changed,
            "status": self.status,
            "rematch": self.rematch,
            "clock": self.clock.to_json() if self.clock else None,
        }
