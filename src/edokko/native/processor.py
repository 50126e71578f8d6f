"""Whether this processor has AVX2.

The engine for x86-64 is built twice from one source: for every processor, and for those with AVX2, which compute with
sixteen weights of a network at once. Both compute the same numbers.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any

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
