"""The lookup of messages, on Project Fluent's runtime (https://projectfluent.org)."""

from __future__ import annotations

import functools
from importlib import resources

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax import ast

from .environment import languages

Argument = str | int | float

LONGEST_ARGUMENT = 2_000
"""The most characters of a text variable; a longer one is truncated. Fluent refuses messages over 2,500 characters."""


class CatalogueError(ValueError):
    """A text cannot be formatted: its language, message or a variable is missing, or its file is malformed."""


class Catalogue:
    """The messages of one language.

    Args:
        language: one of :func:`languages`.

    Raises:
        CatalogueError: there is no such language, or its file is malformed.
    """

    def __init__(self, language: str = "en") -> None:
        if language not in languages():
            raise CatalogueError(f"no messages in the language {language!r}; there are {', '.join(languages())}")
        self.language = language
        self._bundle = _shipped_bundle(language)

    @classmethod
    def from_ftl(cls, language: str, ftl: str) -> Catalogue:
        """Return a catalogue of messages other than the project's own.

        Args:
            language: the language of the messages, which determines their plural rules.
            ftl: the text of a Fluent file.

        Raises:
            CatalogueError: the text is not Fluent, or defines a message twice.
        """
        catalogue = cls.__new__(cls)
        catalogue.language = language
        catalogue._bundle = _bundle(language, ftl)
        return catalogue

    def __repr__(self) -> str:
        return f"Catalogue({self.language!r})"

    def __contains__(self, message_id: object) -> bool:
        return isinstance(message_id, str) and self._bundle.has_message(message_id)

    def text(self, message_id: str, /, **args: Argument) -> str:
        """Return the text of a message.

        Args:
            message_id: the id of the message.
            **args: its variables: texts and numbers. Numbers are formatted without grouping, 1000 rather than 1,000;
                a text longer than ``LONGEST_ARGUMENT`` is truncated with an ellipsis.

        Returns:
            The text in the catalogue's language.

        Raises:
            CatalogueError: there is no such message, or a variable or a term of it is missing.
        """
        if not self._bundle.has_message(message_id):
            raise CatalogueError(f"{self.language}.ftl: no message {message_id!r}")
        pattern = self._bundle.get_message(message_id).value
        if pattern is None:
            raise CatalogueError(f"{self.language}.ftl: the message {message_id!r} has no text of its own")
        variables = {name: _argument(message_id, name, value) for name, value in args.items()}
        text, errors = self._bundle.format_pattern(pattern, variables)
        if errors:
            reasons = "; ".join(str(error) for error in errors)
            raise CatalogueError(f"{self.language}.ftl: the message {message_id!r} cannot be written: {reasons}")
        return str(text)


def messages(language: str) -> tuple[str, ...]:
    """Return the ids of all messages of a language, in the order of its file.

    Raises:
        CatalogueError: there is no such language, or its file is malformed.
    """
    if language not in languages():
        raise CatalogueError(f"no messages in the language {language!r}; there are {', '.join(languages())}")
    return tuple(
        entry.id.name for entry in _entries(language, _shipped_ftl(language)) if isinstance(entry, ast.Message)
    )


def _argument(message_id: str, name: str, value: Argument) -> str | FluentType:
    """Convert a variable for Fluent; plural rules still see the number."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST_ARGUMENT else value[: LONGEST_ARGUMENT - 1] + "…"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        kind = type(value).__name__
        raise CatalogueError(
            f"the variable {name!r} of the message {message_id!r} is a {kind}, expected a text or a number"
        )
    return fluent_number(value, useGrouping=False)


@functools.cache
def _shipped_bundle(language: str) -> FluentBundle:
    return _bundle(language, _shipped_ftl(language))


def _shipped_ftl(language: str) -> str:
    return resources.files(__package__).joinpath(f"{language}.ftl").read_text(encoding="utf-8")


def _bundle(language: str, ftl: str) -> FluentBundle:
    _entries(language, ftl)
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(ftl))
    return bundle


def _entries(language: str, ftl: str) -> list[ast.EntryType]:
    """Return all entries of a Fluent file, and refuse entries that Fluent would silently skip.

    Raises:
        CatalogueError: a text is not Fluent, or a message id is repeated; the error names the file and the line.
    """
    entries = list(FluentResource(ftl).body)
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        if isinstance(entry, ast.Junk):
            raise CatalogueError(f"{language}.ftl: line {_line(ftl, entry)}: not Fluent: {_reason(entry)}")
        if not isinstance(entry, (ast.Message, ast.Term)):
            continue
        name = (type(entry).__name__, entry.id.name)
        if name in seen:
            raise CatalogueError(f"{language}.ftl: line {_line(ftl, entry)}: {entry.id.name!r} is there twice")
        seen.add(name)
    return entries


def _line(ftl: str, entry: ast.SyntaxNode) -> int:
    return ftl.count("\n", 0, entry.span.start) + 1 if entry.span else 1


def _reason(junk: ast.Junk) -> str:
    return "; ".join(annotation.message or "" for annotation in junk.annotations or ())
