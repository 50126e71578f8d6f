"""The C compiler: which one there is, how the engine is built with it, and whether this processor has AVX2.

The engine for x86-64 is built twice from one source: for every processor, and for those with AVX2, which compute with
sixteen weights of a network at once. Both compute the same numbers.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FLAGS = ("-std=c99", "-O3", "-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-funroll-loops")
"""Signed numbers wrap as in the translated rules; no multiplication is fused with an addition, so every processor
computes the same digits. ``-ffast-math`` would change them."""
GCC_FLAGS = ("-fipa-pta", "-fno-tree-loop-distribute-patterns")
"""What GCC is told besides: to analyse pointers across functions, and to leave short loops over bytes as they are. Its
replacement for them (``rep stos``) takes longer to begin than they take."""
SHARED = ("-shared", "-fPIC", "-fvisibility=hidden")
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
"""The end of a library's file name."""
_PORTABLE = ("-mcpu=x86_64_v2",) if platform.machine() in ("x86_64", "AMD64") else ("-mcpu=baseline",)
"""Zig would use what this processor alone has, and a wheel or an image may be copied to another machine."""


class CompilerFailed(Exception):
    """There is no C compiler, or it refused the engine."""


def command() -> list[str]:
    """Return the command of the C compiler: ``CC`` if it is set, else ``cc``, else that of the package ``ziglang``.

    Raises:
        CompilerFailed: there is none.
    """
    if given := os.environ.get("CC"):
        return shlex.split(given)
    if path := shutil.which("cc"):
        return [path]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc", *_PORTABLE]
    raise CompilerFailed("there is no C compiler: install one as cc, or the Python package ziglang, or set CC")


@cache
def flags(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the flags for a compiler."""
    try:
        told = subprocess.run([*words, "--version"], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise CompilerFailed(f"{words[0]}: {error.strerror}") from None
    return FLAGS + GCC_FLAGS if "Free Software Foundation" in told.stdout else FLAGS


def compile_library(source: str, target: Path, *more: str) -> None:
    """Compile C source to a shared library.

    Args:
        source: the text of the C file.
        target: the library. It appears whole or not at all.
        more: what the compiler is told besides its ``flags``.

    Raises:
        CompilerFailed: there is no compiler, or it fails; the message has its first lines.
        OSError: the folder cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix=".engine-", dir=target.parent.absolute()) as folder:
        file, built = Path(folder) / "engine.c", Path(folder) / target.name
        file.write_text(source, encoding="utf-8")
        words = command()
        _run([*words, *flags(tuple(words)), *SHARED, *more, "-o", str(built), str(file)], folder)
        built.replace(target)


WASM = ("-target", "wasm32-emscripten", "-msimd128")
"""For what Zig compiles the engine of a browser, where Pyodide loads it as a library."""
WASM_LINK = ("--experimental-pic", "-shared", "--strip-all")


def compile_wasm(source: str, target: Path, *more: str) -> None:
    """Compile C source to a library of WebAssembly for Pyodide, by the compiler and linker of the package ``ziglang``.

    Args:
        source: the text of the C file.
        target: the library. It appears whole or not at all.
        more: what the compiler is told besides its ``flags``.

    Raises:
        CompilerFailed: there is no ``ziglang``, or it fails.
        OSError: the folder cannot be written.
    """
    if not find_spec("ziglang"):
        raise CompilerFailed("the engine for browsers is made by the Python package ziglang, which is missing")
    zig = [sys.executable, "-m", "ziglang"]
    with tempfile.TemporaryDirectory(prefix=".engine-", dir=target.parent.absolute()) as folder:
        file, unlinked, built = (Path(folder) / name for name in ("engine.c", "engine.o", target.name))
        file.write_text(source, encoding="utf-8")
        compiling = [*zig, "cc", *WASM, *FLAGS, "-fPIC", "-fvisibility=hidden", *more]
        _run([*compiling, "-c", str(file), "-o", str(unlinked)], folder)
        _run([*zig, "wasm-ld", *WASM_LINK, str(unlinked), "-o", str(built)], folder)
        built.replace(target)


def _run(arguments: list[str], folder: str) -> None:
    try:
        # Zig leaves an empty file in the working folder when it links for macOS.
        result = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise CompilerFailed(f"{arguments[0]}: {error.strerror}") from None
    if result.returncode:
        first = "\n".join(result.stderr.splitlines()[:20])
        raise CompilerFailed(f"{shlex.join(arguments[:1])} failed with exit code {result.returncode}:\n{first}")


IS_X86_64 = platform.machine() in ("x86_64", "AMD64")
AVX2 = "-avx2"
"""What the name of an engine ends with that needs AVX2."""
AVX2_FLAG = "-mavx2"
"""The flag of the compiler for such an engine."""
CPU_INFO = Path("/proc/cpuinfo")
_WINDOWS_AVX2 = 40
"""The number of AVX2 in the Windows function ``IsProcessorFeaturePresent``."""


@cache
def has_avx2() -> bool:
    """Check whether this processor and its system have AVX2; where that cannot be found out, they count as without."""
    if not IS_X86_64:
        return False
    if sys.platform == "win32":
        kernel: Any = ctypes.WinDLL("kernel32")
        return bool(kernel.IsProcessorFeaturePresent(_WINDOWS_AVX2))
    try:
        with CPU_INFO.open(encoding="utf-8", errors="replace") as lines:
            flags = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return False
    return "avx2" in flags.split()
