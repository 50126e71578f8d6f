"""What a study is about: who plays, what is tuned, by which games."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from edokko.components import RULES_VERSION
from edokko.lab.tune.contest import WIN_WORTH, Candidate, Table
from edokko.lab.tune.space import Space
from edokko.players.outlook import outlook_for
from edokko.players.search import data
from edokko.players.weights import shipped

FORMAT = 1
WEIGHTS, SEARCH = "weights", "search"
"""What can be tuned: the weights of the evaluation, the constants of the search."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study is about: all that its trials depend on.

    Attributes:
        what: ``WEIGHTS`` or ``SEARCH``.
        table: who plays.
        space: what is tuned.
        games: of each trial; rounded up to whole rounds.
        seed: fixes everything.
        weights: what a candidate's evaluation weighs with where other numbers are tuned, by name.
    """

    what: str
    table: Table
    space: Space
    games: int
    seed: int
    weights: Mapping[str, float]

    @property
    def rounds(self) -> int:
        """The rounds of a trial."""
        return rounds_of(self.games, self.table)

    @property
    def population(self) -> int:
        """The trials of a generation, as CMA-ES recommends for so many numbers."""
        return 4 + math.floor(3 * math.log(len(self.space.numbers)))

    def candidate(self, parameters: Mapping[str, float]) -> Candidate:
        """Who plays with some parameters."""
        numbers = self.space.all(parameters)
        return Candidate(numbers, {}) if self.what == WEIGHTS else Candidate(self.weights, numbers)

    def to_json(self) -> dict[str, Any]:
        """What studies are told apart by."""
        return {
            "format": FORMAT,
            "what": self.what,
            "player": self.table.player,
            "opponents": self.table.opponents,
            "players": self.table.players,
            "games": self.rounds * self.table.players,
            "seed": hex(self.seed),
            **self.space.to_json(),
            "weights": dict(self.weights),
            "win_worth": WIN_WORTH,
            "rules_version": RULES_VERSION,
            "shipped": _shipped(self.table.players),
        }


def rounds_of(games: int, table: Table) -> int:
    """The rounds that have at least so many games."""
    return -(-games // table.players)


def _shipped(players: int) -> str:
    """A fingerprint of the numbers that the players are shipped with: opponents play by them."""
    numbers = [list(one.items()) for one in (shipped(), data.settings(), outlook_for(players))]
    return f"{crc32(json.dumps(numbers).encode()):08x}"
