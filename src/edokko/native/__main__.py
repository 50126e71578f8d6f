"""Make the engine: ``python -m edokko.native FILE [--checked] [--flag=FLAG]...``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from edokko.native.compiler import CompilerFailed
from edokko.native.engine import make
from edokko.native.errors import NotTranslatable

parser = argparse.ArgumentParser(prog="python -m edokko.native", description="Make the engine in C from the rules.")
parser.add_argument("file", type=Path, help="the library; its folder must exist")
parser.add_argument("--checked", action="store_true", help="check every index, for tests")
parser.add_argument("--flag", action="append", default=[], help="one more flag of the C compiler, as in --flag=-mavx2")
arguments = parser.parse_args()
try:
    make(arguments.file.absolute(), *arguments.flag, is_checked=arguments.checked)
except (CompilerFailed, NotTranslatable, OSError) as error:
    sys.exit(f"edokko: {error}")
