"""What the coach says in whole games: praise and wishes by month.

It fails if a wish comes in month 1, twice in a month, or before praise.

    python benchmarks/coach.py [--games 50] [--simulations 1000]

A beginner, the level `easy`, plays seat 0 against two others of that level.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from edokko.batch import game_seed
from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import backend_of
from edokko.players import Budget, player
from edokko.players.analysis.coaching import LookBack, acts_of, look_back
from edokko.players.analysis.position import Analyst

PLAYERS = 3
SEED = 2026


def looks_back(number: int, analyst: Analyst, budget: Budget) -> Iterator[tuple[int, LookBack]]:
    """Play a game, and yield each month with the coach's look back at seat 0."""
    seats = [player("policy:temperature=2", game_seed(SEED + seat, number)) for seat in range(PLAYERS)]
    game = Game(PLAYERS, seed=game_seed(SEED, number))
    decisions: list[tuple[int, Game, Move]] = []
    month = game.month
    while game.seat is not None:
        if game.month != month:
            yield month, look_back(analyst, acts_of(decisions), month, budget)
            decisions, month = [], game.month
        move = seats[game.seat].choose(game)
        if game.seat == 0:
            decisions.append((game.ply, game.copy(), move))
        game.play(move)
    yield month, look_back(analyst, acts_of(decisions), month, budget)


def check(month: int, look: LookBack) -> None:
    """Check what the coach must never do. A look back has one wish at most by its type, so months must not repeat."""
    assert month > 1 or look.wish is None, "a wish in month 1"
    assert look.wish is None or look.good, "a wish before anything good"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--simulations", type=int, default=1000)
    options = parser.parse_args()
    analyst, budget = Analyst(0, backend=backend_of("native")), Budget(simulations=options.simulations)
    praised, wished, months = Counter[int](), Counter[int](), Counter[int]()
    for number in range(options.games):
        seen = set()
        for month, look in looks_back(number, analyst, budget):
            check(month, look)
            assert month not in seen, "two look backs at one month"
            seen.add(month)
            months[month] += 1
            praised[month] += bool(look.good)
            wished[month] += look.wish is not None
    print("| month | looked at | praise | a wish |\n|---|---|---|---|")
    for month in sorted(months):
        print(f"| {month} | {months[month]} | {praised[month]} | {wished[month]} |")


if __name__ == "__main__":
    main()
