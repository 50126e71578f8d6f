"""The network: rules that turn a position into each seat's expected margin and chance to win, in whole numbers.

It is built like the efficiently updatable networks of Shogi and chess programs (NNUE: Nasu, 2018): a wide first layer
over cells that are nearly all zero, clipped activations, two small layers. The first layer also has a column for each
output that goes there directly: a linear judgement that the layers above correct.

All numbers are integers: a layer's weights have 16 bits, its sums 32 bits, and a shift scales them down. So plain
Python, compiled code and any other program agree to the last digit.

    cells --first--> units + direct --clip--> --second--> units --clip--> --third--> outputs (+ direct)

There is an output for the margin of each place and one for its win chance. A place is a seat as the viewer counts: the
viewer is place 0, the others follow in seat order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from edokko.observation.encoder import observe
from edokko.observation.layout import CELLS
from edokko.rules.engine.backends import Backend
from edokko.rules.engine.registry import rule
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables

ONE_SHIFT = 10
ONE = 1 << ONE_SHIFT
"""An activation of 1, the largest one."""
FIRST_SHIFT = 3
"""The first layer's sums are in units of 1 / (``ONE`` << ``FIRST_SHIFT``)."""
SECOND_SHIFT = 12
"""A weight of 1 in the second layer is ``1 << SECOND_SHIFT``."""
THIRD_SHIFT = 3
"""A weight of the third layer that adds one unit of an output is ``1 << THIRD_SHIFT``."""
DIRECT_SHIFT = 4
"""A direct weight that adds one unit of an output is ``1 << DIRECT_SHIFT``."""
DIRECT_TO_SUM = ONE_SHIFT + THIRD_SHIFT - DIRECT_SHIFT
OUTPUT_SHIFT = ONE_SHIFT + THIRD_SHIFT

OUTPUTS = 2 * SEATS
"""The margins of the places, then the logits of their win chances."""
ONE_IKI = 100
"""A margin of one IKI."""
ONE_LOGIT = 128
"""A logit of 1: it makes a win e times as likely."""
CERTAIN = 10_000
"""A win chance of 1."""
LARGEST_LOGIT = 12
"""A place whose logit is lower than the best by this much has no chance."""


class Network(NamedTuple):
    """The weights, as one backend reads them."""

    first: list[list[int]]
    """(``CELLS``, units + ``OUTPUTS``): for each cell, its weights to the units and to the outputs."""
    first_bias: list[int]
    """(units + ``OUTPUTS``)."""
    second: list[list[int]]
    """(units of the second layer, units of the first)."""
    second_bias: list[int]
    third: list[list[int]]
    """(``OUTPUTS``, units of the second layer)."""
    third_bias: list[int]
    exponentials: list[int]
    """The odds of a logit that is lower than the best by so many units of ``1 / ONE_LOGIT``."""


class Notes(NamedTuple):
    """The scratch and the result of a judgement."""

    cells: list[int]
    """The observation."""
    active: list[int]
    """The numbers of the cells that are not zero."""
    first: list[int]
    """The sums of the first layer, then its activations."""
    second: list[int]
    """The activations of the second layer."""
    logits: list[int]
    """By place."""
    margins: list[int]
    """By place: the expected lead at the end over the best opponent, in hundredths of an IKI; 0 if missing."""
    chances: list[int]
    """By place: the chance to win, of ``CERTAIN``; 0 if missing."""


LAYERS = ("first", "first_bias", "second", "second_bias", "third", "third_bias")
"""The arrays of a network that a file has."""
Layers = dict[str, npt.NDArray[Any]]


def network_of(layers: Layers, backend: Backend) -> Network:
    """Return a network as a backend reads it.

    Args:
        layers: the arrays by the names of ``LAYERS``: weights ``int16``, biases ``int32``.
        backend: ``PLAIN`` or ``COMPILED``.
    """
    differences = np.arange(LARGEST_LOGIT * ONE_LOGIT) / ONE_LOGIT
    exponentials = np.rint(np.exp(-differences) * (1 << 20)).astype(np.int64)
    return Network(*(backend.numbers(array) for array in (*(layers[name] for name in LAYERS), exponentials)))


def notes_for(network: Network, backend: Backend) -> Notes:
    """Return new scratch for a network."""
    return Notes(
        cells=backend.numbers(np.zeros(CELLS, np.int8)),
        active=backend.numbers(np.zeros(CELLS, np.int32)),
        first=backend.numbers(np.zeros(len(network.first_bias), np.int32)),
        second=backend.numbers(np.zeros(len(network.second_bias), np.int32)),
        logits=backend.integers(SEATS),
        margins=backend.integers(SEATS),
        chances=backend.integers(SEATS),
    )


