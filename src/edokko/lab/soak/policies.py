"""The policies of the soak test: random, or biased towards rare positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from edokko.rules.moves import FIRST_MOVE, LONGEST_MOVE, WORDS
from edokko.rules.state import NEW_YEAR, SANDALS, SQUARES, State

BIAS = 0.85
"""The share of decisions in which a policy follows its preferences; otherwise it plays a random move."""
NEVER = NEW_YEAR + 1
POLICY_SEAT = 0
"""The seat that follows a policy which is not shared."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Preferences among moves.

    Attributes:
        name: its name in reports.
        prefers: prefixes of moves, the most preferred first. The policy plays a random move among those with the first
            prefix that any legal move has.
        avoids: prefixes of moves that are played only if no other move is legal.
        squares: the preferred squares, as far as they are in reach without sandals.
        fast_from: the month from which on the policy plays the longest move, whatever it costs in sandals.
        is_shared: whether all seats follow the policy; else only ``POLICY_SEAT`` does, and the others play at random.
    """

    name: str
    prefers: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    squares: tuple[int, ...] = ()
    fast_from: int = NEVER
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


UNIFORM = Policy("uniform")
RUNNER = Policy(
    "runner",
    ("step", "shop sandals", "hire ox_cart", "hire water_peddler", "work", "income", "train", "visit 1"),
    avoids=("shop pawn sandal",),
    fast_from=1,
)
SAVER = Policy(
    "saver",
    ("hire ox_cart", "shop sandals", "income", "ikizama 4", "ikizama 3", "step", "work", "shop rice", "shop buy rice"),
    avoids=("shop pawn", "hire", "train"),
    squares=(1,),
    fast_from=9,
    is_shared=False,
)
MENTOR = Policy(
    "mentor",
    (
        "hire ox_cart",
        "hire monk",
        "hire puppeteer",
        "hire yamabushi",
        "hire shrine_maiden",
        "hire seamstress",
        "hire umbrella_maker",
        "hire printer",
        "hire folding_fan_maker",
        "hire",
        "train",
        "shop pipe",
        "shop rice",
        "shop buy rice",
        "work",
        "stay",
    ),
    fast_from=1,
)
GUARDIAN = Policy(
    "guardian",
    (
        "guard",
        "hire yamabushi",
        "hire shrine_maiden",
        "hire seamstress",
        "hire umbrella_maker",
        "ikizama 4",
        "ikizama 3",
        "place A",
        "train",
        "shop sandals",
        "shop rice",
        "shop buy rice",
        "hire",
    ),
    avoids=("shop fire", "work"),
    fast_from=1,
    is_shared=False,
)
FIREMAN = Policy(
    "fireman",
    ("shop fire", "hire firefighter", "hire day_laborer", "hire construction_worker", "hire", "shop pipe", "visit 3"),
    squares=(3, 4),
)
BUILDER = Policy(
    "builder",
    (
        "shop build",
        "build",
        "hire carpenter",
        "hire plasterer",
        "hire tatami_maker",
        "hire stone_cutter",
        "work",
        "shop two koban",
        "shop koban",
        "visit 6",
    ),
    avoids=("hire", "shop fire"),
    squares=(6, 8),
)
HUNGRY = Policy("hungry", ("hire", "shop pawn rice", "burn"), avoids=("shop rice", "shop buy rice"), squares=(5,))
CROWDER = Policy("crowder", ("hire", "shop build", "done", "neutral"), squares=(6, 8))
SHOPPER = Policy("shopper", ("shop fish", "shop pipe", "shop pouch", "income", "visit 7"), squares=(4, 7))

POLICIES = (UNIFORM, RUNNER, SAVER, MENTOR, GUARDIAN, FIREMAN, BUILDER, HUNGRY, CROWDER, SHOPPER)
"""All policies; the soak test cycles through them game by game."""
