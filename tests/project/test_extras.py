"""The extras: playing, simulating and serving work without them; what needs one says how to install it."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from edokko import extras
from edokko.catalogue import Catalogue, languages
from edokko.lab.arena.runner import NEEDS as ARENA_NEEDS
from tests.helpers.paths import ROOT, SAMPLES

SAMPLE = SAMPLES / "games-2021-2.jsonl"
LAB = ("altair", "choix", "duckdb", "jinja2", "matplotlib", "polars", "pyarrow", "scipy")
NAMED_OTHERWISE = {"vl-convert-python": "vl_convert"}
"""The module of each package of the extra whose name differs."""
DEPENDENCIES = ("contourpy", "cycler", "dateutil", "fontTools", "kiwisolver", "networkx", "PIL")
"""The dependencies of these packages that no other package needs."""


def refusing(*packages: str) -> str:
    """Return code after which these packages cannot be imported."""
    return f"""
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refuse())
"""


REFUSE = refusing(*LAB, *NAMED_OTHERWISE.values(), *DEPENDENCIES, "ray")
BASE = refusing(*extras.extra_of(), *DEPENDENCIES)
"""Code after which only the packages of a plain installation can be imported."""
SERVER = refusing(*(module for module, extra in extras.extra_of().items() if extra != "server"), *DEPENDENCIES)
"""The same with the packages of the server."""
MAIN = "from edokko.cli import main\nmain()"
COMMANDS = f"""{BASE}
import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from edokko.cli import main
results = []
for arguments in json.loads(sys.argv[1]):
    code = None
    with redirect_stdout(StringIO()) as output, redirect_stderr(StringIO()) as errors:
        try:
            main(arguments)
        except SystemExit as exit_:
            code = exit_.code
    results.append([code, output.getvalue(), errors.getvalue()])
print(json.dumps(results))
"""
"""Code that runs several commands and prints the exit code, the output and the error output of each."""
SMALLER = ("arena", "plot")
"""The extras that ``lab`` includes."""
QUICK = "policy:temperature=100"
"""A player that chooses any legal move in plain Python, without the compiler."""


def without_lab(
    tmp_path: Path, *arguments: str, code: str = BASE + MAIN, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command, or other code, in a process that cannot import the packages of any extra."""
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(tmp_path), "EDOKKO_LANGUAGE": "en"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=env | variables,
        input="1\nq\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def packages_of(extra: str) -> set[str]:
    """Return the packages that an extra names itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {line.partition(">")[0] for line in project["optional-dependencies"][extra]}


def test_the_extra_has_the_packages_refused_here() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    own = packages_of("lab") - {"edokko[arena,plot]"}
    packages = own.union(*map(packages_of, SMALLER)) - {"numpy"}
    assert len(own) == len(packages_of("lab")) - 1
    assert packages == {*LAB, *NAMED_OTHERWISE}
    assert not packages & {line.partition(">")[0] for line in project["dependencies"]}


@pytest.mark.parametrize(("needs", "extra"), [(ARENA_NEEDS, "arena"), (("matplotlib",), "plot")])
def test_a_smaller_extra_has_all_that_its_command_needs(needs: tuple[str, ...], extra: str) -> None:
    assert packages_of(extra) == set(needs) | ({"numpy"} if extra == "arena" else set())
    assert extras.extra_of()[needs[0]] == extra


def test_a_message_names_the_smallest_extra_with_the_package() -> None:
    for package in LAB:
        sizes = {extra: len(packages_of(extra)) for extra in SMALLER if package in packages_of(extra)}
        assert extras.extra_of()[package] == min(sizes, key=sizes.__getitem__, default="lab"), package
    named = {"numpy": "arena", "litestar": "server", "quickjs": "server", "pyspiel": "openspiel", "gymnasium": "rl"}
    assert {package: extras.extra_of()[package] for package in named} == named


def test_a_missing_package_is_still_named_in_another_process() -> None:
    error = pickle.loads(pickle.dumps(extras.MissingExtra("choix", "arena")))
    assert (error.name, error.extra, str(error)) == ("choix", "arena", str(extras.MissingExtra("choix", "arena")))


def test_a_source_that_is_not_installed_has_no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", missing)
    assert extras.extra_of.__wrapped__() == {}


def test_a_plain_installation_is_small() -> None:
    """Its own requirements; what they need in turn is as many again."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    packages = {line.partition(">")[0] for line in project["dependencies"]}
    assert packages == {"click", "filelock", "fluent.runtime", "msgspec", "platformdirs", "rich"}


