"""Which numbers the players of a match think with, so that a result older than its players is seen.

A fingerprint goes by what a file says and not by its bytes: a comment changes nothing, and of the outlook and the
levels only the part that the match needs counts.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from edokko.players.names import parse_name

WEIGHTS, SETTINGS, OUTLOOK, LEVELS = "weights.toml", "settings.toml", "outlook.toml", "levels.toml"
FOLDERS = {
    WEIGHTS: "edokko.players",
    SETTINGS: "edokko.players.search",
    OUTLOOK: "edokko.players",
    LEVELS: "edokko.players",
}
USED = {
    "random": (),
    "greedy": (WEIGHTS,),
    "planner": (WEIGHTS, OUTLOOK),
    "mcts": (WEIGHTS, SETTINGS, OUTLOOK),
}
"""The files that each kind of player thinks with."""

Numbers = Mapping[str, str]


def read(name: str) -> dict[str, Any]:
    """What a file of the package says."""
    return tomllib.loads(files(FOLDERS[name]).joinpath(name).read_text(encoding="utf-8"))


def fingerprint(players: int, entries: Iterable[str]) -> dict[str, str]:
    """A digest for each file that the entries think with, by the file's name."""
    names = sorted(set(entries))
    levels = read(LEVELS)
    used = {name for entry in names for name in USED[parse_name(entry).kind]}
    parts: dict[str, Any] = {name: _part(name, players) for name in sorted(used)}
    if meant := {entry: levels[entry] for entry in names if entry in levels}:
        parts[LEVELS] = meant
    return {name: _digest(parts[name]) for name in FOLDERS if name in parts}


def differing(found: Numbers, mine: Numbers) -> list[str]:
    """The files that are not the same."""
    return [name for name in FOLDERS if found.get(name) != mine.get(name)]


def _part(name: str, players: int) -> dict[str, Any]:
    """What of a file matters at a table of so many."""
    said = read(name)
    if name != OUTLOOK:
        return said
    sizes = {"2", "3", "4"} - {str(players)}
    return {key: value for key, value in said.items() if key not in sizes}


def _digest(part: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:16]
