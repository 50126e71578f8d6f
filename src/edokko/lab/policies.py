"""How the soak test plays: at random, or with a taste that leads games to their rare corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from edokko.rules.moves import FIRST_MOVE, LONGEST_MOVE, WORDS
from edokko.rules.state import NEW_YEAR, SANDALS, SQUARES, State

TASTE = 0.85
"""How often a policy follows its taste; otherwise it plays any move."""
NEVER = NEW_YEAR + 1
THE_ONE = 0
"""The seat that follows a policy which is not shared."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A taste in moves.

    Attributes:
        name: its name in reports.
        likes: beginnings of moves, the most liked first; any move that begins with the first one possible is played.
        avoids: beginnings of moves that are played only where nothing else is legal.
        squares: where it likes to go, without spending sandals.
        fast_from: the month from which on it likes the longest move best, whatever it costs in sandals.
        is_shared: whether the whole table is of that mind; else only one seat, and the others play at random.
    """

    name: str
    likes: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    squares: tuple[int, ...] = ()
    fast_from: int = NEVER
    is_shared: bool = True

    def choose(self, state: State, legal: Sequence[int], random: Random) -> int:
        """One of the legal moves."""
        if (self.is_shared or state.seat == THE_ONE) and random.random() < TASTE:
            legal = self._to_taste(state, legal)
        return random.choice(legal)

    def _to_taste(self, state: State, legal: Sequence[int]) -> Sequence[int]:
        if FIRST_MOVE <= legal[0] < FIRST_MOVE + LONGEST_MOVE:
            return self._liked_lengths(state, legal)
        for beginning in self.likes:
            liked = [move for move in legal if WORDS[move].startswith(beginning)]
            if liked:
                return liked
        return [move for move in legal if not WORDS[move].startswith(self.avoids)] or legal if self.avoids else legal

    def _liked_lengths(self, state: State, legal: Sequence[int]) -> Sequence[int]:
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
"""All policies: games take turns with them."""
