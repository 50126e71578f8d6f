"""The pages for developers name files and functions; those exist. The index of the documents links every page."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.paths import DOCS, ROOT

DECISIONS = sorted(DOCS.glob("develop/decisions/0*.md"))
INDEXES = sorted(DOCS.rglob("index.md"))
PAGES = [
    ROOT / "CONTRIBUTING.md",
    DOCS / "develop/architecture.md",
    DOCS / "develop/engine.md",
    DOCS / "play/players.md",
    DOCS / "develop/glossary.md",
    DOCS / "develop/how-a-move-travels.md",
    DOCS / "develop/how-a-rule-is-found.md",
    DOCS / "develop/recipes.md",
    *DECISIONS,
]
FOLDERS = ("src/edokko", "web/src", "tests", "benchmarks", "docs", "examples", "research/src", "research/docs")
"""The folders of the files that a page may name by the end of their path, such as ``rules/fire.py`` or ``fire.py``."""
PATH = re.compile(r"(?:src|web|tests|benchmarks)/[\w./-]+")
MADE = {"src/edokko/page/", "tests/web/shots/"}
"""Folders that a build or a test writes."""
FILE = re.compile(r"[\w./-]*\w\.(?:py|ts|svelte|toml|json|ftl)")
FUNCTION = re.compile(r"#?[A-Za-z_][\w.]*\(\)")
CONSTANT_OR_CLASS = re.compile(r"_?[A-Z][A-Z_]{2,}|[A-Z][a-z]+[A-Za-z]*")


@cache
def names_in(path: Path) -> frozenset[str]:
    """The functions, methods (``Class.method``) and constants that a source file defines."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return frozenset(_python_names(ast.parse(source)))
    functions = re.findall(r"^\s*(?:export )?(?:async )?(?:function )?(#?\w+)(?:<.*>)?\(", source, re.MULTILINE)
    values = re.findall(r"^(?:export )?const (\w+)", source, re.MULTILINE)
    return frozenset([*functions, *values])


def _python_names(tree: ast.Module | ast.ClassDef, prefix: str = "") -> list[str]:
    names = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.append(prefix + node.name)
        elif isinstance(node, ast.ClassDef):
            names += [prefix + node.name, *_python_names(node, f"{prefix}{node.name}.")]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [prefix + name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return names


@cache
def sources() -> dict[str, list[Path]]:
    """The files of the repository, by name."""
    sources: dict[str, list[Path]] = {}
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if FILE.fullmatch(path.name))
    for path in (*ROOT.glob("*"), *(ROOT / "web").glob("*"), *files):
        sources.setdefault(path.name, []).append(path)
    return sources


def files_of(span: str) -> list[Path]:
    """The files whose path ends with a span."""
    return [path for path in sources().get(Path(span).name, []) if path.as_posix().endswith(f"/{span}")]


def blocks_of(page: Path) -> list[str]:
    """The rows, list items and paragraphs of a page: a function belongs to a file that its block names."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.split(r"\n(?=\||\s*[-*] |\s*\d+\. )|\n\n", text)


def problems_of(page: Path) -> list[str]:
    problems = []
    for block in blocks_of(page):
        spans = re.findall(r"`([^`\n]+)`", block)
        named = [span for span in spans if span not in MADE and (FILE.fullmatch(span) or PATH.fullmatch(span))]
        problems += [f"no file {span}" for span in named if not files_of(span) and not (ROOT / span).exists()]
        files = [path for span in named for path in files_of(span)]
        wanted = [span.removesuffix("()") for span in spans if FUNCTION.fullmatch(span)]
        wanted += [
            span for span in spans if CONSTANT_OR_CLASS.fullmatch(span) and files and not span.startswith("EDOKKO")
        ]
        for name in wanted:
            if not any(name in names_in(path) for path in files):
                problems.append(f"no {name} in {[path.name for path in files]}")
    return problems


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_files_and_functions_that_a_page_names_exist(page: Path) -> None:
    assert problems_of(page) == []


def test_the_walk_of_a_move_names_a_function_at_every_step() -> None:
    page = (DOCS / "develop/how-a-move-travels.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \|.*\| `(\S+)`: (.+) \|$", page, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, 18))
    assert all(FUNCTION.search(functions) for _, _, functions in rows)


def test_an_unknown_function_is_a_problem(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`src/edokko/game.py`: `Game.play()`, `Game.fly()`\n\n- `src/edokko/gone.py`\n\n`Game.play()`\n")
    assert problems_of(page) == ["no Game.fly in ['game.py']", "no file src/edokko/gone.py", "no Game.play in []"]


def test_a_file_is_found_by_the_end_of_its_path(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`rules/fire.py`, `refusals.py`: `strength()`\n\n`rules/refusals.py`\n")
    assert problems_of(page) == ["no file rules/refusals.py"]


def test_the_architecture_page_lists_the_layers() -> None:
    rows = re.findall(r"^\| (`.+?`) \|[^|]*\|$", (DOCS / "develop/architecture.md").read_text(), re.MULTILINE)
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    layers = [set(layer.split(" | ")) for layer in contract["layers"]]
    assert [set(re.findall(r"`(\w+)`", row)) for row in reversed(rows)] == layers


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_its_sections(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Alternatives", "Consequences"]
    assert re.search(r"^Date: 20\d\d-(?:0[1-9]|1[0-2])\b", text, re.MULTILINE)


def links_of(page: Path) -> set[Path]:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return {(page.parent / link).resolve() for link in links}


@pytest.mark.parametrize("index", INDEXES, ids=lambda index: index.parent.name)
def test_an_index_links_every_page_that_it_leads_to(index: Path) -> None:
    """Those of its folder, and of the folders below that have no index; there, the index alone."""
    folders = [folder for folder in {page.parent for page in DOCS.rglob("*.md")} if index_of(folder) == index]
    pages = {page for folder in folders for page in (*folder.glob("*.md"), *folder.glob("*/index.md"))} - {index}
    assert pages - links_of(index) == set()


def index_of(folder: Path) -> Path:
    """Return the index that leads to the pages of a folder: its own, else that of the folder above."""
    return folder / "index.md" if (folder / "index.md").exists() else index_of(folder.parent)


def test_the_links_of_all_pages_lead_to_files() -> None:
    pages = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
    gone = {f"{page.relative_to(ROOT)}: {link}" for page in pages for link in links_of(page) if not link.exists()}
    assert gone == set()
