"""Arrays in the .npz files of NumPy, read and written without NumPy: a zip with a file for each array.

The file of an array has a header, which is a Python dictionary, and then its numbers (NumPy Enhancement Proposal 1).
A reader gets each array as a ``memoryview`` with format and shape, which NumPy takes as an array without a copy.
"""

from __future__ import annotations

import ast
import struct
import sys
import zipfile
import zlib
from collections.abc import Mapping
from math import prod
from typing import IO, Any

MAGIC = b"\x93NUMPY"
FORMATS: dict[str, Any] = {"<i1": "b", "|i1": "b", "<i2": "h", "<i4": "i", "<i8": "q", "<f4": "f", "<f8": "d"}
"""The format of a ``memoryview`` for each description of numbers in a header."""
TEXT = "<U"
LONGEST_HEADER = 10_000
"""The longest header that is read, in bytes: a longer one could exhaust Python's parser."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of the files in the zip: equal arrays make equal files."""
UNREADABLE = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading raises where a file is no .npz, or a broken one."""


def read_npz(file: IO[bytes], most: int) -> dict[str, Any]:
    """Read arrays of numbers, and text.

    Args:
        most: how many bytes all arrays may have.

    Returns:
        By name, ``memoryview`` objects of numbers; a ``str`` for an array of one text.

    Raises:
        one of ``UNREADABLE``: the file is no .npz, or holds something else.
    """
    if sys.byteorder != "little":
        raise ValueError("the numbers of a file are little-endian, those of this machine are not")
    arrays = {}
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            # The size in the directory may be a lie, so it only says how much is read.
            most -= member.file_size
            if most < 0 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ValueError("too large, or compressed in a way that NumPy does not use")
            with archive.open(member) as content:
                arrays[member.filename.removesuffix(".npy")] = _array_of(content.read(member.file_size))
    return arrays


def write_npz(file: IO[bytes], arrays: Mapping[str, Any]) -> None:
    """Write arrays of numbers, given as any buffer with format and shape, and texts."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", EPOCH), _file_of(array), zipfile.ZIP_DEFLATED)


def zeros(width: str, *shape: int) -> Any:
    """Return a ``memoryview`` of numbers, all zero.

    Args:
        width: ``i2``, ``i4``, ``f8`` and so on: a letter and the bytes of a number.
    """
    return memoryview(bytearray(int(width[1:]) * prod(shape))).cast(FORMATS[f"<{width}"], shape)


def width_of(view: Any) -> str:
    """Return the letter and the bytes of a number, as ``i2``; the format of a view that no file has, as it is."""
    if view.format not in (*FORMATS.values(), "l"):
        return str(view.format)
    return f"{'f' if view.format in 'fd' else 'i'}{view.itemsize}"


def _array_of(content: bytes) -> Any:
    if content[:6] != MAGIC:
        raise ValueError("no array")
    kind = "<H" if content[6] == 1 else "<I"
    start = 8 + struct.calcsize(kind)
    (length,) = struct.unpack_from(kind, content, 8)
    if length > LONGEST_HEADER:
        raise ValueError("a long header")
    header = ast.literal_eval(content[start : start + length].decode("latin-1").strip())
    description, shape = header["descr"], header["shape"]
    numbers = content[start + length :]
    if description.startswith(TEXT):
        return numbers.decode("utf-32-le").rstrip("\0")
    if header["fortran_order"] or description not in FORMATS:
        raise ValueError("no numbers in the order of C")
    return memoryview(bytearray(numbers)).cast(FORMATS[description], shape)


def _file_of(array: Any) -> bytes:
    if isinstance(array, str):
        description, shape, numbers = f"{TEXT}{len(array)}", (), array.encode("utf-32-le")
    else:
        view: Any = memoryview(array)
        description, shape, numbers = f"<{width_of(view)}", view.shape, view.tobytes()
    header = repr({"descr": description, "fortran_order": False, "shape": shape})
    # NumPy wants the numbers to begin at a multiple of 64 bytes.
    padded = header.ljust(-(-(len(header) + 11) // 64) * 64 - 11) + "\n"
    return MAGIC + b"\x01\x00" + struct.pack("<H", len(padded)) + padded.encode() + numbers
