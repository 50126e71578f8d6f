"""Standings of a series or an event: points by place, and what breaks ties.

The first player of a table gets 4 points, the last one 1, those between them evenly spaced points: 4, 3, 2, 1 at a
table of four, 4, 2½, 1 at one of three, 4, 1 at one of two. So a game is worth the same at tables of each size.
Players of equal place share the points of their places. A player whom a computer player has replaced gets none, and
counts as last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

FIRST, LAST = 4.0, 1.0
"""The points of the first and the last place."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The result of a player in a game."""

    player: str | None  # the key of the player; ``None`` for a computer player that fills a table
    place: int  # from 1
    score: int  # of the score sheet, in IKI
    is_replaced: bool = False  # whether a computer player has replaced the player


@dataclass(slots=True)
class Standing:
    """The place of a player in a series or an event."""

    player: str  # the key of the player
    rank: int = 0  # from 1; players whom nothing separates share it
    points: float = 0.0  # the sum over all games
    games: int = 0  # finished games
    wins: int = 0  # first places
    opponents: float = 0.0  # the mean of the points of all opponents, one who was met twice counts twice
    # The mean, over the games that the player has finished, of the lead over the mean score of the others.
    margin: float = 0.0
    _met: list[str] = field(default_factory=list)
    _margins: list[float] = field(default_factory=list)


def points_of(finishes: Sequence[Finish]) -> list[float]:
    """Return the points of each player of a finished game."""
    places = sorted((finish.is_replaced, finish.place) for finish in finishes)
    step = (FIRST - LAST) / max(1, len(finishes) - 1)
    shares: defaultdict[tuple[bool, int], list[float]] = defaultdict(list)
    for position, place in enumerate(places):
        shares[place].append(FIRST - step * position)
    return [0.0 if finish.is_replaced else fmean(shares[False, finish.place]) for finish in finishes]


def standings_of(players: Iterable[str], games: Sequence[Sequence[Finish]], *, has_opponents: bool) -> list[Standing]:
    """Return the standings of all players, also of those without a game, by finished games, the best player first.

    Ties are broken by wins, then by the opponents' points, except where all play the same opponents, then by the
    margin.
    """
    table = {player: Standing(player) for player in players}
    for finishes in games:
        _count(table, finishes)
    for standing in table.values():
        if has_opponents and standing._met:
            standing.opponents = round(fmean(table[other].points for other in standing._met), 2)
        standing.margin = round(fmean(standing._margins), 1) if standing._margins else 0.0
    order = sorted(table.values(), key=_worth, reverse=True)
    for place, standing in enumerate(order):
        is_tied = place > 0 and _worth(standing) == _worth(order[place - 1])
        standing.rank = order[place - 1].rank if is_tied else place + 1
    return order


def _count(table: dict[str, Standing], finishes: Sequence[Finish]) -> None:
    winner = min((finish.place for finish in finishes if not finish.is_replaced), default=0)
    for finish, points in zip(finishes, points_of(finishes), strict=True):
        if finish.player is None:
            continue
        standing = table[finish.player]
        others = [other for other in finishes if other is not finish]
        standing.points += points
        standing.games += 1
        standing._met += [other.player for other in others if other.player is not None]
        if not finish.is_replaced:
            standing.wins += finish.place == winner
            standing._margins.append(finish.score - fmean(other.score for other in others))


def _worth(standing: Standing) -> tuple[float, ...]:
    return round(standing.points, 6), standing.wins, standing.opponents, standing.margin
