"""Fingerprints of the numbers that the players of a match use, to detect stale results.

A fingerprint covers the values of a file, not its bytes, so a comment does not change it. Of the outlook and the
levels, it covers only the part that the match uses.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from edokko.components import read_overlay
from edokko.players.champion.stored import SHIPPED, file_hash
from edokko.players.names import NETWORKS, parse_name
from edokko_research.strength.matches import Match

WEIGHTS, SETTINGS, OUTLOOK, LEVELS = "weights.toml", "settings.toml", "outlook.toml", "levels.toml"
STYLES = "styles.toml"
CONSTANTS, NETWORK = "constants.toml", "champion.npz"
FOLDERS = {
    WEIGHTS: "edokko.players.evaluation",
    SETTINGS: "edokko.players.search",
    CONSTANTS: "edokko.players.champion",
    OUTLOOK: "edokko.players.evaluation",
    LEVELS: "edokko.players",
    STYLES: "edokko.players.evaluation",
}
USED = {
    "random": (),
    "greedy": (WEIGHTS,),
    "planner": (WEIGHTS, OUTLOOK),
    "policy": (WEIGHTS,),
    "mcts": (WEIGHTS, SETTINGS, OUTLOOK),
    "champion": (WEIGHTS, SETTINGS, CONSTANTS),
}
"""The files of numbers that each kind of player uses. A champion also uses a network, whose file has its outlooks."""
OVERLAY = "overlay"
"""The name under which a fingerprint has the overlay of a match."""
ORDER = (*FOLDERS, NETWORK, OVERLAY)

Numbers = Mapping[str, str]


def read(name: str) -> dict[str, Any]:
    """Return the content of a file of the package."""
    return tomllib.loads(files(FOLDERS[name]).joinpath(name).read_text(encoding="utf-8"))


def fingerprint_of(match: Match) -> dict[str, str]:
    """Return the fingerprint of a match: that of its players, and a digest of its overlay."""
    numbers = fingerprint(match.players, match.entries)
    if match.overlay is not None:
        numbers[OVERLAY] = _digest(read_overlay(match.overlay))
    return numbers


def fingerprint(players: int, entries: Iterable[str]) -> dict[str, str]:
    """Return a digest of each file that the entries use, by the file's name."""
    names = sorted(set(entries))
    levels = read(LEVELS)
    specs = {entry: parse_name(entry) for entry in names}
    used = {name for spec in specs.values() for name in USED[spec.kind]}
    parts: dict[str, Any] = {name: _part(name, players) for name in sorted(used)}
    if networks := {
        entry: file_hash(spec.network or SHIPPED) for entry, spec in specs.items() if spec.kind in NETWORKS
    }:
        parts[NETWORK] = networks
    if used_levels := {level: levels[level] for entry in names if (level := entry.partition(":")[0]) in levels}:
        parts[LEVELS] = used_levels
    if used_styles := {spec.style: read(STYLES)[spec.style] for spec in specs.values() if spec.style is not None}:
        parts[STYLES] = used_styles
    return {name: _digest(parts[name]) for name in ORDER if name in parts}


def differing(first: Numbers, second: Numbers) -> list[str]:
    """Return the files whose digests differ."""
    return [name for name in ORDER if first.get(name) != second.get(name)]


def _part(name: str, players: int) -> dict[str, Any]:
    """Return the part of a file that matters for a number of players."""
    content = read(name)
    if name != OUTLOOK:
        return content
    sizes = {"2", "3", "4"} - {str(players)}
    return {key: value for key, value in content.items() if key not in sizes}


def _digest(part: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:16]
