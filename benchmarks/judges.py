"""What judges of positions gain on decisions that no fit has seen: evaluation, regression, playouts, and their sums.

    edokko lab siblings DATA --decisions 100000 --playouts 8 --seed 1
    python benchmarks/judges.py DATA

The gain of a judge is how much better the move is that it prefers than a random one, in IKI of margin, judged by half
of the playouts of the data. The regression is one of the siblings' differences on their cells.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq

from edokko.game import Game
from edokko.lab.judges.gain import gain, halves, split
from edokko.lab.judges.linear import fit_weights, less_means
from edokko.lab.judges.siblings import SIBLINGS, Siblings, paths_in, read_siblings
from edokko.lab.playouts.workbench import Workbench, playout_seeds
from edokko.observation.arrays import SCALES
from edokko.players.search import data as search_data
from edokko.rules.tables import Tables

SEED = 1
HELD_OUT, VALIDATION = 0.2, 0.1
EVERY = 7
"""Of the held-out decisions, every seventh is played out: it takes longest."""
PLAYOUTS = 16
ROWS_AT_ONCE = 8192
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def positions_of(folder: Path) -> Iterator[tuple[int, str, list[int]]]:
    """Yield each decision in the order of :func:`read_siblings`: its number, its position and its candidate moves."""
    for path in paths_in(folder):
        table = pq.read_table(path, columns=["decision", "move"])
        decisions, moves = table["decision"].to_numpy(), table["move"].to_numpy()
        columns = ["decision", "position"]
        rows = pq.read_table(path.parent.parent / "positions" / path.name, columns=columns).to_pylist()
        for row in rows:
            first, end = np.searchsorted(decisions, (row["decision"], row["decision"] + 1))
            yield row["decision"], row["position"], moves[first:end].tolist()


def judged(folder: Path, data: Siblings, played: set[int]) -> tuple[Floats, Floats]:
    """Return the evaluation of each row, and the leaf of the search for the rows of some decisions.

    Args:
        folder: of the data.
        data: the siblings.
        played: the decisions whose leaves are played out.
    """
    evaluations, leaves = np.zeros(data.rows), np.zeros(data.rows)
    settings = search_data.settings()
    tables: Tables | None = None
    for index, (decision, position, moves) in enumerate(positions_of(folder)):
        board = Game.from_position(position, chance="manual")
        if board.tables is not tables:
            tables, bench = board.tables, Workbench(board.tables, 2)
        rows = slice(data.starts[index], data.starts[index + 1])
        evaluations[rows] = bench.evaluations(board.state, moves)
        if index in played:
            seeds = playout_seeds(decision, PLAYOUTS)
            leaves[rows] = bench.leaves(board.state, moves, settings.playout, settings.win_share, seeds)
    return evaluations, leaves


def centred(data: Siblings, decisions: Integers, values: Floats) -> Floats:
    """Return the values of the rows of some decisions, less the mean of each decision."""
    counts = data.starts[decisions + 1] - data.starts[decisions]
    return less_means(values[data.rows_of(decisions), np.newaxis], counts)[:, 0]


def regression(data: Siblings, fitted: Integers, validation: Integers, decisions: Integers) -> Floats:
    """Return what the regression adds to the deciding seat's margin, for some decisions."""
    weights = fit_weights(data, fitted, validation)[:, 0]
    values, rows = np.zeros(data.rows), data.rows_of(decisions)
    for begin in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[begin : begin + ROWS_AT_ONCE]
        values[part] = (data.dense(part).astype(np.float32) * SCALES) @ weights
    return values


def best_sum(data: Siblings, fitted: Integers, judges: list[Floats]) -> Floats:
    """Return the sum of some judges that is closest to the margins on some decisions."""
    inputs = np.stack([centred(data, fitted, values) for values in judges], axis=1)
    margins = centred(data, fitted, data.margins[:, 0].astype(np.float64))
    factors = np.linalg.lstsq(inputs, margins, rcond=None)[0]
    return np.asarray(np.stack(judges, axis=1) @ factors)


def main() -> int:
    """Run the benchmark of the command line."""
    parser = argparse.ArgumentParser(description="What judges of positions gain on held-out siblings.")
    parser.add_argument("data", type=Path, help=f"a folder of edokko lab siblings, with its folder {SIBLINGS}")
    folder = parser.parse_args().data
    data = read_siblings(folder)
    own, held_out = split(data, SEED, HELD_OUT)
    validation = own[np.isin(own, split(data, SEED + 1, VALIDATION)[1])]
    fitted = np.setdiff1d(own, validation)
    played = held_out[::EVERY]
    evaluations, leaves = judged(folder, data, set(played.tolist()))
    alone = regression(data, fitted, validation, held_out)
    scaled = best_sum(data, fitted, [evaluations])
    margins = data.margins.copy()
    margins[:, 0] -= scaled
    correction = regression(replace(data, margins=margins), fitted, validation, held_out)
    first_half, second_half = played[: len(played) // 2], played[len(played) // 2 :]
    judges = {
        "the best by half of the playouts": halves(data)[0].astype(np.float64),
        "evaluation": evaluations,
        "regression": alone,
        "evaluation and regression of the rest": scaled + correction,
    }
    sums = {
        f"{PLAYOUTS} playouts of two months, outlook": [leaves],
        "these and the evaluation": [leaves, evaluations],
        "these, the evaluation and the regression of the rest": [leaves, evaluations, correction],
    }
    print(f"{len(own)} decisions to fit, {len(held_out)} held out, {len(second_half)} of these for the sums\n")
    print("| chooses by | gain, IKI a decision | on the decisions for the sums |\n|---|---|---|")
    for name, values in judges.items():
        print(f"| {name} | {figure(data, held_out, values)} | {figure(data, second_half, values)} |")
    for name, parts in sums.items():
        print(f"| {name} | | {figure(data, second_half, best_sum(data, first_half, parts))} |")
    return 0


def figure(data: Siblings, decisions: Integers, values: Floats) -> str:
    """Return a gain with its 95 % interval."""
    found = gain(data, decisions, values)
    return f"{found.mean:.2f} ±{found.error:.2f}"


if __name__ == "__main__":
    sys.exit(main())
