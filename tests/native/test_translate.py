"""Small rules run as C and as Python alike, and a construct outside the subset is refused by its place."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from edokko.native.building import build
from edokko.native.kinds import Array, Bool, Group, Int, Kind, Real, Record, UnknownKind, members_of, signature_of
from edokko.native.libraries import Library
from edokko.native.program import Program
from edokko.native.trees import NotTranslatable
from edokko.rules.engine.fields import Fields
from edokko.rules.engine.registry import rule
from edokko.rules.state import MON, State
from tests.helpers.paths import ROOT
from tests.native import small_rules
from tests.native.strict import compile_strictly

SMALL = [
    function
    for function in vars(small_rules).values()
    if isinstance(function, FunctionType) and function.__module__ == small_rules.__name__
    if function is not small_rules.pair  # It returns a tuple, to rules only.
]
TRIES = 40
LENGTH = 6


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return build(SMALL, tmp_path_factory.mktemp("small"), is_checked=True)


def sample(kind: Kind, chance: random.Random) -> tuple[Any, Any]:
    """Return an argument of a kind as plain Python and as the engine takes it."""
    match kind:
        case Int() | Bool():
            number = chance.choice([chance.randrange(-6, 7), chance.randrange(1, 10)])
            return number, number
        case Real():
            real = chance.uniform(-3, 3)
            return real, real
        case Record(cls):
            return cls(), cls().to_records()
        case Array(element, dimensions) if isinstance(element, str):
            low = 0 if element == "i8" else -100
            plain: Any = [chance.randrange(low, 4 if element == "i8" else 127) for _ in range(LENGTH)]
            if dimensions == 2:
                plain = [plain[:3], plain[3:]]
            return plain, np.array(plain, np.dtype(element))
        case Array(element, 1):
            assert not isinstance(element, str)
            return [element()], element().to_records()
        case Group(cls):
            members = [sample(member, chance) for member in members_of(cls).values()]
            return cls(*(plain for plain, _ in members)), cls(*(native for _, native in members))
    raise AssertionError(kind)


def as_plain(plain: Any, native: Any) -> Any:
    """Return an argument of the engine in the form of its plain twin."""
    if isinstance(native, tuple):
        return tuple(map(as_plain, plain, native))
    if isinstance(native, np.ndarray) and native.dtype.fields:
        cls = type(plain[0] if isinstance(plain, list) else plain)
        read = [cls.read(native, index) for index in range(len(native))]
        return read if isinstance(plain, list) else read[0]
    return native.tolist() if isinstance(native, np.ndarray) else native


@pytest.mark.parametrize("function", SMALL, ids=lambda function: function.__name__)
def test_a_rule_does_the_same_in_c(library: Library, function: FunctionType) -> None:
    chance = random.Random(function.__name__)
    kinds, _ = signature_of(function)
    for _ in range(TRIES):
        arguments = [sample(kind, chance) for kind in kinds.values()]
        plain, native = [first for first, _ in arguments], [second for _, second in arguments]
        if function.__name__ == "divisions" and plain[1] == 0:
            continue
        if function.__name__ == "bits":
            plain[1] = native[1] = abs(plain[1])
        before = repr(plain)
        expected = function(*plain)
        assert library.call(function)(*native) == expected, before
        assert [as_plain(*pair) for pair in zip(plain, native, strict=True)] == plain, before


def test_the_examples_of_the_page_are_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "build/writing-rules.md").read_text(encoding="utf-8")
    example, package = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "example_of_a_rule.py").write_text(f"from __future__ import annotations\n\n{example}", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    richest = importlib.import_module("example_of_a_rule").richest
    state = State()
    for seat, mon in enumerate((3, 9, 9, 1)):
        state.resources[seat][MON] = mon
    call = build([richest], tmp_path).call(richest)
    for players in (1, 2, 3, 4):
        assert call(state.to_records(), players) == richest(state, players)
    (tmp_path / "example_of_a_package.py").write_text(package, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    importlib.import_module("example_of_a_package")
    assert list(tmp_path.glob("engines/engine-*"))


def test_the_c_file_has_no_warning(tmp_path: Path) -> None:
    compile_strictly(Program(SMALL).source(), tmp_path, "-Wno-unused-function")


def test_a_wrong_index_ends_the_call_and_names_its_place(library: Library) -> None:
    numbers = np.array([9, 0, 0, 0, 0, 0], np.int64)
    line = small_rules.target_after_value.__code__.co_firstlineno + 3
    with pytest.raises(IndexError, match=rf"small_rules\.py:{line}: index 10 of 6$"):
        library.call(small_rules.target_after_value)(numbers)
    # The next call is not concerned.
    assert library.call(small_rules.total_of)(np.arange(3)) == 3


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (np.zeros(3, np.int32), "int64"),
        (np.zeros((3, 1), np.int64), "1 dimensions"),
        (np.zeros(6, np.int64)[::2], "contiguous"),
    ],
)
def test_an_array_of_another_form_is_refused(library: Library, argument: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        library.call(small_rules.total_of)(argument)


# --- outside the subset

names = {"one": 1}


@rule
def with_comprehension(a: int) -> int:
    return sum([number * 2 for number in range(a)])


@rule
def with_try(a: int) -> int:
    try:
        return a
    finally:
        a = 2


@rule
def with_dictionary(a: int) -> int:
    return names["one"] + a


@rule
def with_text(a: int) -> int:
    name = "text"
    return len(name) + a


@rule
def with_two_types(numbers: list[int]) -> int:
    thing = numbers[1]
    if thing > 1:
        thing = numbers  # type: ignore[assignment]
    return thing


@rule
def with_function(a: int) -> int:
    return sorted((a, 1))[0]


@rule
def with_power(a: int) -> int:
    return a**2


@rule
def with_real_index(numbers: list[int]) -> int:
    return int(numbers[0.5])  # type: ignore[call-overload]


@rule
def with_lost_fraction(numbers: list[int]) -> None:
    numbers[0] = 1 / 2  # type: ignore[call-overload]


@rule
def with_while_else(a: int) -> int:
    while a < 3:
        a += 1
    else:
        a = 9
    return a


@rule
def with_number_as_condition_value(a: int, b: int) -> int:
    return (a and b) + 1


@rule
def with_variable_step(a: int) -> int:
    total = 0
    for number in range(0, 9, a):
        total += number
    return total


@rule
def with_large_number(a: int) -> int:
    return a & 0xFFFFFFFFFFFFFFFF


REFUSED: dict[Callable[..., Any], str] = {
    with_comprehension: "neither a rule",
    with_try: "this statement is not part of the subset",
    with_dictionary: "a number or a tuple of numbers",
    with_text: "a constant is a number",
    with_two_types: "has two types",
    with_function: "neither a rule",
    with_power: "this operator",
    with_real_index: "an index is a whole number",
    with_lost_fraction: "a whole number is stored here",
    with_while_else: "this statement is not part of the subset",
    with_number_as_condition_value: "truth values",
    small_rules.pair: "an entry point returns a number",
    with_large_number: "fits into 64 bits",
    with_variable_step: "the step of a range is a constant",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_a_construct_outside_the_subset_is_refused_by_its_place(function: FunctionType) -> None:
    with pytest.raises(NotTranslatable) as caught:
        Program([function])
    message = str(caught.value)
    code = function.__code__
    file, line, name, *_ = message.split(":")
    assert file == code.co_filename
    assert code.co_firstlineno <= int(line) < code.co_firstlineno + 9
    assert name == f" {function.__name__}"
    assert REFUSED[function] in message


class Unknown:
    """No kind of the subset."""


def takes_unknown(thing: Unknown) -> int:
    return 1


def test_an_annotation_without_a_c_type_is_refused() -> None:
    with pytest.raises(UnknownKind, match=r"thing of takes_unknown: .*Unknown.* has no C type"):
        signature_of(takes_unknown)


def test_a_record_lies_in_memory_as_numpy_has_it(tmp_path: Path) -> None:
    # The C file asserts the size of each structure; offsets follow from the order of the fields.
    for cls in (small_rules.Box, *Fields.__subclasses__()):
        widths = [np.dtype(cells.type).itemsize for cells in cls.cells.values()] if hasattr(cls, "cells") else []
        assert widths == sorted(widths, reverse=True)
