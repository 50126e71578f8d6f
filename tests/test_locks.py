"""Locks: one holder at a time, within and between processes; released locks and killed holders leave no file."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock, lock_descriptor

from edokko import Record, locks
from edokko.records.file import RecordWriter, read
from edokko.records.record import with_trace
from edokko.server.app import single_instance
from tests.helpers.paths import SAMPLES, SOURCE

SAMPLE = SAMPLES / "games-2021-2.jsonl"
HOLDER = "import sys, time; from pathlib import Path; from edokko import locks\nlock = locks.hold(Path(sys.argv[1]))"


def holder(path: Path, then: str = "print('held', flush=True); time.sleep(60)") -> subprocess.Popen[str]:
    """Start another process that holds a lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"{HOLDER}\n{then}", str(path)],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_holder_is_refused_until_the_first_releases_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with locks.hold(path):
        assert locks.is_locked(path)
        with pytest.raises(locks.InUse) as refused:
            locks.hold(path)
        assert refused.value.filename == str(path)
    assert not locks.is_locked(path)
    with locks.hold(path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_the_lock_of_a_killed_process_is_released(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    process = holder(path)
    with pytest.raises(locks.InUse):
        locks.hold(path)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not locks.is_locked(path)
    locks.hold(path).release()
    assert list(tmp_path.iterdir()) == []


def test_every_path_to_a_file_uses_the_same_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    path.touch()
    link.symlink_to(path)
    monkeypatch.chdir(tmp_path)
    with locks.hold(path):
        for other in (link, Path("game.json"), Path("../") / tmp_path.name / "game.json"):
            with pytest.raises(locks.InUse):
                locks.hold(other)


def test_a_lock_on_a_removed_lock_file_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The holder removes the lock file and releases it after a second process has opened the file."""
    path = tmp_path / "game.json"
    first = locks.hold(path)

    def late(descriptor: int, *, blocking: bool) -> bool:
        monkeypatch.setattr(locks, "lock_descriptor", lock_descriptor)
        first.release()
        return lock_descriptor(descriptor, blocking=blocking)

    monkeypatch.setattr(locks, "lock_descriptor", late)
    with locks.hold(path), pytest.raises(locks.InUse):
        locks.hold(path)


def test_only_one_of_many_processes_gets_a_lock(tmp_path: Path) -> None:
    """Each process creates a file exclusively while it holds the lock, which would fail if locks overlapped."""
    path = tmp_path / "count"
    code = """
import os, time
for _ in range(100):
    try:
        lock = locks.hold(Path(sys.argv[1]))
    except locks.InUse:
        continue
    fd = os.open(sys.argv[1] + ".alone", os.O_CREAT | os.O_EXCL)
    os.close(fd)
    os.unlink(sys.argv[1] + ".alone")
    lock.release()
print("success")
"""
    command = [sys.executable, "-c", HOLDER.rpartition("\n")[0] + code, str(path)]
    env = os.environ | {"PYTHONPATH": str(SOURCE)}
    processes = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [process.communicate()[0] for process in processes] == ["success\n"] * 4
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", sorted(locks.UNSUPPORTED))
def test_a_file_system_without_locks_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def unable(descriptor: int, *, blocking: bool) -> bool:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(locks, "lock_descriptor", unable)
    path = tmp_path / "game.json"
    with pytest.warns(locks.NoLocks, match=r"game\.json: this file system has no locks"):
        lock = locks.hold(path)
    lock.release()
    assert not locks.is_locked(path)
    assert list(tmp_path.iterdir()) == []


def test_the_error_of_a_missing_folder_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "game.json"
    with pytest.raises(FileNotFoundError) as error:
        locks.hold(path)
    assert error.value.filename == str(path)
    assert not locks.is_locked(path)


def test_a_folder_has_no_lock_of_its_own() -> None:
    with pytest.raises(IsADirectoryError) as error:
        locks.hold(Path("/"))
    assert error.value.errno == errno.EISDIR


def test_two_writers_of_records_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    record = with_trace(Record.from_line(SAMPLE.read_text().splitlines()[0]))
    with RecordWriter(path) as writer:
        with pytest.raises(locks.InUse):
            RecordWriter(path)
        writer.write(record)
    assert [copy.moves for copy in read(path)] == [record.moves]
    with RecordWriter(path):
        pass
    assert list(tmp_path.iterdir()) == [path]


def errors_without_locks() -> list[Exception]:
    return [OSError(number, os.strerror(number)) for number in locks.UNSUPPORTED] + [NotImplementedError("no flock")]


@pytest.mark.parametrize("error", errors_without_locks(), ids=str)
def test_a_server_on_a_file_system_without_locks_warns_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def unable(lock: object, blocking: bool) -> None:
        raise error

    monkeypatch.setattr(single_instance, "FileLock", type("FileLock", (FileLock,), {"acquire": unable}))
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with (
        pytest.warns(locks.NoLocks, match=r"tables\.sqlite: this file system has no locks"),
        single_instance.single_instance(database) as announce,
    ):
        announce("http://127.0.0.1/")


def test_a_server_says_what_else_is_wrong_with_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(lock: object, blocking: bool) -> None:
        raise OSError(errno.EIO, "input or output")

    monkeypatch.setattr(single_instance, "FileLock", type("FileLock", (FileLock,), {"acquire": unable}))
    with (
        pytest.raises(OSError, match="input or output"),
        single_instance.single_instance(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"),
    ):
        pass
