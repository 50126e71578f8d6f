"""Builds the page of the table (`web/`) into the package when it is built from a checkout.

A source distribution carries the built page, so whoever installs from one needs no Node. ``EDOKKO_NO_PAGE=1`` installs
from a checkout without the page: everything works but the browser's table.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = (20, 19)
TAIL = 40
"""Lines of npm's output that are shown when it fails."""


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """npm ci and the build, once per installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        page = root / "src" / "edokko" / "page" / "index.html"
        if os.environ.get("EDOKKO_NO_PAGE") or not (root / "web").is_dir():
            return
        if page.is_file() and not (root / ".git").exists():
            return
        npm = _npm()
        _run([npm, "ci", "--no-audit", "--no-fund"], root / "web")
        _run([npm, "run", "build"], root / "web")


def _npm() -> str:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        _stop("Node.js is missing.")
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    if not found or (int(found[1]), int(found[2])) < OLDEST_NODE:
        _stop(f"Node.js is too old ({said.strip() or 'no answer'}).")
    return npm


def _stop(why: str) -> NoReturn:
    wanted = ".".join(map(str, OLDEST_NODE))
    raise SystemExit(
        f"\nedokko: {why} The page of the table is built with Node.js {wanted} or later (https://nodejs.org).\n"
        "Install it and try again, or set EDOKKO_NO_PAGE=1 to install without the page.\n"
    )


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-TAIL:])
        print(tail, file=sys.stderr)
        raise SystemExit(f"\nedokko: the page could not be built: {' '.join(command[1:])} failed, as told above.\n")
