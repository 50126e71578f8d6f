"""Files of records: JSON Lines, plain or gzipped, read and written one game at a time.

Memory stays constant whatever the file's size: a line over the limit is refused without being read whole.
"""

from __future__ import annotations

import errno
import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from edokko import locks
from edokko.record import Record, RecordError

LONGEST_LINE = 4_000_000
"""Bytes; a longer line is refused."""
_GZIP = b"\x1f"
"""The first byte of gzip. No JSON begins with it, so that one byte tells, which is all a pipe may hold at first."""


class DamagedFile(RecordError):
    """The rest of a compressed file cannot be read: nobody knows what other games it holds."""


def scan(path: str | Path | IO[bytes]) -> Iterator[tuple[int, Record | RecordError]]:
    """Read a file to its end, good lines and bad.

    Args:
        path: a file of records, or a buffered stream of one; gzip is recognised by its content.

    Yields:
        The number of each line that is not blank, from 1, and its record, or why it is none.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with _opened(path) as file:
        lines = _lines(file)
        while True:
            try:
                number, text = next(lines)
            except StopIteration:
                return
            except DamagedFile as error:
                yield error.line or 0, error
                return
            yield number, _record(number, text)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What the system refuses in here is told of the file that the user knows, not of one beside it or of none."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _record(number: int, text: bytes | None) -> Record | RecordError:
    if text is None:
        return RecordError(f"longer than {LONGEST_LINE} bytes, which is refused", line=number)
    try:
        return Record.from_line(text.decode())
    except UnicodeDecodeError as error:
        return RecordError(f"not UTF-8 at byte {error.start}", line=number)
    except RecordError as error:
        return RecordError(error.reason, error.move, number)


def read(path: str | Path) -> Iterator[Record]:
    """Read the records of a file, one at a time.

    Raises:
        RecordError: a line is no record; the message gives its number.
        OSError: the file cannot be opened or read.
    """
    for _, found in scan(path):
        if isinstance(found, RecordError):
            raise found
        yield found


@contextmanager
def _opened(path: str | Path | IO[bytes]) -> Iterator[IO[bytes]]:
    if isinstance(path, str | Path):
        with naming(Path(path)), Path(path).open("rb") as file, _unpacked(file) as unpacked:
            yield unpacked
    else:
        with _unpacked(path) as unpacked:
            yield unpacked


@contextmanager
def _unpacked(file: Any) -> Iterator[IO[bytes]]:
    if file.peek(1)[:1] != _GZIP:
        yield file
        return
    with gzip.open(file) as unpacked:
        yield unpacked  # type: ignore[misc]


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Yield line numbers and lines that are not blank; ``None`` for a line over the limit."""
    number = 0
    while True:
        try:
            line = file.readline(LONGEST_LINE + 2)
            number += 1
            if not line:
                return
            if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
                while line and not line.endswith(b"\n"):
                    line = file.readline(LONGEST_LINE)
                yield number, None
            elif line.strip():
                yield number, line
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise DamagedFile(f"the compressed file is damaged: {error}", line=number + 1) from None


class RecordWriter:
    """Write a file of records; it appears under its name only when it is complete. It is locked until then.

    Args:
        path: where; a name ending in ``.gz`` is compressed. A file that is there is replaced.

    Raises:
        edokko.locks.InUse: another writer has locked it.
        OSError: it cannot be written, such as a folder or a file in a folder that does not exist; it names ``path``.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._partial = self._path.with_name(f"{self._path.name}.{os.getpid()}.partial")
        opened = gzip.open if self._path.suffix == ".gz" else open
        with naming(self._path):
            if self._path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            self._lock = locks.hold(self._path)
            try:
                self._file: IO[str] = opened(self._partial, "wt", encoding="utf-8", newline="\n")
            except BaseException:
                self._lock.release()
                raise

    def write(self, record: Record) -> None:
        """Append one record."""
        with naming(self._path):
            self._file.write(record.to_line() + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            try:
                with naming(self._path):
                    self._file.close()
                    if kind is None:
                        os.replace(self._partial, self._path)
            finally:
                self._partial.unlink(missing_ok=True)
