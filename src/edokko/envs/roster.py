"""The opponents that a caller names: for each seat after the learner's, one player, or several to draw from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from edokko.envs.opponents import SHARE
from edokko.players import Player, check_name
from edokko.players.names import POLICY, TEMPERATURE, Spec
from edokko.players.policies.desk import CHAMPION, GREEDY, PLANNER, RANDOM
from edokko.rules.state import ABSENT
from edokko.whole import as_integer

Opponent = str | Player
Opponents = Sequence[Opponent | Mapping[str, float]]
"""For each seat after the learner's a player, or the names of several with weights: each game draws one of them."""

IN_C = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER, POLICY: CHAMPION}
"""The kinds of players that native code plays. The policy is the champion's, and has its number."""


class Roster:
    """The opponents, checked.

    Args:
        opponents: as a caller gives them.
        seat: the learner's seat, or ``None`` to draw one for each game.

    Attributes:
        players: the number of seats.
        seat: the learner's seat, or ``ABSENT``.
        opponents: all that may sit somewhere, each once; their places are their numbers.
        shares: by seat after the learner's, how often each sits there, added up, in steps of ``SHARE``.

    Raises:
        ValueError: there are too many, one is unknown or has no weight, or there is no such seat.
    """

    def __init__(self, opponents: Opponents, seat: int | None = None) -> None:
        if not isinstance(opponents, list | tuple) or not 1 <= len(opponents) <= 3:
            raise ValueError(f"opponents: {opponents!r}; a list of one to three players is expected")
        weights = [_weights_of(entry) for entry in opponents]
        self.players = len(weights) + 1
        self.seat = _checked_seat(seat, self.players)
        self.opponents: tuple[Opponent, ...] = tuple(dict.fromkeys(who for entry in weights for who in entry))
        self.specs = [_checked(who) for who in self.opponents]
        self.shares = [_shares_of(entry, self.opponents) for entry in weights]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the opponents, by number."""
        return tuple(who if isinstance(who, str) else who.name for who in self.opponents)

    @property
    def is_native(self) -> bool:
        """Whether native code can play all opponents: no style, and at most one network."""
        specs = [spec for spec in self.specs if spec is not None and spec.kind in IN_C and spec.style is None]
        networks = {spec.network for spec in specs if spec.kind == POLICY}
        return len(specs) == len(self.specs) and len(networks) <= 1


def temperature_of(spec: Spec) -> float:
    """Return the temperature of a policy; other players have none."""
    return spec.numbers.get(TEMPERATURE, 1.0)


def _checked(who: object) -> Spec | None:
    if isinstance(who, str):
        return check_name(who)
    if isinstance(who, type) or not isinstance(who, Player):
        raise ValueError(f"opponents: {who!r} has no name and choose()")
    return None


def _weights_of(entry: Any) -> dict[Any, float]:
    """Return the weights of those who may sit at a seat."""
    try:
        weights = {who: float(weight) for who, weight in (entry if isinstance(entry, Mapping) else {entry: 1}).items()}
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"opponents: {entry!r}; a player, or names with numbers as weights, is expected") from None
    if not weights or not isfinite(sum(weights.values())) or min(weights.values()) <= 0:
        raise ValueError(f"opponents: {entry!r}; each player of a seat needs a weight above 0")
    return weights


def _shares_of(weights: Mapping[Any, float], opponents: Sequence[Opponent]) -> list[int]:
    total, added, shares = sum(weights.values()), 0.0, []
    for who in opponents:
        added += weights.get(who, 0.0)
        shares.append(round(added / total * SHARE))
        if who in weights and weights[who] / total * SHARE < 1:
            raise ValueError(f"opponents: {who!r} has a share below one game in {SHARE}")
    return shares


def _checked_seat(seat: int | None, players: int) -> int:
    number = ABSENT if seat is None else as_integer(seat)
    if seat is not None and (number is None or not 0 <= number < players):
        raise ValueError(f"seat: {seat!r} is not from 0 to {players - 1}")
    return ABSENT if number is None else number
