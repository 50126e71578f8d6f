"""The job of a sample of months."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edokko.components import load
from edokko.lab.data.files import from_rows
from edokko.players.champion.stored import StoredNetwork, read_network
from edokko.players.evaluation.weights import shipped
from edokko.players.policies.desk import CHAMPION, PLANNER
from edokko.rules.state import SEATS
from edokko.rules.tables import tables_for
from edokko_research.data.sample import ChunkedJob
from edokko_research.decisions.overlays import random_overlay
from edokko_research.months.budgets import Budgets
from edokko_research.months.plan import MonthsChunk, MonthsPlan, chunk_of
from edokko_research.months.sampling import Sampled, sample
from edokko_research.months.schema import MONTHS, SEARCHES
from edokko_research.months.searching import Searched, sample_searches
from edokko_research.months.side_lines import sample_side_lines

NO_OVERLAY = -1


@dataclass(frozen=True, slots=True)
class MonthsJob(ChunkedJob[MonthsPlan]):
    """A sample of months in its folder.

    Attributes:
        network: the file of the players' network; ``None`` for the planner.
    """

    network: Path | None = None

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of the tables: the decisions are there if a search plays without side lines."""
        has_decisions = self.plan.simulations > 0 and self.plan.side_lines == 0
        return (MONTHS.name, SEARCHES.name) if has_decisions else (MONTHS.name,)

    def make(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """Play the games of a chunk."""
        chunk = chunk_of(self.plan, number)
        network = None if self.network is None else read_network(self.network)
        sampled, searched = play_chunk(self.plan, chunk, network)
        tables = {MONTHS.name: months_table(chunk, sampled)}
        if searched is not None:
            tables[SEARCHES.name] = searches_table(chunk, searched)
        return len(chunk.games), tables


def play_chunk(plan: MonthsPlan, chunk: MonthsChunk, network: StoredNetwork | None) -> tuple[Sampled, Searched | None]:
    """Play the games of a chunk by the planner, by the planner with a network, or by the champion's search.

    Returns:
        The months, and the decisions if a search has played.

    Raises:
        ValueError: the plan is one of searches, and there is no network.
    """
    components = load(chunk.edition)
    if chunk.overlay is not None:
        components = load(chunk.edition, random_overlay(components, chunk.overlay))
    if plan.simulations > 0:
        if network is None:
            raise ValueError("a search needs a network")
        budgets = Budgets(plan.simulations, plan.between or plan.simulations, plan.finished, plan.finishing)
        if plan.side_lines > 0:
            tables = tables_for(components, chunk.seats)
            lines, percent = plan.side_lines, plan.percent
            return sample_side_lines(tables, shipped(), network, budgets, lines, percent, chunk.seeds), None
        return sample_searches(components, chunk.seats, shipped(), network, budgets, plan.percent, chunk.seeds)
    player = PLANNER if network is None else CHAMPION
    tables = tables_for(components, chunk.seats)
    return sample(tables, shipped(), player, plan.percent, chunk.seeds, network), None


def months_table(chunk: MonthsChunk, sampled: Sampled) -> Any:
    """Return the rows of a chunk as an Arrow table. Missing seats are 0."""
    missing = SEATS - chunk.seats
    rows = []
    for index, (game, month) in enumerate(zip(sampled.game, sampled.month, strict=True)):
        features = sampled.features[index]
        rows.append(
            (
                chunk.games[game],
                chunk.edition,
                chunk.seats,
                _overlay(chunk),
                int(month),
                sampled.cells[index].tobytes(),
                [*features.ravel().tolist(), *[0.0] * (missing * features.shape[1])],
                [*sampled.totals[game].astype(int).tolist(), *[0] * missing],
                [*sampled.expected[index].tolist(), *[0.0] * missing],
                [score for half in sampled.finished[index].tolist() for score in (*half, *[0.0] * missing)],
                int(sampled.winner[game]),
            )
        )
    return from_rows(MONTHS, rows)


def searches_table(chunk: MonthsChunk, searched: Searched) -> Any:
    """Return the decisions of a chunk as an Arrow table."""
    facts = (chunk.edition, chunk.seats, _overlay(chunk))
    columns = (searched.decision, searched.month, searched.seat, searched.cells, searched.moves, searched.visits)
    rows = [
        (chunk.games[game], *facts, decision, month, seat, cells.tobytes(), moves, visits)
        for game, decision, month, seat, cells, moves, visits in zip(searched.game, *columns, strict=True)
    ]
    return from_rows(SEARCHES, rows)


def _overlay(chunk: MonthsChunk) -> int:
    return NO_OVERLAY if chunk.overlay is None else chunk.number
