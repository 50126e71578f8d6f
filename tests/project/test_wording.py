"""Plain English in comments, docstrings and pages: a short list of patterns that hid the actor or the term."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

PYTHON = ("src", "tests", "benchmarks", "examples", "research")
WEB = re.compile(r"//[^\n]*|/\*.*?\*/|<!--.*?-->", re.DOTALL)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)

PATTERNS = {
    r"\b([Ww]hoever|[Ss]ome(body|one)|[Nn]obody|[Aa]nybody|[Ee]verybody)\b": "name the actor: the player, the client",
    r"\bwhat (is|was) (there|found|kept|made|told|asked|left)\b": "name the thing: the cached rows, the last request",
    r"\bwho (comes|leaves|looks on|is left)\b": "name the actor: a guest, a spectator",
    r"\b(knows|speaks) of\b": "say what the code holds, imports or supports",
    r"\bgoes on for\b": "say takes over, continues, replaces",
}
"""What a comment or a page must not say, and what to write instead."""
ANY = re.compile("|".join(PATTERNS))


def python_prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and docstrings of a module, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        # A docstring, also that of an attribute.
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


@pytest.fixture(scope="module")
def prose() -> list[tuple[Path, int, str]]:
    return list(_prose())


def _prose() -> Iterator[tuple[Path, int, str]]:
    for folder in PYTHON:
        for path in sorted((ROOT / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            # To take a module apart takes long; most have no pattern anywhere.
            if path != Path(__file__) and ANY.search(source):
                yield from ((path, line, text) for line, text in python_prose(source))
    for path in sorted((ROOT / "web" / "src").rglob("*.*")):
        if path.suffix in (".ts", ".svelte", ".css") and path.name != "api-types.ts":
            source = path.read_text(encoding="utf-8")
            yield from ((path, source.count("\n", 0, match.start()) + 1, match[0]) for match in WEB.finditer(source))
    pages = [*sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "research").rglob("*.md"))]
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages]:
        text = CODE.sub(lambda code: "\n" * code[0].count("\n"), path.read_text(encoding="utf-8"))
        yield from ((path, number, line) for number, line in enumerate(text.splitlines(), 1))


@pytest.mark.parametrize(("pattern", "advice"), PATTERNS.items())
def test_no_text_has_a_pattern_that_hides_the_actor_or_the_term(
    prose: list[tuple[Path, int, str]], pattern: str, advice: str
) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]!r}: {advice}"
        for path, line, text in prose
        for match in re.finditer(pattern, text)
    ]
    assert found == []


def test_the_check_reads_comments_docstrings_and_docs_of_attributes() -> None:
    source = (
        '"""Module."""\nX = 1\n"""Attribute."""\n\n\ndef f():\n    """Function."""\n    return "text"  # Comment.\n'
    )
    assert {text for _, text in python_prose(source)} == {"Module.", "Attribute.", "Function.", "# Comment."}
