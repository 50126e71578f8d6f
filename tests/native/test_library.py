"""The engine is found, built anew where rules have changed, replaced by plain Python where it cannot be built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edokko.native import compiler
from edokko.native.engine import BUILT, VARIABLE, NoEngine, engine, fresh, is_there
from edokko.native.libraries import STAMP, is_current
from tests.helpers.paths import ROOT, SOURCE

GAME = """
from edokko import Batch, Game
from edokko.players import player
game = Game(2, seed=1)
games = Batch(2, 2, seed=1)
legal, counts = games.legal_lists()
games.play(legal[:, 0])
print(player("mcts:4sims", 1).choose(game), game.analyse("4sims").engine, games.legal_lists()[1].tolist())
"""


QUICK = """#!/bin/sh
exec cc "$@" -O0
"""
"""A compiler that compiles in a tenth of the time, for a test of when the engine is built."""

NO_ZIG = 'import sys; sys.modules["ziglang"] = None\n'


def run(source: Path, tmp_path: Path, game: str = GAME, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a game on a checkout, with a cache folder of its own and without the engine of the tests."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    environment |= {"PYTHONPATH": str(source), "XDG_CACHE_HOME": str(tmp_path / "cache")} | variables
    return subprocess.run([sys.executable, "-c", game], env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return the source folder of a copy of the package, without an engine."""
    source = tmp_path / "src"
    shutil.copytree(SOURCE / "edokko", source / "edokko", ignore=shutil.ignore_patterns("page", "built"))
    return source


def test_the_engine_is_built_anew_when_a_rule_has_changed(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("cc"):
        quick = tmp_path / "quick"
        quick.write_text(QUICK, encoding="utf-8")
        quick.chmod(0o755)
        monkeypatch.setenv("CC", str(quick))
    first = run(checkout, tmp_path)
    assert first.returncode == 0, first.stderr
    assert "native" in first.stdout
    assert first.stderr.count("\n") == 1, "one line says that the engine is built"
    again = run(checkout, tmp_path)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    rules = checkout / "edokko" / "rules" / "setup.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    changed = run(checkout, tmp_path)
    assert changed.stdout == first.stdout
    assert "building the engine" in changed.stderr
    page = checkout / "edokko" / "cli" / "serve.py"
    page.write_text(page.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert run(checkout, tmp_path).stderr == "", "the engine does not depend on the server"


PROCESSOR = """
from pathlib import Path
from edokko.native import compiler
compiler.CPU_INFO = Path({file!r})
"""
GOLDEN = """
import json
from edokko.native.backends import NATIVE
from edokko.native.engine import engine
from tests.native import golden
wanted = json.loads(golden.FILE.read_text(encoding="utf-8"))
assert golden.random_games("2021", 4) == wanted["games"]["2021 4"]
for kind, expected in wanted["searches"].items():
    for found, each in zip(golden.searches(kind, NATIVE, 25), expected):
        assert found["visits"] == each["visits"]
print(engine().path.name)
"""


def stamp_of(library: Path) -> bytes:
    """Return the stamp in a library."""
    return STAMP + library.read_bytes().partition(STAMP)[2].partition(b"\0")[0] + b"\0"


@pytest.mark.skipif(not compiler.IS_X86_64, reason="the engine is built twice for x86-64 alone")
def test_each_processor_gets_its_engine_and_the_golden_games(checkout: Path, tmp_path: Path) -> None:
    built = checkout / "edokko" / "native" / "built"
    # Those of the installation, unless a rule has changed since.
    if all(is_current(BUILT / f"engine{name}{compiler.SUFFIX}") for name in ("", compiler.AVX2)):
        shutil.copytree(BUILT, built)
    else:
        built.mkdir()
        words = [sys.executable, "-m", "edokko.native", str(built / f"engine{compiler.SUFFIX}"), "--avx2"]
        subprocess.run(words, env=os.environ | {"PYTHONPATH": str(checkout)}, check=True)
    old = tmp_path / "cpuinfo"
    old.write_text("processor\t: 0\nflags\t\t: fpu sse4_1 avx avx2x\n", encoding="utf-8")
    engines = {str(old): "engine", str(tmp_path / "none"): "engine"}
    if compiler.has_avx2():
        engines[str(compiler.CPU_INFO)] = "engine-avx2"
    for file, name in engines.items():
        game = PROCESSOR.format(file=file) + GOLDEN
        done = run(checkout, tmp_path, game, PYTHONPATH=f"{checkout}{os.pathsep}{ROOT}")
        assert (done.stderr, done.stdout) == ("", f"{name}{compiler.SUFFIX}\n")
    if compiler.has_avx2():
        quick = built / f"engine-avx2{compiler.SUFFIX}"
        quick.write_bytes(b"no library, but current: " + stamp_of(quick))
        done = run(checkout, tmp_path, GOLDEN, PYTHONPATH=f"{checkout}{os.pathsep}{ROOT}")
        assert done.stdout == f"engine{compiler.SUFFIX}\n"
        assert done.stderr.count("\n") == 1
        assert "the engine for processors with AVX2 is not used" in done.stderr


def test_without_a_compiler_the_rules_run_plainly_and_say_so(checkout: Path, tmp_path: Path) -> None:
    plain = run(checkout, tmp_path, NO_ZIG + GAME, PATH=str(tmp_path), CC="")
    assert plain.returncode == 0, plain.stderr
    assert "plain" in plain.stdout
    assert plain.stderr.count("\n") == 1
    assert "the rules run as plain Python, which is slow: there is no C compiler" in plain.stderr
    assert run(SOURCE, tmp_path).stdout.split()[:2] == [plain.stdout.split()[0], plain.stdout.split()[1]]


def test_a_rule_outside_the_subset_is_named(checkout: Path, tmp_path: Path) -> None:
    rules = checkout / "edokko" / "rules" / "setup.py"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace("    for ", "    assert [1 for _ in range(2)]\n    for ", 1), encoding="utf-8")
    broken = run(checkout, tmp_path)
    assert broken.returncode == 0
    assert "setup.py" in broken.stderr
    assert "assert" in broken.stderr


def test_a_library_of_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "other.so"
    monkeypatch.setenv(VARIABLE, str(other))
    for cached in (engine, is_there):
        monkeypatch.setattr(f"edokko.native.engine.{cached.__name__}", cached.__wrapped__)
    for content in (None, b"", b"no library"):
        if content is not None:
            other.write_bytes(content)
        assert not is_current(other)
        with pytest.raises(NoEngine, match=f"{VARIABLE} names .*other.so, not made from these rules"):
            engine.__wrapped__()
        with pytest.raises(NoEngine):
            is_there.__wrapped__()


def test_a_compiler_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "false")
    with pytest.raises(compiler.CompilerFailed, match="false failed with exit code 1"):
        fresh(tmp_path / "engine.so")
    assert not (tmp_path / "engine.so").exists()
