"""The plan of a study: the players, the search space, the games."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from edokko.components import RULES_VERSION
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.search import data
from edokko_research.tune.contest import WIN_WORTH, Candidate, Table
from edokko_research.tune.space import Space

FORMAT = 1
WEIGHTS, SEARCH = "weights", "search"
"""What can be tuned: the weights of the evaluation, the constants of the search."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a study: everything that its trials depend on.

    Attributes:
        what: ``WEIGHTS`` or ``SEARCH``.
        table: the players.
        space: the search space.
        games: the minimum number of games of a trial, rounded up to complete rounds.
        seed: fixes everything.
        weights: the candidate's evaluation weights if they are not tuned themselves, by name.
    """

    what: str
    table: Table
    space: Space
    games: int
    seed: int
    weights: Mapping[str, float]

    @property
    def rounds(self) -> int:
        """The number of rounds of a trial."""
        return rounds_of(self.games, self.table)

    @property
    def population(self) -> int:
        """The number of trials of a generation, as recommended for CMA-ES with this number of parameters."""
        return 4 + math.floor(3 * math.log(len(self.space.numbers)))

    def candidate(self, parameters: Mapping[str, float]) -> Candidate:
        """Return the candidate with the given parameters."""
        numbers = self.space.all(parameters)
        return Candidate(numbers, {}) if self.what == WEIGHTS else Candidate(self.weights, numbers)

    def to_json(self) -> dict[str, Any]:
        """Return the identity of the study as JSON values; a file with another identity is refused."""
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
    """Return the smallest number of rounds with at least ``games`` games."""
    return -(-games // table.players)


def _shipped(players: int) -> str:
    """Return a fingerprint of the shipped numbers, which the opponents play with."""
    numbers = [list(values.items()) for values in (shipped(), data.settings(), outlook_for(players))]
    return f"{crc32(json.dumps(numbers).encode()):08x}"
