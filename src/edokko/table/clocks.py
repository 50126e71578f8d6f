"""Time control: the remaining time of each seat, computed from the times of the rows.

Only the settings of the clock are stored. All processes compute the same times from the same rows, also after a
restart.
"""

from __future__ import annotations

from msgspec import Struct

MINUTE, DAY = 60.0, 86_400.0


class Clock(Struct, frozen=True):
    """The settings of a clock; the database stores them as JSON.

    A seat has minutes for the whole game, with an increment of seconds each time that the decision passes to another
    seat, or days for each turn; the other is 0. A computer player of the level replaces a player whose time runs out.
    """

    minutes: int
    increment: int
    days: int
    level: str

    @property
    def full(self) -> float:
        """The initial time of a seat, in seconds."""
        return self.minutes * MINUTE + self.days * DAY


class Times:
    """The remaining times of the seats of a running game.

    The time of the seat that decides runs. An undo does not restore the time spent on the move. The times of computer
    players are computed as well, but have no effect.
    """

    __slots__ = ("clock", "left", "running", "since")

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.left = [clock.full] * players
        """Remaining seconds of each seat at the time ``since``."""
        self.running: int | None = None
        """The seat whose time runs."""
        self.since = 0.0
        """The time of the last row, in seconds since 1970."""

    def update(self, time: float, seat: int | None) -> None:
        """Deduct the elapsed time, and run the clock of the seat that decides from now on.

        A time before ``since``, from a machine whose clock is slow, deducts nothing.
        """
        if self.running is not None:
            self.left[self.running] -= max(0.0, time - self.since)
            if seat != self.running:
                self._end_turn(self.running)
        self.running, self.since = seat, max(self.since, time)

    def _end_turn(self, seat: int) -> None:
        """Add the increment to a seat's time, or restore its days."""
        if self.clock.days:
            self.left[seat] = self.clock.full
        else:
            self.left[seat] += self.clock.increment

    @property
    def deadline(self) -> float | None:
        """When the running seat's time runs out, in seconds since 1970; ``None`` if no seat decides."""
        return None if self.running is None else self.since + self.left[self.running]
