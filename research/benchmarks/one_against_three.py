"""What the benchmarks share that seat one player against three others: their options and the rows of their tables."""

from __future__ import annotations

import argparse

from edokko.lab.arena.standings import Standings

PLAYERS = 4


def add_options(parser: argparse.ArgumentParser, games: int) -> None:
    """Add the options ``--games``, ``--seed`` and ``--workers``.

    Args:
        parser: the parser of the benchmark.
        games: how many games each player plays unless the caller says otherwise.
    """
    parser.add_argument("--games", type=int, default=games, help="for each player (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=1)


def check_options(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End the program with exit code 2 if ``--games`` or ``--workers`` is less than 1."""
    for option in ("games", "workers"):
        if getattr(options, option) < 1:
            parser.error(f"--{option}: {getattr(options, option)} is not a number from 1 up")


def print_head(name: str) -> None:
    """Print the head of the table; ``name`` is the title of its first column."""
    print(f"{name} | games | share of wins (chance {1 / PLAYERS:.0%}) | 95 % interval | mean score")


def print_row(name: str, standings: Standings) -> None:
    """Print the row of a player, which is the first entry of the arena."""
    own, other = standings.entries
    low, high = own.win_share_interval
    print(
        f"{name} | {standings.games} | {own.win_share:.1%} | {100 * low:.1f}–{100 * high:.1f} "
        f"| {own.mean_score:.1f} : {other.mean_score:.1f}",
        flush=True,
    )
