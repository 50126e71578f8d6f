"""Saved games: locking between processes, and pointers to games that are saved beside their record."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from edokko import Game, Record, check, locks
from edokko.cli.options import SeatChoice
from edokko.cli.playing import elsewhere, saves
from edokko.cli.problems import Problem
from tests.helpers.paths import SOURCE
from tests.helpers.terminal import Terminal, edokko, saved_games

TWO = ("--seats", "Hana=human,random", "--pause", "0")
PEOPLE = ("--seats", "human,human")


def pointers(data: Path) -> list[Path]:
    return list((data / "edokko" / "elsewhere").glob("*"))


def moves_in(path: Path) -> int:
    return len(Record.from_line(path.read_text()).moves)


def quit_after(count: int, *arguments: str, data: Path) -> None:
    """Make some decisions and quit."""
    result = edokko("play", *arguments, typed="1\n" * count + "q\n", data=data)
    assert result.exit_code == 0, result.output


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


# --- two processes


def test_a_second_process_cannot_play_the_same_game(tmp_path: Path) -> None:
    """Before the lock, it resumed the game and overwrote the first one's saves."""
    quit_after(3, *PEOPLE, data=tmp_path)
    (saved,) = saved_games(tmp_path)
    first = Terminal("play", "--resume", str(saved), "--pause", "0", data=tmp_path)
    first.screen()
    first.play_on(5, Random(1))
    second = edokko("play", "--resume", str(saved), typed="q\n", data=tmp_path)
    assert second.exit_code == 2
    assert second.stderr == f"edokko: {saved} is being played in another window; continue there, or quit there first.\n"
    first.play_on(5, Random(1))
    first.type("q")
    assert first.exit_code() == 0
    assert moves_in(saved) >= 13
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]
    assert edokko("play", "--resume", str(saved), typed="q\n", data=tmp_path).exit_code == 0


def test_resume_takes_the_latest_game_that_is_not_locked(data: Path) -> None:
    for _ in range(3):
        quit_after(1, *PEOPLE, data=data)
    games = saved_games(data)
    for age, path in enumerate(games):
        os.utime(path, (1_700_000_000 + age, 1_700_000_000 + age))
    with locks.hold(games[2]), locks.hold(games[0]):
        path, lock = saves.hold_latest()
        lock.release()
        assert path == games[1]
        output = edokko("play", *PEOPLE, typed="q\n", data=data).output
        assert "An unfinished game is waiting" in output
        assert games[1].name in output.replace("\n", "")


def test_resume_names_the_game_if_all_games_are_locked(tmp_path: Path) -> None:
    quit_after(1, *PEOPLE, data=tmp_path)
    (saved,) = saved_games(tmp_path)
    with locks.hold(saved):
        result = edokko("play", "--resume", data=tmp_path)
        output = edokko("play", *PEOPLE, typed="q\n", data=tmp_path).output
    assert result.exit_code == 2
    assert f"The only unfinished game is being played in another window: {saved}." in result.stderr
    assert "is waiting" not in output, "a locked game is not offered"


def test_a_killed_process_releases_its_game(tmp_path: Path) -> None:
    first = Terminal("play", *TWO, data=tmp_path)
    first.screen()
    first.play_on(3, Random(1))
    first.child.kill(signal.SIGKILL)
    first.exit_code()
    result = edokko("play", "--resume", typed="q\n", data=tmp_path)
    assert result.exit_code == 0, result.output
    (saved,) = saved_games(tmp_path)
    assert [path.name for path in saved.parent.iterdir()] == [saved.name], "its lock file is removed too"


