"""Write `src/edokko/envs/starts.json`: for each edition and number of players, the positions where small games begin.

    python -m tests.envs.make_starts

They are from one game of planners each, at the first decision of a month.
"""

from __future__ import annotations

import json

from edokko import Game
from edokko.envs.variants import MONTHS, WHOLE
from edokko.players import player
from tests.helpers.paths import ROOT

PATH = ROOT / "src" / "edokko" / "envs" / "starts.json"
SEED = 1657


def starts(players: int, edition: str) -> dict[str, str]:
    """Return the position string where a game of some months begins, by their number."""
    game, mover, lines = Game(players, edition, SEED), player("planner", SEED), dict[str, str]()
    while not game.is_over:
        months = WHOLE + 1 - game.state.month
        if months in MONTHS:
            lines.setdefault(str(months), game.position.to_line())
        game.play(mover.choose(game))
    return lines


def text() -> str:
    """Return the file."""
    tables = {f"{edition} {players}": starts(players, edition) for edition in ("2021", "2015") for players in (2, 3, 4)}
    return json.dumps(tables, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