@pytest.mark.parametrize("extra", ["lab", "openspiel", "rl", "server"])
def test_the_tests_install_the_extra(extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    own = next(line for line in project["optional-dependencies"]["test"] if line.startswith("edokko["))
    assert extra in own.removeprefix("edokko[").removesuffix("]").split(",")


def test_observations_need_no_library_and_environments_name_theirs() -> None:
    code = f"""
{refusing("gymnasium", "pettingzoo")}
from importlib import import_module
from edokko.envs.core import Core
core = Core(2)
core.seed(1)
core.restart()
assert core.masks.any()
for name in ("vector", "single", "aec_v0"):
    try:
        import_module(f"edokko.envs.{{name}}")
    except ImportError as error:
        print(error)
"""
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "EDOKKO_LANGUAGE": "en"}
    result = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    sentence = "This needs gymnasium, which is not installed. Install it with: pip install 'edokko[rl]'\n"
    assert result.stdout == 3 * sentence


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("play", "--seats", "human,human"),
        ("play", "--seats", f"{QUICK},random", "--record", "{}/game.jsonl"),
        ("hint", str(SAMPLE), "--ply", "9", "--budget", "20sims"),
        ("review", str(SAMPLE), "--budget", "1sims", "--brief"),
        ("record", "check", str(SAMPLE)),
        ("record", "show", str(SAMPLE)),
        ("components", "book_lender"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_commands_work_without_any_extra(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = without_lab(tmp_path, *(argument.format(tmp_path) for argument in arguments))
    assert result.returncode == 0, result.stderr


def test_the_server_works_without_the_extra(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER + MAIN, "serve", "--no-browser"], env=env, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process.stdout as lines:
        assert "http://127.0.0.1:" in next(lines)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    assert without_lab(tmp_path, "admin", "tables", code=SERVER + MAIN).returncode == 0


@pytest.mark.parametrize("language", languages())
def test_without_the_server_one_sentence_says_what_to_install(tmp_path: Path, language: str) -> None:
    commands = [(), ("serve",), ("admin", "tables"), ("worker", "--database", "postgresql+asyncpg://x")]
    process = without_lab(tmp_path, json.dumps(commands), code=COMMANDS, EDOKKO_LANGUAGE=language)
    assert (process.returncode, process.stderr) == (0, "")
    for command, (code, output, errors) in zip(commands, json.loads(process.stdout), strict=True):
        assert (code, output) == (2, ""), command
        assert errors.count("\n") == 1
        assert "pip install 'edokko[server]'" in errors
        assert "edokko play" in errors
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_needs_the_extra_fails_first_with_a_clear_message(tmp_path: Path) -> None:
    arena = ("arena", "--entries", f"{QUICK},{QUICK}", "--games", "2", "--record", f"{tmp_path}/games.jsonl")
    commands: list[tuple[tuple[str, ...], str, str]] = [
        (arena, "numpy", "arena"),
        (("simulate", "--games", "2", "--record", f"{tmp_path}/games.jsonl"), "numpy", "arena"),
        (("review", str(SAMPLE), "--plot", f"{tmp_path}/game.png"), "matplotlib", "plot"),
        (("lab", "run", "--entries", QUICK, "--games", "2", "-o", f"{tmp_path}/run"), "pyarrow", "lab"),
        (("lab", "sql", f"{tmp_path}/run", "SELECT 1"), "duckdb", "lab"),
        (("lab", "report", f"{tmp_path}/run", "-o", f"{tmp_path}/report.html"), "pyarrow", "lab"),
        (("lab", "compare", f"{tmp_path}/run", f"{tmp_path}/other"), "pyarrow", "lab"),
    ]
    process = without_lab(tmp_path, json.dumps([arguments for arguments, _, _ in commands]), code=COMMANDS)
    assert (process.returncode, process.stderr) == (0, "")
    for (arguments, package, extra), result in zip(commands, json.loads(process.stdout), strict=True):
        install = f"pip install 'edokko[{extra}]'"
        sentence = f"edokko: This needs {package}, which is not installed. Install it with: {install}\n"
        assert result == [2, "", sentence], arguments
    assert list(tmp_path.iterdir()) == []


def test_a_run_on_ray_needs_the_extra_ray(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    code = """
import sys
sys.modules["ray"] = None
from edokko.cli import main
main()
"""
    line = "lab run --entries random --games 1 --ray auto -o"
    result = subprocess.run(
        [sys.executable, "-c", code, *line.split(), str(tmp_path / "run")],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "EDOKKO_LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr == (
        "edokko: This needs ray, which is not installed. Install it with: pip install 'edokko[ray]'\n"
    )


@pytest.mark.parametrize("language", languages())
def test_the_sentence_names_package_and_command_in_every_language(tmp_path: Path, language: str) -> None:
    result = without_lab(tmp_path, "review", str(SAMPLE), "--plot", "x.png", EDOKKO_LANGUAGE=language)
    assert result.stderr == f"edokko: {Catalogue(language).text('problem-extra', package='matplotlib', extra='plot')}\n"
    assert "pip install 'edokko[plot]'" in result.stderr


def test_the_library_raises_an_import_error_with_the_sentence() -> None:
    code = f"""
{REFUSE}
from edokko.extras import MissingExtra
from edokko.lab.arena.runner import arena
from edokko.lab.intervals import student
from edokko.lab.arena.ratings import ratings
from edokko.lab.data.plan import plan_of
from edokko.lab.data.run import run
from edokko.cli.reviewing.plot_style import render
from edokko import extras
import numpy, pathlib
for name, fails in {{
    "choix": lambda: arena(["random", "random"], 2, 2),
    "scipy": lambda: student(3),
    "scipy ": lambda: ratings(numpy.array([[0, 1]]), numpy.array([0]), 2),
    "matplotlib": lambda: render((1, 1), ".svg", print),
    "duckdb": lambda: extras.lab("duckdb"),
    "pyarrow": lambda: list(run(plan_of({{"entries": "random", "games": 1}}), pathlib.Path("none"))),
}}.items():
    try:
        fails()
    except MissingExtra as error:
        assert isinstance(error, ImportError) and error.name == name.strip(), error.name
        assert str(error).startswith(f"This needs {{name.strip()}}, which is not installed."), error
    else:
        raise AssertionError(name)
"""
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    result = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_every_other_module_can_be_imported_without_the_extra() -> None:
    code = f"""
{REFUSE}
import pkgutil
from importlib import import_module
import edokko
refused = []
for module in pkgutil.walk_packages(edokko.__path__, "edokko."):
    if module.name.endswith("__main__") or ".migrations" in module.name:
        continue
    try:
        import_module(module.name)
    except ImportError as error:
        refused.append((module.name, type(error).__name__))
print(refused)
"""
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    result = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert result.stdout == f"{[('edokko.lab.report', 'MissingExtra')]}\n"


def test_an_import_error_inside_a_package_is_not_a_missing_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_lab.py").write_text("raise ImportError('a library of the system is missing')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ImportError, match="of the system") as error:
        extras.lab("broken_lab")
    assert not isinstance(error.value, extras.MissingExtra)
