"""Count games and write the numbers down: perft.json beside this file, and the table of docs/perft.md.

    PYTHONPATH=src python tests/rules/make_perft.py

Only with a new rules version: under one version these numbers stay. What they mean is told in docs/perft.md.
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

HERE = Path(__file__).parent
DATA = HERE / "perft.json"
DOCUMENT = HERE.parents[1] / "docs" / "perft.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- table -->", "<!-- end -->"

SEEDS = (1, 2, 3)
OPENING_DEPTH = 8
MIDDLE_DEPTH = 5
MIDDLES = (30, 60, 90, 120, 150)
"""After how many decisions of a random game its middle positions are counted."""
MOST = 2_000
"""More decisions than any game has."""
STATES_EVERY = 50
"""After how many decisions each the state is hashed."""


def games() -> Iterator[tuple[str, int, int]]:
    """Edition, players and seed of everything that is counted."""
    for edition in EDITIONS:
        for players in (2, 3, 4):
            for seed in SEEDS:
                yield edition, players, seed


def counts(game: Game, depth: int) -> list[int]:
    """The counts of all depths from 1."""
    return [game.perft(one) for one in range(1, depth + 1)]


def state_hash(game: Game) -> str:
    """A hash of the engine's record of the state."""
    return hashlib.blake2b(game.state.to_records().tobytes(), digest_size=8).hexdigest()


def measure(edition: str, players: int, seed: int) -> dict[str, Any]:
    """One random game: its counts, states, questions and result."""
    game = Game(players, edition, seed)
    words = [0] * 4
    seed_words(words, seed, 0, 0)
    found: dict[str, Any] = {"edition": edition, "players": players, "seed": seed}
    found["opening"] = counts(game, OPENING_DEPTH)
    found["middle"], found["states"] = {}, {}
    questions = hashlib.blake2b(digest_size=8)
    while not game.is_over:
        assert game.ply < MOST
        if game.ply in MIDDLES:
            found["middle"][str(game.ply)] = counts(game, MIDDLE_DEPTH)
        if game.ply and game.ply % STATES_EVERY == 0:
            found["states"][str(game.ply)] = state_hash(game)
        legal = sorted(map(str, game.legal_moves))
        questions.update(f"{game.seat} {', '.join(legal)}\n".encode())
        choice = [one for one in legal if one != "done"] or legal
        game.play(choice[below(words, len(choice))])
    found["states"]["end"] = state_hash(game)
    found["decisions"] = game.ply
    found["questions"] = questions.hexdigest()
    found["iki"] = [sheet.total for sheet in game.score()]
    found["ranking"] = list(game.ranking)
    return found


def table(entries: list[dict[str, Any]]) -> str:
    """The counts as the table of docs/perft.md."""
    depths = [*(f"{depth}" for depth in range(1, OPENING_DEPTH + 1)), *(f"after {ply}" for ply in MIDDLES)]
    rows = [["edition", "players", "seed", *depths, "decisions", "IKI"]]
    rows.append(["---"] * len(rows[0]))
    for one in entries:
        middles = [str(one["middle"][str(ply)][-1]) for ply in MIDDLES]
        iki = ", ".join(map(str, one["iki"]))
        names = [one["edition"], str(one["players"]), str(one["seed"])]
        rows.append([*names, *map(str, one["opening"]), *middles, str(one["decisions"]), iki])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    entries = [measure(*one) for one in games()]
    lines = ",\n  ".join(json.dumps(one) for one in entries)
    DATA.write_text(f'{{"rules_version": {RULES_VERSION}, "games": [\n  {lines}\n]}}\n', encoding="utf-8")
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(TABLE_BEGINS)
    after = rest.split(TABLE_ENDS)[1]
    DOCUMENT.write_text(f"{before}{TABLE_BEGINS}\n{table(entries)}\n{TABLE_ENDS}{after}", encoding="utf-8")
    print(f"{DATA}: {len(entries)} games, rules version {RULES_VERSION}")


if __name__ == "__main__":
    main()
