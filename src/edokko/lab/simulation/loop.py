"""The inner loop of a simulation, in which built-in players play whole games, native or plain."""

from __future__ import annotations

from typing import Annotated

from edokko.players.base import MOVES_STREAM
from edokko.players.evaluation.worth import Worths
from edokko.players.policies.desk import RANDOM, Desk
from edokko.players.policies.greedy import SCRATCH_GAMES, greedy_move
from edokko.rules.chance import MOST_OUTCOMES, below, seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import begin, draw, is_chance, is_decision, legal_moves, play, reveal
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables

MOST_DECISIONS = 2048
"""The maximum number of decisions in a log; the longest random games have about 400."""
MOST_CHANCE = 128
"""The maximum number of chance outcomes of a game: buildings, tiles, cards and fires."""

SPARE_GAMES = SCRATCH_GAMES
"""The number of scratch games after the real ones in the array, for the players' look-ahead."""
WORDS, OUTCOMES, WEIGHTS = range(SEATS, SEATS + 3)
"""The rows of ``numbers`` after the random streams of the players."""
NUMBERS_SHAPE = (SEATS + 3, MOST_OUTCOMES)
LEGAL, INNER = range(2)
"""The rows of ``lists``."""


@fields
class GameLength(Fields):
    """The length of a game."""

    branching: Annotated[int, Cells("i8")]
    """The sum of the numbers of legal moves of all decisions."""
    decisions: Annotated[int, Cells("i8")]


@fields
class Log(Fields):
    """The moves and the chance outcomes of one game, in order."""

    moves: Annotated[list[int], Cells("i2", (MOST_DECISIONS,))]
    chance: Annotated[list[int], Cells("i2", (MOST_CHANCE,))]
    chance_count: Annotated[int, Cells("i2")]


@entry_point
def play_games(
    tables: list[Tables],
    worths: list[list[Worths]],
    kinds: list[int],
    games: list[State],
    seeds: list[list[int]],
    seat_seeds: list[list[list[int]]],
    lengths: list[GameLength],
    logs: list[Log],
    numbers: list[list[int]],
    lists: list[list[int]],
) -> None:
    """Play games to their ends, one after the other.

    Args:
        tables: one entry.
        worths: the worths of every period, by seat.
        kinds: the players' kinds, by seat.
        games: a zeroed state for each game, and ``SPARE_GAMES`` more.
        seeds: the two words that fix each game's chance.
        seat_seeds: for each game and seat, the two words that fix the player's random choices.
        lengths: output, a zeroed entry for each game.
        logs: output, a zeroed entry for each game; or empty, for no logs.
        numbers: scratch of ``NUMBERS_SHAPE``.
        lists: scratch, two rows at least ``MOST_LEGAL`` long.
    """
    for index in range(len(lengths)):
        open_game(tables[0], games, index, seeds[index], seat_seeds[index], logs, numbers)
        while is_decision(games[index]):
            count = count_choices(tables[0], games, index, lengths, lists)
            seat = games[index].seat
            if kinds[seat] == RANDOM:
                move = lists[LEGAL][below(numbers[seat], count)]
            else:
                spare = len(lengths)
                desk = Desk(tables, worths[seat], games, spare, lists[LEGAL], lists[INNER], numbers[seat])
                move = greedy_move(desk, index)
            play_and_log(tables[0], games, index, move, seeds[index], lengths, logs, numbers)


@entry_point
def play_random_games(
    tables: list[Tables],
    games: list[State],
    seeds: list[list[int]],
    seat_seeds: list[list[list[int]]],
    lengths: list[GameLength],
    logs: list[Log],
    numbers: list[list[int]],
    lists: list[list[int]],
) -> None:
    """Play games between random players only, without the branch that asks who plays; see :func:`play_games`."""
    for index in range(len(lengths)):
        open_game(tables[0], games, index, seeds[index], seat_seeds[index], logs, numbers)
        while is_decision(games[index]):
            count = count_choices(tables[0], games, index, lengths, lists)
            move = lists[LEGAL][below(numbers[games[index].seat], count)]
            play_and_log(tables[0], games, index, move, seeds[index], lengths, logs, numbers)


@rule
def open_game(
    tables: Tables,
    games: list[State],
    index: int,
    seed: list[int],
    seat_seeds: list[list[int]],
    logs: list[Log],
    numbers: list[list[int]],
) -> None:
    """Seed each player's random stream and set up a game."""
    for seat in range(tables.players):
        seed_words(numbers[seat], seat_seeds[seat][0], seat_seeds[seat][1], MOVES_STREAM)
    begin(tables, games[index])
    draw_and_log(tables, games, index, seed, logs, numbers)


@rule
def count_choices(
    tables: Tables, games: list[State], index: int, lengths: list[GameLength], lists: list[list[int]]
) -> int:
    """List the legal moves of a decision, add it to the game's length, and return the number of moves."""
    count = legal_moves(tables, games[index], lists[LEGAL])
    lengths[index].decisions += 1
    lengths[index].branching += count
    return count


@rule
def play_and_log(
    tables: Tables,
    games: list[State],
    index: int,
    move: int,
    seed: list[int],
    lengths: list[GameLength],
    logs: list[Log],
    numbers: list[list[int]],
) -> None:
    """Play a move, log it if there are logs, and draw the chance that follows."""
    if len(logs) > 0 and lengths[index].decisions <= MOST_DECISIONS:
        logs[index].moves[lengths[index].decisions - 1] = move
    play(tables, games[index], move)
    draw_and_log(tables, games, index, seed, logs, numbers)


@rule
def draw_and_log(
    tables: Tables, games: list[State], index: int, seed: list[int], logs: list[Log], numbers: list[list[int]]
) -> None:
    """Draw all chance up to the next decision or the end, and log it if there are logs."""
    while is_chance(games[index]):
        outcome = draw(tables, games[index], seed, numbers[WORDS], numbers[OUTCOMES], numbers[WEIGHTS])
        if len(logs) > 0:
            logs[index].chance[logs[index].chance_count] = outcome
            logs[index].chance_count += 1
        reveal(tables, games[index], outcome)


@entry_point
def copy_many(games: list[State], times: int) -> int:
    """Copy states within an array, as a search does at every step, and return the number of copies."""
    source = 0
    for _ in range(times):
        target = source + 1 if source + 1 < len(games) else 0
        copy_game(games, source, target)
        source = target
    return times
