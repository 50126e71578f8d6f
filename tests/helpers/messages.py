"""The messages of the catalogue files and their variables."""

from __future__ import annotations

import functools
from importlib import resources

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

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


@functools.cache
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


def shipped(language: str) -> str:
    return resources.files("edokko.catalogue").joinpath(f"{language}.ftl").read_text(encoding="utf-8")


class Texts(Visitor):
    """The text of a message around its variables, in all its variants."""

    def __init__(self, node: ast.BaseNode) -> None:
        self.parts: list[str] = []
        self.visit(node)

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802
        self.parts.append(node.value)


@functools.cache
def parsed(language: str) -> dict[str, ast.Message]:
    body = FluentParser().parse(shipped(language)).body
    return {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}


@functools.cache
def written(language: str, message: str) -> str:
    return " ".join(Texts(parsed(language)[message]).parts)
