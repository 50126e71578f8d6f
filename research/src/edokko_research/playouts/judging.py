"""The playouts of a decision's candidates to the end of the game, with common chance.

Playout ``i`` of every candidate has the same seed. Each chance step has a random stream of its own, keyed by month,
kind and ordinal (:mod:`edokko.rules.chance`), so all siblings meet the same cards, tiles and fires to the end of the
game, whatever is played. Only the random choice among equal moves may differ once their games differ.
"""

from __future__ import annotations

from edokko.observation.encoder import observe, relative
from edokko.players.base import MOVES_STREAM
from edokko.players.policies.desk import Desk
from edokko.players.policies.planner import REAL
from edokko.rules.chance import seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import play
from edokko.rules.scoring import LINE_COUNT, rank, score
from edokko_research.playouts.candidates import choose_candidates
from edokko_research.playouts.games import finish_game
from edokko_research.playouts.storage import AFTER, ROOT, Results, Scratch


@entry_point
def judge_decision(
    desk: Desk,
    scratch: Scratch,
    policy: int,
    most: int,
    given: int,
    seed: list[int],
    seeds: list[list[int]],
    results: Results,
) -> int:
    """Choose the candidates of ``games[ROOT]`` and play them out; an entry point for Python.

    Args:
        desk: room for the after-states from ``AFTER`` on.
        scratch: overwritten.
        policy: the policy of all seats in playouts.
        most: the maximum number of candidates.
        given: the number of candidates that the results already hold; 0 to choose them.
        seed: two words that fix the choice of candidates.
        seeds: two words for each playout.
        results: output; its sums begin at zero.

    Returns:
        The number of candidates.
    """
    count = given
    if given == 0:
        seed_words(desk.words, seed[0], seed[1], MOVES_STREAM)
        count = choose_candidates(desk, scratch, most, results.moves)
    play_out_candidates(desk, scratch, policy, count, seeds, results)
    return count


@rule
def play_out_candidates(
    desk: Desk, scratch: Scratch, policy: int, count: int, seeds: list[list[int]], results: Results
) -> None:
    """Play the first ``count`` moves of the results from ``games[ROOT]``, observe, and play out."""
    tables, games = desk.tables[0], desk.games
    seat = games[ROOT].seat
    for candidate in range(count):
        after = AFTER + candidate
        copy_game(games, ROOT, after)
        play(tables, games[after], results.moves[candidate])
        observe(tables, games[after], seat, results.cells[candidate])
        for playout in range(len(seeds)):
            copy_game(games, after, REAL)
            seed_words(desk.words, seeds[playout][0], seeds[playout][1], MOVES_STREAM)
            finish_game(desk, scratch, policy, seeds[playout])
            count_result(desk, scratch, seat, candidate, playout, results)


@rule
def count_result(desk: Desk, scratch: Scratch, viewer: int, candidate: int, playout: int, results: Results) -> None:
    """Score the finished ``games[REAL]`` and add it to the results."""
    tables, state, totals, ranking = desk.tables[0], desk.games[REAL], scratch.totals, scratch.ranking
    for seat in range(tables.players):
        place = relative(tables, viewer, seat)
        totals[seat] = score(tables, state, seat, scratch.lines)
        for line in range(LINE_COUNT):
            results.sheet_sums[candidate][place * LINE_COUNT + line] += scratch.lines[line]
    rank(tables, state, totals, ranking)
    results.win_sums[candidate][relative(tables, viewer, ranking[0])] += 1
    results.wins[candidate][playout] = 1 if ranking[0] == viewer else 0
    for seat in range(tables.players):
        best = -1
        for other in range(tables.players):
            if other != seat:
                best = max(best, totals[other])
        results.margin_sums[candidate][relative(tables, viewer, seat)] += totals[seat] - best
        if seat == viewer:
            results.margins[candidate][playout] = totals[seat] - best
