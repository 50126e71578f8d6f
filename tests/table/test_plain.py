"""A table in a plain installation: without the server's packages, NumPy or the server, a game is played by requests."""

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

import asyncio

sys.meta_path.insert(0, Refuse())
import edokko.table

for module in pkgutil.walk_packages(edokko.table.__path__, "edokko.table."):
    importlib.import_module(module.name)

from tests.table.helpers import play_out, venue_in_memory

venue = venue_in_memory()
view = asyncio.run(play_out(venue))
print(view["table"]["status"], len(asyncio.run(venue.store.rows(view["table"]["id"]))))
"""


def test_a_whole_game_is_played_and_viewed_without_the_packages_of_a_server() -> None:
    result = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    status, rows = result.stdout.split()
    assert status == "finished"
    assert int(rows) > 50
