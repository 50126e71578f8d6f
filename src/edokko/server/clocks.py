"""The clock of a table: how much time each seat has left, counted from the times of its rows.

Nothing about it is kept but what is agreed on at the new table. Every process reads the same rows and finds the same
times, after a restart too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MINUTE, DAY = 60.0, 86_400.0


@dataclass(frozen=True, slots=True)
class Clock:
    """What is agreed on.

    Attributes:
        minutes: of each seat for the whole game; 0 where every turn has days of its own.
        increment: seconds that a seat gets back whenever its decisions pass on to another seat.
        days: for every turn anew; 0 where there are minutes.
        level: the computer player that goes on for a seat whose time is over.
    """

    minutes: int
    increment: int
    days: int
    level: str

    @property
    def full(self) -> float:
        """What every seat begins with, in seconds."""
        return self.minutes * MINUTE + self.days * DAY

    def to_json(self) -> dict[str, Any]:
        """The same as the database keeps it."""
        return {"minutes": self.minutes, "increment": self.increment, "days": self.days, "level": self.level}

    @classmethod
    def from_json(cls, found: dict[str, Any] | None) -> Clock | None:
        """What the database has kept; ``None`` where there is no clock."""
        return cls(**found) if found is not None else None


class Times:
    """How much time the seats of a running game have left.

    Time runs for the seat that decides. What it has thought about a move that it takes back stays thought. Computer
    players are timed like everybody, but nobody minds how long they take.

    Args:
        clock: what is agreed on.
        players: how many seats.
    """

    __slots__ = ("clock", "left", "running", "since")

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.left = [clock.full] * players
        """Seconds by seat, in the moment of ``since``."""
        self.running: int | None = None
        """Whose time runs."""
        self.since = 0.0
        """When the last row was written, in seconds since 1970."""

    def note(self, time: float, seat: int | None) -> None:
        """Something has happened in the game.

        Args:
            time: when, in seconds since 1970; a clock that goes back, on another machine, takes nothing back.
            seat: who decides from now on.
        """
        if self.running is not None:
            self.left[self.running] -= max(0.0, time - self.since)
            if seat != self.running:
                self._hand_on(self.running)
        self.running, self.since = seat, max(self.since, time)

    def _hand_on(self, seat: int) -> None:
        """A seat's decisions are made for now."""
        if self.clock.days:
            self.left[seat] = self.clock.full
        else:
            self.left[seat] += self.clock.increment

    @property
    def deadline(self) -> float | None:
        """When the time of the seat that decides is over; ``None`` where nobody decides."""
        return None if self.running is None else self.since + self.left[self.running]
