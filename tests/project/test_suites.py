"""Which suites of tests a change needs: `.ci/suites`."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conftest import left_out
from tests.helpers.paths import ROOT

ALL = "trunk table browser matrices research prose"
DOUBT = ALL.replace("matrices", "third")
Git = Callable[..., str]

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="THE CHOICE OF SUITES IS NOT TESTED: no git")


def suites(*arguments: str, paths: str = "", checkout: Path = ROOT, base: str = "") -> str:
    script = checkout / ".ci" / "suites"
    env = {"PATH": os.environ["PATH"], "EDOKKO_CI_BASE": base}
    done = subprocess.run([script, *arguments], input=paths, env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("path", "needed"),
    [
        ("docs/rules.md", "prose"),
        ("docs/examples/my-copy.toml", "prose"),
        ("README.md", "prose"),
        ("examples/ppo.py", "prose"),
        ("research/docs/strength.md", "research prose"),
        ("research/src/edokko_research/tune/run.py", "research prose"),
        ("web/src/table/Bar.svelte", "browser matrices prose"),
        ("tests/web/test_bar.py", "browser matrices prose"),
        ("src/edokko/server/web/guests.py", "table browser prose"),
        ("src/edokko/cli/serve.py", "trunk table browser prose"),
        ("src/edokko/cli/admin.py", "trunk table browser prose"),
        ("src/edokko/table/venue.py", "trunk table browser prose"),
        ("tests/server/test_playing.py", "table prose"),
        ("tests/table/test_tasks.py", "trunk prose"),
        ("tests/browser/games.py", "trunk browser prose"),
        ("src/edokko/browser/venue.py", "trunk browser prose"),
        ("src/edokko/server/features/study/trees.py", "trunk table browser prose"),
        ("src/edokko/cli/play.py", "trunk table research prose"),
        ("src/edokko/cli/playing/undo.py", "trunk table research prose"),
        ("src/edokko/lab/arena/matches.py", "trunk research prose"),
        ("src/edokko/envs/core.py", "trunk research prose"),
        ("tests/lab/bench/test_bench.py", "trunk prose"),
        ("src/edokko/rules/fire.py", DOUBT),
        ("src/edokko/catalogue/en.ftl", ALL),
        ("src/edokko/servers.py", DOUBT),
        ("tests/helpers/server.py", DOUBT),
        ("tests/conftest.py", DOUBT),
        ("tests/rules/perft.json", DOUBT),
        (".ci/suites", DOUBT),
        ("run-tests", DOUBT),
        ("pyproject.toml", DOUBT),
        ("constraints.txt", DOUBT),
        ("hatch_build.py", DOUBT),
        ("something/new.txt", DOUBT),
        ('"docs/\\305\\201.txt"', DOUBT),
    ],
)
def test_a_path_needs_suites(path: str, needed: str) -> None:
    assert suites("--paths", paths=f"{path}\n") == needed


def test_paths_add_up() -> None:
    assert suites("--paths", paths="research/x.py\ndocs/api.md\nsrc/edokko/server/app/log.py\n") == (
        "table browser research prose"
    )
    assert suites("--paths", paths="docs/api.md\nsrc/edokko/game.py\n") == DOUBT
    assert suites("--paths") == DOUBT
    assert suites("--paths", paths="web/src/app.ts\nsrc/edokko/game.py\n") == ALL
    assert suites("--paths", paths="src/edokko/game.py\ntests/web/test_bar.py\n") == ALL


def test_a_person_overrides_the_choice() -> None:
    assert suites("--all") == ALL
    assert suites("--suite", "table", "--suite", "prose") == "table prose"


@pytest.mark.parametrize("wrong", [["--suite"], ["--suite", "tables"], ["--suite", "table", "prose"], ["table"]])
def test_a_wrong_option_runs_nothing(wrong: list[str]) -> None:
    done = subprocess.run([ROOT / ".ci" / "suites", *wrong], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Return git in a clone whose `origin/main` has one commit."""
    settings = ("user.name=A", "user.email=a@example.org", "init.defaultBranch=main", "commit.gpgSign=false")
    options = [option for setting in settings for option in ("-c", setting)]
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    env = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

    def run(*arguments: str, folder: Path = clone) -> str:
        command = ["git", *options, *arguments]
        return subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, text=True).stdout.strip()

    (origin / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "suites", origin / ".ci")
    (origin / "game.py").write_text("game\n" * 9)
    run("init", "--quiet", folder=origin)
    run("add", ".", folder=origin)
    run("commit", "--quiet", "--message=first", folder=origin)
    run("clone", "--quiet", str(origin), str(clone), folder=tmp_path)
    return run


@pytest.fixture
def clone(git: Git, tmp_path: Path) -> Path:
    return tmp_path / "clone"


