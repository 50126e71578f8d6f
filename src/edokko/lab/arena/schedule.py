"""The schedule of an arena: line-ups, blocks, rotations and rounds.

A **line-up** is a set of entries that fills a table. With more entries than seats, every subset is a line-up: a round
robin. A **block** is one line-up with one seed: as many games as players, so that each entry holds every seat once.
The circular order of the entries is drawn for each block, so that no entry always moves after the same one. A
**round** is a block of every line-up. Only complete rounds are planned, so all entries meet equally often.

Block ``b`` has the seed ``game_seed(seed, b)`` in all its games. Entry ``e`` takes its random choices from
``game_seed(seed of the block, e)``, whatever its seat.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

from edokko.batch import game_seed
from edokko.chance import check_seed
from edokko.players import check_name

MIN_PLAYERS, MAX_PLAYERS = 2, 4
MOST_ENTRIES = 32


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """One game of a schedule: its block and rotation, both from 0, and the seed of the block.

    At each seat there are the number of an entry, its name, and the seed of its random choices.
    """

    block: int
    rotation: int
    seed: int
    entries: tuple[int, ...]
    seats: tuple[str, ...]
    player_seeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of an arena; :func:`schedule` makes one. The name of an entry may occur more than once.

    ``players`` is the number of players of a game, and ``rounds`` the number of blocks of each line-up.
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
        """The number of blocks."""
        return self.rounds * len(self.line_ups)

    @property
    def round_games(self) -> int:
        """The number of games of a round."""
        return len(self.line_ups) * self.players

    @property
    def games(self) -> int:
        """The number of games."""
        return self.rounds * self.round_games

    @property
    def names(self) -> tuple[str, ...]:
        """Each player once, in the order of the entries."""
        return tuple(dict.fromkeys(self.entries))

    def match(self, block: int, rotation: int) -> ArenaGame:
        """Return one game."""
        seed = game_seed(self.seed, block)
        first, *others = self.line_ups[block % len(self.line_ups)]
        orders = list(permutations(others))
        circle = (first, *orders[game_seed(seed, MOST_ENTRIES) % len(orders)])
        entries = circle[rotation:] + circle[:rotation]
        return ArenaGame(
            block,
            rotation,
            seed,
            entries,
            tuple(self.entries[entry] for entry in entries),
            tuple(game_seed(seed, entry) for entry in entries),
        )

    def matches(self) -> Iterator[ArenaGame]:
        """Yield all games, block by block."""
        return (self.match(block, rotation) for block in range(self.blocks) for rotation in range(self.players))


def schedule(entries: Sequence[str], players: int, games: int, seed: int) -> Schedule:
    """Plan an arena of 2 to 4 players, with the minimum number of games rounded up to complete rounds.

    There is at least one entry for each seat, and each is a name that :func:`edokko.players.check_name` accepts.

    Raises:
        ValueError: an argument is out of range; the message says what is valid.
    """
    if players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        raise ValueError(f"players: {players!r}; IKI is for {MIN_PLAYERS} to {MAX_PLAYERS} players")
    if not players <= len(entries) <= MOST_ENTRIES:
        raise ValueError(
            f"entries: found {len(entries)}; {players} to {MOST_ENTRIES} are needed for {players} players, and one may "
            "be named more than once"
        )
    if games < 1:
        raise ValueError(f"games: {games!r}; at least 1 is needed")
    players, games, seed = operator.index(players), operator.index(games), check_seed(seed)
    for name in dict.fromkeys(entries):
        check_name(name)
        if not name.isprintable():
            raise ValueError(f"entries: {name!r} cannot be written")
    return Schedule(tuple(entries), players, -(-games // (players * comb(len(entries), players))), seed)


@cache
def _line_ups(entries: int, players: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(entries), players))
