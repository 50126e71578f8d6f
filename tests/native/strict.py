"""A compiler that takes every warning for an error."""

from __future__ import annotations

import subprocess
from pathlib import Path

from edokko.native import compiler

FLAGS = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror")


def compile_strictly(source: str, folder: Path, *more: str) -> None:
    """Compile a C file in a folder; a warning fails."""
    file = folder / "strict.c"
    file.write_text(source, encoding="utf-8")
    subprocess.run([*compiler.command(), *FLAGS, *more, "-c", str(file), "-o", str(folder / "strict.o")], check=True)
