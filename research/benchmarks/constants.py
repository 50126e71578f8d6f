"""What constants of the search lose against a long search, on decisions of games of the champion.

    python benchmarks/constants.py champion:400sims champion:400sims:exploration=0.3

Every player searches the same positions. Its loss is the mean utility that the long search has for its most visited
move less that of the player's choice. All players share the positions and the long search, so a thousand decisions cost
each of them only seconds. The measure is blind to errors of the value itself, which both searches share: for these,
play games.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

import numpy as np
import numpy.typing as npt

from edokko.game import Game
from edokko.players import player
from edokko.players.search.player import SearchPlayer

MOVER = "champion:60sims"
"""The player at all seats of the games."""
SHARE = 0.08
"""The share of the decisions of a game that are taken."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Decision:
    """A decision and what the long search knows about it.

    Attributes:
        game: the position.
        utilities: the mean utility of each move that was visited, by its number.
        best: the number of the most visited move.
    """

    game: Game
    utilities: dict[int, float]
    best: int

    def loss(self, move: int) -> float:
        """Return the utility that a move loses; a move without a visit counts as the worst one."""
        return self.utilities[self.best] - self.utilities.get(move, min(self.utilities.values()))


def searching(name: str, seed: int) -> SearchPlayer:
    """Return a player that searches.

    Raises:
        ValueError: it does not search.
    """
    found = player(name, seed)
    if not isinstance(found, SearchPlayer):
        raise ValueError(f"{name}: not a player that searches")
    return found


def decisions(count: int, reference: str, seats: int, seed: int) -> Iterator[Decision]:
    """Yield decisions of new games."""
    chosen, number = random.Random(seed), 0
    long, mover = searching(reference, seed), player(MOVER, seed)
    while True:
        game = Game(seats, seed=seed + number)
        number += 1
        while not game.is_over:
            if len(game.legal_moves) > 1 and chosen.random() < SHARE:
                moves = [move for move in long.search(game, fresh=True) if move.visits]
                utilities = {move.move.number: move.utility / move.visits for move in moves}
                yield Decision(game.copy(), utilities, max(moves, key=lambda move: move.visits).move.number)
                count -= 1
                if count == 0:
                    return
            game.play(mover.choose(game))


def losses(name: str, sample: list[Decision], seed: int) -> tuple[Floats, float]:
    """Return the loss of a player at each decision, and its processor time for a decision in milliseconds."""
    found = searching(name, seed)
    found.search(sample[0].game, fresh=True)
    began = process_time()
    chosen = [max(found.search(decision.game, fresh=True), key=lambda move: move.visits) for decision in sample]
    spent = process_time() - began
    lost = [decision.loss(move.move.number) for decision, move in zip(sample, chosen, strict=True)]
    return np.array(lost), 1000 * spent / len(sample)


def main() -> int:
    """Run the benchmark of the command line."""
    parser = argparse.ArgumentParser(description="What constants of the search lose against a long search.")
    parser.add_argument("players", nargs="+", help="players that search; the first one is compared with the others")
    parser.add_argument("--decisions", type=int, default=1200)
    parser.add_argument("--reference", default="champion:8000sims", help="the long search (default: %(default)s)")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.decisions < 1:
        parser.error(f"--decisions: {options.decisions} is not a number from 1 up")
    try:
        for name in (*options.players, options.reference):
            searching(name, options.seed)
    except ValueError as error:
        parser.error(str(error))
    sample = list(decisions(options.decisions, options.reference, options.seats, options.seed))
    first: Floats | None = None
    print("loss and difference to the first player in 1/10,000 of utility, with 95 % intervals")
    for name in options.players:
        lost, milliseconds = losses(name, sample, options.seed)
        first = lost if first is None else first
        loss, more = 1e4 * lost, 1e4 * (lost - first)
        own, paired = (1.96 * rows.std() / len(rows) ** 0.5 for rows in (loss, more))
        print(
            f"{loss.mean():6.1f} ±{own:4.1f}{more.mean():+7.1f} ±{paired:4.1f}{milliseconds:8.2f} ms  {name}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
