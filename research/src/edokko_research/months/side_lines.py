"""Positions at the ends of side lines: those that the champion's value judges, each judged by a short search.

A simulation of the champion leaves the game some decisions before the end of a month: it follows moves with high
priors, then the playout policy plays the month to its end. A side line does the same. The game itself is played by
short searches. One search judges each side line, so these games show more positions, and others, than those of a search
whose games are the positions. All of it is native code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from edokko.chance import split_seed
from edokko.native.backends import NATIVE
from edokko.players.champion.network import (
    Network,
    Notes,
    PolicyNetwork,
    PolicyNotes,
    exponentiate,
    network_of,
    notes_for,
    policy_network_of,
    policy_notes_for,
    write_logits,
)
from edokko.players.champion.player import champion_settings
from edokko.players.champion.simulate import run_guided_simulations
from edokko.players.champion.stored import StoredNetwork
from edokko.players.evaluation.outlook import final_scores
from edokko.players.evaluation.weights import Weights
from edokko.players.evaluation.worth import appraise
from edokko.players.policies.desk import Desk
from edokko.players.policies.hasty import hasty_move
from edokko.players.search import data
from edokko.players.search.simulate import count_visits, draw_outcome, start
from edokko.players.search.storage import GAMES, LOOKAHEAD, ROOT_GAME, Search, clear_tree, new_search
from edokko.rules.chance import below, seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import begin, is_chance, is_decision, is_over, legal_moves, play, reveal
from edokko.rules.state import NEW_YEAR, SEATS, State
from edokko.rules.tables import Tables
from edokko_research.engine import native
from edokko_research.months.budgets import Budgets
from edokko_research.months.sampling import Sample, Sampled, sample_position

NODES = 1 << 15
"""The node limit of the tree."""
SIDE, END, FIRST = GAMES, GAMES + 1, GAMES + 2
"""The index of a side line, of a game that finishes it, and of the first game that is played.

