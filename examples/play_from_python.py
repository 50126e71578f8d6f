"""Play a whole game of three, tell what happens in words, print the final scores and write the record to a file.

    python examples/play_from_python.py --seed 1 --record game.jsonl

Seat 0 follows a rule of thumb, the other two seats play at random. All of it is plain Python.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from edokko import Game, Move, RecordWriter
from edokko.catalogue import Catalogue, languages
from edokko.players import player
from edokko.words import Words, describe_events

NAMES = ("Hana", "Jiro", "Kiku")
WORTH = {"mon": 0.3, "koban": 3.0}
"""IKI for one of a resource; 1 for every other resource."""


def rule_of_thumb(game: Game) -> Move:
    """Choose the move that brings most at once; hires and goods count beside its yield."""

    def worth(amounts: Mapping[str, int]) -> float:
        return sum(count * WORTH.get(resource, 1.0) for resource, count in amounts.items())

    def rank(move: Move) -> float:
        preview = game.preview(move)  # what the move costs and yields; nothing is played, no chance is drawn
        may_hire = move.kind == "ikizama" and move.arguments != ("1-4",)  # that slot gives money, but no hire
        extra = 5 * (move.kind == "hire" or may_hire) + 3 * len(preview.goods) + preview.fire
        return extra + worth(preview.gain) - worth(preview.spend)

    return max(game.legal_moves, key=rank)


def play(game: Game, seed: int, words: Words) -> None:
    """Play a game to its end and print each move with the events that it causes."""
    # A seed of its own for each opponent: the same command plays the same game again.
    opponents = {seat: player("random", seed=seed + seat) for seat in range(1, game.players)}
    print_events(game, words)  # before the first move: the setup
    while (seat := game.seat) is not None:
        move = rule_of_thumb(game) if seat == 0 else opponents[seat].choose(game)
        game.play(move)
        print(f"> {game.seats[seat]}: {move}")
        print_events(game, words)


def print_events(game: Game, words: Words) -> None:
    for line in describe_events(game.last_events, words):
        print(f"    {line.text}")


def print_scores(game: Game) -> None:
    """Print every seat's score sheet, the winner first."""
    sheets = game.score()
    print(f"\nFinal scores after {game.ply} moves:")
    for place, seat in enumerate(game.ranking, start=1):
        lines = ", ".join(f"{name} {iki}" for name, iki in sheets[seat].lines.items() if iki)
        print(f"{place}. {game.seats[seat]:<6} {sheets[seat].total:>4} IKI  ({lines})")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--seed", type=int, default=1, help="fixes chance and the random players (default: %(default)s)"
    )
    parser.add_argument("--edition", choices=("2021", "2015"), default="2021")
    parser.add_argument("--language", choices=languages(), default="en", help="of the events (default: %(default)s)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where the record goes; .gz compresses it")
    options = parser.parse_args(argv)

    try:
        game = Game(len(NAMES), options.edition, seed=options.seed, seats=NAMES)
    except ValueError as error:  # a seed below 0 or above 2**64 - 1
        parser.error(str(error))
    play(game, options.seed, Words(Catalogue(options.language), game.components, game.seats))
    print_scores(game)
    if options.record is not None:
        try:
            with RecordWriter(options.record) as writer:  # the file appears when it is complete
                writer.write(game.to_record())
        except OSError as error:
            print(f"cannot write {options.record}: {error.strerror}", file=sys.stderr)
            return 2
        print(f"\nThe record is in {options.record}; edokko record check {options.record} verifies it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
