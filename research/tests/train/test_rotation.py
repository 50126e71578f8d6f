"""An observation from another seat."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest
from tests.helpers.networks import seen
from tests.helpers.positions import stops
from tests.helpers.states import COMPONENTS, TABLES

from edokko.observation.encoder import CELLS
from edokko.rules.tables import tables_for
from edokko_research.train.rotation import turned_cells, turned_places


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_turned_observation_is_that_of_the_other_seat(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    generator = random.Random(8)
    for state in islice(stops(tables, generator), 0, None, 7):
        viewer, steps = generator.randrange(players), generator.randrange(players)
        turned = np.zeros(CELLS, np.int8)
        turned[turned_cells(players, steps)] = seen(tables, state, viewer)
        assert np.array_equal(turned, seen(tables, state, (viewer + steps) % players))


def test_places_are_turned_like_the_seats() -> None:
    assert turned_places(3, 2).tolist() == [2, 0, 1, 3]
    assert turned_places(4, 0).tolist() == [0, 1, 2, 3]
