"""The texts of the project, looked up by message id and language.

A missing message or a missing variable is an error, so the interface is never partly translated. The lookup is on
Project Fluent's runtime (https://projectfluent.org).

A message is parsed when it is first used: the 1,900 messages of a language take a fifth of a second to parse, and a
command uses a few dozen.
"""

from __future__ import annotations

import functools
import os
import re
import threading
from collections.abc import Iterator, Mapping
from importlib import resources

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

FALLBACK = "en"

CHOSEN = "EDOKKO_LANGUAGE"
"""The environment variable that sets the language of this program only."""

VARIABLES = (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language, in order of precedence."""


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the languages with a file of messages, in alphabetical order."""
    files = (file.name for file in resources.files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".ftl") for name in files if name.endswith(".ftl")))


def language_named(name: str) -> str | None:
    """Return the language of a code or a locale such as ``fr_CA.UTF-8``, ``pt-BR`` or ``pl@euro``.

    It is one of :func:`languages`, or ``None`` if that language has no messages.
    """
    code = re.split(r"[-_.@]", name.strip(), maxsplit=1)[0].lower()
    return code if code in languages() else None


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """Return the default language, from the environment variables, by default those of the process.

    It is the language of the first of ``VARIABLES`` that is set, ``"en"`` if that language has no messages.
    """
    environ = os.environ if environ is None else environ
    for variable in VARIABLES:
        locale = environ.get(variable, "").strip()
        if locale:
            return language_named(locale) or FALLBACK
    return FALLBACK


Argument = str | int | float

LONGEST_ARGUMENT = 2_000
"""The most characters of a text variable; a longer one is truncated. Fluent refuses messages over 2,500 characters."""

CACHED_TEXTS = 4_096
"""The texts of a language that are kept: each takes some hundred bytes."""

_HEAD = re.compile(r"^(-?[A-Za-z][\w-]*) *=", re.MULTILINE | re.ASCII)
"""The beginning of a message or a term; their further lines are indented."""


class CatalogueError(ValueError):
    """A text cannot be formatted: its language, message or a variable is missing, or its file is malformed."""


class Catalogue:
    """The messages of one of :func:`languages`.

    Raises:
        CatalogueError: there is no such language, or its file is malformed.
    """

    def __init__(self, language: str = "en") -> None:
        if language not in languages():
            raise CatalogueError(f"no messages in the language {language!r}; there are {', '.join(languages())}")
        self.language = language
        self._messages = _shipped_messages(language)

    def __repr__(self) -> str:
        return f"Catalogue({self.language!r})"

    def __contains__(self, message_id: object) -> bool:
        return isinstance(message_id, str) and message_id in self._messages

    def text(self, message_id: str, /, **args: Argument) -> str:
        """Return the text of a message in the catalogue's language.

        Its variables are texts and numbers. Numbers are formatted without grouping, 1000 rather than 1,000; a text
        longer than ``LONGEST_ARGUMENT`` is truncated with an ellipsis.

        Raises:
            CatalogueError: there is no such message, or a variable or a term of it is missing.
        """
        if message_id not in self._messages:
            raise CatalogueError(f"{self.language}.ftl: no message {message_id!r}")
        for name, value in args.items():
            if isinstance(value, bool) or not isinstance(value, Argument):
                kind = type(value).__name__
                raise CatalogueError(
                    f"the variable {name!r} of the message {message_id!r} is a {kind}, expected a text or a number"
                )
        return self._messages.text(message_id, **args)


def messages(language: str) -> tuple[str, ...]:
    """Return the ids of all messages of a language, in the order of its file.

    Raises:
        CatalogueError: there is no such language, or its file is malformed.
    """
    if language not in languages():
        raise CatalogueError(f"no messages in the language {language!r}; there are {', '.join(languages())}")
    return tuple(_Messages(language, _shipped_ftl(language)).parse_all())


