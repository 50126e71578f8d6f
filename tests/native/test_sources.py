"""The engine as C files: a program in C plays with them, also under the sanitizers, and so does Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from edokko.native import compiler, sources
from edokko.native.building import make
from edokko.native.engine import VARIABLE
from tests.helpers.paths import ROOT, SOURCE

PROGRAM = ROOT / "examples" / "games.c"
STRICT = ("-std=c99", "-fno-math-errno", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

SEARCHES = """
import json
from edokko.native.backends import NATIVE
from edokko.players.policies.greedy import GreedyPlayer
from edokko.players.policies.planner import PlannerPlayer
from tests.native import golden
golden_file = json.loads(golden.FILE.read_text(encoding="utf-8"))
for kind, expected in golden_file["searches"].items():
    found = golden.searches(kind, NATIVE, 3)
    assert [each["visits"] for each in found] == [each["visits"] for each in expected[:3]]
for player, name, seed in ((GreedyPlayer, "greedy", 11), (PlannerPlayer, "planner", 12)):
    assert golden.choices(player(3, backend=NATIVE), 20, seed)["first"] == golden_file[name]["first"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the C files."""
    folder = tmp_path_factory.mktemp("sources")
    for name, text in sources().items():
        folder.joinpath(name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("flags", [("-O2",), ("-O1", *SANITIZED)], ids=["strict", "sanitized"])
def test_a_program_in_c_plays_with_the_files_alone(folder: Path, flags: tuple[str, ...]) -> None:
    words = [*compiler.command(), *STRICT, *flags, f"-I{folder}", "-o", "games", str(PROGRAM), "edokko.c"]
    subprocess.run(words, cwd=folder, check=True)
    perft, games = subprocess.run([folder / "games"], capture_output=True, text=True, check=True).stdout.splitlines()
    [counts] = [
        game["opening"]
        for game in json.loads((ROOT / "tests" / "rules" / "perft.json").read_text(encoding="utf-8"))["games"]
        if (game["edition"], game["players"], game["seed"]) == ("2021", 2, 1)
    ]
    assert perft == " ".join(["perft", *map(str, counts)])
    assert games.startswith("1000 games, ")


def test_searches_and_players_pass_the_sanitizers(tmp_path: Path) -> None:
    """A Python process loads the engine with the sanitizers, whose library has to come first."""
    library = tmp_path / "sanitized.so"
    make({library: ("-O1", *SANITIZED)})
    found = subprocess.run(
        [*compiler.command(), "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    )
    environment = os.environ | {
        VARIABLE: str(library),
        "LD_PRELOAD": found.stdout.strip(),
        "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}",
    }
    environment |= {"ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    done = subprocess.run(
        [sys.executable, "-c", SEARCHES], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
