"""Read a file of game records line by line and print a summary: results, most hired characters, cards lost to fires.

    python examples/read_records.py games.jsonl.gz

The file may be gzipped; its content tells. One game is in memory at a time. A line that is no valid game is named on
stderr and left out; the exit code is then 1, and 2 where the file cannot be read or holds no game at all.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from edokko import Game, Record, RecordError, scan


@dataclass
class Summary:
    """Counts over the games of a file. A result is the place of a seat, from 1, and its score."""

    finished: int = 0
    unfinished: int = 0
    by_seat: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    by_player: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    hires: Counter[str] = field(default_factory=Counter)
    fires: Counter[int] = field(default_factory=Counter)
    """How many fires burnt so many cards."""

    def add(self, record: Record) -> None:
        """Count a game.

        Raises:
            RecordError: the game breaks a rule, or its result does not follow from it.
        """
        game = Game.from_record(record)  # replays and checks every move
        self.hires.update(move.arguments[0] for move in game.moves if move.kind == "hire")
        self.fires.update(burnt_cards(game))
        if not game.is_over:
            self.unfinished += 1
            return
        self.finished += 1
        scores = [sheet.total for sheet in game.score()]
        for place, seat in enumerate(game.ranking, start=1):
            self.by_seat[f"seat {seat} of {game.players}"].append((place, scores[seat]))
            self.by_player[game.seats[seat]].append((place, scores[seat]))


def burnt_cards(game: Game) -> list[int]:
    """Return for each fire of a game how many cards left the board because of it."""
    fires: list[int] = []
    for event in game.events:
        if event.kind == "fire_broke_out":
            fires.append(0)
        elif event.kind == "left" and event.reason == "fire":
            fires[-1] += 1
    return fires


def print_results(title: str, results: Mapping[str, Sequence[tuple[int, int]]]) -> None:
    print(f"\n{title:<20} {'games':>6} {'won':>7} {'mean place':>11} {'mean IKI':>9} {'best':>5}")
    for name in sorted(results):
        places, scores = zip(*results[name], strict=True)
        won = places.count(1) / len(places)
        print(
            f"{name:<20.20} {len(places):>6} {won:>7.1%} {fmean(places):>11.2f} {fmean(scores):>9.1f} {max(scores):>5}"
        )


def print_summary(summary: Summary, top: int) -> None:
    print(f"{summary.finished} finished games, {summary.unfinished} unfinished")
    if summary.finished:
        print_results("seat", summary.by_seat)
        print_results("player", summary.by_player)
    games = summary.finished + summary.unfinished
    print(f"\n{'most hired':<20} {'hires':>6} {'a game':>7}")
    for card, count in sorted(summary.hires.items(), key=lambda item: (-item[1], item[0]))[:top]:
        print(f"{card:<20} {count:>6} {count / games:>7.2f}")
    fires, burnt = summary.fires.total(), sum(cards * count for cards, count in summary.fires.items())
    print(f"\n{fires} fires: {fires - summary.fires[0]} burnt something, {burnt} cards in all")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, metavar="FILE", help="JSON Lines of records (docs/build/formats.md)")
    parser.add_argument("--top", type=int, default=5, help="how many characters to list (default: %(default)s)")
    options = parser.parse_args(argv)

    summary, bad = Summary(), 0
    try:
        for line, record in scan(options.file):  # goes on behind bad lines; edokko.read stops at the first one
            try:
                if isinstance(record, RecordError):
                    raise record
                summary.add(record)
            except RecordError as error:
                bad += 1
                print(f"{options.file}, line {line}: {error.reason}", file=sys.stderr)
    except OSError as error:
        print(f"cannot read {options.file}: {error.strerror}", file=sys.stderr)
        return 2
    if not summary.finished + summary.unfinished:
        print(f"{options.file} holds no game", file=sys.stderr)
        return 2
    print_summary(summary, options.top)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
