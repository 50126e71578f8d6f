"""What an arena shows: each player's share of wins, scores, places and rating, over all the seats it held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edokko.lab.intervals import share_interval
from edokko.lab.matches import Played
from edokko.lab.question import Answer
from edokko.lab.ratings import Rating, ratings
from edokko.lab.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Standing:
    """One player; entries of the same name are one.

    Attributes:
        name: as it was entered.
        seats: how many it has held, all games together.
        games: how many it has played.
        wins: how many it has won; ties are broken as the rules say, so each game has one winner.
        win_share: wins a seat held; by chance it is 1 divided by the number of players.
        win_share_interval: its 95 % interval (:mod:`edokko.lab.intervals`).
        mean_score: in IKI.
        mean_rank: 1 for always first.
        rating: on Elo's scale (:mod:`edokko.lab.ratings`).
        rating_interval: its 95 % interval; ``None`` where the games do not allow one.
        milliseconds: of the clock, for a decision where there was a choice; ``None`` where it was not measured because
            whole games were compiled.
    """

    name: str
    seats: int
    games: int
    wins: int
    win_share: float
    win_share_interval: tuple[float, float]
    mean_score: float
    mean_rank: float
    rating: float
    rating_interval: tuple[float, float] | None
    milliseconds: float | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of an arena.

    Attributes:
        entries: the players, in the order in which they were entered.
        games, blocks: how many.
        players: how many played a game.
        seed: what fixes all of it.
        mean_winning_score: in IKI.
        seconds: how long it took, without games that were there before.
        answer: whether the first player's share of wins lies above or below the one that was asked about; ``None``
            where that is not settled, or where nothing was asked.
    """

    entries: tuple[Standing, ...]
    games: int
    blocks: int
    players: int
    seed: int
    mean_winning_score: float
    seconds: float
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class _Games:
    """Finished games as arrays, one row a game.

    Attributes:
        blocks: the block of each.
        who: the player at each seat, by number.
        iki: what it scored.
        places: where it came in, from 1.
        rankings: the players from first to last.
        seconds, decisions: how long it thought and how often; zeros where that was not measured.
    """

    blocks: npt.NDArray[np.int64]
    who: npt.NDArray[np.int64]
    iki: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    rankings: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.float64]
    decisions: npt.NDArray[np.int64]


def standings(plan: Schedule, games: Sequence[Played], seconds: float = 0.0, answer: Answer | None = None) -> Standings:
    """Sum up.

    Args:
        plan: what they were played by.
        games: whole blocks, in any order.
        seconds: how long they took.
        answer: to what was asked.

    Raises:
        ValueError: there is no game.
    """
    if not games:
        raise ValueError("there is no game to sum up")
    # In the order of the schedule, so that sums do not depend on who was done first.
    rows = _rows(plan, sorted(games, key=lambda played: (played.match.block, played.match.rotation)))
    rated = ratings(rows.rankings, rows.blocks, len(plan.names))
    return Standings(
        entries=tuple(_standing(name, number, rows, rated[number]) for number, name in enumerate(plan.names)),
        games=len(games),
        blocks=len(np.unique(rows.blocks)),
        players=plan.players,
        seed=plan.seed,
        mean_winning_score=float(rows.iki[rows.places == 1].mean()),
        seconds=seconds,
        answer=answer,
    )


def _rows(plan: Schedule, games: Sequence[Played]) -> _Games:
    numbers = {name: number for number, name in enumerate(plan.names)}
    none = (0,) * plan.players
    who = np.array([[numbers[name] for name in played.match.seats] for played in games])
    rankings = np.array([played.ranking for played in games])
    return _Games(
        blocks=np.array([played.match.block for played in games]),
        who=who,
        iki=np.array([played.iki for played in games]),
        places=np.argsort(rankings, axis=1) + 1,
        rankings=np.take_along_axis(who, rankings, axis=1),
        seconds=np.array([played.seconds or none for played in games], np.float64),
        decisions=np.array([played.decisions or none for played in games]),
    )


def _standing(name: str, number: int, rows: _Games, rating: Rating) -> Standing:
    mine = rows.who == number
    seats, wins = int(mine.sum()), int((mine & (rows.places == 1)).sum())
    decisions = int(rows.decisions[mine].sum())
    return Standing(
        name=name,
        seats=seats,
        games=int(mine.any(axis=1).sum()),
        wins=wins,
        win_share=wins / seats,
        win_share_interval=_interval(mine, rows),
        mean_score=float(rows.iki[mine].mean()),
        mean_rank=float(rows.places[mine].mean()),
        rating=rating[0],
        rating_interval=rating[1],
        milliseconds=1000 * float(rows.seconds[mine].sum()) / decisions if decisions else None,
    )


def _interval(mine: npt.NDArray[np.bool_], rows: _Games) -> tuple[float, float]:
    """The interval of the share of games won, brought down to a seat: how many seats it held is no chance."""
    if mine.all():
        # Who sits everywhere wins every game: there is nothing to estimate.
        return 1 / mine.shape[1], 1 / mine.shape[1]
    blocks = np.unique(rows.blocks, return_inverse=True)[1]
    games = np.bincount(blocks, mine.any(axis=1)).astype(np.int64)
    wins = np.bincount(blocks, (mine & (rows.places == 1)).any(axis=1)).astype(np.int64)
    low, high = share_interval(wins[games > 0], games[games > 0])
    scale = int(games.sum()) / int(mine.sum())
    return low * scale, high * scale
