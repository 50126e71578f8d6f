"""Make the wheels of all platforms on one machine: ``python build_wheels.py [--only PLATFORM] [FOLDER]``.

The package ``ziglang`` is a C compiler for every platform. Each wheel is checked before it appears in the folder; none
is run, since most are for other machines. Install what it needs with ``pip install '.[wheels]'``.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent
NEEDS = ("hatchling", "lief", "ziglang")
BUILT_FOLDER = "edokko/native/built/"
"""Where the engines lie in a wheel."""
BUILT = re.compile(r"\.(so|dylib|dll|pyd|exe|lib|pdb|a|o)$")
"""The ends of compiled files."""


@dataclass(frozen=True)
class Platform:
    """What a wheel is made for.

    Attributes:
        name: what ``--only`` calls it.
        target: the name that Zig gives it, with the oldest version of the system.
        tag: the name in the wheel's file name.
        suffix: the end of a library's file name.
        form: the format of a library, as lief calls it.
        machine: the processor, as lief calls it.
        needs: how the names of the libraries begin that every such system has.
        flags: what the compiler is told besides.
    """

    name: str
    target: str
    tag: str
    suffix: str
    form: str
    machine: str
    needs: tuple[str, ...]
    flags: tuple[str, ...] = ()

    @property
    def engines(self) -> list[str]:
        """The names of the engines in its wheel."""
        suffixes = ("", "-avx2") if self.machine == "X86_64" else ("",)
        return [f"engine{suffix}{self.suffix}" for suffix in suffixes]


V2 = ("-march=x86_64_v2",)  # as NumPy's own wheels; without SSE 4.1, the champion takes half as long again
UNIVERSAL_C = ("KERNEL32.dll", "api-ms-win-crt-")
SYSTEM = ("/usr/lib/libSystem.", "@rpath/edokko-engine.dylib")
INSTALL_NAME = "-Wl,-install_name,@rpath/edokko-engine.dylib"  # else the temporary folder is its name
PLATFORMS = (
    Platform(
        "linux-x86_64", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", ".so", "ELF", "X86_64", ("libc.so.6",), V2
    ),
    Platform(
        "linux-aarch64", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", ".so", "ELF", "ARM64", ("libc.so.6",)
    ),
    Platform("musl-x86_64", "x86_64-linux-musl", "musllinux_1_2_x86_64", ".so", "ELF", "X86_64", ("libc.so",), V2),
    Platform(
        "macos-arm64", "aarch64-macos.11.0", "macosx_11_0_arm64", ".dylib", "MACHO", "ARM64", SYSTEM, (INSTALL_NAME,)
    ),
    Platform("windows-x86_64", "x86_64-windows-gnu", "win_amd64", ".dll", "PE", "X86_64", UNIVERSAL_C, V2),
)


class Failed(Exception):
    """A wheel could not be made, or it is wrong."""


def make_wheel(platform: Platform, folder: Path) -> Path:
    """Make the engines and the wheel of a platform in a folder; return the wheel.

    Raises:
        Failed: one of the two could not be built; the message has the end of the output.
    """
    built = folder / "built"
    built.mkdir()
    compiler = shlex.join([sys.executable, "-m", "ziglang", "cc", "-target", platform.target])
    flags = [f"--flag={flag}" for flag in ("-s", *platform.flags)]
    more = ["--wasm", *(["--avx2"] if len(platform.engines) > 1 else [])]
    _run(["edokko.native", str(built / platform.engines[0]), *more, *flags], folder, "the engine", CC=compiler)
    words = ["hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    _run(words, ROOT, "the wheel", EDOKKO_BUILT_ENGINE=f"{platform.tag}={built}")
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise Failed(f"hatchling made {len(wheels)} wheels")
    return wheels[0]


def _run(words: list[str], folder: Path, what: str, **variables: str) -> None:
    """Run a module of Python that imports the package from here."""
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-20:])
        raise Failed(f"{what} could not be built, {words[0]} failed:\n{tail}")


def faults_of_wheel(platform: Platform, wheel: Path) -> list[str]:
    """Check the name and the content of a wheel.

    Returns:
        what is wrong with it, nothing if all is right.
    """
    faults = []
    if not re.fullmatch(rf"edokko-[^-]+-py3-none-{platform.tag}\.whl", wheel.name):
        faults.append(f"its name is {wheel.name}")
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
        built = sorted(name for name in archive.namelist() if BUILT.search(name))
        wanted = sorted(BUILT_FOLDER + name for name in platform.engines)
        if built != wanted:
            return [*faults, f"it has {', '.join(built) or 'nothing'} for {', '.join(wanted)}"]
        if f"{BUILT_FOLDER}engine.wasm" not in archive.namelist():
            faults.append("it has no engine for browsers")
        for name in built:
            found = faults_of_library(platform, Path(archive.extract(name, folder)))
            faults += [f"{Path(name).name}: {fault}" for fault in found]
        return faults


def faults_of_library(platform: Platform, path: Path) -> list[str]:
    """Check an engine: its format, processor and functions, what it needs of the system, and its stamp.

    Returns:
        what is wrong with it, nothing if all is right.
    """
    import lief

    from edokko.native.libraries import is_current

    lief.logging.disable()
    library = lief.parse(str(path))
    if library is None:
        return ["the engine is no library of any platform"]
    kind = library.format.name, library.abstract.header.architecture.name
    if kind != (platform.form, platform.machine):
        return [f"the engine is {' '.join(kind)} for {platform.form} {platform.machine}"]
    faults = [] if is_current(path) else ["the engine is not made from the rules as they are"]
    # A name of macOS begins with one more underscore.
    exported = {function.name.removeprefix("_") for function in library.exported_functions}
    if missing := [name for name in _functions() if name not in exported]:
        faults.append(f"the engine does not export {', '.join(missing)}")
    needed = [each if isinstance(each, str) else each.name for each in library.libraries]
    if foreign := [name for name in needed if not name.startswith(platform.needs)]:
        faults.append(f"the engine needs {', '.join(foreign)}")
    if isinstance(library, lief.ELF.Binary):
        versions = [each.name for of in library.symbols_version_requirement for each in of.get_auxiliary_symbols()]
        if late := [version for version in versions if not is_in_system(version, platform.tag)]:
            faults.append(f"the engine needs {', '.join(late)}")
    return faults


def is_in_system(version: str, tag: str) -> bool:
    """Check whether a version of glibc's symbols, as in ``GLIBC_2.17``, is in every system of a wheel's tag."""
    wanted = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(\.\d+)?", version)
    oldest = re.match(r"manylinux_(\d+)_(\d+)_", tag)
    return bool(wanted and oldest and [*map(int, wanted.groups()[:2])] <= [*map(int, oldest.groups())])


@cache
def _functions() -> list[str]:
    """Return the names of the functions that Python calls."""
    from edokko.native.building import entry_points
    from edokko.native.libraries import PREFIX

    return [PREFIX + function.__name__ for function in entry_points()]


def report(wheel: Path) -> str:
    """Return the sizes of a wheel and its engine, and whether it has the page."""
    with zipfile.ZipFile(wheel) as archive:
        engines = [entry.file_size for entry in archive.infolist() if entry.filename.startswith(BUILT_FOLDER)]
        page = "" if "edokko/page/index.html" in archive.namelist() else ", without the page"
    return f"{wheel.name}: {wheel.stat().st_size / 1000:.0f} kB, engines {sum(engines) / 1000:.0f} kB{page}"


def main() -> None:
    """Make and check the wheels."""
    names = [platform.name for platform in PLATFORMS]
    parser = argparse.ArgumentParser(description="Make the wheels of all platforms, and check them.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("dist"), help="where they go; dist by default")
    parser.add_argument("--only", choices=names, metavar="PLATFORM", help=f"one of {', '.join(names)}")
    arguments = parser.parse_args()
    if missing := [name for name in NEEDS if not find_spec(name)]:
        parser.error(f"the Python package {missing[0]} is missing: pip install '.[wheels]'")
    sys.path.insert(0, str(ROOT / "src"))
    arguments.folder.mkdir(parents=True, exist_ok=True)
    failed = False
    for platform in PLATFORMS:
        if arguments.only in (None, platform.name):
            with tempfile.TemporaryDirectory(prefix="edokko-wheel-") as folder:
                try:
                    wheel = make_wheel(platform, Path(folder))
                    os.environ["EDOKKO_NO_PAGE"] = "1"  # the next wheels take the page that this one has built
                    faults = faults_of_wheel(platform, wheel)
                except Failed as error:
                    faults = [str(error)]
                if faults:
                    failed = True
                    print(*(f"{platform.name}: {fault}" for fault in faults), sep="\n", file=sys.stderr)
                else:
                    print(report(Path(shutil.move(wheel, arguments.folder / wheel.name))), flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
