"""The plan of a sample of months. It fixes every row, and its hash names the files."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Annotated, ClassVar

from msgspec import Meta

from edokko.batch import game_seed
from edokko.components import EDITIONS, RULES_VERSION
from edokko.lab.data.plan_form import PlanError
from edokko.observation import VERSION
from edokko_research.data.sample import SampledPlan
from edokko_research.months.schema import MONTHS, SEARCHES

FORMAT = 1
"""Rises when the same plan would make other rows."""
CHUNK = 100
"""The games of a chunk. They share the number of seats, the edition and the prices."""
FINISHED_CHUNK = 4
"""Those of a chunk whose positions are finished by many games, which takes long."""
MOST_GAMES = 10**9
MOST_SIMULATIONS = 4000
"""The tree of a search has room for about so many."""
MOST_SIDE_LINES = 16
MOST_FINISHED = 1000
SEATS = (4, 4, 3, 2)
"""The numbers of seats of four chunks in a row: most games have four players."""
CONDITIONS = tuple(product(EDITIONS, SEATS))
"""The editions and numbers of seats, in the order of the chunks. Of two rounds, one has changed prices."""
CHANCE, OVERLAY = range(2)
"""The random streams of a sample."""


class MonthsPlan(SampledPlan, frozen=True, kw_only=True):
    """A checked plan.

    Attributes:
        games: the number of games.
        network: the hash of the network of the players; empty for the planner.
        simulations: the simulations of the champion's search at a decision; 0 for the planner.
        between: those of decisions that do not begin a month; 0 for as many as at its beginning.
        side_lines: the side lines of a month, whose ends are the positions; 0 for the months of the games themselves.
        finished: the games that finish the position of each side line, an even number.
        finishing: the simulations of their decisions.
        percent: the percentage of random moves.
        seed: fixes everything.
        versions: the versions that rows depend on.
    """

    subject: ClassVar[str] = "a sample of months"
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    network: str
    simulations: Annotated[int, Meta(ge=0, le=MOST_SIMULATIONS)]
    between: Annotated[int, Meta(ge=0, le=MOST_SIMULATIONS)]
    side_lines: Annotated[int, Meta(ge=0, le=MOST_SIDE_LINES)]
    finished: Annotated[int, Meta(ge=0, le=MOST_FINISHED, multiple_of=2)]
    finishing: Annotated[int, Meta(ge=0, le=MOST_SIMULATIONS)]
    percent: Annotated[int, Meta(ge=0, le=100)]
    seed: Annotated[int, Meta(ge=0)]
    versions: dict[str, int]

    @property
    def chunk(self) -> int:
        """The games of a chunk."""
        return FINISHED_CHUNK if self.finished else CHUNK

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.games // self.chunk)

    @classmethod
    def current_versions(cls) -> dict[str, int]:
        """Return the versions that rows depend on."""
        tables = {table.name: table.version for table in (MONTHS, SEARCHES)}
        return {"plan": FORMAT, "rules": RULES_VERSION, "observation": VERSION, **tables}

    def check(self, source: str) -> None:
        """Check that only a search has simulations and side lines."""
        if self.between > 0 and self.simulations == 0:
            raise PlanError(f"{source}: between: {self.between}, but simulations is 0; only a search has simulations")
        if self.side_lines > 0 and self.simulations == 0:
            raise PlanError(
                f"{source}: side_lines: {self.side_lines}, but simulations is 0; a search judges side lines"
            )
        if self.finished > 0 and min(self.side_lines, self.finishing) == 0:
            raise PlanError(
                f"{source}: finished: {self.finished}, but side_lines or finishing is 0; games of a search finish the "
                "positions of side lines"
            )


@dataclass(frozen=True, slots=True)
class MonthsChunk:
    """The games of a chunk.

    Attributes:
        number: its number.
        games: the numbers of its games.
        seats: the number of seats.
        edition: the edition.
        overlay: the seed of its overlay; ``None`` for the shipped prices.
        seeds: the seed of each game.
    """

    number: int
    games: range
    seats: int
    edition: str
    overlay: int | None
    seeds: list[int]


def months_plan(
    games: int,
    network: str = "",
    percent: int = 6,
    seed: int = 0,
    simulations: int = 0,
    between: int = 0,
    side_lines: int = 0,
    finished: int = 0,
    finishing: int = 0,
) -> MonthsPlan:
    """Return a checked plan.

    Raises:
        PlanError: a value is invalid; the message names it.
    """
    return MonthsPlan.of(
        games=games,
        network=network,
        simulations=simulations,
        between=between,
        side_lines=side_lines,
        finished=finished,
        finishing=finishing,
        percent=percent,
        seed=seed,
    )


def chunk_of(plan: MonthsPlan, number: int) -> MonthsChunk:
    """Return a chunk of a plan. Only the length of the last one depends on the number of games."""
    edition, seats = CONDITIONS[number % len(CONDITIONS)]
    games = range(number * plan.chunk, min((number + 1) * plan.chunk, plan.games))
    chance, overlays = (game_seed(plan.seed, stream) for stream in (CHANCE, OVERLAY))
    is_changed = number // len(CONDITIONS) % 2 == 1
    return MonthsChunk(
        number=number,
        games=games,
        seats=seats,
        edition=edition,
        overlay=game_seed(overlays, number) if is_changed else None,
        seeds=[game_seed(chance, game) for game in games],
    )
