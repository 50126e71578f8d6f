"""Simulated annealing over the tables of one or several rounds: swap two players of a round while that helps.

It is deterministic: two server processes that pair the same round get the same tables.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from edokko.server.features.competitions.pairing.meetings import Matrix, Round

STEPS = 150_000
"""Swaps that a run over several rounds tries: about a quarter of a second."""
STEPS_OF_ROUND = 40_000
"""Swaps that a run over one round tries."""
RUNS = 6
"""Runs from random tables; the best one counts, and one that cannot be beaten is the last."""


def anneal(
    players: int, sizes: Sequence[int], count: int, met: Matrix, spread: Matrix | None, repeat: int, seed: str
) -> list[Round]:
    """Return ``count`` rounds with a low cost, in each of which all players sit at tables of certain sizes.

    The cost of a pair at a table is ``spread``, if there is one. In addition each pair costs ``repeat``, which is
    larger than any sum of ``spread``, times the square of its meetings, past ones (``met``) included, so that all pairs
    meet about equally often. The seed is that of the random numbers.
    """
    best: tuple[int, list[Round]] | None = None
    for run in range(RUNS):
        search = _Search(players, sizes, count, met, spread, repeat, random.Random(f"{seed}/{run}"))
        search.run()
        if best is None or search.cost < best[0]:
            best = search.cost, search.rounds
        if best[0] <= search.bound or len(sizes) == 1:
            break
    assert best is not None
    return best[1]


class _Search:
    """One run, from random tables."""

    def __init__(
        self,
        players: int,
        sizes: Sequence[int],
        count: int,
        met: Matrix,
        spread: Matrix | None,
        repeat: int,
        rng: random.Random,
    ) -> None:
        self.rounds = [_random_round(players, sizes, rng) for _ in range(count)]
        self.cost = 0
        """Relative to the past meetings, which no swap changes."""
        self._met = [row.copy() for row in met]
        self._spread = spread or [[0] * players for _ in range(players)]
        self._repeat = repeat
        self._rng = rng
        for tables in self.rounds:
            for table in tables:
                for place, player in enumerate(table):
                    for other in table[:place]:
                        self.cost += self._price(player, other)
                        self._met[player][other] += 1
                        self._met[other][player] += 1
        pairs = count * sum(size * (size - 1) // 2 for size in sizes)
        all_pairs = players * (players - 1) // 2
        evenly, more = divmod(pairs, max(1, all_pairs))
        has_past = spread is not None or any(map(any, met))
        self.bound = -1 if has_past else repeat * ((all_pairs - more) * evenly**2 + more * (evenly + 1) ** 2)
        """A cost that cannot be beaten; −1 if none is known."""

    def run(self) -> None:
        """Try swaps while the temperature falls. At the end only swaps that help are left."""
        tables = len(self.rounds[0])
        if tables < 2:
            return
        random_number = self._rng.random
        # These temperatures find the affine planes always, and Kirkman's schoolgirls in every second run.
        hottest, coldest = 1.0 * self._repeat, 0.4
        steps = STEPS if len(self.rounds) > 1 else STEPS_OF_ROUND
        temperature, cooling = hottest, (coldest / hottest) ** (1 / steps)
        for _ in range(steps):
            temperature *= cooling
            current = self.rounds[int(random_number() * len(self.rounds))]
            first = int(random_number() * tables)
            second = (first + 1 + int(random_number() * (tables - 1))) % tables
            one, other = current[first], current[second]
            here, there = int(random_number() * len(one)), int(random_number() * len(other))
            change = self._change(one, here, other, there)
            if change <= 0 or random_number() < math.exp(-change / temperature):
                self._swap(one, here, other, there)
                self.cost += change
                if self.cost <= self.bound:
                    return

    def _price(self, player: int, other: int) -> int:
        """Return what one more meeting of a pair costs."""
        return self._repeat * (2 * self._met[player][other] + 1) + self._spread[player][other]

    def _change(self, one: list[int], here: int, other: list[int], there: int) -> int:
        """Return the change of the cost by a swap of two players of two tables."""
        player, partner = one[here], other[there]
        met, partner_met = self._met[player], self._met[partner]
        spread, partner_spread = self._spread[player], self._spread[partner]
        meetings = kept = 0
        for mate in one:
            if mate != player:
                meetings += partner_met[mate] - met[mate] + 1
                kept += partner_spread[mate] - spread[mate]
        for mate in other:
            if mate != partner:
                meetings += met[mate] - partner_met[mate] + 1
                kept += spread[mate] - partner_spread[mate]
        return 2 * self._repeat * meetings + kept

    def _swap(self, one: list[int], here: int, other: list[int], there: int) -> None:
        player, partner = one[here], other[there]
        for table, leaves, comes in ((one, player, partner), (other, partner, player)):
            for mate in table:
                if mate != leaves:
                    self._met[leaves][mate] -= 1
                    self._met[mate][leaves] -= 1
                    self._met[comes][mate] += 1
                    self._met[mate][comes] += 1
        one[here], other[there] = partner, player


def _random_round(players: int, sizes: Sequence[int], rng: random.Random) -> Round:
    order = list(range(players))
    rng.shuffle(order)
    # Which tables are the smaller ones is random too: the swaps keep the sizes, but not the players.
    shuffled = rng.sample(list(sizes), len(sizes))
    tables: Round = []
    for size in shuffled:
        tables.append(order[:size])
        order = order[size:]
    return tables
