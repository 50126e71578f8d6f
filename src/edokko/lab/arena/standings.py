"""The standings of an arena: each player's share of wins, scores, ranks and rating, over all seats it held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edokko.lab.arena.less_luck import LessLuck, less_luck
from edokko.lab.arena.matches import MatchResult
from edokko.lab.arena.question import Answer
from edokko.lab.arena.ratings import Rating, ratings
from edokko.lab.arena.schedule import Schedule
from edokko.lab.intervals import share_interval
from edokko.players.champion.luck import Luck


@dataclass(frozen=True, slots=True)
class EntryResult:
    """The results of one player; entries with the same name count together. Scores are in IKI.

    The rules break ties, so each game has one winner. ``win_share`` is wins per seat held, over all games; the chance
    level is 1 divided by the number of players, and the 95 % interval that of :mod:`edokko.lab.intervals`. A mean rank
    of 1 means always first. The rating is on Elo's scale (:mod:`edokko.lab.arena.ratings`), with a 95 % interval or
    ``None`` if the games do not determine one. ``milliseconds`` is the mean clock time of a decision with a choice. It
    and ``less_luck`` are ``None`` if they were not measured, as the time in native games.
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
    less_luck: LessLuck | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of an arena, with the players in the order of entry.

    ``mean_winning_score`` is in IKI. ``seconds`` leaves out the games of a resumed file. ``answer`` says whether the
    first player's share of wins lies above or below the threshold ``settle`` of the arena; ``None`` if that is still
    open, or if there is no threshold.
    """

    entries: tuple[EntryResult, ...]
    games: int
    blocks: int
    players: int
    seed: int
    mean_winning_score: float
    seconds: float
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class _Games:
    """Finished games as arrays, one row for each game: its block, and the player, score and rank of each seat.

    Ranks begin at 1, and ``rankings`` has the players from first to last. Thinking times and decisions of the seats are
    zeros if they were not measured, and the luck of the seats, in win chance and in IKI, is ``None`` then.
    """

    blocks: npt.NDArray[np.int64]
    players: npt.NDArray[np.int64]
    iki: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]
    rankings: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.float64]
    decisions: npt.NDArray[np.int64]
    luck: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None


def standings(
    plan: Schedule, games: Sequence[MatchResult], seconds: float = 0.0, answer: Answer | None = None
) -> Standings:
    """Compute the standings from the results of complete blocks in any order, and the seconds that they took.

    ``answer`` says whether the first player's share of wins lies above or below the threshold, if that is known.

    Raises:
        ValueError: there is no game.
    """
    if not games:
        raise ValueError("there is no game to sum up")
    # In the order of the schedule, so that floating-point sums do not depend on which worker was faster.
    rows = _rows(plan, sorted(games, key=lambda result: (result.match.block, result.match.rotation)))
    rated = ratings(rows.rankings, rows.blocks, len(plan.names))
    return Standings(
        entries=tuple(_standing(name, number, rows, rated[number]) for number, name in enumerate(plan.names)),
        games=len(games),
        blocks=len(np.unique(rows.blocks)),
        players=plan.players,
        seed=plan.seed,
        mean_winning_score=float(rows.iki[rows.ranks == 1].mean()),
        seconds=seconds,
        answer=answer,
    )


def _rows(plan: Schedule, games: Sequence[MatchResult]) -> _Games:
    numbers = {name: number for number, name in enumerate(plan.names)}
    none = (0,) * plan.players
    players = np.array([[numbers[name] for name in result.match.seats] for result in games])
    rankings = np.array([result.ranking for result in games])
    return _Games(
        blocks=np.array([result.match.block for result in games]),
        players=players,
        iki=np.array([result.iki for result in games]),
        ranks=np.argsort(rankings, axis=1) + 1,
        rankings=np.take_along_axis(players, rankings, axis=1),
        seconds=np.array([result.seconds or none for result in games], np.float64),
        decisions=np.array([result.decisions or none for result in games]),
        luck=_luck([result.luck for result in games]),
    )


def _standing(name: str, number: int, rows: _Games, rating: Rating) -> EntryResult:
    mine = rows.players == number
    seats, wins = int(mine.sum()), int((mine & (rows.ranks == 1)).sum())
    decisions = int(rows.decisions[mine].sum())
    return EntryResult(
        name=name,
        seats=seats,
        games=int(mine.any(axis=1).sum()),
        wins=wins,
        win_share=wins / seats,
        win_share_interval=_interval(mine, rows),
        mean_score=float(rows.iki[mine].mean()),
        mean_rank=float(rows.ranks[mine].mean()),
        rating=rating[0],
        rating_interval=rating[1],
        milliseconds=1000 * float(rows.seconds[mine].sum()) / decisions if decisions else None,
        less_luck=None if rows.luck is None else less_luck(rows.blocks, mine, rows.ranks == 1, rows.iki, rows.luck),
    )


def _luck(lucks: Sequence[Luck | None]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
    measured = [luck for luck in lucks if luck is not None]
    if len(measured) < len(lucks):
        return None
    return np.array([luck.wins for luck in measured]), np.array([luck.iki for luck in measured])


def _interval(mine: npt.NDArray[np.bool_], rows: _Games) -> tuple[float, float]:
    """Return the interval of the share of games won, scaled to a share per seat; the number of seats is not random."""
    if mine.all():
        # A player that holds all seats wins every game: there is nothing to estimate.
        return 1 / mine.shape[1], 1 / mine.shape[1]
    blocks = np.unique(rows.blocks, return_inverse=True)[1]
    games = np.bincount(blocks, mine.any(axis=1)).astype(np.int64)
    wins = np.bincount(blocks, (mine & (rows.ranks == 1)).any(axis=1)).astype(np.int64)
    low, high = share_interval(wins[games > 0], games[games > 0])
    scale = int(games.sum()) / int(mine.sum())
    return low * scale, high * scale
