"""Write `src/edokko/testing/positions.json`: for each edition and number of players, a position of every phase.

    python -m tests.testing.make_positions

The positions are the first of random games with at least two legal moves.
"""

from __future__ import annotations

import json
from itertools import count

from edokko import Game
from edokko.players import RandomPlayer
from edokko.rules.phases import DRAW_BUILDING, STAGES
from tests.helpers.paths import ROOT

PATH = ROOT / "src" / "edokko" / "testing" / "positions.json"


WITH_NEUTRALS = ("choose_neutral", "place_neutral")
"""The phases that only games with two players have."""


def possible_phases(players: int) -> frozenset[str]:
    """Return the phases in which a seat can have to decide in a game with this number of players."""
    return frozenset(STAGES[:DRAW_BUILDING]) - frozenset(WITH_NEUTRALS if players > 2 else ())


def positions(players: int, edition: str) -> dict[str, str]:
    """Return the position string of a position of each phase, by phase."""
    wanted, lines = possible_phases(players), dict[str, str]()
    for seed in count():
        game, mover = Game(players, edition, seed), RandomPlayer(seed)
        while not game.is_over:
            phase = STAGES[game.state.phase]
            if phase not in lines and len(game.legal_moves) > 1:
                lines[phase] = game.position.to_line()
            game.play(mover.choose(game))
        if wanted <= lines.keys():
            break
    return {phase: lines[phase] for phase in STAGES if phase in lines}


if __name__ == "__main__":
    variants = {
        f"{edition} {players}": positions(players, edition) for edition in ("2021", "2015") for players in (2, 3, 4)
    }
    PATH.write_text(json.dumps(variants, indent=1) + "\n", encoding="utf-8")
