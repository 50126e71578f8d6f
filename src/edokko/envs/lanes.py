"""The inner loop of the environments: lanes that play one game after another, as rules.

A lane holds what belongs to one place of a vector environment. Its games depend on its root seed and their number
alone, so they are the same in a batch of any size, on any number of threads. The same source runs plain and native.
"""

from __future__ import annotations

from typing import Annotated

from edokko.observation.encoder import observe
from edokko.rules.chance import MOST_OUTCOMES, below, next_word, seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.fields import Cells, Fields, Float32Rows, Int8Rows, Int16Rows, fields
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import MOST_LEGAL, MOVES
from edokko.rules.referee import is_decision, is_over, legal_moves, play, settle
from edokko.rules.scoring import LINE_COUNT, rank, score
from edokko.rules.state import ABSENT, SEATS, State
from edokko.rules.tables import Tables

KEEP, PLAY, RESTART, SHOW = range(4)
"""What a lane does in the next call: nothing, play its move, begin its next game, or only write its outputs anew."""

REFUSE, REPLACE = range(2)
"""What happens to an illegal move: the call is refused, or a legal move is played in its place."""

REPLACEMENTS = 1 << 30
"""The first random stream of the moves that replace illegal ones; the streams of chance have smaller numbers."""


@fields
class Lane(Fields):
    """One place of a vector environment."""

    root: Annotated[list[int], Cells("i8", (2,))]
    """Two 32-bit words from which the seeds of all its games follow."""
    seed: Annotated[list[int], Cells("i8", (2,))]
    """The seed of the current game's chance."""
    episode: Annotated[int, Cells("i8")]
    """The number of the next game, from 0."""
    deals: Annotated[int, Cells("i8")]
    """The number of games after which the first one comes again; 0 if none does."""
    illegal: Annotated[int, Cells("i4")]
    """The illegal moves of the current game."""
    legal: Annotated[list[int], Cells("i2", (MOST_LEGAL,))]
    count: Annotated[int, Cells("i2")]
    """The number of legal moves; 0 if the game is over."""
    move: Annotated[int, Cells("i2")]
    """The move to play."""
    order: Annotated[int, Cells("i1")]
    learner: Annotated[int, Cells("i1")]
    """The seat of the caller, where opponents of :mod:`edokko.envs.opponents` play the others."""
    opponents: Annotated[list[int], Cells("i2", (SEATS,))]
    """The opponents' numbers, by seat; ``ABSENT`` for the learner."""
    streams: Annotated[list[list[int]], Cells("i8", (SEATS, 4))]
    """The opponents' random streams, by seat."""


@fields
class LaneScratch(Fields):
    """What one thread needs while it works."""

    words: Annotated[list[int], Cells("i8", (4,))]
    outcomes: Annotated[list[int], Cells("i8", (MOST_OUTCOMES,))]
    weights: Annotated[list[int], Cells("i8", (MOST_OUTCOMES,))]
    lines: Annotated[list[int], Cells("i8", (LINE_COUNT,))]
    totals: Annotated[list[int], Cells("i2", (SEATS,))]
    ranking: Annotated[list[int], Cells("i2", (SEATS,))]


@rule
def game_words(root: list[int], episode: int, words: list[int], seed: list[int]) -> None:
    """Derive the seed of a game from its lane's root and its number."""
    seed_words(words, root[0], root[1], episode)
    seed[0] = next_word(words)
    seed[1] = next_word(words)


@entry_point
def take_moves(
    games: list[State], lanes: list[Lane], scratch: list[LaneScratch], moves: list[int], illegal: int, restarts: bool
) -> int:
    """Turn the moves of all lanes into orders; with ``restarts``, a lane whose game is over begins its next one.

    An illegal move is refused or replaced, as ``REFUSE`` or ``REPLACE`` say. The result is the first lane whose move is
    refused, or ``ABSENT``. The caller carries nothing out then.
    """
    for index in range(len(lanes)):
        lane = lanes[index]
        lane.order = PLAY
        lane.move = moves[index]
        if lane.count == 0:
            if not restarts:
                return index
            lane.order = RESTART
        elif illegal == REFUSE and not is_listed(lane, moves[index]):
            return index
    if illegal == REPLACE:
        for index in range(len(lanes)):
            if lanes[index].order == PLAY and not is_listed(lanes[index], moves[index]):
                replace_move(lanes[index], scratch[0].words)
    return ABSENT