def _variable(value: Argument) -> str | FluentType:
    """Convert a variable for Fluent; plural rules still see the number."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST_ARGUMENT else value[: LONGEST_ARGUMENT - 1] + "…"
    return fluent_number(value, useGrouping=False)


@functools.cache
def _shipped_messages(language: str) -> _Messages:
    return _Messages(language, _shipped_ftl(language))


def _shipped_ftl(language: str) -> str:
    return resources.files(__package__).joinpath(f"{language}.ftl").read_text(encoding="utf-8")


class _Messages:
    """The messages and terms of a Fluent file, parsed one by one; its language determines the plural rules.

    Raises:
        CatalogueError: a message or a term is defined twice.
    """

    def __init__(self, language: str, ftl: str) -> None:
        self._language = language
        self._ftl = ftl
        # Games repeat their amounts, names and sentences: nine of ten texts of a game are in the cache.
        self.text = functools.lru_cache(CACHED_TEXTS, typed=True)(self._text)
        self._bundle = FluentBundle([language], use_isolating=False)
        self._lock = threading.Lock()
        self._is_parsed: set[str] = set()
        self._is_ready: set[str] = set()
        self._spans: dict[str, tuple[int, int]] = {}
        heads = list(_HEAD.finditer(ftl))
        ends = [*(head.start() for head in heads[1:]), len(ftl)]
        for head, end in zip(heads, ends, strict=True):
            if head[1] in self._spans:
                raise CatalogueError(f"{self._place(head.start())}: {head[1].lstrip('-')!r} is there twice")
            self._spans[head[1]] = head.start(), end

    def __contains__(self, message_id: str) -> bool:
        return message_id in self._spans and not message_id.startswith("-")

    def parse_all(self) -> Iterator[str]:
        """Parse everything, also the text before the first message, and return the ids of all messages."""
        first = min((start for start, _ in self._spans.values()), default=len(self._ftl))
        self._add(0, first)
        for name in self._spans:
            self._prepare(name)
        return (name for name in self._spans if not name.startswith("-"))

    def _text(self, message_id: str, /, **args: Argument) -> str:
        """Return the text of a message; `text` is this function with a cache.

        Raises:
            CatalogueError: the message is malformed, or has no text of its own, or a variable or a term is missing.
        """
        self._prepare(message_id)
        pattern = self._bundle.get_message(message_id).value
        if pattern is None:
            raise CatalogueError(f"{self._language}.ftl: the message {message_id!r} has no text of its own")
        variables = {name: _variable(value) for name, value in args.items()}
        text, errors = self._bundle.format_pattern(pattern, variables)
        if errors:
            reasons = "; ".join(str(error) for error in errors)
            raise CatalogueError(f"{self._language}.ftl: the message {message_id!r} cannot be written: {reasons}")
        return str(text)

    def _prepare(self, name: str) -> None:
        """Parse a message or a term with all that it refers to, once; threads may ask at the same time."""
        if name not in self._is_ready:
            with self._lock:
                self._parse(name)
                self._is_ready.add(name)

    def _parse(self, name: str) -> None:
        """Parse a message or a term, and those that it refers to."""
        if name in self._is_parsed or name not in self._spans:
            return
        self._is_parsed.add(name)
        references = _References()
        references.visit(self._add(*self._spans[name]))
        for reference in references.names:
            self._parse(reference)

    def _add(self, start: int, end: int) -> ast.Resource:
        """Parse a part of the file into the bundle.

        Raises:
            CatalogueError: a text is not Fluent, which the runtime would skip; the error names the file and the line.
        """
        resource = FluentResource(self._ftl[start:end])
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                place = self._place(start + (entry.span.start if entry.span else 0))
                raise CatalogueError(f"{place}: not Fluent: {_reason(entry)}")
        self._bundle.add_resource(resource)
        return resource

    def _place(self, offset: int) -> str:
        return f"{self._language}.ftl: line {self._ftl.count(chr(10), 0, offset) + 1}"


class _References(Visitor):
    """Collects the names of the messages and terms that an entry refers to."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - the library calls this name
        self.names.append(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:  # noqa: N802 - the library calls this name
        self.names.append(f"-{node.id.name}")
        self.generic_visit(node)


def _reason(junk: ast.Junk) -> str:
    return "; ".join(annotation.message or "" for annotation in junk.annotations or ())