def test_two_processes_cannot_play_for_the_same_record(tmp_path: Path) -> None:
    target = tmp_path / "game.jsonl"
    first = Terminal("play", *TWO, "--record", str(target), data=tmp_path)
    first.screen()
    second = edokko("play", *PEOPLE, "--record", str(target), typed="q\n", data=tmp_path)
    assert second.exit_code == 2
    assert f"{target}.partial is being played in another window" in second.stderr
    first.type("q")
    third = edokko("play", *PEOPLE, "--record", str(target), typed="q\n", data=tmp_path)
    assert f"{target}.partial holds an unfinished game" in third.stderr


def test_games_that_start_at_the_same_time_have_separate_files(tmp_path: Path) -> None:
    """File names are made from the time; without a lock, five games left two files."""
    env = os.environ | {"PYTHONPATH": str(SOURCE), "XDG_DATA_HOME": str(tmp_path), "EDOKKO_LANGUAGE": "en"}
    command = [sys.executable, "-m", "edokko.cli", "play", *PEOPLE]
    processes = [
        subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(5)
    ]
    for process in processes:
        process.communicate(b"1\nq\n", timeout=120)
    assert [process.returncode for process in processes] == [0] * 5
    games = saved_games(tmp_path)
    assert [moves_in(path) for path in games] == [1] * 5
    assert len(list(games[0].parent.iterdir())) == 5


def test_names_of_the_same_second_are_numbered(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda form: "now")
    game, seats = Game(2, seed=1), [SeatChoice("human"), SeatChoice("human")]
    for name in ("now.json", "now-2.json", "now-3.json"):
        path, lock = saves.begin(game, seats, None, None)
        lock.release()
        assert path.name == name


