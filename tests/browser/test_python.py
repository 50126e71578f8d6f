"""The Python of a built site, in Node: it plays and answers as the command line does."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import whole
from tests.browser.helpers import MemoryDatabase
from tests.helpers.site import built_site

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_site(tmp_path_factory.getbasetemp().parent)


def in_node(site: Path, module: str) -> str:
    """Return what a module of this folder prints in the Python of a site."""
    command = ["node", str(HERE / "site.mjs"), str(site), module]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


def test_thirty_games_are_those_of_the_command_line(site: Path) -> None:
    here = subprocess.run([sys.executable, HERE / "games.py"], capture_output=True, text=True, check=True).stdout
    assert in_node(site, "games") == here
    assert len(here.splitlines()) == 30


def test_all_that_a_table_offers_works_with_the_site_s_part_of_the_library(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(whole.main(MemoryDatabase()))
    here = capsys.readouterr().out
    assert in_node(site, "whole") == here
    assert len(here.splitlines()) > 100
    assert " 500" not in here
