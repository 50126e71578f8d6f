"""One match of the strength page: who plays whom, how often, and what is asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SEED = 2026
EDITION = "2021"
SPEEDS = "speeds"
"""The key of the simulations a second."""


class Refused(ValueError):
    """A match that cannot be played as things are; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match.

    Attributes:
        key: names it, its records and its result.
        table: the table of the page that it belongs to.
        players: how many play a game.
        entries: who plays.
        games: how many.
        floor: what is asked of it; ``None`` where nothing is.
    """

    key: str
    table: str
    players: int
    entries: tuple[str, ...]
    games: int
    floor: float | None = None


def against(table: str, players: int, one: str, others: str, games: int, floor: float | None = None) -> Match:
    """One player alone among others that are all alike; the floor is its share of wins."""
    key = f"{players}-{_plain(one)}-{_plain(others)}"
    return Match(key, table, players, (one, *[others] * (players - 1)), games, floor)


def of_itself(players: int, name: str, games: int, floor: float | None = None) -> Match:
    """A table of one player only; the floor is the mean winning score."""
    return Match(f"{players}-self-{_plain(name)}", "itself", players, (name,) * players, games, floor)


def of_table(matches: Iterable[Match], table: str) -> list[Match]:
    """The matches of one table."""
    return [match for match in matches if match.table == table]


def _plain(name: str) -> str:
    return name.replace(":", "")
