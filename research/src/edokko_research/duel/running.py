"""A duel in blocks of all seats: the same deal and the same draws for every seat of the first player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from edokko.batch import game_seed
from edokko.chance import split_seed
from edokko.components import Components
from edokko.lab.arena.matches import MatchResult
from edokko.lab.arena.schedule import ArenaGame, Schedule, schedule
from edokko.lab.arena.standings import Standings, standings
from edokko.native.backends import NATIVE
from edokko.players import check_name
from edokko.players.champion.network import network_of, notes_for, policy_network_of, policy_notes_for
from edokko.players.champion.player import champion_settings
from edokko.players.champion.stored import StoredNetwork, read_network, shipped_network
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.style import Style, styles
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import appraise
from edokko.players.policies.desk import Desk
from edokko.players.policies.planner import plan_for
from edokko.players.search import data
from edokko.players.search.player import NODES
from edokko.players.search.storage import LOOKAHEAD, new_search
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables, tables_for
from edokko_research.duel.playing import CHAMPION, FIRST, MCTS, PLANNER, Side, play_duel
from edokko_research.engine import native
from edokko_research.months.side_lines import Networks
from edokko_research.strength.blocks import Spread, mean_lead

KINDS = {"planner": PLANNER, "mcts": MCTS, "champion": CHAMPION}
BLOCKS = 2
"""The blocks of a call of native code."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A finished duel.

    Attributes:
        table: shares of wins, scores and ratings; the player that has one seat is the first entry.
        lead: the mean lead of that player over the mean of the others, in IKI.
        interval: the 95 % interval of the lead over blocks; ``None`` with one block.
    """

    table: Standings
    lead: float
    interval: Spread | None


@dataclass(frozen=True, slots=True)
class _Player:
    """How a side decides."""

    kind: int
    simulations: int
    settings: data.Settings
    style: Style
    network: StoredNetwork


def duel(
    first: str,
    others: str,
    players: int,
    games: int,
    seed: int,
    components: Components,
    *,
    workers: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Duel:
    """Play games of one player against copies of another.

    Unlike in an arena, every decision has a new search, and a search never stops early. All games of a block have the
    same draws, so equal players have a lead of exactly 0.

    Args:
        first: the name of the player with one seat: ``planner``, or ``mcts`` or ``champion`` with simulations.
        others: that of the player with all other seats, another name.
        players: 2, 3 or 4.
        games: the minimum number of games, rounded up to blocks of all seats.
        seed: fixes everything.
        workers: the number of threads; the result does not depend on it.
        progress: receives the number of finished games.

    Raises:
        ValueError: a player cannot play here; the message says which ones can.
    """
    sides = _player(first), _player(others)
    plan = schedule([first, *[others] * (players - 1)], players, games, seed)
    tables = tables_for(components, players)
    spans = [range(begin, min(begin + BLOCKS, plan.blocks)) for begin in range(0, plan.blocks, BLOCKS)]
    results: list[MatchResult] = []
    with ThreadPoolExecutor(workers) as pool:
        for part in pool.map(lambda blocks: _play(plan, blocks, tables, sides), spans):
            results += part
            progress(len(results))
    return Duel(standings(plan, results), *mean_lead(results))


def _player(name: str) -> _Player:
    spec = check_name(name)
    if spec.kind not in KINDS:
        raise ValueError(f"player {name!r} does not play duels; possible: {', '.join(KINDS)}")
    network = read_network(spec.network) if spec.network else shipped_network()
    if spec.kind == "planner":
        return _Player(PLANNER, 0, data.settings(), Style(), network)
    if spec.budget is None or spec.budget.simulations is None or spec.budget.milliseconds is not None:
        raise ValueError(f"player {name!r} plays by the clock; give it simulations, such as {spec.kind}:300sims")
    style = styles()[spec.style] if spec.style else Style()
    is_champion = spec.kind == "champion"
    settings = data.changed(spec.numbers, champion_settings() if is_champion else data.settings())
    if is_champion:
        settings = data.changed({"lines": 0}, settings)
    # The first simulation of a new tree goes through no move.
    return _Player(KINDS[spec.kind], max(spec.budget.simulations, 2), settings, style, network)


def _side(player: _Player, players: int) -> Side:
    network = player.network
    outlook = network.outlooks[players] if player.kind == CHAMPION else outlook_for(players)
    search = new_search(player.settings, NODES, NATIVE)
    search = search._replace(outlook=NATIVE.single(outlook), style=NATIVE.single(player.style))
    value, policy = network_of(network.layers, NATIVE), policy_network_of(network.policy, NATIVE)
    return Side(search, Networks(value, notes_for(value, NATIVE), policy, policy_notes_for(policy, NATIVE)))


def _play(plan: Schedule, blocks: Sequence[int], tables: Tables, sides: Sequence[_Player]) -> list[MatchResult]:
    games = [plan.match(block, rotation) for block in blocks for rotation in range(plan.players)]
    desk = Desk(
        tables=NATIVE.single(tables),
        worths=NATIVE.shared(appraise(tables, shipped())),
        games=NATIVE.records(State, FIRST + len(games)),
        spare=LOOKAHEAD,
        legal=NATIVE.integers(MOST_LEGAL),
        inner=NATIVE.integers(MOST_LEGAL),
        words=NATIVE.integers(4),
    )
    totals, rankings = np.zeros((2, len(games), SEATS), np.int64)
    native(play_duel)(
        desk,
        plan_for(outlook_for(plan.players), NATIVE),
        *(_side(player, plan.players) for player in sides),
        _integers([player.kind for player in sides]),
        _integers([player.simulations for player in sides]),
        _integers([game.entries.index(0) for game in games]),
        _integers([split_seed(game.seed) for game in games]),
        _integers([(*split_seed(stream_of(game)), 0) for game in games]),
        NATIVE.integers(4),
        NATIVE.integers(MOST_OUTCOMES),
        NATIVE.integers(MOST_OUTCOMES),
        NATIVE.integers(LINE_COUNT),
        totals,
        rankings,
    )
    return [
        MatchResult(game, tuple(scores[: plan.players]), tuple(ranking[: plan.players]))
        for game, scores, ranking in zip(games, totals.tolist(), rankings.tolist(), strict=True)
    ]


def stream_of(game: ArenaGame) -> int:
    """Return the seed of what the players of a game draw: one for all games of a block."""
    return game_seed(game.seed, 0)


def _integers(values: Any) -> Any:
    return np.array(values, np.int64)
