"""Building the folder that needs no server: what is wrong is said in a sentence, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from edokko.browser import building
from tests.helpers.terminal import edokko


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand for a page and an engine for browsers, which an installation without the page lacks."""
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<html><head></head></html>")
    monkeypatch.setattr(building, "PAGE", page)
    monkeypatch.setattr(building, "is_current", lambda engine: True)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder with programs."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(path: Path, script: str) -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def complaint(target: Path, *words: str) -> str:
    """Return what the command says of a wrong request, after checking that it has written nothing."""
    before = sorted(target.parent.rglob("*"))
    done = edokko("build-site", str(target), *words)
    assert done.exit_code == 2, done.output
    assert sorted(target.parent.rglob("*")) == before
    return done.output


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "site"
    target.mkdir()
    (target / "own.txt").write_text("mine")
    assert complaint(target) == f"edokko: {target} is not an empty folder; name a new one.\n"
    assert complaint(target / "own.txt").startswith(f"edokko: {target / 'own.txt'} is not an empty folder")


def test_a_package_without_page_or_engine_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "is_current", lambda engine: False)
    assert "ziglang" in complaint(tmp_path / "site")
    monkeypatch.setattr(building, "PAGE", tmp_path / "none")
    assert "Node.js" in complaint(tmp_path / "site")


def test_without_node_npm_or_a_connection_it_says_what_is_missing(tmp_path: Path, tools: Path) -> None:
    assert complaint(tmp_path / "site").startswith("edokko: Node.js is missing")
    node = program(tools / "node", "echo 'no WebAssembly' >&2; exit 1")
    assert complaint(tmp_path / "site").endswith("--pyodide.\n")
    program(tools / "npm", "echo 'no connection' >&2; exit 1")
    said = complaint(tmp_path / "site")
    assert "no connection" in said
    assert said.endswith("--pyodide.\n")
    with pytest.raises(building.SiteError) as caught:
        list(building._compiled(str(node), tmp_path, {}, {}))
    assert caught.value.message == "problem-site-compile"
    assert caught.value.arguments["reason"] == "no WebAssembly"


def test_a_folder_of_pyodide_is_checked(tmp_path: Path, tools: Path) -> None:
    program(tools / "node", "exit 1")
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    words = ("--pyodide", str(pyodide))
    assert f"{pyodide} has no file pyodide.mjs." in complaint(tmp_path / "site", *words)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"):
        (pyodide / name).write_bytes(b"")
    assert "another Pyodide" in complaint(tmp_path / "site", *words)
    assert "does not exist" in complaint(tmp_path / "site", "--pyodide", str(tmp_path / "none"))


def test_a_download_with_another_hash_is_refused(tmp_path: Path, tools: Path) -> None:
    program(tools / "node", "exit 1")
    program(tools / "npm", 'for folder; do :; done\n: > "$folder/pyodide-0.tgz"')
    assert complaint(tmp_path / "site") == (
        "edokko: pyodide-0.tgz is not the expected file: its hash differs. Nothing was written.\n"
    )
