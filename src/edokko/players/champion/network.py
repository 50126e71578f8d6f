"""The networks: rules that turn a position into corrections of the expected final scores, and into priors of its moves.

The outlook expects a final score from a few features of a seat. The value network sees the whole position and says what
the outlook misses.

It is built like the efficiently updatable networks of Shogi and chess programs (NNUE: Nasu, 2018): a wide first layer
over cells that are nearly all zero, clipped activations, two small layers. The first layer also has a column for each
output that goes there directly: a linear judgement that the layers above correct.

All numbers are integers: a layer's weights have 16 bits, its sums 32 bits, and a shift scales them down. So plain
Python, native code and any other program agree to the last digit.

    cells --first--> units + direct --clip--> --second--> units --clip--> --third--> outputs (+ direct)

There is an output for each place. A place is a seat as the viewer counts: the viewer is place 0, the others follow in
seat order.

The policy network imitates the search: it learns how often a search visits each move (AlphaZero: Silver et al., 2017).
One judgement gives the priors of all moves of a node, and takes less time than the lines of a turn. Its first layer
works as that of the value network, and the seat that decides is the viewer. Only the softmax computes in floating
point.

    cells --first--> units --clip--> --moves--> a logit for each move --softmax--> priors
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from edokko.native.backends import Backend
from edokko.observation.encoder import CELLS, observe
from edokko.players.policies.desk import Desk
from edokko.players.search.storage import CURRENT, Search
from edokko.rules.engine.exponential import exponential
from edokko.rules.engine.fields import Int8Rows, Int8s, Int16Rows, Int16s, Int32, Int32s
from edokko.rules.engine.registry import entry_point, rule
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

OUTPUTS = SEATS
"""The corrections of the places."""
ONE_IKI = 100
"""A correction of one IKI."""
BLOCK = 16
"""The cells that are compared with zero at once."""
WHOLE_BLOCKS = CELLS - CELLS % BLOCK


class Network(NamedTuple):
    """The weights, as one backend reads them."""

    first: Int16Rows
    """(``CELLS``, units + ``OUTPUTS``): for each cell, its weights to the units and to the outputs."""
    first_bias: Int32s
    """(units + ``OUTPUTS``)."""
    second: Int16Rows
    """(units of the second layer, units of the first)."""
    second_bias: Int32s
    third: Int16Rows
    """(``OUTPUTS``, units of the second layer)."""
    third_bias: Int32s


class Notes(NamedTuple):
    """The scratch and the result of a judgement."""

    cells: Int8s
    """The observation."""
    active: Int32s
    """The numbers of the cells that are not zero."""
    first: Int32s
    """The sums of the first layer."""
    units: Int16s
    """Its activations."""
    second: Int16s
    """The activations of the second layer."""
    corrections: list[int]
    """By place: what to add to its expected final score, in hundredths of an IKI; 0 if the seat is missing."""


LAYERS = ("first", "first_bias", "second", "second_bias", "third", "third_bias")
"""The arrays of a network that a file has."""
Layers = Mapping[str, Any]
"""Arrays by their names: each a contiguous ``memoryview`` with format and shape, or an array of NumPy."""


def network_of(layers: Layers, backend: Backend) -> Network:
    """Return a network as a backend reads it.

    Args:
        layers: the arrays by the names of ``LAYERS``: weights ``int16``, biases ``int32``.
    """
    return Network(*(backend.numbers(layers[name]) for name in LAYERS))


def notes_for(network: Network, backend: Backend) -> Notes:
    """Return new scratch for a network."""
    return Notes(
        cells=backend.array("i1", CELLS),
        active=backend.array("i4", CELLS),
        first=backend.array("i4", len(network.first_bias)),
        units=backend.array("i2", len(network.second[0])),
        second=backend.array("i2", len(network.second_bias)),
        corrections=backend.integers(OUTPUTS),
    )


@rule
def judge(tables: Tables, state: State, viewer: int, network: Network, notes: Notes) -> None:
    """Write the corrections of a position that is not over to the notes."""
    observe(tables, state, viewer, notes.cells)
    judge_cells(network, notes, tables.players)


@rule
def judge_cells(network: Network, notes: Notes, players: int) -> None:
    """Write the corrections of the observation ``notes.cells``."""
    count = list_active(notes.cells, notes.active)
    add_first_layer(network.first, network.first_bias, notes.cells, notes.active, count, notes.first)
    for unit in range(len(network.second[0])):
        notes.units[unit] = activation(notes.first[unit], FIRST_SHIFT)
    add_second_layer(network, notes)
    add_outputs(network, notes, players)


@rule
def list_active(cells: list[int], active: list[int]) -> int:
    """List the cells that are not zero; return their number."""
    # Most blocks of cells are zero, which a processor sees at once.
    count = 0
    for first in range(0, WHOLE_BLOCKS, BLOCK):
        found: Int32 = 0
        for cell in range(first, first + BLOCK):
            found |= cells[cell]
        if found != 0:
            for cell in range(first, first + BLOCK):
                active[count] = cell
                count += cells[cell] != 0
    for cell in range(WHOLE_BLOCKS, CELLS):
        active[count] = cell
        count += cells[cell] != 0
    return count


@rule
def add_first_layer(
    weights: list[list[int]], biases: list[int], cells: list[int], active: list[int], count: int, sums: list[int]
) -> None:
    """Write the sums of a first layer: the biases and the weights of the active cells.

    Args:
        active: the numbers of its active cells (:func:`list_active`).
    """
    units = len(biases)
    for unit in range(units):
        sums[unit] = biases[unit]
    # Four rows at a time: the sums are read and written a quarter as often, which halves the time of a judgement.
    # Nearly all cells have the value 1, so most rows need no multiplication.
    fours = count - count % 4
    for place in range(0, fours, 4):
        a, b, c, d = active[place], active[place + 1], active[place + 2], active[place + 3]
        row_a, row_b, row_c, row_d = weights[a], weights[b], weights[c], weights[d]
        value_a, value_b, value_c, value_d = cells[a], cells[b], cells[c], cells[d]
        if (value_a == 1) & (value_b == 1) & (value_c == 1) & (value_d == 1):
            for unit in range(units):
                sums[unit] += row_a[unit] + row_b[unit] + row_c[unit] + row_d[unit]
        else:
            for unit in range(units):
                products = value_a * row_a[unit] + value_b * row_b[unit]
                sums[unit] += products + value_c * row_c[unit] + value_d * row_d[unit]
    for place in range(fours, count):
        value, row = cells[active[place]], weights[active[place]]
        for unit in range(units):
            sums[unit] += value * row[unit]


@rule
def activation(total: int, shift: int) -> int:
    """Return the activation of a sum, from 0 to ``ONE``."""
    return min(max(total >> shift, 0), ONE)


@rule
def add_second_layer(network: Network, notes: Notes) -> None:
    """Write the activations of the second layer."""
    units = len(network.second[0])
    for unit in range(len(network.second_bias)):
        weights = network.second[unit]
        total: Int32 = network.second_bias[unit]
        for other in range(units):
            total += notes.units[other] * weights[other]
        notes.second[unit] = activation(total, SECOND_SHIFT)


@rule
def add_outputs(network: Network, notes: Notes, players: int) -> None:
    """Write the corrections of the places."""
    direct = len(network.second[0])
    for output in range(OUTPUTS):
        weights = network.third[output]
        total = 0 + network.third_bias[output]
        for unit in range(len(network.second_bias)):
            total += notes.second[unit] * weights[unit]
        total += (0 + notes.first[direct + output]) << DIRECT_TO_SUM
        notes.corrections[output] = total >> OUTPUT_SHIFT if output < players else 0


@entry_point
def judge_games(
    tables: list[Tables],
    games: list[State],
    viewers: list[int],
    network: Network,
    notes: Notes,
    corrections: list[list[int]],
) -> None:
    """Judge every game of an array, each for its viewer; an entry point for Python.

    Args:
        tables: one entry.
        games: positions that are not over.
        viewers: a seat for each game.
        corrections: output, a row of ``OUTPUTS`` for each game, by place.
    """
    for index in range(len(games)):
        judge(tables[0], games[index], viewers[index], network, notes)
        for place in range(OUTPUTS):
            corrections[index][place] = notes.corrections[place]


@entry_point
def judge_observations(
    cells: Int8Rows,
    players: list[int],
    network: Network,
    notes: Notes,
    corrections: list[list[int]],
) -> None:
    """Judge observations, rows of ``CELLS``; an entry point for Python. The output is as of :func:`judge_games`."""
    for index in range(len(cells)):
        for cell in range(CELLS):
            notes.cells[cell] = cells[index][cell]
        judge_cells(network, notes, players[index])
        for place in range(OUTPUTS):
            corrections[index][place] = notes.corrections[place]


MOVE_SHIFT = 11
"""A weight that adds 1 to a logit is ``1 << MOVE_SHIFT``."""
ONE_LOGIT = 1 << (ONE_SHIFT + MOVE_SHIFT)
"""A logit of 1."""


class PolicyNetwork(NamedTuple):
    """The weights, as one backend reads them."""

    first: Int16Rows
    """(``CELLS``, units): for each cell, its weights to the units."""
    first_bias: Int32s
    moves: Int16Rows
    """(``MOVES``, units): for each move, the weights of its logit."""
    move_bias: Int32s


class PolicyNotes(NamedTuple):
    """The scratch of a judgement."""

    cells: Int8s
    """The observation."""
    active: Int32s
    """The numbers of the cells that are not zero."""
    sums: Int32s
    """The sums of the first layer."""
    units: Int16s
    """Its activations."""


POLICY_LAYERS = tuple(f"policy_{name}" for name in PolicyNetwork._fields)
"""The arrays of a policy network in a file."""


def policy_network_of(layers: Layers, backend: Backend) -> PolicyNetwork:
    """Return a policy network as a backend reads it.

    Args:
        layers: the arrays by the names of ``POLICY_LAYERS``: weights ``int16``, biases ``int32``.
    """
    return PolicyNetwork(*(backend.numbers(layers[name]) for name in POLICY_LAYERS))


def policy_notes_for(policy: PolicyNetwork, backend: Backend) -> PolicyNotes:
    """Return new scratch for a policy network."""
    return PolicyNotes(
        cells=backend.array("i1", CELLS),
        active=backend.array("i4", CELLS),
        sums=backend.array("i4", len(policy.first_bias)),
        units=backend.array("i2", len(policy.first_bias)),
    )


@rule
def write_logits(
    tables: Tables,
    state: State,
    legal: list[int],
    count: int,
    policy: PolicyNetwork,
    notes: PolicyNotes,
    logits: list[float],
) -> None:
    """Write the logits of the legal moves of a position.

    Args:
        tables, state: the position; a seat decides.
        logits: output, in the order of the legal moves.
    """
    observe(tables, state, state.seat, notes.cells)
    active = list_active(notes.cells, notes.active)
    add_first_layer(policy.first, policy.first_bias, notes.cells, notes.active, active, notes.sums)
    units = len(policy.first_bias)
    for unit in range(units):
        notes.units[unit] = activation(notes.sums[unit], FIRST_SHIFT)
    for place in range(count):
        weights = policy.moves[legal[place]]
        total: Int32 = policy.move_bias[legal[place]]
        for unit in range(units):
            total += notes.units[unit] * weights[unit]
        logits[place] = total / ONE_LOGIT


@rule
def exponentiate(logits: list[float], count: int) -> float:
    """Turn logits into shares of the returned sum: a softmax without its division."""
    best = logits[0]
    for place in range(1, count):
        best = max(best, logits[place])
    total = 0.0
    for place in range(count):
        logits[place] = exponential(logits[place] - best)
        total += logits[place]
    return total


@rule
def judge_priors(desk: Desk, search: Search, count: int, policy: PolicyNetwork, notes: PolicyNotes) -> None:
    """Write the prior of each legal move of ``games[CURRENT]`` to the workspace.

    Args:
        count: the number of moves in ``desk.legal``.
    """
    settings, space = search.settings[0], search.spaces[0]
    priors = space.priors
    for place in range(count):
        priors[place] = 1.0
    if count == 1:
        return
    write_logits(desk.tables[0], desk.games[CURRENT], desk.legal, count, policy, notes, priors)
    total = exponentiate(priors, count)
    for place in range(count):
        priors[place] = (1.0 - settings.prior_uniform) * priors[place] / total + settings.prior_uniform / count
