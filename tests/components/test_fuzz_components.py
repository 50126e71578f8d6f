"""Fuzzing: any file is either loaded or refused with a ComponentsError; no other exception is raised."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from edokko.components import EDITIONS, Components, ComponentsError, load, values
from edokko.components.bounds import MAX_AMOUNT, MOST_SQUARES, largest_possible, largest_possible_sandals
from edokko.components.loader import Overlay, assemble, check_file, shipped
from edokko.components.model import RESOURCES
from edokko.components.problems import parse

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-5, 105)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["train", "build", "spring", "monk", "rice", "", "2 iki per own character fed", "joker", "large"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.text(max_size=3) | st.sampled_from([*RESOURCES, "id", "do", "gain", "en"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in nested tables with every key or index in it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield value, key
        yield from places(item)


PLACES = len(list(places(shipped().tables)))


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """Draw the shipped tables after one to three changes: a value replaced, a key deleted or a key added."""
    tables = copy.deepcopy(shipped().tables)
    for _ in range(draw(st.integers(1, 3))):
        all_places = list(places(tables))
        container, key = all_places[draw(st.integers(0, PLACES)) % len(all_places)]
        change = draw(st.sampled_from(["replace", "nudge", "delete", "add"]))
        if change == "replace":
            container[key] = draw(JSON)
        elif change == "nudge" and type(container[key]) is int:
            container[key] += draw(st.integers(-3, 60))
        elif change == "delete":
            del container[key]
        elif isinstance(container, dict):
            container[draw(st.text(max_size=4) | st.sampled_from(["cost", "skill", "fire", "do"]))] = draw(JSON)
        else:
            container.append(draw(JSON))
    return tables


def outcome(tables: Callable[[], Components]) -> Components | ComponentsError:
    """Return the components or the refusal; any other exception is a failure."""
    try:
        return tables()
    except ComponentsError as refusal:
        return refusal


def check(result: Components | ComponentsError, file: str) -> None:
    """Check the messages of a refusal, or the invariants of components that the engine relies on."""
    if isinstance(result, ComponentsError):
        assert result.problems
        assert all(line.startswith(f"{file}: ") and len(line.splitlines()) == 1 for line in result.problems)
    else:
        check_components(result)


def check_components(components: Components) -> None:
    assert 5 + largest_possible_sandals(components) <= MOST_SQUARES
    assert all(0 <= largest_possible(components, resource) <= MAX_AMOUNT for resource in RESOURCES)
    assert len(components.characters) == 60
    assert sum(components.small.blocking.values()) == 12
    for card in components.characters.values():
        assert 1 <= card.xp_to_retire <= 8
        assert bool(card.salary) != bool(card.retires_with)


@settings(max_examples=150, deadline=None)
@given(tables=mutated(), edition=st.sampled_from(EDITIONS))
def test_mutated_tables_are_loaded_or_refused(tables: dict[str, Any], edition: str) -> None:
    check(outcome(lambda: assemble(check_file(tables), edition)), "<shipped>")


@settings(max_examples=150, deadline=None)
@given(overlay=mutated(), edition=st.sampled_from(EDITIONS))
def test_mutated_tables_as_an_overlay_are_loaded_or_refused(overlay: dict[str, Any], edition: str) -> None:
    result = outcome(lambda: load(edition, overlay))
    check(result, "<overlay>")
    if isinstance(result, Components):
        assert load(edition, json.loads(json.dumps(result.overlay))) == result
        assert "overlay" in {value.provenance for value in values(result)}


@settings(max_examples=200, deadline=None)
@given(overlay=JSON, edition=st.sampled_from(EDITIONS))
def test_any_json_as_an_overlay_is_loaded_or_refused(overlay: Any, edition: str) -> None:
    check(outcome(lambda: load(edition, overlay)), "<overlay>")


SIGNS = ["[setup]", "mon", "=", "1", "[[", "]]", "'", '"""', "{", "}", ".", ",", "#", "\n", "1e9", "inf", "07:32:00"]
TOML = st.text() | st.lists(st.sampled_from(SIGNS)).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(content=st.binary(max_size=200) | TOML.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_as_a_file_are_read_or_refused(content: bytes) -> None:
    check(outcome(lambda: load("2021", Overlay(parse(content, "file.toml"), "file.toml"))), "file.toml")
