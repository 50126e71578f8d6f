"""The pages of this project: their links lead to files, and the commands that they show exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edokko_research.commands import COMMANDS
from edokko_research.commands.strength import MATCHES, PAGE, PLAYERS_PAGE
from edokko_research.strength.page import with_table
from edokko_research.strength.results import read_results
from helpers.paths import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_of_this_project_that_a_page_names_exist(page: Path) -> None:
    named = re.findall(r"`(src/edokko_research/[\w./-]*)`", page.read_text(encoding="utf-8"))
    named += re.findall(r"\bpython (benchmarks/\w+\.py)", page.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_pages_show_commands_that_exist() -> None:
    shown = {word for page in PAGES for word in re.findall(r"edokko-research (\w+)", page.read_text(encoding="utf-8"))}
    assert shown == set(COMMANDS)


def test_the_table_of_levels_of_the_package_is_that_of_the_results() -> None:
    text = PLAYERS_PAGE.read_text(encoding="utf-8")
    assert text == with_table(text, "levels", MATCHES, read_results(PAGE)), "run: edokko-research strength --render"
