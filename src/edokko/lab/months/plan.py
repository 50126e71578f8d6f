"""The plan of a sample of months. It fixes every row, and its hash names the files."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from edokko.batch import game_seed
from edokko.chance import LARGEST_SEED
from edokko.components import EDITIONS, RULES_VERSION, ComponentsError
from edokko.components.reading import read
from edokko.lab.data.plan import PlanError
from edokko.lab.months.schema import MONTHS
from edokko.observation import VERSION

FORMAT = 1
"""Rises when the same plan would make other rows."""
CHUNK = 100
"""The games of a chunk. They share the number of seats, the edition and the prices."""
MOST_GAMES = 10**9
SEATS = (4, 4, 3, 2)
"""The numbers of seats of four chunks in a row: most games have four players."""
CONDITIONS = tuple(product(EDITIONS, SEATS))
"""The editions and numbers of seats, in the order of the chunks. Of two rounds, one has changed prices."""
CHANCE, OVERLAY = range(2)
"""The random streams of a sample."""


class MonthsPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A checked plan.

    Attributes:
        games: the number of games.
        network: the hash of the network of the players; empty for the planner.
        percent: the percentage of random moves.
        seed: fixes everything.
        versions: the versions that rows depend on.
    """

    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    network: str
    percent: Annotated[int, Meta(ge=0, le=100)]
    seed: Annotated[int, Meta(ge=0)]
    versions: dict[str, int]

    @property
    def hash(self) -> str:
        """The first 12 hexadecimal digits of the plan's SHA-256."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:12]

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.games // CHUNK)

    def to_json(self) -> bytes:
        """Return the plan as JSON, which :func:`read_months_plan` reads."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)


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


def months_plan(games: int, network: str = "", percent: int = 6, seed: int = 0) -> MonthsPlan:
    """Return a checked plan.

    Raises:
        PlanError: a value is invalid; the message names it.
    """
    fields = {"games": games, "network": network, "percent": percent, "seed": seed, "versions": _versions()}
    return _check(_convert(fields, "plan"), "plan")


def read_months_plan(path: str | os.PathLike[str]) -> MonthsPlan:
    """Read the ``plan.json`` of a sample.

    Raises:
        PlanError: the file cannot be read, is no such plan, or is of another version.
    """
    source = os.fspath(path)
    try:
        return _check(_convert(msgspec.json.decode(read(source)), source), source)
    except msgspec.DecodeError as error:
        raise PlanError(f"{source}: not JSON: {error}") from None
    except ComponentsError as error:
        raise PlanError(str(error)) from None


def chunk_of(plan: MonthsPlan, number: int) -> MonthsChunk:
    """Return a chunk of a plan. Only the length of the last one depends on the number of games."""
    edition, seats = CONDITIONS[number % len(CONDITIONS)]
    games = range(number * CHUNK, min((number + 1) * CHUNK, plan.games))
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


def _convert(value: Any, source: str) -> MonthsPlan:
    try:
        return msgspec.convert(value, MonthsPlan)
    except msgspec.ValidationError as error:
        raise PlanError(f"{source}: not the plan of a sample of months: {error}") from None


def _check(plan: MonthsPlan, source: str) -> MonthsPlan:
    if plan.seed > LARGEST_SEED:
        raise PlanError(f"{source}: seed: {plan.seed}; a whole number from 0 to {LARGEST_SEED} is expected")
    if plan.versions != _versions():
        raise PlanError(f"{source}: the sample is of another version of edokko, whose rows differ: {plan.versions}")
    return plan


def _versions() -> dict[str, int]:
    return {"plan": FORMAT, "rules": RULES_VERSION, "observation": VERSION, MONTHS.name: MONTHS.version}
