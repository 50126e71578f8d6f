"""The matches of the strength page: players, number of games, floor, edition and prices."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from edokko.components import Components, load, read_overlay

SEED = 2026
EDITION = "2021"


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
        edition: the edition of the game.
        overlay: the file of an overlay with other prices; ``None`` for the shipped prices.
    """

    key: str
    table: str
    players: int
    entries: tuple[str, ...]
    games: int
    floor: float | None = None
    edition: str = EDITION
    overlay: Path | None = None

    @property
    def conditions(self) -> str:
        """What differs from a game of the usual edition with the shipped prices; empty if nothing does."""
        edition = "" if self.edition == EDITION else self.edition
        return "-".join(filter(None, (edition, self.overlay.stem if self.overlay else "")))

    def components(self) -> Components:
        """Return the components of its games.

        Raises:
            ComponentsError: the overlay is invalid.
        """
        return load(self.edition, read_overlay(self.overlay) if self.overlay else None)


def against(
    table: str,
    players: int,
    name: str,
    others: str,
    games: int,
    floor: float | None = None,
    *,
    edition: str = EDITION,
    overlay: Path | None = None,
) -> Match:
    """Return a match of one player against copies of another; ``floor`` is the least share of wins of the player."""
    match = Match("", table, players, (name, *[others] * (players - 1)), games, floor, edition, overlay)
    key = "-".join(filter(None, (str(players), _key(name), _key(others), match.conditions)))
    return replace(match, key=key)


def of_itself(players: int, name: str, games: int, floor: float | None = None) -> Match:
    """Return a match of a player against itself; ``floor`` is the least mean score of the winners, in IKI."""
    return Match(f"{players}-self-{_key(name)}", "itself", players, (name,) * players, games, floor)


def of_table(matches: Iterable[Match], table: str) -> list[Match]:
    """Return the matches of one table."""
    return [match for match in matches if match.table == table]


def _key(name: str) -> str:
    return name.replace(":", "").replace("=", "")
