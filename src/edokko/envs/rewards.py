"""What a finished game pays. All rewards before the end are 0."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from edokko.game import Game
from edokko.rules.state import SEATS

Reward = Literal["rank", "win", "score"]


def payoff(reward: Reward, players: int) -> npt.NDArray[np.float64]:
    """Return the reward of each place of the ranking and, last, the reward of each point of the score.

    Args:
        reward: ``"rank"``: from 1 for the first place to -1 for the last in equal steps, so the rewards sum to 0;
            ``"win"``: 1 for the first place, so they sum to 1; ``"score"``: the final score in IKI.

    Raises:
        ValueError: the reward is unknown.
    """
    values = np.zeros(SEATS + 1)
    if reward == "rank":
        values[:players] = np.linspace(1, -1, players)
    elif reward == "win":
        values[0] = 1
    elif reward == "score":
        values[SEATS] = 1
    else:
        raise ValueError(f"reward: {reward!r} is not possible; possible: {', '.join(get_args(Reward))}")
    return values


def reward_of(game: Game, seat: int, values: npt.NDArray[np.float64]) -> float:
    """Return what a finished game pays a seat; the values are the result of :func:`payoff`."""
    place = game.ranking.index(seat)
    return float(values[place] + values[SEATS] * game.score()[seat].total)
