"""Opponents of one learner a game: who sits where, and their moves within the native loop, as rules.

Whether a game is played here or with the players themselves, outside, does not change it: they draw from equal streams.
"""

from __future__ import annotations

from typing import NamedTuple

from edokko.envs.lanes import (
    KEEP,
    PLAY,
    REPLACEMENTS,
    RESTART,
    SHOW,
    Lane,
    LaneScratch,
    pay_out,
    restart,
    settle_lane,
    show,
)
from edokko.players.base import MOVES_STREAM
from edokko.players.champion.network import PolicyNetwork, PolicyNotes
from edokko.players.champion.policy import draw_move
from edokko.players.evaluation.style import Style
from edokko.players.evaluation.worth import Worths
from edokko.players.policies.desk import GREEDY, PLANNER, RANDOM, Desk
from edokko.players.policies.greedy import greedy_move
from edokko.players.policies.planner import LOOKAHEAD, REAL, PlannerDesk, planned_move
from edokko.rules.chance import below, next_word, seed_words
from edokko.rules.engine.entry import random_move, store_game
from edokko.rules.engine.fields import Float32Rows, Int8Rows, Int16Rows
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import is_decision, is_over, legal_moves, play
from edokko.rules.state import ABSENT, SEATS, State
from edokko.rules.tables import Tables

SEATING = 2 * REPLACEMENTS
"""The random stream of who sits where; the seeds of the opponents follow, one stream a seat."""
SHARE = 1 << 24
"""The steps in which the share of an opponent is given."""


class Board(NamedTuple):
    """What one thread needs to choose the opponents' moves."""

    worths: list[Worths]
    """The worths of every period."""
    games: list[State]
    """The real game, and the scratch games of a planner."""
    legal: list[int]
    inner: list[int]
    values: list[int]
    likings: list[float]
    priors: list[float]
    """Scratch, ``MOST_LEGAL`` long."""
    plan: PlannerDesk
    style: list[Style]
    """What policies like: nothing."""
    policy: PolicyNetwork
    notes: PolicyNotes


@entry_point
def carry_out_against(
    tables: list[Tables],
    games: list[State],
    lanes: list[Lane],
    scratch: list[LaneScratch],
    board: Board,
    kinds: list[int],
    temperatures: list[float],
    shares: list[list[int]],
    learner: int,
    payoff: list[float],
    cells: Int8Rows,
    masks: Int8Rows,
    seats: list[int],
    rewards: Float32Rows,
    scores: Int16Rows,
    ended: list[bool],
    first: int,
    last: int,
    thread: int,
) -> None:
    """Carry out the orders of a range of lanes, each up to its learner's next decision or the end of its game.

    The other arguments are those of :func:`edokko.envs.lanes.carry_out_orders`.

    Args:
        board: of this thread.
        kinds, temperatures: how each opponent decides, by its number.
        shares: of each seat after the learner's, how often each opponent sits there, added up, in steps of ``SHARE``.
        learner: the learner's seat; ``ABSENT`` draws one for each game.
    """
    for index in range(first, last):
        order = lanes[index].order
        if order == KEEP:
            continue
        if order == RESTART:
            restart(tables[0], games, lanes[index], scratch[thread], len(games) - 1, index)
            take_seats(lanes[index], tables[0].players, learner, shares, scratch[thread].words)
            for seat in range(tables[0].players):
                open_stream(lanes[index], seat, scratch[thread].words)
        elif order == PLAY:
            play(tables[0], games[index], lanes[index].move)
            settle_lane(tables[0], games[index], lanes[index], scratch[thread])
        if order != SHOW and is_decision(games[index]) and games[index].seat != lanes[index].learner:
            store_game(board.games, REAL, games[index])
            while is_decision(board.games[REAL]) and board.games[REAL].seat != lanes[index].learner:
                move = move_of_opponent(tables, lanes[index], board, kinds, temperatures)
                play(tables[0], board.games[REAL], move)
                settle_lane(tables[0], board.games[REAL], lanes[index], scratch[thread])
            store_game(games, index, board.games[REAL])
        ended[index] = order == PLAY and is_over(games[index])
        pay_out(tables[0], games[index], ended[index], scratch[thread], payoff, rewards[index], scores[index])
        show(tables[0], games[index], lanes[index], cells[index], masks[index])
        seats[index] = games[index].seat if is_decision(games[index]) else ABSENT


@rule
def take_seats(lane: Lane, players: int, learner: int, shares: list[list[int]], words: list[int]) -> None:
    """Draw the learner's seat, if it is not given, and an opponent for each seat after it, for a new game.

    Args:
        learner, shares: as of :func:`carry_out_against`.
        words: scratch, four words.
    """
    seed_words(words, lane.seed[0], lane.seed[1], SEATING)
    drawn = below(words, players)
    lane.learner = drawn if learner == ABSENT else learner
    for seat in range(SEATS):
        lane.opponents[seat] = ABSENT
    for place in range(players - 1):
        number = below(words, SHARE)
        opponent = 0
        while number >= shares[place][opponent]:
            opponent += 1
        lane.opponents[(lane.learner + 1 + place) % players] = opponent


@rule
def draw_seed(lane: Lane, seat: int, words: list[int]) -> None:
    """Write the seed of a seat's player, two words, where its random stream will be."""
    seed_words(words, lane.seed[0], lane.seed[1], SEATING + 1 + seat)
    lane.streams[seat][0] = next_word(words)
    lane.streams[seat][1] = next_word(words)


@rule
def open_stream(lane: Lane, seat: int, words: list[int]) -> None:
    """Open the random stream of a seat's player, as a player outside does it with its seed."""
    draw_seed(lane, seat, words)
    seed_words(lane.streams[seat], lane.streams[seat][0], lane.streams[seat][1], MOVES_STREAM)


@rule
def move_of_opponent(
    tables: list[Tables], lane: Lane, board: Board, kinds: list[int], temperatures: list[float]
) -> int:
    """Return the move of the opponent that decides in the real game of a board."""
    seat = board.games[REAL].seat
    opponent = lane.opponents[seat]
    kind = kinds[opponent]
    if kind == RANDOM:
        return random_move(tables[0], board.games[REAL], board.legal, lane.streams[seat])
    desk = Desk(tables, board.worths, board.games, LOOKAHEAD, board.legal, board.inner, lane.streams[seat])
    if kind == GREEDY:
        return greedy_move(desk, REAL)
    if kind == PLANNER:
        if legal_moves(tables[0], board.games[REAL], board.legal) == 1:
            return board.legal[0]
        return planned_move(desk, board.plan)
    temperature = temperatures[opponent]
    style, policy, notes = board.style, board.policy, board.notes
    return draw_move(desk, REAL, temperature, style, policy, notes, board.values, board.likings, board.priors)
