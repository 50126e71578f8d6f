"""The results beside the page: one JSON file, an object for each match by its key."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from edokko.components import RULES_VERSION
from strength_match import Match
from strength_numbers import Numbers, differing, fingerprint

Result = dict[str, Any]


def results_file(page: Path) -> Path:
    """Where the results of a page are."""
    return page.with_suffix(".json")


def read_results(page: Path) -> dict[str, Result]:
    """All results; none where there is no file yet."""
    path = results_file(page)
    found: dict[str, Result] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def write_result(page: Path, key: str, result: Result) -> None:
    """Put one result into the file, which is whole at every moment."""
    path = results_file(page)
    results = read_results(page) | {key: result}
    beside = path.with_suffix(".json.new")
    beside.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n", encoding="utf-8")
    os.replace(beside, path)


def rounded(value: Any) -> Any:
    """Floating point numbers to six digits, however deep, and tuples as lists."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(one) for one in value]
    return value


def is_played(match: Match, result: Result | None) -> bool:
    """Whether a result is one of this match as it is declared now."""
    return (
        result is not None
        and result["entries"] == list(match.entries)
        and result["players"] == match.players
        and result["games"] == -(-match.games // match.players) * match.players
    )


def is_fresh(match: Match, result: Result) -> bool:
    """Whether the players of a result are those of today."""
    return not changed(result, fingerprint(match.players, match.entries))


def changed(result: Result, numbers: Numbers) -> list[str]:
    """What is no longer as it was when a result was found."""
    rules = [] if result["rules_version"] == RULES_VERSION else ["the rules"]
    return [*rules, *differing(result["numbers"], numbers)]
