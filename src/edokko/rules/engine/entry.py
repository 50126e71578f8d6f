"""The engine's entry points for arrays of games, which Python calls in native code.

They take an array of records and an index, because passing a record itself costs ten times as much.
Every function works on plain lists of states too, so tests can check the same code without a compiler.
"""

from __future__ import annotations

from edokko.rules.chance import below
from edokko.rules.engine.fields import Int16Cubes, Int16Rows, Int16s
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import MOVES
from edokko.rules.referee import (
    begin,
    chance_outcomes,
    draw,
    is_decision,
    is_legal,
    legal_moves,
    play,
    reveal,
    settle,
)
from edokko.rules.scoring import LINE_COUNT, rank, score
from edokko.rules.state import ABSENT, State
from edokko.rules.tables import Tables


def copy_game(games: list[State], source: int, target: int) -> None:
    """Overwrite one game of an array with an independent copy of another."""
    games[target] = games[source].copy()


def store_game(games: list[State], target: int, state: State) -> None:
    """Overwrite one game of an array with an independent copy of a state."""
    games[target] = state.copy()


@entry_point
def begin_at(tables: list[Tables], games: list[State], index: int) -> None:
    """Set up one fresh game."""
    begin(tables[0], games[index])


@entry_point
def play_at(tables: list[Tables], games: list[State], index: int, move: int) -> None:
    """Play a legal move of one game, up to the next decision or chance step."""
    play(tables[0], games[index], move)


@entry_point
def reveal_at(tables: list[Tables], games: list[State], index: int, outcome: int) -> None:
    """Apply a chance outcome to one game."""
    reveal(tables[0], games[index], outcome)


@entry_point
def chance_outcomes_at(
    tables: list[Tables], games: list[State], index: int, outcomes: list[int], weights: list[int]
) -> int:
    """List the possible chance outcomes of one game and their weights; return their number."""
    return chance_outcomes(tables[0], games[index], outcomes, weights)


@entry_point
def draw_at(
    tables: list[Tables],
    games: list[State],
    index: int,
    seed: list[int],
    words: list[int],
    outcomes: list[int],
    weights: list[int],
) -> int:
    """Draw the next chance outcome of one game from a seed."""
    return draw(tables[0], games[index], seed, words, outcomes, weights)


@entry_point
def begin_all(
    tables: list[Tables],
    games: list[State],
    seeds: list[list[int]],
    words: list[int],
    outcomes: list[int],
    weights: list[int],
) -> None:
    """Set up new games and draw chance up to their first decision."""
    for index in range(len(games)):
        begin(tables[0], games[index])
        settle(tables[0], games[index], seeds[index], words, outcomes, weights)


@entry_point
def legal_lists(tables: list[Tables], games: list[State], legal: Int16Rows, counts: Int16s) -> None:
    """List the legal moves of every game, one row per game."""
    for index in range(len(games)):
        counts[index] = legal_moves(tables[0], games[index], legal[index])


@entry_point
def legal_masks(tables: list[Tables], games: list[State], masks: list[list[bool]], legal: Int16s) -> None:
    """Set the action mask of every game, one row per game."""
    for index in range(len(games)):
        for move in range(MOVES):
            masks[index][move] = False
        for place in range(legal_moves(tables[0], games[index], legal)):
            masks[index][legal[place]] = True


@entry_point
def play_all(
    tables: list[Tables],
    games: list[State],
    moves: list[int],
    seeds: list[list[int]],
    words: list[int],
    outcomes: list[int],
    weights: list[int],
    legal: Int16s,
) -> int:
    """Play one move in every unfinished game and draw the chance that follows.

    All moves are checked before any is played, so a refused call changes nothing.

    Returns:
        The index of the first game whose move is illegal, or ``ABSENT``.
    """
    for index in range(len(games)):
        if is_decision(games[index]) and not is_legal(tables[0], games[index], moves[index], legal):
            return index
    for index in range(len(games)):
        if is_decision(games[index]):
            play(tables[0], games[index], moves[index])
            settle(tables[0], games[index], seeds[index], words, outcomes, weights)
    return ABSENT


@entry_point
def score_all(
    tables: list[Tables], games: list[State], totals: Int16Rows, ranking: Int16Rows, lines: list[int]
) -> None:
    """Score every game: the totals by seat and the ranking, one row per game."""
    for index in range(len(games)):
        for seat in range(tables[0].players):
            totals[index][seat] = score(tables[0], games[index], seat, lines)
        rank(tables[0], games[index], totals[index], ranking[index])


@entry_point
def sheets_all(
    tables: list[Tables],
    games: list[State],
    sheets: Int16Cubes,
    totals: Int16Rows,
    ranking: Int16Rows,
    lines: list[int],
) -> None:
    """Score every game: each seat's score sheet, the totals by seat and the ranking, one row per game.

    Args:
        sheets: output, the eight lines by seat.
        lines: scratch, as long as a score sheet.
    """
    for index in range(len(totals)):
        for seat in range(tables[0].players):
            totals[index][seat] = score(tables[0], games[index], seat, lines)
            for line in range(LINE_COUNT):
                sheets[index][seat][line] = lines[line]
        rank(tables[0], games[index], totals[index], ranking[index])


@rule
def random_move(tables: Tables, state: State, legal: list[int], words: list[int]) -> int:
    """Return a legal move, uniformly at random."""
    return legal[below(words, legal_moves(tables, state, legal))]


@rule
def play_out(
    tables: Tables,
    state: State,
    seed: list[int],
    mover: list[int],
    words: list[int],
    outcomes: list[int],
    weights: list[int],
    legal: list[int],
    most: int,
) -> int:
    """Play random moves to the end of the game, or at most ``most`` moves.

    Args:
        seed: two words that fix the chance.
        mover: the random stream of the moves, four words.
        words, outcomes, weights, legal: scratch.

    Returns:
        The number of moves played.
    """
    decisions = 0
    while is_decision(state) and decisions < most:
        play(tables, state, random_move(tables, state, legal, mover))
        settle(tables, state, seed, words, outcomes, weights)
        decisions += 1
    return decisions
