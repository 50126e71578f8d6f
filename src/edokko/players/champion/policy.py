"""The policy network: rules that turn a position into priors of its legal moves, in whole numbers.

It imitates the search: it learns how often a search visits each move (AlphaZero: Silver et al., 2017). One judgement
gives the priors of all moves of a node, and takes less time than the lines of a turn.

    cells --first--> units --clip--> --moves--> a logit for each move --softmax--> priors

The first layer works as that of the value network (:mod:`edokko.players.champion.network`). The seat that decides is
the viewer. Logits are whole numbers; only the softmax computes in floating point.
"""

from __future__ import annotations

from typing import NamedTuple

from edokko.native.backends import Backend
from edokko.observation.encoder import CELLS, observe
from edokko.players.champion.network import FIRST_SHIFT, ONE_SHIFT, Layers, activation, add_first_layer, list_active
from edokko.players.policies.desk import Desk
from edokko.players.search.storage import CURRENT, Search
from edokko.rules.engine.exponential import exponential
from edokko.rules.engine.fields import Int8s, Int16Rows, Int16s, Int32, Int32s
from edokko.rules.engine.registry import rule
from edokko.rules.state import State
from edokko.rules.tables import Tables

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
    """Write the prior of each legal move of ``games[CURRENT]`` to the workspace, and no bias.

    Args:
        count: the number of moves in ``desk.legal``.
    """
    settings, space = search.settings[0], search.spaces[0]
    priors = space.priors
    for place in range(count):
        space.biases[place] = 0.0
        priors[place] = 1.0
    if count == 1:
        return
    write_logits(desk.tables[0], desk.games[CURRENT], desk.legal, count, policy, notes, priors)
    total = exponentiate(priors, count)
    for place in range(count):
        priors[place] = (1.0 - settings.prior_uniform) * priors[place] / total + settings.prior_uniform / count
