"""The inner loop of a duel: whole games, in which every decision has a new search."""

from __future__ import annotations

from typing import NamedTuple

from edokko.players.policies import planner
from edokko.players.policies.desk import Desk
from edokko.players.policies.planner import PlannerDesk, planned_move
from edokko.players.search import storage
from edokko.players.search.simulate import run_simulations, start
from edokko.players.search.storage import ROOT_GAME, Search, clear_tree
from edokko.rules.chance import seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import begin, is_decision, legal_moves, play, settle
from edokko.rules.scoring import rank, score
from edokko_research.months.side_lines import Networks, most_visited, run_search

PLANNER, MCTS, CHAMPION = range(3)
"""How a side decides."""
OWN, OTHER = range(2)
"""The two sides, as indexes."""
REAL, SPARE = planner.REAL, planner.LOOKAHEAD
FIRST = max(planner.GAMES, storage.GAMES)
"""The index of the first game; the scratch games of the searches and of the planner stand before it."""


class Side(NamedTuple):
    """A search and its networks. A planner does not read them."""

    search: Search
    networks: Networks


@entry_point
def play_duel(
    desk: Desk,
    plan: PlannerDesk,
    own: Side,
    other: Side,
    kinds: list[int],
    simulations: list[int],
    seats: list[int],
    seeds: list[list[int]],
    streams: list[list[int]],
    words: list[int],
    outcomes: list[int],
    weights: list[int],
    lines: list[int],
    totals: list[list[int]],
    rankings: list[list[int]],
) -> None:
    """Play games to their ends.

    Args:
        desk: ``FIRST`` games of scratch, then the games to play, zeroed; its spare games are those of a search.
        plan: what planners need.
        own, other: the side with one seat, and that with all others.
        kinds, simulations: how each side decides, and the simulations of a decision, by ``OWN`` and ``OTHER``.
        seats: the own seat, by game.
        seeds: the two words that fix each game's chance.
        streams: three words for each game; the third one counts the decisions, and they fix what a side draws.
        words, outcomes, weights, lines: scratch for chance and scores.
        totals, rankings: output, by game: the scores by seat, and the seats from first to last.
    """
    tables, states = desk.tables[0], desk.games
    for number in range(len(seeds)):
        game = FIRST + number
        begin(tables, states[game])
        settle(tables, states[game], seeds[number], words, outcomes, weights)
        while is_decision(states[game]):
            count = legal_moves(tables, states[game], desk.legal)
            if count == 1:
                move = desk.legal[0]
            else:
                streams[number][2] += 1
                if states[game].seat == seats[number]:
                    move = chosen_move(desk, plan, own, kinds[OWN], simulations[OWN], game, streams[number])
                else:
                    move = chosen_move(desk, plan, other, kinds[OTHER], simulations[OTHER], game, streams[number])
            play(tables, states[game], move)
            settle(tables, states[game], seeds[number], words, outcomes, weights)
        for seat in range(tables.players):
            totals[number][seat] = score(tables, states[game], seat, lines)
        rank(tables, states[game], totals[number], rankings[number])


@rule
def chosen_move(
    desk: Desk, plan: PlannerDesk, side: Side, kind: int, simulations: int, game: int, seed: list[int]
) -> int:
    """Return the move of a side at a decision with a choice."""
    if kind == PLANNER:
        copy_game(desk.games, game, REAL)
        seed_words(desk.words, seed[0], seed[1], seed[2])
        table = Desk(desk.tables, desk.worths, desk.games, SPARE, desk.legal, desk.inner, desk.words)
        return planned_move(table, plan)
    if kind == CHAMPION:
        run_search(desk, side.search, side.networks, game, seed, simulations)
    else:
        copy_game(desk.games, game, ROOT_GAME)
        clear_tree(side.search.nodes, side.search.counters)
        start(desk, side.search, seed)
        run_simulations(desk, side.search, simulations)
    return most_visited(desk, side.search)
