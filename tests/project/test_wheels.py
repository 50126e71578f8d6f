"""The wheels of other platforms, which `build_wheels.py` makes and checks."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.helpers.paths import ROOT

SCRIPT = ROOT / "build_wheels.py"


def load() -> ModuleType:
    spec = spec_from_file_location("build_wheels", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["build_wheels"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


WHEELS = load()
MISSING = [name for name in WHEELS.NEEDS if not find_spec(name)]


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *words]
    return subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=False, timeout=590)


def write_wheel(folder: Path, tag: str, *names: str) -> Path:
    path = folder / f"edokko-1.0-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return path


def test_each_platform_has_a_name_a_target_and_a_tag_of_its_own() -> None:
    platforms = WHEELS.PLATFORMS
    for column in "name", "target", "tag":
        assert len({getattr(platform, column) for platform in platforms}) == len(platforms)
    endings = {"ELF": ".so", "MACHO": ".dylib", "PE": ".dll"}
    assert all(endings[platform.form] == platform.suffix for platform in platforms)


def test_zig_builds_for_the_glibc_that_the_tag_promises() -> None:
    for platform in WHEELS.PLATFORMS:
        if platform.tag.startswith("manylinux"):
            _, major, minor, *_ = platform.tag.split("_")
            assert platform.target.endswith(f"gnu.{major}.{minor}")


@pytest.mark.parametrize(
    ("version", "is_there"),
    [("GLIBC_2.2.5", True), ("GLIBC_2.17", True), ("GLIBC_2.18", False), ("GLIBC_3.0", False), ("GCC_3.0", False)],
)
def test_a_symbol_is_no_later_than_the_glibc_of_the_tag(version: str, is_there: bool) -> None:
    assert WHEELS.is_in_system(version, "manylinux_2_17_x86_64") == is_there


def test_musl_has_no_symbols_of_glibc() -> None:
    assert not WHEELS.is_in_system("GLIBC_2.2.5", "musllinux_1_2_x86_64")


def test_a_wheel_has_the_name_of_its_platform_and_one_engine_for_it(tmp_path: Path) -> None:
    windows = next(platform for platform in WHEELS.PLATFORMS if platform.form == "PE")
    alien = write_wheel(tmp_path, "win_arm64", "edokko/game.py", "edokko/native/built/engine.so")
    named, held = WHEELS.faults_of_wheel(windows, alien)
    assert "win_arm64" in named
    assert "engine.so for edokko/native/built/engine-avx2.dll, edokko/native/built/engine.dll" in held
    two = write_wheel(tmp_path, "win_amd64", "edokko/native/built/engine.dll", "edokko/native/built/engine.so")
    assert len(WHEELS.faults_of_wheel(windows, two)) == 1


def test_an_unknown_platform_is_refused() -> None:
    done = run("--only", "amiga")
    assert done.returncode == 2
    assert "invalid choice: 'amiga'" in done.stderr
    assert all(platform.name in done.stderr for platform in WHEELS.PLATFORMS)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(WHEELS, "find_spec", lambda name: None if name == "ziglang" else name)
    monkeypatch.setattr(sys, "argv", ["build_wheels.py"])
    with pytest.raises(SystemExit) as stopped:
        WHEELS.main()
    assert stopped.value.code == 2
    assert "ziglang is missing: pip install" in capsys.readouterr().err


@pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)} missing: pip install '.[wheels]'")
def test_the_wheel_for_windows_is_made_and_checked(tmp_path: Path) -> None:
    done = run("--only", "windows-x86_64", str(tmp_path), EDOKKO_NO_PAGE="1")
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.iterdir()
    assert wheel.name.endswith("-py3-none-win_amd64.whl")
    assert wheel.name in done.stdout
    linux = WHEELS.PLATFORMS[0]
    assert any("win_amd64" in fault for fault in WHEELS.faults_of_wheel(linux, wheel))
    with zipfile.ZipFile(wheel) as archive:
        library = Path(archive.extract("edokko/native/built/engine.dll", tmp_path))
    assert WHEELS.faults_of_library(linux, library) == ["the engine is PE X86_64 for ELF X86_64"]
