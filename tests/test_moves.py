"""The action space: stable numbers, as docs/build/moves.md lists them."""

import pickle
import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from edokko import Move
from edokko.rules.chance import CHANCE_WORDS, OUTCOMES
from edokko.rules.moves import MOVES, WORDS
from tests.helpers.paths import DOCS

PAGE = DOCS / "build/moves.md"


def documented() -> Iterator[tuple[int, int, str]]:
    """Yield the numbers and the words' pattern of each row of the table."""
    for first, last, words in re.findall(r"^\| (\d+)(?:-(\d+))? \| `([^`]+)`", PAGE.read_text(), re.MULTILINE):
        pattern = re.sub(r"<option>", r"[a-z ]+", words)
        yield int(first), int(last or first), re.sub(r"<\w+>", r"[\\w-]+", pattern)


def test_the_documented_table_is_the_action_space() -> None:
    numbers = []
    for first, last, pattern in documented():
        for number in range(first, last + 1):
            assert re.fullmatch(pattern, WORDS[number]), (number, WORDS[number], pattern)
            numbers.append(number)
    assert numbers == list(range(MOVES))


def test_there_are_447_moves_with_447_different_words() -> None:
    assert MOVES == len(WORDS) == len(set(WORDS)) == 447


def test_there_are_75_chance_outcomes_with_different_words() -> None:
    assert OUTCOMES == len(CHANCE_WORDS) == len(set(CHANCE_WORDS)) == 75


@pytest.mark.parametrize("number", range(MOVES))
def test_a_move_survives_words_number_and_pickle(number: int) -> None:
    move = Move.of(number)
    assert Move(str(move)) == move == eval(repr(move)) == pickle.loads(pickle.dumps(move))
    assert move.number == number
    assert " ".join((move.kind, *move.arguments)) == move.words


def test_a_move_is_a_value() -> None:
    move = Move("hire monk")
    assert {move: 1}[Move("hire monk")] == 1
    assert move != Move("income")
    with pytest.raises(AttributeError, match="number cannot be set"):
        move.number = 3


def test_the_error_of_unknown_words_suggests_similar_moves() -> None:
    with pytest.raises(ValueError, match=r"'hire monc'.*hire monk"):
        Move("hire monc")


@pytest.mark.parametrize("words", [5, None, 2.5, ["income"]])
def test_other_types_than_words_are_refused_with_an_example(words: Any) -> None:
    with pytest.raises(ValueError, match=r"no move reads .*; words such as 'hire monk' are expected"):
        Move(words)


def test_a_move_of_a_move_is_itself() -> None:
    assert Move(Move("income")) is Move("income")


def test_a_numpy_integer_becomes_an_int() -> None:
    # No earlier test uses this number, so it is not cached yet; the cache must not store NumPy's type.
    assert type(Move.of(np.int16(181)).number) is int  # type: ignore[arg-type]
    assert type(Move.of(181).number) is int


@pytest.mark.parametrize("number", [-1, MOVES, 2.0, True, "5", None])
def test_the_error_of_an_unknown_number_states_the_range(number: Any) -> None:
    with pytest.raises(ValueError, match="0 to 446"):
        Move.of(number)


def test_moves_sort_by_number_and_do_not_equal_their_words() -> None:
    moves = [Move.of(number) for number in range(MOVES)]
    assert sorted(random.Random(1).sample(moves, MOVES)) == moves
    assert max(moves) == moves[-1]
    assert moves[3] <= moves[3] < moves[4]
    assert Move("hire monk") != "hire monk"
    with pytest.raises(TypeError):
        Move("hire monk") < "hire monk"  # noqa: B015