@rule
def is_listed(lane: Lane, move: int) -> bool:
    """Check whether a move is legal in the lane's game."""
    for place in range(lane.count):
        if lane.legal[place] == move:
            return True
    return False


@rule
def replace_move(lane: Lane, words: list[int]) -> None:
    """Choose a legal move uniformly at random, from a stream of the lane's game, and count the illegal one."""
    seed_words(words, lane.seed[0], lane.seed[1], REPLACEMENTS + lane.illegal)
    lane.move = lane.legal[below(words, lane.count)]
    lane.illegal += 1


@entry_point
def carry_out_orders(
    tables: list[Tables],
    games: list[State],
    lanes: list[Lane],
    scratch: list[LaneScratch],
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
    """Carry out the orders of a range of lanes and write what they show.

    Args:
        games: one more than the lanes; the last is a new game before its first chance step.
        payoff: the reward of each place of the ranking, then the reward of each point of the score.
        cells, masks, seats: the observation, the legal moves and the deciding seat of each lane, written in place.
        rewards: by lane and seat; 0 until the game ends.
        scores: by lane and seat, written when a game ends.
        ended: whether this move ended the game.
        first, last: the range of lanes, ``last`` excluded.
        thread: which scratch to use.
    """
    for index in range(first, last):
        order = lanes[index].order
        if order == KEEP:
            continue
        if order == RESTART:
            restart(tables[0], games, lanes[index], scratch[thread], len(games) - 1, index)
        elif order == PLAY:
            play(tables[0], games[index], lanes[index].move)
            settle_lane(tables[0], games[index], lanes[index], scratch[thread])
        ended[index] = order == PLAY and is_over(games[index])
        pay_out(tables[0], games[index], ended[index], scratch[thread], payoff, rewards[index], scores[index])
        show(tables[0], games[index], lanes[index], cells[index], masks[index])
        seats[index] = games[index].seat if is_decision(games[index]) else ABSENT


@rule
def settle_lane(tables: Tables, state: State, lane: Lane, scratch: LaneScratch) -> None:
    """Draw the chance of a lane's game up to its next decision."""
    settle(tables, state, lane.seed, scratch.words, scratch.outcomes, scratch.weights)


@rule
def restart(tables: Tables, games: list[State], lane: Lane, scratch: LaneScratch, fresh: int, index: int) -> None:
    """Begin a lane's next game, as a copy of the fresh one."""
    open_next(lane, scratch.words)
    copy_game(games, fresh, index)
    settle_lane(tables, games[index], lane, scratch)


@rule
def open_next(lane: Lane, words: list[int]) -> None:
    """Seed a lane's next game."""
    game_words(lane.root, lane.episode % lane.deals if lane.deals > 0 else lane.episode, words, lane.seed)
    lane.episode += 1
    lane.illegal = 0


@rule
def pay_out(
    tables: Tables,
    state: State,
    has_ended: bool,
    scratch: LaneScratch,
    payoff: list[float],
    rewards: list[float],
    scores: list[int],
) -> None:
    """Write the rewards, 0 unless the game has ended, and then its scores too."""
    for seat in range(tables.players):
        rewards[seat] = 0.0
    if not has_ended:
        return
    for seat in range(tables.players):
        scratch.totals[seat] = score(tables, state, seat, scratch.lines)
        scores[seat] = scratch.totals[seat]
    rank(tables, state, scratch.totals, scratch.ranking)
    for place in range(tables.players):
        seat = scratch.ranking[place]
        rewards[seat] = payoff[place] + payoff[SEATS] * scratch.totals[seat]


@rule
def show(tables: Tables, state: State, lane: Lane, cells: list[int], mask: list[int]) -> None:
    """Write a lane's observation and its legal moves; a finished game is seen from seat 0."""
    lane.count = legal_moves(tables, state, lane.legal)
    for move in range(MOVES):
        mask[move] = 0
    for place in range(lane.count):
        mask[lane.legal[place]] = 1
    observe(tables, state, state.seat if is_decision(state) else 0, cells)
