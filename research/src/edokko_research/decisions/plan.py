"""The plan of a sample of decisions. It fixes every row, and its hash names the files.

Two purposes share everything but their numbers: ``benchmark``, a few thousand decisions with many playouts by which
players are judged, and ``training``, many decisions with few playouts. Their games have different seeds, also where
the seeds of the plans are equal, so a benchmark never holds a position of a training run.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Annotated, ClassVar

from msgspec import Meta

from edokko.batch import game_seed
from edokko.components import EDITIONS, RULES_VERSION
from edokko.lab.data.plan_form import PlanError
from edokko.observation import VERSION
from edokko.players.policies.desk import HASTY, PLANNER
from edokko.rules.moves import MOST_LEGAL
from edokko_research.data.sample import SampledPlan
from edokko_research.decisions.schema import TABLES

FORMAT = 1
"""Rises when the same plan would make other rows."""
BENCHMARK, TRAINING = "benchmark", "training"
PURPOSES = (BENCHMARK, TRAINING)
PLAYOUT_POLICIES = {"hasty": HASTY, "planner": PLANNER}
SEATS = (2, 3, 4)
CONDITIONS = tuple(product(SEATS, EDITIONS))
"""The numbers of seats and the editions, in the order of the games."""
MOST_DECISIONS, MOST_PLAYOUTS = 10**9, 30_000

PER_GAME = {BENCHMARK: 4, TRAINING: 8}
"""The decisions of a game: fewer where each shall count on its own."""
GAMES_OF_A_CHUNK = {BENCHMARK: 3, TRAINING: 12}
CHANGED = {BENCHMARK: 0.25, TRAINING: 0.5}
"""The share of games with an overlay of random prices."""


class SamplePlan(SampledPlan, frozen=True, kw_only=True):
    """A checked plan.

    Attributes:
        purpose: ``"benchmark"`` or ``"training"``.
        decisions: the minimum number of decisions, rounded up to whole games.
        candidates: the maximum number of candidates of a decision.
        playouts: the playouts of each candidate.
        policy: the policy of all seats in playouts, ``"hasty"`` or ``"planner"``.
        seed: fixes everything.
        versions: the versions that rows depend on.
    """

    subject: ClassVar[str] = "a sample of decisions"
    purpose: str
    decisions: Annotated[int, Meta(ge=1, le=MOST_DECISIONS)]
    candidates: Annotated[int, Meta(ge=2, le=MOST_LEGAL)]
    playouts: Annotated[int, Meta(ge=2, le=MOST_PLAYOUTS)]
    policy: str
    seed: Annotated[int, Meta(ge=0)]
    versions: dict[str, int]

    @property
    def per_game(self) -> int:
        """The decisions of a game."""
        return PER_GAME[self.purpose]

    @property
    def games(self) -> int:
        """The number of games."""
        return -(-self.decisions // self.per_game)

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.games // GAMES_OF_A_CHUNK[self.purpose])

    def games_of(self, chunk: int) -> range:
        """Return the numbers of the games of a chunk."""
        size = GAMES_OF_A_CHUNK[self.purpose]
        return range(chunk * size, min((chunk + 1) * size, self.games))

    @classmethod
    def current_versions(cls) -> dict[str, int]:
        """Return the versions that rows depend on."""
        tables = {name: table.version for name, table in TABLES.items()}
        return {"plan": FORMAT, "rules": RULES_VERSION, "observation": VERSION, **tables}

    def check(self, source: str) -> None:
        """Check the purpose and the policy."""
        for field, value, known in (("purpose", self.purpose, PURPOSES), ("policy", self.policy, PLAYOUT_POLICIES)):
            if value not in known:
                raise PlanError(f"{source}: {field}: {value!r} is unknown; known: {', '.join(known)}")


def sample_plan(
    purpose: str, decisions: int, candidates: int, playouts: int, policy: str = "hasty", seed: int = 0
) -> SamplePlan:
    """Return a checked plan.

    Raises:
        PlanError: a value is invalid; the message names it.
    """
    return SamplePlan.of(
        purpose=purpose, decisions=decisions, candidates=candidates, playouts=playouts, policy=policy, seed=seed
    )


@dataclass(frozen=True, slots=True)
class SampleGame:
    """One game of a sample, and its seeds.

    Attributes:
        number: its number in the sample.
        seats: the number of seats.
        edition: the edition.
        is_changed: whether an overlay changes its prices.
        seed: fixes all of it.
    """

    number: int
    seats: int
    edition: str
    is_changed: bool
    seed: int

    def stream(self, number: int) -> int:
        """Return the seed of one of the game's random streams."""
        return game_seed(self.seed, number)


def sample_game(plan: SamplePlan, number: int) -> SampleGame:
    """Return a game of a plan. It does not depend on the plan's numbers of decisions, candidates or playouts."""
    seats, edition = CONDITIONS[number % len(CONDITIONS)]
    turn, share = number // len(CONDITIONS), CHANGED[plan.purpose]
    is_changed = int((turn + 1) * share) > int(turn * share)
    root = game_seed(plan.seed, PURPOSES.index(plan.purpose))
    return SampleGame(number, seats, edition, is_changed, game_seed(root, number))