They stand behind the games of the search.
"""
HALVES = 2
"""The games that finish a position are averaged in two halves, so that the product of two errors has no noise."""
MONTHLY = 4
"""About the decisions of a seat in a month. The playout policy begins at one of the first of so many for each seat."""
PLAY, SEARCH, FINISH = range(3)
"""The random streams of a game: its chance and moves, its searches, and one for the ends of each of its positions."""
STEPS = 1 << 30
"""A number below this many draws a move by its prior."""


class Networks(NamedTuple):
    """The networks of a search and their scratch."""

    value: Network
    value_notes: Notes
    policy: PolicyNetwork
    policy_notes: PolicyNotes


@entry_point
def play_with_side_lines(
    desk: Desk,
    search: Search,
    networks: Networks,
    words: list[int],
    logits: list[float],
    simulations: int,
    between: int,
    side_lines: int,
    deviations: int,
    finished: int,
    finishing: int,
    seeds: list[list[int]],
    stream: list[int],
    after: list[int],
    samples: list[Sample],
    expected: list[list[float]],
    ends: list[list[float]],
    totals: list[list[float]],
    wins: list[list[float]],
) -> int:
    """Play games to their ends and judge the position at the beginning of each month; an entry point for Python.

    Args:
        desk: ``GAMES`` games of the search, the side line, then the games to play, zeroed.
        search: the search.
        networks: its networks.
        words: scratch, the random stream of a game.
        logits: scratch, ``MOST_LEGAL`` long.
        simulations: the simulations of each position, 2 or more.
        between: the simulations of each decision of the games, 2 or more.
        side_lines: the side lines of each month.
        deviations: the percentage of random moves.
        finished: the games that finish each position.
        finishing: the simulations of their decisions, 2 or more.
        seeds: three words for each game: two fix its chance and moves, all three the stream of each search.
        stream: scratch, three words.
        after: scratch, the random stream of the games that finish a position.
        samples: output, room for ``NEW_YEAR - 1`` months with all side lines of each game.
        expected: output, a row for each position: the final score of each seat that the search expects.
        ends: output, a zeroed row for each position: the sums of the final scores of each seat in the first, third and
            so on of the games that finish it, then in the others.
        totals, wins: output, a row for each game: the final score of each seat, and 1 for the winner.

    Returns:
        The number of positions.
    """
    tables, states = desk.tables[0], desk.games
    # The moves have a random stream of their own; each search seeds that of the desk.
    table = Desk(desk.tables, desk.worths, states, LOOKAHEAD, desk.legal, desk.inner, words)
    later = Desk(desk.tables, desk.worths, states, LOOKAHEAD, desk.legal, desk.inner, after)
    count = 0
    for number in range(len(seeds)):
        game = FIRST + number
        first = count
        seed_words(words, seeds[number][0], seeds[number][1], PLAY)
        begin(tables, states[game])
        while not is_over(states[game]):
            for _ in range(side_lines):
                copy_game(states, game, SIDE)
                play_side_line(table, search, networks, logits, deviations)
                if is_decision(states[SIDE]):
                    sample_position(tables, desk.worths, states[SIDE], number, samples[count])
                    run_search(desk, search, networks, SIDE, seeds[number], simulations)
                    write_expected(search, expected[count])
                    seed_words(after, seeds[number][0], seeds[number][1], FINISH + count - first)
                    for turn in range(finished):
                        stream[0] = seeds[number][0]
                        stream[1] = seeds[number][1]
                        stream[2] = below(after, STEPS)
                        finish_side_line(desk, later, search, networks, stream, finishing)
                        for seat in range(tables.players):
                            ends[count][turn % HALVES * SEATS + seat] += search.predictions[0].finals[seat]
                    count += 1
            play_month(desk, table, search, networks, seeds[number], between, deviations, game)
        prediction = search.predictions[0]
        final_scores(tables, states[game], prediction)
        for seat in range(tables.players):
            totals[number][seat] = prediction.finals[seat]
            wins[number][seat] = prediction.wins[seat]
    return count


@rule
def play_month(
    desk: Desk,
    table: Desk,
    search: Search,
    networks: Networks,
    seed: list[int],
    simulations: int,
    deviations: int,
    game: int,
) -> None:
    """Play a game to the first decision of the next month, or to its end, by short searches.

    Args:
        desk, search, networks, deviations: as of :func:`play_with_side_lines`.
        table: the games and the random stream of their moves.
        seed: three words that fix the random stream of each search.
        simulations: the simulations of a decision.
        game: the index of the game.
    """
    tables, states, words = desk.tables[0], desk.games, table.words
    month = states[game].month
    while draw_to_decision(table, search, game, month):
        count = legal_moves(tables, states[game], table.legal)
        move = table.legal[0]
        if count > 1:
            if below(words, 100) < deviations:
                move = table.legal[below(words, count)]
            else:
                run_search(desk, search, networks, game, seed, simulations)
                move = most_visited(desk, search)
        play(tables, states[game], move)


@rule
def play_side_line(table: Desk, search: Search, networks: Networks, logits: list[float], deviations: int) -> None:
    """Play the side line to the first decision of the next month, or to its end.

    The policy network decides for a random number of times, then the playout policy.

    Args:
        table: the games and the random stream of their moves.
        search, networks, logits, deviations: as of :func:`play_with_side_lines`; of the search, only scratch is used.
    """
    tables, states, words = table.tables[0], table.games, table.words
    month = states[SIDE].month
    left = below(words, MONTHLY * tables.players)
    while draw_to_decision(table, search, SIDE, month):
        count = legal_moves(tables, states[SIDE], table.legal)
        move = table.legal[0]
        if count > 1:
            if below(words, 100) < deviations:
                move = table.legal[below(words, count)]
            elif left > 0:
                move = drawn_move(table, networks, logits, count)
            else:
                move = hasty_move(table, SIDE, search.rooms[0])
            left -= 1
        play(tables, states[SIDE], move)


@rule
def finish_side_line(
    desk: Desk, table: Desk, search: Search, networks: Networks, stream: list[int], simulations: int
) -> None:
    """Play the position of the side line to the end of the game by short searches, and write its final scores.

    Args:
        desk, search, networks: as of :func:`play_with_side_lines`; the first prediction of the search gets the scores.
        table: the games and the random stream of their chance.
        stream: three words that fix the random stream of each search.
        simulations: the simulations of a decision.
    """
    tables, states = desk.tables[0], desk.games
    copy_game(states, SIDE, END)
    while not is_over(states[END]):
        if draw_to_decision(table, search, END, states[END].month):
            count = legal_moves(tables, states[END], table.legal)
            move = table.legal[0]
            if count > 1:
                run_search(desk, search, networks, END, stream, simulations)
                move = most_visited(desk, search)
            play(tables, states[END], move)
    final_scores(tables, states[END], search.predictions[0])


@rule
def draw_to_decision(table: Desk, search: Search, game: int, month: int) -> bool:
    """Draw the chance that a game waits for.

    Args:
        table: the games and the random stream.
        search: its scratch is used.
        game: the index of the game.
        month: a month.

    Returns:
        Whether a seat now decides in this month.
    """
    states, space = table.games, search.spaces[0]
    while is_chance(states[game]):
        reveal(table.tables[0], states[game], draw_outcome(table, game, space.outcomes, space.weights))
    return is_decision(states[game]) and states[game].month == month


@rule
def drawn_move(table: Desk, networks: Networks, logits: list[float], count: int) -> int:
    """Draw a move of the side line by the priors of the policy network.

    Args:
        count: the number of legal moves in ``table.legal``.
    """
    state = table.games[SIDE]
    write_logits(table.tables[0], state, table.legal, count, networks.policy, networks.policy_notes, logits)
    total = exponentiate(logits, count)
    left = total * below(table.words, STEPS) / STEPS
    for place in range(count):
        left -= logits[place]
        if left < 0:
            return table.legal[place]
    return table.legal[count - 1]


@rule
def run_search(desk: Desk, search: Search, networks: Networks, game: int, seed: list[int], simulations: int) -> None:
    """Search a position with a new tree.

    Args:
        game: the index of its game.
        seed: three words that fix its random stream.
        simulations: how many, 2 or more.
    """
    copy_game(desk.games, game, ROOT_GAME)
    clear_tree(search.nodes, search.counters)
    start(desk, search, seed)
    run_guided_simulations(
        desk, search, networks.value, networks.value_notes, networks.policy, networks.policy_notes, simulations
    )


@rule
def write_expected(search: Search, expected: list[float]) -> None:
    """Write the mean of the final scores that the simulations of a search expect, by seat."""
    visits = 0
    for seat in range(SEATS):
        expected[seat] = 0.0
    for place in range(search.spaces[0].root_count):
        root_move = search.root_moves[place]
        visits += root_move.new_visits
        for seat in range(SEATS):
            expected[seat] += root_move.finals[seat]
    for seat in range(SEATS):
        expected[seat] /= visits


@rule
def most_visited(desk: Desk, search: Search) -> int:
    """Return the most visited move of a search; ties go to the higher utility."""
    count_visits(desk, search)
    best = 0
    for place in range(1, search.spaces[0].root_count):
        move, leader = search.root_moves[place], search.root_moves[best]
        if move.visits > leader.visits or (move.visits == leader.visits and move.utility > leader.utility):
            best = place
    return search.spaces[0].root_legal[best]


def sample_side_lines(
    tables: Tables,
    weights: Weights,
    network: StoredNetwork,
    budgets: Budgets,
    side_lines: int,
    deviations: int,
    seeds: Sequence[int],
) -> Sampled:
    """Play games of one table and sample the ends of side lines.

    Args:
        tables: of all games.
        weights: the evaluation weights of the search and of the features.
        network: the networks.
        budgets: the simulations that judge a side line, those of each decision of the games, and the games that
            finish each position.
        side_lines: the side lines of each month.
        deviations: the percentage of random moves.
        seeds: the seed of each game, which fixes its chance, its moves and its searches.
    """
    count, players = len(seeds), tables.players
    backend = NATIVE
    value, policy = network_of(network.layers, backend), policy_network_of(network.policy, backend)
    games = backend.records(State, FIRST + count)
    desk = Desk(
        tables=backend.single(tables),
        worths=backend.shared(appraise(tables, weights)),
        games=games,
        spare=LOOKAHEAD,
        legal=backend.integers(MOST_LEGAL),
        inner=backend.integers(MOST_LEGAL),
        words=backend.integers(4),
    )
    search = new_search(data.changed({"lines": 0}, champion_settings()), NODES, backend)
    search = search._replace(outlook=backend.single(network.outlooks[players]))
    networks = Networks(value, notes_for(value, backend), policy, policy_notes_for(policy, backend))
    samples = np.zeros(count * side_lines * (NEW_YEAR - 1), Sample.dtype)
    expected, ends = np.zeros((len(samples), SEATS)), np.zeros((len(samples), HALVES * SEATS))
    totals, wins = np.zeros((2, count, SEATS))
    filled = native(play_with_side_lines)(
        desk,
        search,
        networks,
        backend.integers(4),
        backend.floats(MOST_LEGAL),
        max(budgets.month, 2),
        max(budgets.between, 2),
        side_lines,
        deviations,
        budgets.finished,
        max(budgets.finishing, 2),
        np.array([[*split_seed(seed), SEARCH] for seed in seeds], np.int64),
        backend.integers(3),
        backend.integers(4),
        samples,
        expected,
        ends,
        totals,
        wins,
    )
    rows = samples[:filled]
    return Sampled(
        rows["features"][:, :players].copy(),
        rows["observation"].copy(),
        rows["month"].copy(),
        rows["game"].copy(),
        totals[:, :players].copy(),
        wins.argmax(axis=1).astype(np.int64),
        expected[:filled, :players].copy(),
        ends[:filled].reshape(-1, HALVES, SEATS)[:, :, :players] / max(budgets.finished // HALVES, 1),
    )
