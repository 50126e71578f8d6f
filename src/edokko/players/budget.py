"""The thinking budget of a player."""

from __future__ import annotations

import re
from dataclasses import dataclass
from threading import Event

_AMOUNT = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|sims)")


@dataclass(frozen=True, slots=True)
class Budget:
    """A bound on the thinking about one decision: time, simulations, or both, where the first one reached counts.

    Attributes:
        milliseconds: a bound on the time by the clock.
        simulations: a bound on the simulations of a search.
        stop: an event that another thread may set. The search ends within 20 ms, and the player answers with its
            best move so far.
    """

    milliseconds: float | None = None
    simulations: int | None = None
    stop: Event | None = None

    def __post_init__(self) -> None:
        if self.milliseconds is not None and not 0 < self.milliseconds <= MOST_MILLISECONDS:
            raise ValueError(f"milliseconds: {self.milliseconds!r} is not more than 0 and at most {MOST_MILLISECONDS}")
        if self.simulations is not None and not 1 <= self.simulations <= MOST_SIMULATIONS:
            raise ValueError(f"simulations: {self.simulations!r} is not from 1 to {MOST_SIMULATIONS}")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Parse ``500ms``, ``1.5s`` or ``2000sims``.

        Raises:
            ValueError: the text is something else.
        """
        amount = _AMOUNT.fullmatch(text)
        if amount is None:
            raise ValueError(f"{text!r} is no budget; a budget is 500ms, 1.5s or 2000sims")
        number = float(amount["number"])
        if amount["unit"] == "sims":
            if not number.is_integer():
                raise ValueError(f"{text!r} is no budget; simulations are whole")
            return cls(simulations=int(number))
        return cls(milliseconds=number * (1000 if amount["unit"] == "s" else 1))

    @classmethod
    def of(cls, budget: Budget | str | None, default: Budget) -> Budget:
        """Convert an argument to a budget.

        Args:
            budget: a budget, its text, or ``None``.
            default: the result for ``None``.

        Raises:
            ValueError: the argument is something else; the message says what is valid.
        """
        if budget is None:
            return default
        if isinstance(budget, Budget):
            return budget
        if isinstance(budget, str):
            return cls.parse(budget)
        raise ValueError(f"budget: {budget!r}; text such as '2s' or '5000sims', or a Budget is expected")

    def __str__(self) -> str:
        parts = []
        if self.milliseconds is not None:
            parts.append(f"{self.milliseconds:g}ms")
        if self.simulations is not None:
            parts.append(f"{self.simulations}sims")
        return " and ".join(parts) or "no bound"


MOST_MILLISECONDS = 3_600_000
MOST_SIMULATIONS = 100_000_000
