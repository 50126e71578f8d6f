"""Play the matches of docs/strength.md and write that page.

    python benchmarks/strength.py                       all matches; complete ones are not played again
    python benchmarks/strength.py --only '4-*-greedy'   some matches
    python benchmarks/strength.py --list                the state of all matches
    python benchmarks/strength.py --render              only the page, from docs/strength.json

To resume after an interruption, run the same command again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from edokko.cli.progress import Progress
from edokko.lab.workers import WorkerDied
from edokko.players.champion.player import champion_settings
from edokko_research.strength.matches import SPEEDS, Match, Refused, against, of_itself
from edokko_research.strength.numbers import fingerprint_of
from edokko_research.strength.page import render
from edokko_research.strength.play import games_in, measure_speeds, play
from edokko_research.strength.results import Result, is_fresh, is_played, read_results, write_result

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "build" / "strength"
PAGE = ROOT / "docs" / "strength.md"
OVERLAYS = ROOT / "benchmarks" / "overlays"

EXPLORATION = champion_settings().exploration
"""A constant that the champion has anyway: naming it gives the same player another name, which an arena tells apart."""
CONDITIONED = "champion:1000sims"
CONDITIONS: tuple[Mapping[str, Any], ...] = (
    {},
    {"edition": "2015"},
    *({"overlay": OVERLAYS / f"{name}.toml"} for name in ("dear", "cheap", "reversed")),
)
"""What the games of the champion differ in: nothing, the edition, prices that no training has seen."""
BUDGETS = (("10ms", 100), ("30ms", 100), ("100ms", 100), ("1s", 40), ("300sims", 200), ("3000sims", 100))
"""Equal budgets of the champion and of the search without its networks, and how many games they play."""

MATCHES = (
    against("ladder", 4, "greedy", "random", 200, floor=0.6),
    against("ladder", 4, "planner", "greedy", 200, floor=0.6),
    against("ladder", 4, "mcts:200ms", "planner", 200, floor=0.6),
    against("ladder", 4, "mcts:1s", "planner", 60),
    against("ladder", 3, "greedy", "random", 201),
    against("ladder", 3, "planner", "greedy", 201),
    against("ladder", 3, "mcts:200ms", "planner", 99),
    against("ladder", 2, "greedy", "random", 200, floor=0.8),
    against("ladder", 2, "planner", "greedy", 200, floor=0.8),
    against("ladder", 2, "mcts:200ms", "planner", 200, floor=0.8),
    against("levels", 4, "medium", "easy", 200, floor=0.5),
    against("levels", 4, "hard", "medium", 200, floor=0.5),
    against("levels", 4, "master", "hard", 200, floor=0.5),
    against("champion", 4, "champion:100ms", "mcts:1s", 160, floor=0.4),
    against("champion", 4, "champion:200ms", "planner", 100, floor=0.75),
    against("champion", 3, "champion:200ms", "planner", 99),
    against("champion", 2, "champion:200ms", "planner", 100),
    against("champion", 4, f"champion:300sims:exploration={EXPLORATION:g}", "champion:300sims", 400),
    *(against("conditions", 4, CONDITIONED, "planner", 200, **conditions) for conditions in CONDITIONS),
    *(against("conditions", players, CONDITIONED, "planner", 198) for players in (3, 2)),
    *(against("budgets", 4, f"champion:{budget}", f"mcts:{budget}", games) for budget, games in BUDGETS),
    of_itself(4, "random", 200),
    of_itself(4, "greedy", 200),
    of_itself(4, "planner", 200),
    of_itself(4, "mcts:200ms", 24, floor=100),
    against("time", 4, "mcts:10ms", "planner", 60),
    against("time", 4, "mcts:20ms", "planner", 60),
    against("time", 4, "mcts:50ms", "planner", 60),
    against("time", 4, "mcts:100ms", "planner", 60),
    against("time", 4, "mcts:500ms", "planner", 60),
    Match("2-threads", "threads", 2, ("mcts:20ms:threads=2", "mcts:20ms"), 400),
)
"""The matches. A floor is the first entry's share of wins; for a player against itself, the mean winning score."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns:
        The exit code: 0 for success, 1 if a match was refused, 2 for a wrong option, 130 after an interruption.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    keys = _keys(parser, options.only)
    page: Path = options.page
    if options.list:
        _list(keys, options.data, page)
        return 0
    if not page.is_file():
        parser.error(f"{page}: there is no such page; its tables go where its markers are")
    if options.render:
        render(page, MATCHES)
        return 0
    try:
        refused = _play_all(keys, options.data, page, options.workers, options.adopt)
    except (KeyboardInterrupt, WorkerDied) as stopped:
        print(f"Stopped{f': {stopped}' if str(stopped) else ''}. The same command goes on.", file=sys.stderr)
        return 130
    for key, reason in refused.items():
        print(f"{key} was not played: {reason}", file=sys.stderr)
    return 1 if refused else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Play the matches of docs/strength.md and write that page.")
    parser.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help="where records are (build/strength)")
    parser.add_argument("--only", nargs="+", metavar="KEY", help=f"these; * stands for anything, {SPEEDS} for speeds")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="how many games side by side (1)")
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE", help="the page; its results lie beside it")
    parser.add_argument("--adopt", action="store_true", help="take records as played with the numbers of today")
    parser.add_argument("--list", action="store_true", help="show what is there and play nothing")
    parser.add_argument("--render", action="store_true", help="write the page again and play nothing")
    return parser


def _keys(parser: argparse.ArgumentParser, patterns: Sequence[str] | None) -> list[str]:
    """Return the keys that match the patterns, in the order of ``MATCHES``."""
    keys = [*(match.key for match in MATCHES), SPEEDS]
    if patterns is None:
        return keys
    for pattern in patterns:
        if not any(fnmatchcase(key, pattern) for key in keys):
            parser.error(f"--only: there is no match {pattern!r}; matches: {', '.join(keys)}")
    return [key for key in keys if any(fnmatchcase(key, pattern) for pattern in patterns)]


def _play_all(selected: Sequence[str], data: Path, page: Path, workers: int, adopt: bool) -> dict[str, str]:
    """Play the selected matches, and write results and page after each one.

    Returns:
        The refused matches, each with the reason.
    """
    # Players read their numbers once, so these fingerprints hold until the process ends.
    numbers = {match.key: fingerprint_of(match) for match in MATCHES}
    refused = {}
    data.mkdir(parents=True, exist_ok=True)
    for match in MATCHES:
        if match.key not in selected:
            continue
        with Progress(match.key, match.games) as progress:
            progress.say(f"{match.key}: {match.games} games")
            try:
                result = play(match, data, numbers[match.key], workers=workers, adopt=adopt, progress=progress.at)
            except Refused as error:
                refused[match.key] = str(error)
                continue
        write_result(page, match.key, result)
        render(page, MATCHES)
    if SPEEDS in selected:
        write_result(page, SPEEDS, measure_speeds())
        render(page, MATCHES)
    return refused


def _list(selected: Sequence[str], data: Path, page: Path) -> None:
    results = read_results(page)
    for match in MATCHES:
        if match.key in selected:
            print(f"{match.key:<20} {_state(match, results.get(match.key)):<26}{games_in(data, match)}/{match.games}")
    if SPEEDS in selected:
        print(f"{SPEEDS:<20} {'measured' if SPEEDS in results else 'not measured yet'}")


def _state(match: Match, result: Result | None) -> str:
    if result is None or not is_played(match, result):
        return "not played yet"
    return "played" if is_fresh(match, result) else "played with other numbers"


if __name__ == "__main__":
    sys.exit(main())
