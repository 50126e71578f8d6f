"""Play thousands of random games at once in native code, and summarise them with numpy.

    python examples/many_games.py --games 20000 --players 4

`edokko.Batch` steps all games of a batch together: the rules run as native code, the policy is numpy code over all
games. Where the players are those of this package, `edokko simulate` is faster still: it keeps the whole loop in native
code, on several threads.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

import numpy as np
import numpy.typing as npt

from edokko import Batch


@dataclass
class Results:
    """What the finished games gave, one row a game: scores by seat, seats from first to last, decisions."""

    scores: npt.NDArray[np.int16]
    rankings: npt.NDArray[np.int16]
    decisions: npt.NDArray[np.int64]


def play(games: Batch, generator: np.random.Generator) -> Results:
    """Play every game of a batch to its end; each decision takes any legal move with the same chance."""
    rows, decisions = np.arange(len(games)), np.zeros(len(games), np.int64)
    while not games.over.all():
        # legal[i, :counts[i]] are the numbers of the legal moves of game i; counts[i] is 0 once it is over.
        legal, counts = games.legal_lists()
        choice = (generator.random(len(games)) * counts).astype(np.int64)
        games.play(legal[rows, choice])
        decisions += counts > 0
    return Results(games.scores(), games.rankings(), decisions)


def print_summary(results: Results) -> None:
    scores, winners, players = results.scores, results.rankings[:, 0], results.scores.shape[1]
    won = np.bincount(winners, minlength=players) / len(winners)
    # The standard error of a share: games of different seeds are independent.
    error = np.sqrt(won * (1 - won) / len(winners))
    print(f"\n{'':<8} {'won':>7} {'± 95 %':>7} {'mean IKI':>9} {'std':>6} {'5 %':>5} {'95 %':>5}")
    for seat in range(players):
        low, high = np.percentile(scores[:, seat], (5, 95))
        own = scores[:, seat]
        print(
            f"seat {seat:<3} {won[seat]:>7.1%} {1.96 * error[seat]:>7.1%} {own.mean():>9.2f} {own.std():>6.2f} "
            f"{low:>5.0f} {high:>5.0f}"
        )
    ranked = np.sort(scores, axis=1)
    print(f"\nwinning score: mean {ranked[:, -1].mean():.2f}, highest {ranked[:, -1].max()}")
    print(f"lead over the second: mean {(ranked[:, -1] - ranked[:, -2]).mean():.2f}")
    decisions = results.decisions
    print(f"decisions a game: mean {decisions.mean():.1f}, {decisions.min()} to {decisions.max()}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000, help="(default: %(default)s)")
    parser.add_argument("--batch", type=int, default=2_000, help="games stepped together (default: %(default)s)")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--edition", choices=("2021", "2015"), default="2021")
    parser.add_argument("--seed", type=int, default=1, help="fixes chance and moves (default: %(default)s)")
    options = parser.parse_args(argv)
    if options.games < 1 or options.batch < 1:
        parser.error("--games and --batch: at least 1 is needed")
    if not 0 <= options.seed < 2**32:
        parser.error(f"--seed {options.seed}: a whole number from 0 to {2**32 - 1} is expected")

    # One game first: its time holds that of loading the engine.
    play(Batch(1, options.players, options.edition), np.random.default_rng(0))

    parts: list[Results] = []
    began = process_time()  # CPU time: on a shared machine the clock tells little
    for first in range(0, options.games, options.batch):
        count = min(options.batch, options.games - first)
        # A batch has one seed and gives each of its games a seed of its own.
        games = Batch(count, options.players, options.edition, seed=options.seed << 32 | first)
        parts.append(play(games, np.random.default_rng((options.seed, first))))
    seconds = process_time() - began

    results = Results(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.rankings for part in parts]),
        np.concatenate([part.decisions for part in parts]),
    )
    rate = f"{options.games / seconds:,.0f} games/s, {results.decisions.sum() / seconds:,.0f} decisions/s"
    print(f"{options.games} games of {options.players} players, edition {options.edition}")
    print(f"{seconds:.2f} s of CPU time: {rate}")
    print_summary(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
