"""The files of deploy/: systemd accepts them, and what they name exists."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edokko.server.settings import from_environment
from edokko.server.store import migrate
from tests.helpers.paths import ROOT, SOURCE
from tests.helpers.server import sqlite_in

DEPLOY = ROOT / "deploy"
PROGRAM = "/opt/edokko/bin/edokko"
UNITS = ("edokko.service", "edokko-backup.service", "edokko-backup.timer")


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def environment_of(text: str) -> dict[str, str]:
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE))


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("THE UNITS OF deploy/ ARE NOT TESTED: systemd-analyze is not installed")
    for unit in UNITS:
        text = text_of(unit)
        assert PROGRAM in text or unit.endswith(".timer")
        (tmp_path / unit).write_text(text.replace(PROGRAM, "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit) for unit in UNITS)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")


def test_the_settings_of_the_environment_file_are_valid() -> None:
    environment = environment_of(text_of("edokko.env"))
    assert set(environment) == {"EDOKKO_ORIGINS", "EDOKKO_DATABASE", "EDOKKO_CONNECTIONS"}
    settings = from_environment(environment)
    assert settings.is_secure
    assert settings.connections == 0
    # The service may write there.
    assert "StateDirectory=edokko\n" in text_of("edokko.service")
    assert settings.database == "sqlite+aiosqlite:////var/lib/edokko/tables.sqlite"


def test_the_settings_that_one_needs_come_first_on_the_page() -> None:
    page = (ROOT / "docs" / "run/settings.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(EDOKKO_\w+)`", page, re.MULTILINE)[:3] == list(environment_of(text_of("edokko.env")))


def test_the_commands_of_the_backup_keep_two_weeks(tmp_path: Path) -> None:
    """The lines of the unit, with other folders, as systemd would run them."""
    address, backups = sqlite_in(tmp_path), tmp_path / "backups"
    migrate(address)
    backups.mkdir()
    for days in (1, 20):
        old = backups / f"{days}.backup"
        old.touch()
        subprocess.run(["touch", f"--date={days} days ago", str(old)], check=True)
    lines = re.findall(r"^ExecStart(?:Post)?=(.*)$", text_of("edokko-backup.service"), re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        command = line.replace("%%", "%").replace("/var/lib/edokko/backups", str(backups))
        command = command.replace(PROGRAM, f"{sys.executable} -m edokko")
        environment = {"EDOKKO_DATABASE": address, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(SOURCE)}
        subprocess.run(shlex.split(command), check=True, env=environment)
    names = {path.name for path in backups.iterdir()}
    assert "1.backup" in names
    assert "20.backup" not in names
    (new,) = names - {"1.backup"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup", new)


def test_the_compose_file_uses_settings_and_files_that_exist() -> None:
    text = text_of("compose.yaml")
    names = set(re.findall(r"^ +(EDOKKO_\w+):", text, re.MULTILINE))
    page = (ROOT / "docs" / "run/settings.md").read_text(encoding="utf-8")
    assert {name for name in names if f"`{name}`" not in page} == {"EDOKKO_HOST", "EDOKKO_UPSTREAM"}
    assert set(re.findall(r"\{\$(\w+):", text_of("Caddyfile"))) == {"EDOKKO_HOST", "EDOKKO_UPSTREAM"}
    assert "dockerfile: deploy/Dockerfile" in text
    assert "./Caddyfile:" in text
    # The proxy alone is reached from outside.
    assert text.count("ports:") == 1


def test_the_image_is_built_from_files_that_exist_and_images_without_a_host() -> None:
    kept = re.findall(r"^!(.*)$", text_of("Dockerfile.dockerignore"), re.MULTILINE)
    assert {"src", "web", "pyproject.toml", "hatch_build.py", "constraints.txt"} <= set(kept)
    assert all((ROOT / name).exists() for name in kept)
    images = re.findall(r"^FROM (\S+)", text_of("Dockerfile"), re.MULTILINE)
    images += re.findall(r"^ +image: (\S+)$", text_of("compose.yaml"), re.MULTILINE)
    assert len(images) == 4
    assert all(re.fullmatch(r"[a-z]+:[\w-]+", image) for image in images)


def test_the_pages_of_hosting_name_every_file() -> None:
    page = "".join((ROOT / "docs" / "run" / name).read_text(encoding="utf-8") for name in ("host.md", "anywhere.md"))
    for path in DEPLOY.iterdir():
        name = path.name.replace("edokko-backup.service", "edokko*.service").replace(
            "edokko.service", "edokko*.service"
        )
        name = name.replace("edokko-backup.timer", "edokko*.timer")
        assert f"deploy/{name}" in page or path.suffix == ".dockerignore", path.name
