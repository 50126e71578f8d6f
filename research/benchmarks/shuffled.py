"""What the champion's networks are worth: games against the champion after their weights were shuffled.

    python benchmarks/shuffled.py                      300 simulations, 100 games for each network
    python benchmarks/shuffled.py --budget 2000sims

A shuffled layer has the same weights in a random order: the network judges as fast and as strongly, but knows nothing.
One champion with shuffled weights plays against three whole ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from edokko.lab.arena.runner import arena
from edokko.players import check_name
from edokko.players.champion.network import Layers
from edokko.players.champion.stored import StoredNetwork, shipped_network, write_network
from one_against_three import PLAYERS, add_options, check_options, print_head, print_row

PARTS = ("value", "policy", "both")
"""The networks that are shuffled in turn."""


def shuffled(network: StoredNetwork, part: str, seed: int) -> StoredNetwork:
    """Return a network of which a part has its weights in a random order.

    Args:
        network: a network with a policy network.
        part: one of ``PARTS``.
        seed: fixes the order.
    """
    generator = np.random.default_rng(seed)
    layers, policy = network.layers, network.policy
    assert policy is not None
    if part != "policy":
        layers = _shuffled(layers, generator)
    if part != "value":
        policy = _shuffled(policy, generator)
    return replace(network, layers=layers, policy=policy)


def _shuffled(layers: Layers, generator: np.random.Generator) -> Layers:
    return {name: generator.permutation(np.ravel(array)).reshape(array.shape) for name, array in layers.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark of the command line."""
    parser = argparse.ArgumentParser(description="What the champion's networks are worth, by shuffling their weights.")
    parser.add_argument("--budget", default="300sims", help="for each decision (default: %(default)s)")
    add_options(parser, games=100)
    options = parser.parse_args(arguments)
    whole = f"champion:{options.budget}"
    try:
        check_name(whole)
    except ValueError as error:
        parser.error(f"--budget: {error}")
    check_options(parser, options)
    print_head("shuffled")
    with TemporaryDirectory() as folder:
        for part in PARTS:
            path = Path(folder) / f"{part}.npz"
            write_network(path, shuffled(shipped_network(), part, options.seed))
            entries = [f"champion:net={path}:{options.budget}", *[whole] * (PLAYERS - 1)]
            standings = arena(entries, PLAYERS, options.games, options.seed, workers=options.workers)
            print_row(part, standings)
    return 0


if __name__ == "__main__":
    sys.exit(main())
