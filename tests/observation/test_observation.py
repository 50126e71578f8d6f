"""The observation: complete, egocentric, the same plain and compiled."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from edokko.components import load
from edokko.components.bounds import largest_possible
from edokko.native.engine import native
from edokko.observation.arrays import SCALES, Cells, floats, views
from edokko.observation.encoder import CELLS, GOODS_CELLS, LARGEST, LAYOUT, PIECES, VERSION, observe, observe_at
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables, tables_for
from tests.helpers.observations import decode
from tests.helpers.paths import ROOT
from tests.helpers.positions import stops
from tests.helpers.states import COMPONENTS, TABLES


def observation(tables: Tables, state: State, viewer: int) -> Cells:
    cells = [99] * CELLS
    observe(tables, state, viewer, cells)
    return np.array(cells, np.int8)


def with_sorted_row(state: State) -> State:
    """Return a copy whose row is in the order of the cards: no rule depends on the order of the row."""
    copy = state.copy()
    count = state.row_count
    row = sorted(zip(state.row_card[:count], state.row_mon[:count], strict=True))
    copy.row_card[:count] = [card for card, _ in row]
    copy.row_mon[:count] = [mon for _, mon in row]
    return copy


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_state_can_be_read_back_from_every_seats_observation(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    generator = random.Random(5)
    for state in stops(tables, generator):
        viewer = generator.randrange(players)
        assert decode(tables, observation(tables, state, viewer), viewer) == with_sorted_row(state)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_compiled_observations_equal_the_plain_ones(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    records, cells = tables.to_records(), np.full(CELLS, 99, np.int8)
    for state in stops(tables, random.Random(7)):
        for viewer in range(players):
            native(observe_at)(records, state.to_records(), 0, viewer, cells)
            assert np.array_equal(cells, observation(tables, state, viewer))


def test_large_amounts_can_be_read_back() -> None:
    tables = tables_for(COMPONENTS["2021"], 3)
    for state in stops(tables, random.Random(3)):
        state.resources[1] = [16_000, 100, 133, 7, 8, 32_000]
        assert decode(tables, observation(tables, state, 2), 2) == with_sorted_row(state)
        break


@pytest.mark.parametrize("edition", list(COMPONENTS))
@pytest.mark.parametrize("good", ["rice", "sandals", "wood", "koban"])
def test_no_game_of_the_shipped_tables_exceeds_the_cells_of_a_good(edition: str, good: str) -> None:
    assert largest_possible(COMPONENTS[edition], good) <= GOODS_CELLS + LARGEST


def rotated(tables: Tables, state: State, steps: int) -> State:
    """Return the state with every seat moved on by a number of seats."""
    turned = state.copy()
    for seat in range(tables.players):
        target = (seat + steps) % tables.players
        for name in ("resources", "retired", "held", "tokens", "fire", "square"):
            getattr(turned, name)[target] = getattr(state, name)[seat]
    for name in ("room_owner", "ikizama"):
        setattr(turned, name, [(seat + steps) % tables.players if seat >= 0 else seat for seat in getattr(state, name)])
    for name in ("fire_order", "visit_order"):
        order = getattr(state, name)
        moved = [(seat + steps) % tables.players for seat in order[: tables.players]]
        setattr(turned, name, moved + order[tables.players :])
    turned.seat = (state.seat + steps) % tables.players if state.seat >= 0 else state.seat
    return turned


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observations_are_egocentric(players: int) -> None:
    tables = tables_for(COMPONENTS["2021"], players)
    generator = random.Random(11)
    for state in stops(tables, generator):
        viewer = generator.randrange(players)
        steps = generator.randrange(players)
        turned = rotated(tables, state, steps)
        seen = observation(tables, turned, (viewer + steps) % players)
        assert np.array_equal(observation(tables, state, viewer), seen)


def test_cells_of_missing_seats_stay_zero() -> None:
    tables = tables_for(COMPONENTS["2021"], 2)
    seats = {"mon", "rice", "sandals", "wood", "koban", "iki", "fire", "square", "to_move", "retired", "goods_held"}
    for state in stops(tables, random.Random(2)):
        pieces = views(observation(tables, state, 1))
        for name in seats:
            assert not pieces[name][2:].any()
        assert not pieces["board"][:, 2:].any()


def test_an_overlay_is_seen_in_the_prices() -> None:
    dearer = load("2021", {"characters": {card: {"cost": 9} for card in COMPONENTS["2021"].characters}})
    plain, other = tables_for(COMPONENTS["2021"], 3), tables_for(dearer, 3)
    state = next(state for state in stops(plain, random.Random(1)) if state.row_count == 4)
    ours, theirs = observation(plain, state, 0), observation(other, state, 0)
    changed = np.flatnonzero(ours != theirs)
    assert len(changed) > 0
    prices = PIECES["row_price"].cells
    assert all(prices.start <= cell < prices.stop for cell in changed)
    assert set(theirs[prices][theirs[prices] != 0].tolist()) <= {7, 8, 9}


def test_the_layout_covers_the_vector_without_gaps() -> None:
    assert LAYOUT[0].offset == 0
    for piece, after in pairwise(LAYOUT):
        assert piece.offset + piece.size == after.offset
    assert sum(piece.size for piece in LAYOUT) == CELLS
    assert len(PIECES) == len(LAYOUT)
    assert VERSION == 1


def test_the_float_view_scales_numbers_and_leaves_bits() -> None:
    tables = tables_for(COMPONENTS["2015"], 4)
    state = next(state for state in stops(tables, random.Random(1)) if state.row_count == 4)
    cells = np.stack([observation(tables, state, viewer) for viewer in range(SEATS)])
    view = floats(cells)
    assert view.dtype == np.float32
    assert view.shape == (4, CELLS)
    assert np.allclose(view, cells * SCALES)
    price = PIECES["row_price"].cells
    assert np.allclose(view[:, price] * 8, cells[:, price])
    assert views(cells)["mon"].shape == (4, 4, 24)
    assert np.shares_memory(views(cells[0])["mon"], cells)


def test_the_page_shows_the_layout() -> None:
    page = (ROOT / "docs" / "build/environments.md").read_text(encoding="utf-8")
    rows = [
        f"| `{piece.name}` | {piece.offset} | {' × '.join(map(str, piece.shape))} | {piece.meaning} |"
        for piece in LAYOUT
    ]
    assert "\n".join(["| piece | from | shape | meaning |", "|---|---|---|---|", *rows, ""]) in page
    assert f"{CELLS} × `int8`" in page
    assert f"version {VERSION}." in page
