"""Compile random games for a GPU: ``python benchmarks/gpu.py [--architecture sm_90] [--output FILE]``.

The rules' C text is CUDA, too. NVIDIA's compiler, the package ``nvidia-cuda-nvrtc-cu12``, needs no GPU; a GPU would run
the kernel of ``gpu.cu``. It was not run on one: only the same text, compiled for the processor, is tested.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from edokko.native.program import Program
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine import entry
from edokko.rules.moves import MOST_LEGAL

KERNEL = Path(__file__).with_suffix(".cu")
PACKAGE = "nvidia.cuda_nvrtc"
FUNCTIONS = (
    entry.begin_at,
    entry.play_at,
    entry.reveal_at,
    entry.chance_outcomes_at,
    entry.draw_at,
    entry.legal_lists,
)
"""The entry points that the kernel calls."""
OPTIONS = ("--device-as-default-execution-space", "-fmad=false", "--ptxas-options=-v", "--disable-warnings")


class CompilerFailed(Exception):
    """NVIDIA's compiler is missing or refuses the text."""


def kernel_text() -> str:
    """Return the whole text: the rules, sizes, the kernel."""
    sizes = f"enum {{ MOST_OUTCOMES = {MOST_OUTCOMES}, MOST_LEGAL = {MOST_LEGAL} }};"
    return "\n\n".join([Program(FUNCTIONS).source(), sizes, KERNEL.read_text(encoding="utf-8")])


def compile_kernel(text: str, architecture: str) -> tuple[bytes, str]:
    """Compile a text for an architecture.

    Args:
        text: CUDA.
        architecture: such as ``sm_90``.

    Returns:
        the binary, and what the compiler says of registers and memory.

    Raises:
        CompilerFailed: the compiler is missing or refuses the text; the message has its first lines.
    """
    nvrtc = _nvrtc()
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), KERNEL.name.encode(), 0, None, None)
    options = [option.encode() for option in (f"--gpu-architecture={architecture}", *OPTIONS)]
    code = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    log = _content(nvrtc, "ProgramLog", program).rstrip(b"\0").decode(errors="replace").strip()
    if code:
        raise CompilerFailed("\n".join(log.splitlines()[:20]) or f"NVRTC refuses {architecture} with code {code}")
    return _content(nvrtc, "CUBIN", program), log


def _content(nvrtc: ctypes.CDLL, what: str, program: ctypes.c_void_p) -> bytes:
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    content = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{what}")(program, content)
    return content.raw


def has_compiler() -> bool:
    """Check whether NVIDIA's compiler is installed."""
    try:
        return find_spec(PACKAGE) is not None
    except ModuleNotFoundError:
        return False


def _nvrtc() -> ctypes.CDLL:
    if has_compiler() and (spec := find_spec(PACKAGE)) and spec.submodule_search_locations:
        folders = [Path(folder) for folder in spec.submodule_search_locations]
        for library in sorted(file for folder in folders for file in folder.glob("*/*nvrtc*")):
            if "builtins" not in library.name and "alt" not in library.name and ".h" not in library.suffixes:
                return ctypes.CDLL(str(library))
    raise CompilerFailed("NVIDIA's compiler is missing: pip install nvidia-cuda-nvrtc-cu12")


def main() -> None:
    """Compile the kernel, and print its size and what it needs."""
    parser = argparse.ArgumentParser(description="Compile random games of IKI for a GPU. Nothing is run.")
    parser.add_argument("--architecture", default="sm_90", help="the kind of GPU (default: %(default)s)")
    parser.add_argument("--output", type=Path, help="where the binary goes; by default it is only measured")
    arguments = parser.parse_args()
    begun = time.monotonic()
    try:
        binary, log = compile_kernel(kernel_text(), arguments.architecture)
        if arguments.output:
            arguments.output.write_bytes(binary)
    except (CompilerFailed, OSError) as error:
        print(f"gpu: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{arguments.architecture}: {len(binary) / 1000:.0f} kB in {time.monotonic() - begun:.0f} s")
    print(log)


if __name__ == "__main__":
    main()
