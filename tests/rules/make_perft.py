"""Compute the perft numbers and write them to perft.json beside this file and to the table of docs/develop/engine.md.

    PYTHONPATH=src python -m tests.rules.make_perft

Run it only with a new rules version: within one version these numbers do not change: docs/develop/engine.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from edokko import Game
from edokko.components import EDITIONS, RULES_VERSION
from edokko.rules.chance import below, seed_words
from tests.helpers.paths import DOCS

DATA = Path(__file__).with_name("perft.json")
DOCUMENT = DOCS / "develop/engine.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- table -->", "<!-- end -->"

SEEDS = (1, 2, 3)
OPENING_DEPTH = 8
MIDDLE_DEPTH = 5
MIDDLES = (30, 60, 90, 120, 150)
"""The plies of a random game whose positions are counted."""
MAX_DECISIONS = 2_000
"""A number of decisions that no game reaches."""
STATES_EVERY = 50
"""The number of decisions between two hashes of the state."""


def games() -> Iterator[tuple[str, int, int]]:
    """Yield edition, players and seed of all games."""
    for edition in EDITIONS:
        for players in (2, 3, 4):
            for seed in SEEDS:
                yield edition, players, seed


def counts(game: Game, depth: int) -> list[int]:
    """Return the perft counts of all depths from 1."""
    return [game.perft(plies) for plies in range(1, depth + 1)]


def state_hash(game: Game) -> str:
    """Hash the engine's record of the state."""
    return hashlib.blake2b(game.state.to_records().tobytes(), digest_size=8).hexdigest()


def measure(edition: str, players: int, seed: int) -> dict[str, Any]:
    """Play one random game and return its counts, states, questions and result."""
    game = Game(players, edition, seed)
    words = [0] * 4
    seed_words(words, seed, 0, 0)
    entry: dict[str, Any] = {"edition": edition, "players": players, "seed": seed}
    entry["opening"] = counts(game, OPENING_DEPTH)
    entry["middle"], entry["states"] = {}, {}
    questions = hashlib.blake2b(digest_size=8)
    while not game.is_over:
        assert game.ply < MAX_DECISIONS
        if game.ply in MIDDLES:
            entry["middle"][str(game.ply)] = counts(game, MIDDLE_DEPTH)
        if game.ply and game.ply % STATES_EVERY == 0:
            entry["states"][str(game.ply)] = state_hash(game)
        legal = sorted(map(str, game.legal_moves))
        questions.update(f"{game.seat} {', '.join(legal)}\n".encode())
        choice = [move for move in legal if move != "done"] or legal
        game.play(choice[below(words, len(choice))])
    entry["states"]["end"] = state_hash(game)
    entry["decisions"] = game.ply
    entry["questions"] = questions.hexdigest()
    entry["iki"] = [sheet.total for sheet in game.score()]
    entry["ranking"] = list(game.ranking)
    return entry


def table(entries: list[dict[str, Any]]) -> str:
    """Return the counts as the table of docs/develop/engine.md."""
    depths = [*(f"{depth}" for depth in range(1, OPENING_DEPTH + 1)), *(f"after {ply}" for ply in MIDDLES)]
    rows = [["edition", "players", "seed", *depths, "decisions", "IKI"]]
    rows.append(["---"] * len(rows[0]))
    for entry in entries:
        middles = [str(entry["middle"][str(ply)][-1]) for ply in MIDDLES]
        iki = ", ".join(map(str, entry["iki"]))
        names = [entry["edition"], str(entry["players"]), str(entry["seed"])]
        rows.append([*names, *map(str, entry["opening"]), *middles, str(entry["decisions"]), iki])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    entries = [measure(*game) for game in games()]
    lines = ",\n  ".join(json.dumps(entry) for entry in entries)
    DATA.write_text(f'{{"rules_version": {RULES_VERSION}, "games": [\n  {lines}\n]}}\n', encoding="utf-8")
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(TABLE_BEGINS)
    after = rest.split(TABLE_ENDS)[1]
    DOCUMENT.write_text(f"{before}{TABLE_BEGINS}\n{table(entries)}\n{TABLE_ENDS}{after}", encoding="utf-8")
    print(f"{DATA}: {len(entries)} games, rules version {RULES_VERSION}")


if __name__ == "__main__":
    main()
