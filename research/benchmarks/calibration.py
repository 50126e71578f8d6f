"""The calibration of the champion's win chances at the beginning of months, on games that no training has seen.

    edokko-research months DATA --games 5000 --simulations 100 --seed 5
    python benchmarks/calibration.py DATA --picture docs/images/calibration.svg

It prints the Brier scores of each month beside those of the search's outlook and of equal chances, and the bins of the
reliability picture. Of each folder, only held-out games count.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from edokko.cli.reviewing.plot_style import METADATA
from edokko.players.champion.stored import NetworkError, empty_network, read_network, shipped_network
from edokko_research.data.observed import DataError
from edokko_research.train.calibration import bins, chances_of, draw, qualities
from edokko_research.train.months import read_months


def main() -> int:
    """Run the benchmark of the command line."""
    parser = argparse.ArgumentParser(description="The calibration of the champion's win chances.")
    parser.add_argument("data", type=Path, nargs="+", help="folders of edokko-research months")
    parser.add_argument("--network", type=Path, help="the file of a network (default: that of the package)")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="only games with so many players")
    parser.add_argument("--picture", type=Path, help="a file for the picture, .svg or .png")
    options = parser.parse_args()
    if options.picture is not None and options.picture.suffix not in METADATA:
        parser.error(f"{options.picture}: the name must end in one of these: {', '.join(METADATA)}")
    try:
        data = read_months(options.data)
        network = read_network(options.network) if options.network else shipped_network()
    except (DataError, NetworkError) as error:
        parser.error(str(error))
    rows = np.flatnonzero(data.is_held_out & ((data.seats == options.seats) | (options.seats is None)))
    if len(rows) == 0:
        parser.error("the folders have no held-out game of this kind; every fifth game is held out")
    chances = chances_of(data, rows, network)
    outlook = qualities(data, rows, chances_of(data, rows, empty_network()))
    print(f"{len(np.unique(data.games[rows]))} games")
    print("month  positions  Brier score  of the outlook  of equal chances")
    for own, other in zip(qualities(data, rows, chances), outlook, strict=True):
        print(f"{own.month:5}{own.positions:11}{own.brier:13.3f}{other.brier:16.3f}{own.even_brier:18.3f}")
    print("chances   mean    won")
    found = bins(data, rows, chances)
    for point in found:
        print(f"{point.chances:7}{100 * point.mean:6.1f} %{100 * point.won:5.1f} %")
    if options.picture is not None:
        options.picture.write_bytes(draw(found, options.picture.suffix))
    return 0


if __name__ == "__main__":
    sys.exit(main())
