"""Playing needs no NumPy: neither a game, nor a record, nor a player, in C and in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.helpers.paths import ROOT, SAMPLES

REFUSE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numpy":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Refuse())
"""


def output_of(code: str) -> str:
    """Return what a process prints that runs a piece of code."""
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "EDOKKO_LANGUAGE": "en"}
    result = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def test_a_game_imports_no_package_that_it_does_not_use() -> None:
    code = """
import sys
before = set(sys.modules)
from edokko import Game
game = Game()
game.play(game.legal_moves[0])
found = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(found - set(sys.stdlib_module_names)))
print("ctypes" in found)
"""
    # The package msgspec takes typing_extensions where it is installed.
    packages, has_ctypes = output_of(code).splitlines()
    assert set(packages.split()) - {"typing_extensions"} == {"edokko", "msgspec"}
    assert has_ctypes == "False"


@pytest.mark.parametrize("engine", ["native", "plain"])
@pytest.mark.parametrize("name", ["greedy", "planner", "mcts:5sims", "champion:5sims"])
def test_players_choose_without_it(name: str, engine: str) -> None:
    code = f"""
from edokko import Game
from edokko.native.backends import backend_of
from edokko.players.names import create, parse_name
player = create(parse_name({name!r}), 7, backend_of({engine!r}))
print(player.choose(Game(players=3, seed=5)))
"""
    assert output_of(REFUSE + code) == output_of(code)


def test_what_needs_it_says_so() -> None:
    names = ["from edokko import Batch", "from edokko.observation import SCALES"]
    code = "".join(f"try:\n    {name}\nexcept ImportError as error:\n    print(error)\n" for name in names)
    sentence = "This needs numpy, which is not installed. Install it with: pip install 'edokko[rl]'\n"
    assert output_of(REFUSE + code) == 2 * sentence


def test_records_luck_and_reviews_do_without_it() -> None:
    code = f"""
{REFUSE}
import edokko
from edokko.players.champion.luck import LuckMeter
record = next(iter(edokko.read({str(SAMPLES / "games-2021-2.jsonl")!r})))
edokko.check(record)
print(len(LuckMeter(samples=2).measure(record, 1).moments))
"""
    assert int(output_of(code)) > 12
