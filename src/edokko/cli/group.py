"""Commands and groups whose help is in the language of the run; groups suggest similar names, and may load lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from edokko.catalogue import language_named, languages
from edokko.cli.language import Message, text
from edokko.cli.problems import Problem

OURS = {"Options": "help-options", "Commands": "help-commands", "Show this message and exit.": "help-help"}
"""Our messages for the texts of click."""


class _Formatter(click.HelpFormatter):
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or text("help-usage") + " ")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(_ours(name)):
            yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(term, _ours(words)) for term, words in rows], col_max, col_spacing)


def _ours(words: str) -> str:
    return text(OURS[words]) if words in OURS else words


class _Context(click.Context):
    def make_formatter(self) -> click.HelpFormatter:
        return _Formatter(width=self.terminal_width, max_width=self.max_content_width)


class Option(click.Option):
    """An option whose ``help`` is the id of a message with the variables ``values``."""

    help: Any = Message()

    def __init__(self, *names: Any, values: Mapping[str, str | int] | None = None, **settings: Any) -> None:
        self.values = values or {}
        super().__init__(*names, **settings)


def option(*names: str, **settings: Any) -> Callable[[Any], Any]:
    """Return the decorator that adds an :class:`Option` to a command."""
    return click.option(*names, cls=Option, **settings)


def no_such_language(source: str, name: str) -> Problem:
    """Return the problem of an unknown language; ``source`` is the option or the environment variable."""
    known = ", ".join(languages())
    return Problem(text("problem-language", source=source, language=repr(name[:40]), languages=known))


def _read_language(ctx: click.Context, param: click.Parameter, name: str | None) -> None:
    """Check a language, which :func:`edokko.cli.application.language_of` has already read."""
    if name is not None and not language_named(name):
        raise no_such_language("--language", name)


LANGUAGE = Option(
    ["--language"],
    callback=_read_language,
    expose_value=False,
    metavar="LANGUAGE",
    help="help-language",
    values={"languages": ", ".join(languages())},
)


class Command(click.Command):
    """A command whose ``help`` and ``short_help`` are ids of messages, with ``--language`` as its last option."""

    help: Any = Message()
    short_help: Any = Message()
    values: Mapping[str, str] = {}
    context_class = _Context

    def __init__(self, *, params: Sequence[click.Parameter] = (), **settings: Any) -> None:
        super().__init__(params=[*params, LANGUAGE], **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises ``Problem`` if there are too many, or an option has one too many or too few."""
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, args)
        except click.BadOptionUsage as error:
            flags = {name for param in self.params if getattr(param, "is_flag", False) for name in param.opts}
            sort = "flag" if error.option_name in flags else "value"
            raise Problem(text(f"problem-option-{sort}", option=error.option_name)) from None
        if rest and not ctx.resilient_parsing:
            raise Problem(text("problem-argument", argument=repr(" ".join(rest)[:LONGEST_NAME])))
        return rest


MOST_NEAR = 2
LONGEST_NAME = 40
"""The maximum length of a name in a message, in characters."""


class Group(click.Group):
    """A group of commands whose ``help`` and ``short_help`` are ids of messages."""

    help: Any = Message()
    short_help: Any = Message()
    values: Mapping[str, str] = {}
    context_class = _Context
    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. Raises ``Problem`` if the command is unknown; the message suggests similar names."""
        name = args[0]
        if name.startswith("-") or ctx.resilient_parsing or self.get_command(ctx, name):
            return super().resolve_command(ctx, args)
        known = self.list_commands(ctx)
        near = get_close_matches(name, known, n=MOST_NEAR)
        message = "problem-command-near" if near else "problem-command"
        names = {"near": ", ".join(near), "known": ", ".join(known)}
        raise Problem(text(message, command=repr(name[:LONGEST_NAME]), **names))


class LazyGroup(Group):
    """A group whose commands are imported when they are needed; each is the ``command`` of the module of its name.

    The names are in the order of the help.
    """

    def __init__(self, name: str, package: str, names: Sequence[str], **settings: Any) -> None:
        super().__init__(name, **settings)
        self._package = package
        self._names = list(names)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return self._names

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._names:
            return None
        found: click.Command = import_module(f"{self._package}.{cmd_name.replace('-', '_')}").command
        return found