def commit(git: Git, clone: Path, path: str, text: str = "text\n") -> str:
    file = clone / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    git("add", path)
    git("commit", "--quiet", f"--message={path}")
    return git("rev-parse", "HEAD")


def test_all_commits_since_the_main_branch_count(git: Git, clone: Path) -> None:
    assert suites(checkout=clone) == DOUBT, "without a change"
    commit(git, clone, "docs/a.md")
    assert suites(checkout=clone) == "prose"
    commit(git, clone, "research/a.py")
    commit(git, clone, "docs/b.md")
    assert suites(checkout=clone) == "research prose"


def test_the_caller_names_the_base(git: Git, clone: Path) -> None:
    earlier = commit(git, clone, "research/a.py")
    commit(git, clone, "docs/a.md")
    assert suites(checkout=clone, base=earlier) == "prose"
    assert suites(checkout=clone, base="no-such-commit") == DOUBT
    git("checkout", "--quiet", "-b", "other", "origin/main")
    commit(git, clone, "docs/c.md")
    assert suites(checkout=clone, base=earlier) == DOUBT, "HEAD does not follow it"


def test_without_a_base_every_suite_runs(git: Git, clone: Path) -> None:
    commit(git, clone, "docs/a.md")
    git("remote", "remove", "origin")
    assert suites(checkout=clone) == DOUBT


def test_without_a_main_branch_the_default_branch_of_the_origin_is_the_base(git: Git, clone: Path) -> None:
    commit(git, clone, "docs/a.md")
    git("update-ref", "refs/remotes/origin/trunk", "origin/main")
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    git("update-ref", "-d", "refs/remotes/origin/main")
    assert suites(checkout=clone) == "prose"


def test_a_merge_needs_every_suite(git: Git, clone: Path) -> None:
    git("checkout", "--quiet", "-b", "side")
    commit(git, clone, "docs/a.md")
    git("checkout", "--quiet", "main")
    commit(git, clone, "docs/b.md")
    git("merge", "--quiet", "--no-edit", "side")
    assert suites(checkout=clone) == DOUBT
    commit(git, clone, "docs/c.md")
    assert suites(checkout=clone) == DOUBT


def test_both_ends_of_a_move_count(git: Git, clone: Path) -> None:
    git("mv", "game.py", "game.md")
    git("commit", "--quiet", "--message=move")
    assert suites(checkout=clone) == DOUBT
    commit(git, clone, "game.md", "else\n")
    assert suites(checkout=clone, base="HEAD^") == "prose"


def test_what_is_not_committed_counts(git: Git, clone: Path) -> None:
    commit(git, clone, "docs/a.md")
    (clone / "docs" / "a.md").write_text("changed\n")
    assert suites(checkout=clone) == "prose"
    (clone / "research").mkdir()
    (clone / "research" / "new.py").write_text("")
    assert suites(checkout=clone) == "research prose"
    (clone / "game.py").write_text("changed\n")
    assert suites(checkout=clone) == DOUBT


def test_run_tests_knows_every_suite() -> None:
    """The suites have every test, and prose has the pages' tests wherever they are."""
    script = (ROOT / "run-tests").read_text().partition("files_of() {")[2].partition("\noptions=")[0]
    files = {}
    for suite in {*ALL.split(), *DOUBT.split()}:
        command = ["bash", "-euc", f"files_of() {{{script}\nfiles_of {suite}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        files[suite] = set(done.stdout.split())
    every = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    assert set.union(*files.values()) == every
    for file, needed in (
        ("tests/rules/test_chance.py", {"trunk"}),
        ("tests/rules/test_readings.py", {"trunk", "prose"}),
        ("tests/test_locks.py", {"trunk", "table"}),
        ("tests/server/test_playing.py", {"table"}),
        ("tests/server/test_example.py", {"table", "prose"}),
        ("tests/server/features/programs/test_programs.py", {"table", "prose"}),
        ("tests/web/test_bar.py", {"browser", "matrices", "third"}),
    ):
        assert {suite for suite, found in files.items() if file in found} == needed, file


class View(NamedTuple):
    nodeid: str


def test_each_commit_takes_a_third_of_each_matrix() -> None:
    """Of a test's views a third runs, another one with another commit, and in time each."""
    names = [f"tests/web/test_views.py::test_views[{number}]" for number in range(15)]
    views: list[Any] = [View(name) for name in [*names, "tests/web/test_sizes.py::test_sizes"]]
    assert left_out(views, True, None) == set()
    assert len(left_out(views, False, "a")) == 16
    ran = {
        commit: {view.nodeid for view in views} - {view.nodeid for view in left_out(views, True, commit)}
        for commit in "abcdefghijkl"
    }
    assert {len(each & {*names}) for each in ran.values()} == {5}
    assert len({frozenset(each) for each in ran.values()}) > 8
    assert set.union(*ran.values()) >= {*names}
