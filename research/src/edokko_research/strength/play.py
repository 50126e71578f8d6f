"""Playing a match of the strength page and computing its result.

``FOLDER/KEY.jsonl`` has the format of ``edokko arena --record``. ``FOLDER/KEY.numbers.json`` beside it has the
fingerprint of the players' numbers, which records lack.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from edokko import __version__
from edokko.components import RULES_VERSION
from edokko.lab.arena.file import Arena, ForeignFile
from edokko.lab.arena.ledger import Ledger
from edokko.lab.arena.matches import MatchResult
from edokko.lab.arena.runner import arena
from edokko.lab.arena.schedule import schedule
from edokko.lab.arena.standings import standings
from edokko.lab.intervals import map_floats
from edokko.records.file import scan
from edokko.records.record import Record
from edokko_research.strength.blocks import Spread, mean_lead, over_blocks
from edokko_research.strength.matches import SEED, Match, Refused
from edokko_research.strength.numbers import Numbers, differing, fingerprint_of
from edokko_research.strength.results import Result

MOVE = "move the file away to play the match anew"


def records_file(folder: Path, match: Match) -> Path:
    """Return the file of a match's records."""
    return folder / f"{match.key}.jsonl"


def numbers_file(folder: Path, match: Match) -> Path:
    """Return the file with the fingerprint of the numbers that the match was played with."""
    return folder / f"{match.key}.numbers.json"


def games_in(folder: Path, match: Match) -> int:
    """Count the recorded games of a match."""
    path = records_file(folder, match)
    if not path.exists():
        return 0
    with path.open("rb") as file:
        return sum(line.endswith(b"\n") for line in file)


def play(
    match: Match,
    folder: Path,
    numbers: Numbers,
    *,
    workers: int = 1,
    adopt: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play the missing games of a match and compute its result.

    Args:
        match: the match.
        folder: the folder of its records.
        numbers: the fingerprint of the numbers that the players of this process use.
        workers: the number of games played in parallel.
        adopt: whether to accept records without a fingerprint as played with these numbers.
        progress: a callback that receives the number of finished games.

    Raises:
        Refused: the records belong to another match or to other numbers.
        WorkerDied: a worker process ended in the middle of a game.
    """
    path = records_file(folder, match)
    _claim(folder, match, numbers, adopt)
    try:
        arena(
            match.entries,
            match.players,
            match.games,
            SEED,
            components=match.components(),
            workers=workers,
            record=path,
            resume=True,
            progress=progress,
        )
    except ValueError as error:
        raise Refused(f"{error}; {MOVE}") from None
    if changed := differing(fingerprint_of(match), numbers):
        numbers_file(folder, match).write_text("{}\n", encoding="utf-8")
        raise Refused(f"{', '.join(changed)} changed while {path} was played; {MOVE}")
    # Read the games from the file, so that the result depends only on the records.
    games = _games(match, path)
    table = standings(_arena(match).schedule, games)
    winning, interval, places = _scores(games)
    lead, lead_interval = mean_lead(games)
    return _with_provenance(
        {
            "players": match.players,
            "entries": match.entries,
            "edition": match.edition,
            "seed": SEED,
            "games": table.games,
            "blocks": table.blocks,
            "standings": [asdict(entry) for entry in table.entries],
            "mean_winning_score": winning,
            "mean_winning_score_interval": interval,
            "mean_scores_by_place": places,
            "mean_lead": lead,
            "mean_lead_interval": lead_interval,
        },
        numbers,
    )


def machine() -> str:
    """Describe this machine."""
    return f"{_processor()}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def _claim(folder: Path, match: Match, numbers: Numbers, adopt: bool) -> None:
    """Write the fingerprint of the numbers for a match's records; refuse records with another one."""
    path, note = records_file(folder, match), numbers_file(folder, match)
    if games_in(folder, match):
        _check_first(match, path)
        _check_numbers(path, note, numbers, adopt)
    note.write_text(json.dumps(numbers) + "\n", encoding="utf-8")


def _check_first(match: Match, path: Path) -> None:
    """Refuse the file of another match by its first game, before comparing numbers."""
    number, record = next(iter(scan(path)))
    try:
        if isinstance(record, Record):
            _arena(match).read(record)
    except ForeignFile as error:
        raise Refused(f"{path}: line {number}: {error}; {MOVE}") from None


def _check_numbers(path: Path, note: Path, numbers: Numbers, adopt: bool) -> None:
    if note.exists():
        if other := differing(json.loads(note.read_text(encoding="utf-8")), numbers):
            raise Refused(f"{path} was played with other numbers than the package has now ({', '.join(other)}); {MOVE}")
    elif not adopt:
        raise Refused(
            f"nothing says which numbers {path} was played with; --adopt takes them as those that the package has now"
        )


def _arena(match: Match) -> Arena:
    return Arena(schedule(match.entries, match.players, match.games, SEED), match.components())


def _games(match: Match, path: Path) -> list[MatchResult]:
    """Return the games of complete rounds."""
    arena_ = _arena(match)
    ledger = Ledger(arena_.schedule)
    for _, record in scan(path):
        assert isinstance(record, Record)
        ledger.add(arena_.read(record))
    return ledger.counted()


def _scores(games: Sequence[MatchResult]) -> tuple[float, Spread | None, list[float]]:
    """Return the mean winning score with its 95 % interval over blocks, and the mean score of each rank."""
    by_place = np.array([[game.iki[seat] for seat in game.ranking] for game in games], np.float64)
    return *over_blocks(games, by_place[:, 0]), by_place.mean(axis=0).tolist()


def _with_provenance(result: Result, numbers: Numbers) -> Result:
    """Add the versions, the machine and the numbers to a result."""
    provenance = {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "machine": machine(),
        "numbers": dict(numbers),
    }
    complete: Result = map_floats(result | provenance, lambda number: round(number, 6))
    return complete


def _processor() -> str:
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()
