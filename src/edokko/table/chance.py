"""Chance at a table: from the rows in a replay, otherwise from the system's generator."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable, Sequence

from edokko.rules.chance import CHANCE_WORDS
from edokko.rules.referee import pick


class RowChance:
    """A source of chance: supplied outcomes first, then the system's generator. It collects all outcomes."""

    def __init__(self) -> None:
        self._supplied: deque[int] = deque()
        self._revealed: list[int] = []

    def supply(self, outcomes: Iterable[int]) -> None:
        """Supply the next outcomes."""
        self._supplied.extend(outcomes)

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        if self._supplied:
            outcome = self._supplied.popleft()
        else:
            outcome = pick(list(outcomes), list(weights), len(outcomes), secrets.randbelow(sum(weights)))
        self._revealed.append(outcome)
        return outcome

    def take(self) -> tuple[str, ...]:
        """Return and clear the outcomes since the last call, in the words of a record's single outcomes."""
        words = tuple(CHANCE_WORDS[outcome] for outcome in self._revealed)
        self._revealed.clear()
        return words