def test_without_hard_links_new_files_are_exclusive_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(source: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", unable)
    record = Game(2, seed=1).to_record()
    saves.write_new(tmp_path / "game.json", record)
    with pytest.raises(FileExistsError):
        saves.write_new(tmp_path / "game.json", record)
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert Record.from_line((tmp_path / "game.json").read_text()) == record


def test_a_record_never_overwrites_a_file_created_during_the_game(tmp_path: Path) -> None:
    target = tmp_path / "game.jsonl"
    game = Terminal("play", *TWO, "--seed", "11", "--record", str(target), data=tmp_path, columns=200)
    game.screen()
    target.write_text("mine\n")
    game.play_on(None, Random(1))
    assert game.exit_code() == 0
    assert target.read_text() == "mine\n"
    assert f"The record of the game: {tmp_path / 'game-2.jsonl'}" in game.text
    assert check(Record.from_line((tmp_path / "game-2.jsonl").read_text())).is_over


def test_a_file_system_without_locks_causes_a_warning(tmp_path: Path) -> None:
    code = """
import errno, sys
from edokko import locks
def unable(descriptor, *, blocking):
    raise OSError(errno.ENOLCK, "No locks available")
locks.lock_descriptor = unable
from edokko.cli import main
main(["play", "--seats", "human,human", "--record", sys.argv[1]])
"""
    env = os.environ | {"PYTHONPATH": str(SOURCE), "XDG_DATA_HOME": str(tmp_path), "EDOKKO_LANGUAGE": "en"}
    target = tmp_path / "game.jsonl"
    command = [sys.executable, "-c", code, str(target)]
    done = subprocess.run(command, env=env, input="1\nq\n", capture_output=True, text=True, check=True, timeout=120)
    assert done.stderr == (
        f"edokko: {target}.partial is on a file system without locks: "
        "nothing stops a second window from writing it too. Use one window only.\n"
    )
    assert "Saved." in done.stdout


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root can write to any folder")
def test_a_read_only_folder_is_reported_in_a_sentence(tmp_path: Path) -> None:
    quit_after(1, *PEOPLE, "--record", str(tmp_path / "game.jsonl"), data=tmp_path)
    tmp_path.chmod(0o500)
    try:
        result = edokko("play", "--resume", str(tmp_path / "game.jsonl.partial"), data=tmp_path)
    finally:
        tmp_path.chmod(0o700)
    assert result.exit_code == 2
    assert result.stderr == f"edokko: {tmp_path / 'game.jsonl.partial'}: Permission denied.\n"


# --- games beside their record


def test_a_killed_game_beside_its_record_is_found_again(tmp_path: Path) -> None:
    quit_after(1, *PEOPLE, data=tmp_path)
    target = tmp_path / "evening" / "game.jsonl"
    target.parent.mkdir()
    first = Terminal("play", *TWO, "--record", str(target), data=tmp_path)
    first.screen()
    first.play_on(4, Random(1))
    first.child.kill(signal.SIGKILL)
    first.exit_code()
    before = moves_in(Path(f"{target}.partial"))
    second = Terminal("play", "--resume", "--pause", "0", data=tmp_path)
    second.screen()
    assert f"after {before} decisions" in " ".join(second.text.split())
    second.play_on(None, Random(2))
    assert second.exit_code() == 0
    assert check(Record.from_line(target.read_text())).is_over
    assert [path.name for path in target.parent.iterdir()] == [target.name]
    assert pointers(tmp_path) == []


def test_stale_pointers_are_removed(data: Path) -> None:
    folder = data / "evening"
    folder.mkdir()
    games = [folder / f"{name}.partial" for name in "abc"]
    for path in games:
        path.touch()
        elsewhere.remember(path)
    games[0].unlink()
    games[1].rename(data / "b.partial")
    assert elsewhere.remembered() == [games[2]]
    assert len(pointers(data)) == 1
    folder.rename(data / "unplugged")
    assert elsewhere.remembered() == []
    (data / "unplugged").rename(folder)
    assert elsewhere.remembered() == [games[2]]


def test_resuming_a_moved_game_renews_its_pointer(data: Path) -> None:
    target, moved = data / "game.jsonl", data / "moved.jsonl.partial"
    quit_after(1, *PEOPLE, "--record", str(target), data=data)
    Path(f"{target}.partial").rename(moved)
    assert "no unfinished game" in edokko("play", "--resume", data=data).stderr
    assert edokko("play", "--resume", str(moved), typed="q\n", data=data).exit_code == 0
    result = edokko("play", "--resume", typed="q\n", data=data)
    assert result.exit_code == 0, result.output


def test_damaged_pointers_are_ignored(data: Path) -> None:
    folder = data / "edokko" / "elsewhere"
    folder.mkdir(parents=True)
    for name, content in {"a": b"", "b": b"\0", "c": b"relative", "d": b"\xff" * 5000}.items():
        (folder / f"{name}.path").write_bytes(content)
    (folder / "e.path").mkdir()
    assert elsewhere.remembered() == []
    assert "no unfinished game" in edokko("play", "--resume", data=data).stderr


def test_a_pointer_may_have_a_name_that_is_not_utf_8(data: Path) -> None:
    path = data / os.fsdecode(b"caf\xe9.jsonl.partial")
    path.touch()
    elsewhere.remember(path)
    assert elsewhere.remembered() == [path]


def test_a_game_needs_no_writable_data_folder(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.write_text("a file, not a folder")
    target = tmp_path / "game.jsonl"
    result = edokko("play", *PEOPLE, "--record", str(target), typed="1\nq\n", data=data)
    assert result.exit_code == 0, result.output
    assert f"--resume {target}.partial" in result.output.replace("\n", "")


def test_a_game_deleted_during_the_listing_is_ignored(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        quit_after(1, *PEOPLE, data=data)
    gone, stays = saved_games(data)
    real = Path.stat

    def stat(path: Path, **settings: bool) -> os.stat_result:
        if path == gone:
            raise FileNotFoundError(2, "No such file", str(path))
        return real(path, **settings)

    monkeypatch.setattr(Path, "stat", stat)
    assert saves.unfinished() == [stays]


def test_resuming_without_any_game_is_a_problem(data: Path) -> None:
    with pytest.raises(Problem, match="There is no unfinished game"):
        saves.hold_latest()
