"""Make the engine: ``python -m edokko.native FILE [--checked] [--flag=FLAG]...``, or its C files (``--sources``)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from edokko.native.building import make, sources
from edokko.native.compiler import CompilerFailed
from edokko.native.errors import NotTranslatable

parser = argparse.ArgumentParser(prog="python -m edokko.native", description="Make the engine in C from the rules.")
what = parser.add_mutually_exclusive_group(required=True)
what.add_argument("file", type=Path, nargs="?", help="the library; its folder must exist")
what.add_argument("--sources", type=Path, metavar="FOLDER", help="write edokko.h and edokko.c instead")
parser.add_argument("--checked", action="store_true", help="check every index, for tests")
parser.add_argument("--flag", action="append", default=[], help="one more flag of the C compiler, as in --flag=-mavx2")
arguments = parser.parse_args()
try:
    if arguments.sources:
        for name, text in sources().items():
            arguments.sources.joinpath(name).write_text(text, encoding="utf-8")
    else:
        make(arguments.file.absolute(), *arguments.flag, is_checked=arguments.checked)
except (CompilerFailed, NotTranslatable, OSError) as error:
    sys.exit(f"edokko: {error}")
