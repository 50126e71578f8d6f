"""Files of records: JSON Lines, plain or gzipped, read and written one game at a time.

Memory use is constant for any file size: a line over the limit is refused without loading all of it.
"""

from __future__ import annotations

import codecs
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
from edokko.records.record import Record, RecordError
from edokko.texts import NotText, check_encoding

LONGEST_LINE = 4_000_000
"""The longest accepted line in bytes."""
LONGEST_SKIPPED = 256_000_000
"""Bytes after which a line that is too long ends the reading: it may be endless, as in a device."""
LARGEST_FILE = 16_000_000_000
"""The largest accepted file in bytes, uncompressed."""
_GZIP = b"\x1f"
"""The first byte of gzip. No JSON begins with it, so one byte is enough; a pipe may provide only that at first."""


class DamagedFile(RecordError):
    """A file that cannot be read to its end, so its further games are unknown: damaged gzip, UTF-16, or too large."""


def scan(path: str | Path | IO[bytes]) -> Iterator[tuple[int, Record | RecordError]]:
    """Read a file to its end, valid and invalid lines.

    Args:
        path: a file of records, or a buffered stream; gzip is detected by its content.

    Yields:
        The number of each line that is not blank, from 1, with its record or its error.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with _open(path) as file:
        try:
            for number, text in _lines(file):
                yield number, _record(number, text)
        except DamagedFile as error:
            yield error.line or 0, error


@contextmanager
def errors_naming(path: Path) -> Iterator[None]:
    """Make an ``OSError`` in this block name the user's file, instead of a temporary file or no file."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        # A failed rename names a second file. Deleting it is right: ``None`` would be printed as a name.
        del error.filename2
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
        RecordError: a line is not a record; the message gives its number.
        OSError: the file cannot be opened or read.
    """
    for _, result in scan(path):
        if isinstance(result, RecordError):
            raise result
        yield result


def has_gzip_name(path: Path) -> bool:
    """Check whether a file to write is compressed, by its name."""
    return path.suffix.lower() == ".gz"


def content_of(path: str | Path | IO[bytes]) -> bytes:
    """Return the content of a file with one game or position, at most one byte more than ``LONGEST_LINE``.

    Raises:
        RecordError: the file is damaged.
        OSError: the file cannot be read.
    """
    with _open(path) as file:
        try:
            return file.read(LONGEST_LINE + 1)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise DamagedFile("the compressed file is damaged") from None


@contextmanager
def _open(path: str | Path | IO[bytes]) -> Iterator[IO[bytes]]:
    if isinstance(path, str | Path):
        with errors_naming(Path(path)), Path(path).open("rb") as file, _decompress(file) as stream:
            yield stream
    else:
        with _decompress(path) as stream:
            yield stream


@contextmanager
def _decompress(file: Any) -> Iterator[IO[bytes]]:
    if file.peek(1)[:1] != _GZIP:
        yield file
        return
    with gzip.open(file) as stream:
        yield stream  # type: ignore[misc]


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Yield line numbers and lines that are not blank; ``None`` for a line over the limit."""
    number = size = 0
    while True:
        try:
            line = file.readline(LONGEST_LINE + 2)
            number, size = number + 1, size + len(line)
            if not line:
                return
            if size > LARGEST_FILE:
                raise DamagedFile(f"the file is larger than {LARGEST_FILE} bytes, which is refused", line=number)
            if number == 1:
                check_encoding(line)
            line = line.removeprefix(codecs.BOM_UTF8)
            if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
                end = size + LONGEST_SKIPPED
                while line and not line.endswith(b"\n"):
                    line = file.readline(LONGEST_LINE)
                    size += len(line)
                    if size > end:
                        raise DamagedFile(f"longer than {LONGEST_SKIPPED} bytes: the rest is not read", line=number)
                yield number, None
            elif line.strip():
                yield number, line
        except NotText as error:
            raise DamagedFile(str(error), line=number) from None
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise DamagedFile("the compressed file is damaged", line=number + 1) from None


class RecordWriter:
    """A writer of a file of records, atomic: the file appears under its name when complete, and is locked until then.

    Args:
        path: the file; with a name ending in ``.gz`` or ``.GZ`` it is compressed. An existing file is replaced.

    Raises:
        edokko.locks.InUse: another writer has locked the file.
        OSError: the file cannot be written, such as a file in a missing folder; the error names ``path``.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        open_file = gzip.open if has_gzip_name(self._path) else open
        with errors_naming(self._path):
            # Before with_name(), which refuses the folders "." and "/" with a ValueError.
            if self._path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            self._partial = self._path.with_name(f"{self._path.name}.{os.getpid()}.partial")
            self._lock = locks.hold(self._path)
            try:
                self._file: IO[str] = open_file(self._partial, "wt", encoding="utf-8", newline="\n")
            except BaseException:
                self._lock.release()
                raise

    def write(self, record: Record) -> None:
        """Append one record."""
        with errors_naming(self._path):
            self._file.write(record.to_line() + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            try:
                with errors_naming(self._path):
                    self._file.close()
                    if kind is None:
                        os.replace(self._partial, self._path)
            finally:
                self._partial.unlink(missing_ok=True)
