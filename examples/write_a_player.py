"""Write a player of your own and measure it against two players of this package.

    python examples/write_a_player.py --rounds 20
    python examples/write_a_player.py --player steward:2 --opponents greedy --record games.jsonl.gz

A package that names the class in its pyproject.toml makes it known to every command (docs/build/write-a-player.md).
`edokko arena` measures more players with better statistics; this script shows what a measurement needs at least.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import NormalDist, fmean

from edokko import Game, Move, Position, RecordWriter
from edokko.players import Budget, Player, player

WORTH = {"mon": 0.25, "rice": 1.0, "sandals": 0.7, "fire": 0.5}
"""IKI for one of what a player has, beside what the score sheet counts for it."""
SALARY = {"mon": 0.5, "rice": 1.0, "sandals": 0.7, "wood": 1.0, "koban": 3.0, "iki": 1.0, "fire": 0.5}
"""IKI for one of a resource in a salary."""
HUNGER = 3.0
"""IKI for a character that the rice in hand would not feed."""


class Steward:
    """A player that looks a few moves ahead in its own turn, and judges where they lead by what it owns there.

    Args:
        seed: fixes which of several equal moves it plays.
        options: the text after the colon of its name: how many moves it looks ahead, 1 to 3.
    """

    def __init__(self, seed: int | None = None, options: str = "3") -> None:
        if options not in ("1", "2", "3"):
            raise ValueError(f"steward:{options}: the moves to look ahead are 1, 2 or 3")
        self.name = f"steward:{options}"
        self._depth = int(options)
        self._random = random.Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the move of the highest value. It answers at once, so it needs no budget."""
        ahead = game.copy()  # the game itself must not change
        values = {move: self._value(ahead, move, self._depth) for move in game.legal_moves}
        best = max(values.values())
        return self._random.choice([move for move, value in values.items() if value == best])

    def _value(self, game: Game, move: Move, depth: int) -> float:
        seat, chances = game.seat, game.chance_count
        assert seat is not None
        if move.kind == "done":  # chance follows, and a copy draws what the game will draw: do not look
            return estimate(game, seat)
        game.play(move)
        if depth > 1 and (game.seat, game.chance_count) == (seat, chances):
            value = max(self._value(game, after, depth - 1) for after in game.legal_moves)
        else:
            value = estimate(game, seat)
        game.undo()
        return value


def estimate(game: Game, seat: int) -> float:
    """Return the score of a seat if the game ended now, and what its goods and characters will still bring."""
    position, characters = game.position, game.components.characters
    player, score = position.players[seat], game.score()[seat].total
    paydays = sum(month >= position.month for month in game.components.calendar.payday)
    if not paydays:
        return score
    own = [(room.card, room.xp) for room in position.rooms.values() if room.owner == seat and room.card in characters]
    payday = float(harmony(game, position, seat))
    for card, step in (*own, *((card, -1) for card in player.retired)):  # the retired receive the last entry
        salary = characters[card].salary
        payday += sum(SALARY[resource] * count for resource, count in salary[step].items()) if salary else 0.0
    goods = float(sum(worth * getattr(player, name) for name, worth in WORTH.items()))
    return score + goods + paydays * payday - HUNGER * max(0, len(own) - player.rice)


def harmony(game: Game, position: Position, seat: int) -> int:
    """Return the IKI that a payday brings a seat for characters of one type side by side (docs/play/rules.md, 5.2)."""
    corners = game.components.large.corner_group if game.players > 2 else ()
    owners: dict[tuple[str, str], list[int | None]] = defaultdict(list)
    for name, room in position.rooms.items():
        character = game.components.characters.get(room.card)
        if character is not None:
            for group in (name[0], "corners") if name in corners else (name[0],):
                owners[group, character.type].append(room.owner)
    return sum(group.count(seat) * len(group) for group in owners.values() if len(group) > 1)


def make(name: str, seed: int) -> Player:
    """Make a player by its name; commands do the same with players of other packages through their entry points."""
    kind, _, options = name.partition(":")
    if kind == "steward":
        return Steward(seed, options) if options else Steward(seed)
    return player(name, seed, engine="plain")


def play_round(name: str, opponent: str, seed: int) -> list[tuple[int, Game]]:
    """Play one deal twice, with the player at either seat; return its seat and the finished game."""
    games = []
    for seat in (0, 1):
        names = (name, opponent) if seat == 0 else (opponent, name)
        seated = [make(each, seed) for each in names]
        game = Game(2, seed=seed, seats=[each.name for each in seated])
        while game.seat is not None:
            game.play(seated[game.seat].choose(game))
        games.append((seat, game))
    return games


def interval(share: float, rounds: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of games won.

    The games of a round share their deal, so they are not independent. A round counts as one observation here: that
    makes the interval too wide rather than too narrow.
    """
    z = NormalDist().inv_cdf(0.975)
    middle = (share + z * z / (2 * rounds)) / (1 + z * z / rounds)
    half = z * math.sqrt(share * (1 - share) / rounds + (z / (2 * rounds)) ** 2) / (1 + z * z / rounds)
    return max(0.0, middle - half), min(1.0, middle + half)


def print_match(opponent: str, games: Sequence[tuple[int, Game]], rounds: int) -> None:
    won = fmean(game.ranking[0] == seat for seat, game in games)
    own = fmean(game.score()[seat].total for seat, game in games)
    other = fmean(game.score()[1 - seat].total for seat, game in games)
    low, high = interval(won, rounds)
    print(f"{opponent:<12} {len(games):>5} {won:>6.1%}  {low:>5.1%} to {high:<6.1%} {own:>6.1f} {other:>6.1f}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--player", default="steward:3", help="the player that is measured (default: %(default)s)")
    parser.add_argument("--opponents", default="random,greedy", help="players, with commas (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=20, help="against each; two games a round (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first round (default: %(default)s)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where the records go; .gz compresses them")
    options = parser.parse_args(argv)
    if options.rounds < 1:
        parser.error(f"--rounds {options.rounds}: at least one is needed")
    opponents = options.opponents.split(",")
    try:
        for name in (options.player, *opponents):
            make(name, options.seed)
    except ValueError as error:  # an unknown player, an option that it does not have, an impossible seed
        parser.error(str(error))

    print(f"{'opponent':<12} {'games':>5} {'won':>6}  {'95 % interval':<15} {'IKI':>6} {'theirs':>6}")
    try:
        with RecordWriter(options.record) if options.record else nullcontext() as writer:
            for opponent in opponents:
                seeds = range(options.seed, options.seed + options.rounds)
                games = [played for seed in seeds for played in play_round(options.player, opponent, seed)]
                print_match(opponent, games, options.rounds)
                if writer is not None:
                    for _, game in games:
                        writer.write(game.to_record())
    except OSError as error:
        print(f"cannot write {options.record}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
