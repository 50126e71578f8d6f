"""The engine: ``python -m edokko.native FILE [--avx2] [--wasm] [--checked] [--flag=FLAG]...``, or ``--sources``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from edokko.native.building import make, sources
from edokko.native.compiler import AVX2, AVX2_FLAG, CompilerFailed
from edokko.native.trees import NotTranslatable

parser = argparse.ArgumentParser(prog="python -m edokko.native", description="Make the engine in C from the rules.")
what = parser.add_mutually_exclusive_group(required=True)
what.add_argument("file", type=Path, nargs="?", help="the library; its folder must exist")
what.add_argument("--sources", type=Path, metavar="FOLDER", help="write edokko.h and edokko.c instead")
parser.add_argument("--avx2", action="store_true", help="make another library beside it, for processors with AVX2")
parser.add_argument("--wasm", action="store_true", help="make another library beside it, for browsers")
parser.add_argument("--checked", action="store_true", help="check every index, for tests")
parser.add_argument("--flag", action="append", default=[], help="one more flag of the C compiler, as in --flag=-g")
arguments = parser.parse_args()
try:
    if arguments.sources:
        for name, text in sources().items():
            arguments.sources.joinpath(name).write_text(text, encoding="utf-8")
    else:
        file: Path = arguments.file.absolute()
        targets = {file: arguments.flag}
        if arguments.avx2:
            targets[file.with_stem(file.stem + AVX2)] = [*arguments.flag, AVX2_FLAG]
        wasm = file.with_suffix(".wasm") if arguments.wasm else None
        make(targets, wasm=wasm, optional=[*targets][1:], is_checked=arguments.checked)
except (CompilerFailed, NotTranslatable, OSError) as error:
    sys.exit(f"edokko: {error}")
