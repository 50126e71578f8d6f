"""The policies of the soak test: random, or biased towards rare positions."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from random import Random

import msgspec

from edokko.rules.moves import FIRST_MOVE, LONGEST_MOVE, WORDS
from edokko.rules.state import NEW_YEAR, SANDALS, SQUARES, State

BIAS = 0.85
"""The share of decisions in which a policy follows its preferences; otherwise it plays a random move."""
NEVER = NEW_YEAR + 1
POLICY_SEAT = 0
"""The seat that follows a policy which is not shared."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Preferences among moves."""

    name: str  # its name in reports
    # Prefixes of moves, the most preferred first. The policy plays a random move among those with the first prefix that
    # any legal move has.
    prefers: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()  # prefixes of moves that are played only if no other move is legal
    squares: tuple[int, ...] = ()  # the preferred squares, as far as they are in reach without sandals
    fast_from: int = NEVER  # from this month on the policy plays the longest legal move
    # Whether all seats follow the policy; else only ``POLICY_SEAT`` does, and the others play at random.
    is_shared: bool = True

    def choose(self, state: State, legal: Sequence[int], random: Random) -> int:
        """Return a legal move."""
        if (self.is_shared or state.seat == POLICY_SEAT) and random.random() < BIAS:
            legal = self._preferred(state, legal)
        return random.choice(legal)

    def _preferred(self, state: State, legal: Sequence[int]) -> Sequence[int]:
        if FIRST_MOVE <= legal[0] < FIRST_MOVE + LONGEST_MOVE:
            return self._preferred_lengths(state, legal)
        for prefix in self.prefers:
            preferred = [move for move in legal if WORDS[move].startswith(prefix)]
            if preferred:
                return preferred
        return [move for move in legal if not WORDS[move].startswith(self.avoids)] or legal if self.avoids else legal

    def _preferred_lengths(self, state: State, legal: Sequence[int]) -> Sequence[int]:
        if state.month >= self.fast_from:
            return legal[-1:]
        if not self.squares:
            return legal
        free = legal[: max(1, len(legal) - state.resources[state.seat][SANDALS])]
        here = state.square[state.seat]
        return [move for move in free if (here + move - FIRST_MOVE) % SQUARES + 1 in self.squares] or free


def _read(text: str) -> dict[str, Policy]:
    return {name: msgspec.convert({"name": name, **rest}, Policy) for name, rest in tomllib.loads(text).items()}


BY_NAME = _read((files(__package__) / "policies.toml").read_text(encoding="utf-8"))
POLICIES = tuple(BY_NAME.values())
"""All policies; the soak test cycles through them game by game."""
