"""The plan and the job of a data set: players of this package play whole games, and each choice is a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from msgspec import Meta

from edokko.batch import game_seed
from edokko.components import EDITIONS, RULES_VERSION
from edokko.envs.single import observation_of
from edokko.game import Game
from edokko.lab.data.files import from_rows
from edokko.lab.data.plan_form import PlanError
from edokko.move import Move
from edokko.observation import VERSION
from edokko.players import Player, check_name, player
from edokko.players.search.player import SearchPlayer, best
from edokko_research.data.sample import ChunkedJob, SampledPlan
from edokko_research.dataset.schema import MOVES_MADE

FORMAT = 1
"""Rises when the same plan would make other rows."""
CHUNK = 20
"""The games of a chunk."""
MOST_GAMES = 10**9


class DatasetPlan(SampledPlan, frozen=True, kw_only=True):
    """A checked plan.

    Attributes:
        games: the number of games.
        player: the name of the player at every seat.
        players: the number of seats.
        edition: the edition.
        percent: the percentage of moves that are drawn by chance instead of the player's.
        seed: fixes everything.
        versions: the versions that rows depend on.
    """

    subject: ClassVar[str] = "a data set of decisions"
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    player: str
    players: Annotated[int, Meta(ge=2, le=4)]
    edition: str
    percent: Annotated[int, Meta(ge=0, le=100)]
    seed: Annotated[int, Meta(ge=0)]
    versions: dict[str, int]

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.games // CHUNK)

    @classmethod
    def current_versions(cls) -> dict[str, int]:
        """Return the versions that rows depend on."""
        return {"plan": FORMAT, "rules": RULES_VERSION, "observation": VERSION, MOVES_MADE.name: MOVES_MADE.version}

    def check(self, source: str) -> None:
        """Check the player and the edition."""
        if self.edition not in EDITIONS:
            raise PlanError(f"{source}: edition: {self.edition!r}; possible: {', '.join(EDITIONS)}")
        try:
            check_name(self.player)
        except ValueError as error:
            raise PlanError(f"{source}: {error}") from None


@dataclass(frozen=True, slots=True)
class DatasetJob(ChunkedJob[DatasetPlan]):
    """A data set in its folder."""

    @property
    def table_names(self) -> tuple[str, ...]:
        """The name of the only table."""
        return (MOVES_MADE.name,)

    def make(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """Play the games of a chunk."""
        games = range(number * CHUNK, min((number + 1) * CHUNK, self.plan.games))
        rows = [row for game in games for row in rows_of(self.plan, game)]
        return len(games), {MOVES_MADE.name: from_rows(MOVES_MADE, rows)}


def rows_of(plan: DatasetPlan, number: int) -> Iterator[tuple[Any, ...]]:
    """Play one game and yield its rows."""
    seed = game_seed(plan.seed, number)
    game = Game(plan.players, plan.edition, seed)
    seated = [player(plan.player, game_seed(seed, seat)) for seat in range(plan.players)]
    generator = np.random.default_rng(seed)
    choices = []
    while (seat := game.seat) is not None:
        legal = game.legal_moves
        move = legal[0]
        if len(legal) > 1:
            move, value = choice_of(seated[seat], game)
            cells = observation_of(game, seat)["observation"].tobytes()
            choices.append((game.ply, seat, cells, list(legal.numbers), move.number, value))
            if generator.integers(100) < plan.percent:
                move = legal[int(generator.integers(len(legal)))]
        game.play(move)
    scores = np.array([sheet.total for sheet in game.score()])
    leads = (scores * plan.players - scores.sum()) / (plan.players - 1)
    for ply, seat, *rest in choices:
        outcome = int(scores[seat]), float(leads[seat]), game.ranking.index(seat) + 1
        yield number, plan.players, ply, seat, *rest, *outcome


def choice_of(who: Player, game: Game) -> tuple[Move, float | None]:
    """Return the move of a player and, if it searches, the lead that it expects for the deciding seat, in IKI."""
    if not isinstance(who, SearchPlayer):
        return who.choose(game), None
    moves = who.search(game)
    simulations = sum(move.new_visits for move in moves)
    if not simulations:  # a search of one simulation only opens the root
        return best(moves).move, None
    finals = np.sum([move.finals for move in moves], axis=0) / simulations
    own = finals[game.seat]
    return best(moves).move, float(own - (finals.sum() - own) / (len(finals) - 1))
