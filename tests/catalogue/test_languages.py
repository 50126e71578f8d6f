"""Every language has the messages of English, with the same variables."""

from __future__ import annotations

from importlib import resources

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from edokko.catalogue import languages

Variables = dict[str, set[str]]
"""The variables of each text: of a message by its id, of an attribute by ``message.attribute``."""


class References(Visitor):
    """The variables of a pattern in all its variants, and the messages that it refers to."""

    def __init__(self, pattern: ast.Pattern) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()
        self.visit(pattern)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.messages.add(f"{node.id.name}.{node.attribute.name}" if node.attribute else node.id.name)


def variables(ftl: str) -> Variables:
    texts: dict[str, References] = {}
    for message in FluentParser().parse(ftl).body:
        if isinstance(message, ast.Message):
            parts = {message.id.name: message.value} | {
                f"{message.id.name}.{attribute.id.name}": attribute.value for attribute in message.attributes
            }
            texts |= {name: References(pattern) for name, pattern in parts.items() if pattern is not None}

    def of(name: str) -> set[str]:
        return texts[name].variables.union(*(of(other) for other in texts[name].messages))

    return {name: of(name) for name in texts}


def differences(english: str, other: str) -> list[str]:
    """List missing messages, surplus messages and different variables of another language."""
    expected, actual = variables(english), variables(other)
    lines = [f"{name}: missing" for name in expected if name not in actual]
    lines += [f"{name}: not in English" for name in actual if name not in expected]
    for name in expected:
        if name in actual and expected[name] != actual[name]:
            lines.append(f"{name}: has {sorted(actual[name])}, English has {sorted(expected[name])}")
    return sorted(lines)


def shipped(language: str) -> str:
    return resources.files("edokko.catalogue").joinpath(f"{language}.ftl").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_messages_and_the_variables_of_english(language: str) -> None:
    assert differences(shipped("en"), shipped(language)) == []


ENGLISH = """
-game = Iki
hello = Hello { $name } from { -game }
coins = { $count ->
    [one] 1 coin
   *[other] { $count } coins of { $owner }
}
save = Save
    .title = Save { $file }
greeting = { hello }!
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Hello { $name } from { -game }", "{ -game } vous salue, { $name }", []),
        ("{ $name } from", "{ $nom } from", ["greeting: has ['nom'], English has ['name']", "hello: has ['nom'], "]),
        (" of { $owner }", "", ["coins: has ['count'], English has ['count', 'owner']"]),
        ("[one] 1 coin", "[one] { $count } of { $stranger }", ["coins: has ['count', 'owner', 'stranger'], "]),
        ("{ $count ->", "{ $number ->", ["coins: has ['count', 'number', 'owner'], "]),
        ("Save { $file }", "Save", ["save.title: has [], English has ['file']"]),
        ("    .title = Save { $file }\n", "", ["save.title: missing"]),
        (".title", ".label", ["save.label: not in English", "save.title: missing"]),
        ("greeting = ", "bye = ", ["bye: not in English", "greeting: missing"]),
        ("{ hello }!", "Hello { $name }!", []),
        ("{ hello }!", "Hello!", ["greeting: has [], English has ['name']"]),
    ],
)
def test_the_comparison_lists_all_differences(old: str, new: str, expected: list[str]) -> None:
    assert ENGLISH.count(old) == 1
    lines = differences(ENGLISH, ENGLISH.replace(old, new))
    assert len(lines) == len(expected)
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True)), lines
