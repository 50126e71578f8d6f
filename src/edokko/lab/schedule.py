"""Who plays whom, and where: line-ups, blocks and rotations.

A **line-up** is as many entries as sit at a table. With just as many entries there is one, with more every subset is
one: a round robin. A **block** is one line-up and one seed: as many games as players, in which everybody holds every
seat once. Which way they sit round the table is drawn for each block, so that nobody always follows the same one.
A **round** is a block of every line-up. Only whole rounds are planned, so everybody plays everybody equally often.

Block ``b`` has the seed ``game_seed(seed, b)``, the same in all its games, and entry ``e`` draws what it leaves to
chance from ``game_seed(seed of the block, e)``, wherever it sits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

from edokko.batch import game_seed
from edokko.chance import LARGEST_SEED
from edokko.players import check_name

FEWEST, MOST = 2, 4
"""How many play."""
MOST_ENTRIES = 32


@dataclass(frozen=True, slots=True)
class Match:
    """One game of a schedule.

    Attributes:
        block, rotation: which one, both from 0.
        seed: of the block.
        entries: the number of the entry at each seat.
        seats: its name.
        player_seeds: what fixes the chance that is its own.
    """

    block: int
    rotation: int
    seed: int
    entries: tuple[int, ...]
    seats: tuple[str, ...]
    player_seeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of an arena; :func:`schedule` makes one.

    Attributes:
        entries: the players' names, one of them perhaps several times.
        players: how many play a game.
        rounds: how often each line-up plays a block.
        seed: fixes everything.
    """

    entries: tuple[str, ...]
    players: int
    rounds: int
    seed: int

    @property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the entries of each line-up."""
        return _line_ups(len(self.entries), self.players)

    @property
    def blocks(self) -> int:
        """How many blocks."""
        return self.rounds * len(self.line_ups)

    @property
    def round_games(self) -> int:
        """How many games a round has."""
        return len(self.line_ups) * self.players

    @property
    def games(self) -> int:
        """How many games."""
        return self.rounds * self.round_games

    @property
    def names(self) -> tuple[str, ...]:
        """Each player once, in the order of the entries."""
        return tuple(dict.fromkeys(self.entries))

    def match(self, block: int, rotation: int) -> Match:
        """One game."""
        seed = game_seed(self.seed, block)
        first, *others = self.line_ups[block % len(self.line_ups)]
        ways = list(permutations(others))
        circle = (first, *ways[game_seed(seed, MOST_ENTRIES) % len(ways)])
        entries = circle[rotation:] + circle[:rotation]
        return Match(
            block,
            rotation,
            seed,
            entries,
            tuple(self.entries[entry] for entry in entries),
            tuple(game_seed(seed, entry) for entry in entries),
        )

    def matches(self) -> Iterator[Match]:
        """All games, block by block."""
        return (self.match(block, rotation) for block in range(self.blocks) for rotation in range(self.players))


def schedule(entries: Sequence[str], players: int, games: int, seed: int) -> Schedule:
    """Plan an arena.

    Args:
        entries: names that :func:`edokko.players.check_name` accepts, at least as many as play.
        players: 2, 3 or 4.
        games: how many at least; whole rounds are planned.
        seed: 0 to 2**64 - 1.

    Raises:
        ValueError: something above is impossible; the message says what would be right.
    """
    if players not in range(FEWEST, MOST + 1):
        raise ValueError(f"players: {players!r}; IKI is for {FEWEST} to {MOST} players")
    if not players <= len(entries) <= MOST_ENTRIES:
        raise ValueError(
            f"entries: found {len(entries)}; {players} to {MOST_ENTRIES} are needed for {players} players, and one may "
            "be named more than once"
        )
    if games < 1:
        raise ValueError(f"games: {games!r}; at least 1 is needed")
    if not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"seed: {seed!r} is not a whole number from 0 to {LARGEST_SEED}")
    for name in dict.fromkeys(entries):
        check_name(name)
        if not name.isprintable():
            raise ValueError(f"entries: {name!r} cannot be written")
    return Schedule(tuple(entries), players, -(-games // (players * comb(len(entries), players))), seed)


@cache
def _line_ups(entries: int, players: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(entries), players))
