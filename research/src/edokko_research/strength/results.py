"""The results file beside the page: a JSON object with a result for each match, by its key."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from edokko.components import RULES_VERSION
from edokko_research.strength.matches import Match
from edokko_research.strength.numbers import Numbers, differing, fingerprint_of

Result = dict[str, Any]


def results_file(page: Path) -> Path:
    """Return the results file of a page."""
    return page.with_suffix(".json")


def read_results(page: Path) -> dict[str, Result]:
    """Read all results; without a file, there are none."""
    path = results_file(page)
    results: dict[str, Result] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return results


def write_result(page: Path, key: str, result: Result) -> None:
    """Add or replace a result in the file, atomically."""
    path = results_file(page)
    results = read_results(page) | {key: result}
    temporary = path.with_suffix(".json.new")
    temporary.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n", encoding="utf-8")
    os.replace(temporary, path)


def is_played(match: Match, result: Result | None) -> bool:
    """Check whether a result belongs to the match as it is declared now."""
    return (
        result is not None
        and result["entries"] == list(match.entries)
        and result["players"] == match.players
        and result["edition"] == match.edition
        and result["games"] == -(-match.games // match.players) * match.players
    )


def is_fresh(match: Match, result: Result) -> bool:
    """Check whether the players of a result have the same numbers and rules as today's."""
    return not changed(result, fingerprint_of(match))


def changed(result: Result, numbers: Numbers) -> list[str]:
    """Return the names of what has changed since a result was measured."""
    rules = [] if result["rules_version"] == RULES_VERSION else ["the rules"]
    return [*rules, *differing(result["numbers"], numbers)]