@rule
def judge(tables: Tables, state: State, viewer: int, network: Network, notes: Notes) -> None:
    """Write the expected margins and win chances of a position that is not over to the notes."""
    observe(tables, state, viewer, notes.cells)
    judge_cells(network, notes, tables.players)


@rule
def judge_cells(network: Network, notes: Notes, players: int) -> None:
    """Write the expected margins and win chances of the observation ``notes.cells``."""
    add_first_layer(network, notes, list_active(notes.cells, notes.active))
    clip(notes.first, len(network.second[0]), FIRST_SHIFT)
    add_second_layer(network, notes)
    add_outputs(network, notes, players)
    share_chances(network, notes, players)


@rule
def list_active(cells: list[int], active: list[int]) -> int:
    """List the cells that are not zero; return their number."""
    count = 0
    for cell in range(CELLS):
        active[count] = cell
        count += cells[cell] != 0
    return count


@rule
def add_first_layer(network: Network, notes: Notes, count: int) -> None:
    """Write the sums of the first layer: the biases and the weights of the active cells.

    Args:
        count: the number of active cells.
    """
    sums = notes.first
    units = len(network.first_bias)
    for unit in range(units):
        sums[unit] = network.first_bias[unit]
    for place in range(count):
        cell = notes.active[place]
        value = notes.cells[cell]
        weights = network.first[cell]
        if value == 1:
            for unit in range(units):
                sums[unit] += weights[unit]
        else:
            for unit in range(units):
                sums[unit] += value * weights[unit]


@rule
def clip(sums: list[int], units: int, shift: int) -> None:
    """Turn sums into activations from 0 to ``ONE``."""
    for unit in range(units):
        sums[unit] = min(max(sums[unit] >> shift, 0), ONE)


@rule
def add_second_layer(network: Network, notes: Notes) -> None:
    """Write the activations of the second layer."""
    units = len(network.second[0])
    for unit in range(len(network.second_bias)):
        weights = network.second[unit]
        total = 0 + network.second_bias[unit]
        for other in range(units):
            total += notes.first[other] * weights[other]
        notes.second[unit] = total
    clip(notes.second, len(network.second_bias), SECOND_SHIFT)


@rule
def add_outputs(network: Network, notes: Notes, players: int) -> None:
    """Write the margins and the logits of the places."""
    direct = len(network.second[0])
    for output in range(OUTPUTS):
        weights = network.third[output]
        total = 0 + network.third_bias[output]
        for unit in range(len(network.second_bias)):
            total += notes.second[unit] * weights[unit]
        total += (0 + notes.first[direct + output]) << DIRECT_TO_SUM
        if output < SEATS:
            notes.margins[output] = total >> OUTPUT_SHIFT if output < players else 0
        else:
            notes.logits[output - SEATS] = total >> OUTPUT_SHIFT


@rule
def share_chances(network: Network, notes: Notes, players: int) -> None:
    """Write the win chances: a softmax over the logits of the places at the table."""
    best = notes.logits[0]
    for place in range(1, players):
        best = max(best, notes.logits[place])
    total = 0
    for place in range(SEATS):
        notes.chances[place] = 0
        if place < players and best - notes.logits[place] < len(network.exponentials):
            notes.chances[place] = network.exponentials[best - notes.logits[place]]
            total += notes.chances[place]
    for place in range(players):
        notes.chances[place] = notes.chances[place] * CERTAIN // total


@rule
def judge_games(
    tables: list[Tables],
    games: list[State],
    viewers: list[int],
    network: Network,
    notes: Notes,
    margins: list[list[int]],
    chances: list[list[int]],
) -> None:
    """Judge every game of an array, each for its viewer; an entry point for Python.

    Args:
        tables: one entry.
        games: positions that are not over.
        viewers: a seat for each game.
        network, notes: the network and its scratch.
        margins, chances: output, a row of ``SEATS`` for each game, by place.
    """
    for index in range(len(games)):
        judge(tables[0], games[index], viewers[index], network, notes)
        for place in range(SEATS):
            margins[index][place] = notes.margins[place]
            chances[index][place] = notes.chances[place]


@rule
def judge_observations(
    cells: list[list[int]],
    players: list[int],
    network: Network,
    notes: Notes,
    margins: list[list[int]],
    chances: list[list[int]],
) -> None:
    """Judge observations, rows of ``CELLS``; an entry point for Python. The output is as of :func:`judge_games`."""
    for index in range(len(cells)):
        for cell in range(CELLS):
            notes.cells[cell] = cells[index][cell]
        judge_cells(network, notes, players[index])
        for place in range(SEATS):
            margins[index][place] = notes.margins[place]
            chances[index][place] = notes.chances[place]
