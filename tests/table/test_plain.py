"""A table in a plain installation: without the server's packages, NumPy or the server, a game is played and viewed."""

from __future__ import annotations

import subprocess
import sys

PLAY = """
import importlib, pkgutil, sys

REFUSED = ("sqlalchemy", "litestar", "cachetools", "numpy", "aiohttp", "edokko.server")

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.startswith(REFUSED):
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
import edokko.table

for module in pkgutil.walk_packages(edokko.table.__path__, "edokko.table."):
    importlib.import_module(module.name)

from edokko.table.commands.making import new_table
from edokko.table.hub import Hub
from edokko.table.match import rebuild
from edokko.table.people import Person
from edokko.table.shapes.requests import NewSeat, NewTable
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of

info, seats = new_table(NewTable([NewSeat("you"), NewSeat("local")]), Person("host", "Hana"))
info.status = "running"
live_table = LiveTable(info, seats, rebuild(info.setup, []), away=60)
match = live_table.match
match.begin(0, 1.0)
version = 1
while not match.is_over:
    move = match.game.legal_moves[0].words
    version += len(match.play([move], version, "host", None, 2.0))
print(version, type(view_of(live_table, Hub(), "host")).__name__)
"""


def test_a_whole_game_is_played_and_viewed_without_the_packages_of_a_server() -> None:
    result = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    rows, view = result.stdout.split()
    assert int(rows) > 50
    assert view == "TableView"
