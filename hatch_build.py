"""Builds what a wheel brings besides the source: the page of the table (`web/`) and the engines in C (the rules).

A source distribution carries the built page, so whoever installs from one needs no Node. ``EDOKKO_NO_PAGE=1`` installs
from a checkout without the page: everything works but the browser's table. The engine is built with the C compiler of
the machine, or with that of the package ``ziglang`` where there is none; the engine for browsers, which belongs to the
page, always with ``ziglang``. ``EDOKKO_BUILT_ENGINE=PLATFORM=FOLDER`` puts the engines for another platform into the
wheel instead.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = (20, 19)
TAIL = 40
"""Lines of npm's output that are shown when it fails."""
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The page once per installation, and the engines for a wheel."""

    def dependencies(self) -> list[str]:
        """Return what building the wheel needs besides what pyproject.toml says."""
        return ["ziglang"] if self.target_name == "wheel" and not (_has_compiler() and _without_page()) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        with ThreadPoolExecutor() as pool:
            page = pool.submit(self._build_page, root)
            if self.target_name == "wheel":
                # The library is called by ctypes: one serves every version of Python.
                system, folder = self._engines(root)
                build_data["pure_python"] = False
                build_data["tag"] = f"py3-none-{system}"
                for library in folder.iterdir():
                    build_data["force_include"][str(library)] = f"edokko/native/built/{library.name}"
            page.result()

    def _engines(self, root: Path) -> tuple[str, Path]:
        """Return the platform of the wheel and the folder of its engines, building them for this machine."""
        given, _, file = os.environ.get("EDOKKO_BUILT_ENGINE", "").partition("=")
        if given:
            return given, Path(file)
        folder = root / "src" / "edokko" / "native" / "built"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        path = os.pathsep.join(filter(None, [str(root / "src"), os.environ.get("PYTHONPATH")]))
        words = [sys.executable, "-m", "edokko.native", str(folder / f"engine{SUFFIX}")]
        if platform.machine() in ("x86_64", "AMD64"):
            words.append("--avx2")
        if not _without_page():
            words.append("--wasm")
        _run(words, root, "the engine", {**os.environ, "PYTHONPATH": path})
        return re.sub(r"[-.]", "_", sysconfig.get_platform()), folder

    def _build_page(self, root: Path) -> None:
        page = root / "src" / "edokko" / "page" / "index.html"
        if _without_page() or not (root / "web").is_dir():
            return
        if page.is_file() and not (root / ".git").exists():
            return
        npm = _npm()
        _run([npm, "ci", "--no-audit", "--no-fund"], root / "web", "the page")
        _run([npm, "run", "build"], root / "web", "the page")


def _has_compiler() -> bool:
    return bool(os.environ.get("CC") or shutil.which("cc") or os.environ.get("EDOKKO_BUILT_ENGINE"))


def _without_page() -> bool:
    return bool(os.environ.get("EDOKKO_NO_PAGE"))


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


def _run(command: list[str], folder: Path, what: str, environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-TAIL:])
        print(tail, file=sys.stderr)
        raise SystemExit(f"\nedokko: {what} could not be built: {' '.join(command[1:])} failed, as told above.\n")
