"""The matches of the strength page: players, number of games, floor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SEED = 2026
EDITION = "2021"
SPEEDS = "speeds"
"""The key of the search speeds, in simulations per second."""


class Refused(ValueError):
    """A match that cannot be played now; the message gives the reason and a remedy."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match.

    Attributes:
        key: the name of the match, of its records and of its result.
        table: the table of the page that shows it.
        players: the number of players of a game.
        entries: the names of the players.
        games: the number of games.
        floor: the value that the result must reach; ``None`` for no such value.
    """

    key: str
    table: str
    players: int
    entries: tuple[str, ...]
    games: int
    floor: float | None = None


def against(table: str, players: int, name: str, others: str, games: int, floor: float | None = None) -> Match:
    """Return a match of one player against copies of another; ``floor`` is the least share of wins of the player."""
    key = f"{players}-{_key(name)}-{_key(others)}"
    return Match(key, table, players, (name, *[others] * (players - 1)), games, floor)


def of_itself(players: int, name: str, games: int, floor: float | None = None) -> Match:
    """Return a match of a player against itself; ``floor`` is the least mean score of the winners, in IKI."""
    return Match(f"{players}-self-{_key(name)}", "itself", players, (name,) * players, games, floor)


def of_table(matches: Iterable[Match], table: str) -> list[Match]:
    """Return the matches of one table."""
    return [match for match in matches if match.table == table]


def _key(name: str) -> str:
    return name.replace(":", "")
