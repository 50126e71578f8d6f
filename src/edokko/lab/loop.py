"""The inner loop of a simulation: built-in players play whole games, compiled or plain."""

from __future__ import annotations

from typing import Annotated

from edokko.players.base import MOVES_STREAM
from edokko.players.greedy import SCRATCH_GAMES, greedy_move, move_at
from edokko.players.uniform import RandomPlayer
from edokko.players.worth import Worths
from edokko.rules.chance import MOST_OUTCOMES, below, seed_words
from edokko.rules.entry import copy_game
from edokko.rules.fields import Cells, Fields, fields
from edokko.rules.referee import begin, draw, is_chance, is_decision, legal_moves, play, reveal
from edokko.rules.registry import rule
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables

MOST_DECISIONS = 2048
"""A bound on the decisions of a logged game; the longest random ones have about 400."""
MOST_CHANCE = 128
"""A bound on the chance outcomes of a game: buildings, tiles, cards and fires."""
RANDOM = RandomPlayer.kind

SPARE_GAMES = SCRATCH_GAMES
"""How many games stand behind those that are played, for the players to look ahead in."""
WORDS, OUTCOMES, WEIGHTS = range(SEATS, SEATS + 3)
"""The rows of ``numbers`` behind the movers' streams."""
NUMBERS_SHAPE = (SEATS + 3, MOST_OUTCOMES)
LEGAL, INNER = range(2)
"""The rows of ``lists``."""


@fields
class Course(Fields):
    """How long a game was."""

    __slots__ = ("branching", "decisions")

    branching: Annotated[int, Cells("i8")]
    """The sum of the numbers of legal moves of all decisions."""
    decisions: Annotated[int, Cells("i8")]


@fields
class Log(Fields):
    """The moves and the chance outcomes of one game, in order."""

    __slots__ = ("chance", "chance_count", "moves")

    moves: Annotated[list[int], Cells("i2", (MOST_DECISIONS,))]
    chance: Annotated[list[int], Cells("i2", (MOST_CHANCE,))]
    chance_count: Annotated[int, Cells("i2")]


@rule
def play_games(
    tables: list[Tables],
    worths: list[list[Worths]],
    kinds: list[int],
    games: list[State],
    seeds: list[list[int]],
    seat_seeds: list[list[list[int]]],
    courses: list[Course],
    logs: list[Log],
    numbers: list[list[int]],
    lists: list[list[int]],
) -> None:
    """Play games to their ends, one after the other.

    Args:
        tables: one entry.
        worths: what each seat's evaluation looks up.
        kinds: the players' kinds, by seat.
        games: a fresh state (all zeros) for each game, and ``SPARE_GAMES`` more.
        seeds: the two words that fix each game's chance.
        seat_seeds: for each game and seat, the two words that fix what the player leaves to chance.
        courses: one for each game, all zeros.
        logs: one for each game, all zeros; or none, where nothing is to be logged.
        numbers: scratch of ``NUMBERS_SHAPE``.
        lists: scratch, two rows at least ``MOST_LEGAL`` long.
    """
    for index in range(len(courses)):
        open_game(tables[0], games, index, seeds[index], seat_seeds[index], logs, numbers)
        while is_decision(games[index]):
            count = count_choices(tables[0], games, index, courses, lists)
            seat = games[index].seat
            if kinds[seat] == RANDOM:
                move = move_at(lists[LEGAL], below(numbers[seat], count))
            else:
                spare = len(courses)
                legal, inner = lists[LEGAL], lists[INNER]
                move = greedy_move(tables[0], worths[seat], games, index, spare, legal, inner, numbers[seat])
            go_on(tables[0], games, index, move, seeds[index], courses, logs, numbers)


@rule
def play_random_games(
    tables: list[Tables],
    games: list[State],
    seeds: list[list[int]],
    seat_seeds: list[list[list[int]]],
    courses: list[Course],
    logs: list[Log],
    numbers: list[list[int]],
    lists: list[list[int]],
) -> None:
    """What :func:`play_games` does where all players are random; compiled in half the time, for it knows no other.

    Args:
        tables, games, seeds, seat_seeds, courses, logs, numbers, lists: as there.
    """
    for index in range(len(courses)):
        open_game(tables[0], games, index, seeds[index], seat_seeds[index], logs, numbers)
        while is_decision(games[index]):
            count = count_choices(tables[0], games, index, courses, lists)
            move = move_at(lists[LEGAL], below(numbers[games[index].seat], count))
            go_on(tables[0], games, index, move, seeds[index], courses, logs, numbers)


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
    """Start each player's stream and set up one game."""
    for seat in range(tables.players):
        seed_words(numbers[seat], seat_seeds[seat][0], seat_seeds[seat][1], MOVES_STREAM)
    begin(tables, games[index])
    settle_logged(tables, games, index, seed, logs, numbers)


@rule
def count_choices(tables: Tables, games: list[State], index: int, courses: list[Course], lists: list[list[int]]) -> int:
    """List the legal moves of a decision and count it; return how many there are."""
    count = legal_moves(tables, games[index], lists[LEGAL])
    courses[index].decisions += 1
    courses[index].branching += count
    return count


@rule
def go_on(
    tables: Tables,
    games: list[State],
    index: int,
    move: int,
    seed: list[int],
    courses: list[Course],
    logs: list[Log],
    numbers: list[list[int]],
) -> None:
    """Play a move, log it if there is a log, and draw the chance that follows."""
    if len(logs) > 0 and courses[index].decisions <= MOST_DECISIONS:
        logs[index].moves[courses[index].decisions - 1] = move
    play(tables, games[index], move)
    settle_logged(tables, games, index, seed, logs, numbers)


@rule
def settle_logged(
    tables: Tables, games: list[State], index: int, seed: list[int], logs: list[Log], numbers: list[list[int]]
) -> None:
    """Draw all chance up to the next decision or the end."""
    while is_chance(games[index]):
        outcome = draw(tables, games[index], seed, numbers[WORDS], numbers[OUTCOMES], numbers[WEIGHTS])
        if len(logs) > 0:
            logs[index].chance[logs[index].chance_count] = outcome
            logs[index].chance_count += 1
        reveal(tables, games[index], outcome)


@rule
def copy_many(games: list[State], times: int) -> int:
    """Copy states of an array over one another, as a search does at every step; return how often."""
    count = len(games)
    for one in range(times):
        copy_game(games, one % count, (one * 7 + 1) % count)
    return times
