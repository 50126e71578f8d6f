"""Accounts without a home folder, as in containers: what needs no folder works, the rest says what to set."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from edokko import folders
from edokko.native.engine import VARIABLE
from tests.helpers.paths import SAMPLES, SOURCE
from tests.helpers.terminal import edokko

NO_HOME = "edokko: This account has no home folder to write to; name another place with {}.\n"


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away what names a home folder: the environment's variables, and the entry of the account."""
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "EDOKKO_DATABASE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)


@pytest.mark.usefixtures("no_home")
@pytest.mark.parametrize(
    ("command", "ways"),
    [
        (("play", "--seed", "1"), "--record or XDG_DATA_HOME"),
        (("serve", "--no-browser", "--port", "0"), "EDOKKO_DATABASE or XDG_DATA_HOME"),
        (("admin", "tables"), "EDOKKO_DATABASE or XDG_DATA_HOME"),
    ],
)
def test_a_command_that_needs_a_home_says_what_names_another_place(command: tuple[str, ...], ways: str) -> None:
    result = edokko(*command)
    assert (result.exit_code, result.stderr) == (2, NO_HOME.format(ways))


@pytest.mark.usefixtures("no_home")
def test_a_game_with_a_record_needs_no_home(tmp_path: Path) -> None:
    result = edokko("play", "--seats", "random,random", "--seed", "1", "--record", str(tmp_path / "game.jsonl"))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "game.jsonl").exists()
    assert edokko("play", "--resume").exit_code == 2, "no saved game is found, and that is said"


@pytest.mark.parametrize("find", [folders.data, folders.cache])
def test_a_folder_that_is_not_absolute_is_no_home(find: object, monkeypatch: pytest.MonkeyPatch) -> None:
    for function in ("user_data_dir", "user_cache_dir"):
        monkeypatch.setattr(platformdirs, function, lambda name: f"~/{name}")
    with pytest.raises(folders.NoHome):
        find()  # type: ignore[operator]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can take another user's place")
@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "import edokko; edokko.Game(2, seed=1)"],
        ["-m", "edokko", "record", "check", str(SAMPLES / "games-2021-2.jsonl")],
        ["-m", "edokko", "play", "--seats", "random,random", "--seed", "1", "--record", "game.jsonl"],
    ],
)
def test_an_account_without_an_entry_can_play(arguments: list[str], tmp_path: Path) -> None:
    if not (setpriv := shutil.which("setpriv")):
        pytest.skip("needs setpriv of util-linux")
    tmp_path.chmod(0o777)
    # The capability lets the other user read a checkout and a Python that lie in a private folder.
    reading = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
    user = [setpriv, "--reuid", "54321", "--regid", "54321", "--clear-groups", *reading]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"}
    environment[VARIABLE] = os.environ[VARIABLE]
    if subprocess.run([*user, "true"], check=False).returncode:
        pytest.skip("needs the capability to read any file")
    done = subprocess.run(
        [*user, sys.executable, *arguments], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
