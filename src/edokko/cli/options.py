"""Options that several commands share, and the parsing of their values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue, language_named, languages
from edokko.cli.inputs import STANDARD_INPUT, FileName, input_of
from edokko.cli.problems import Problem
from edokko.texts import with_ordinary_letters

if TYPE_CHECKING:
    from edokko.components import Components
    from edokko.players.budget import Budget

HUMAN = "human"
OPPONENT = "easy"
"""The default opponent: the easiest level."""
EDITIONS = ("2021", "2015")
LARGEST_SEED = (1 << 64) - 1
MIN_PLAYERS, MAX_PLAYERS = 2, 4
MOST_WORKERS = 256

Option = Callable[[Any], Any]


class Number(click.FloatRange):
    """A parameter type for a number in a range; unlike click's, it refuses ``nan``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, str):
            value = with_ordinary_letters(value)
        number = float(super().convert(value, param, ctx))
        return self.fail("nan", param, ctx) if math.isnan(number) else number


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """The player of a seat: a kind of player and an optional name."""

    kind: str
    name: str = ""


def _read_seed(catalogue: Catalogue, text: str | None) -> int | None:
    """Parse a whole number from 0 to 2**64 - 1, decimal (leading zeros are allowed) or hexadecimal after 0x."""
    if text is None:
        return None
    try:
        text = with_ordinary_letters(text)
        number = int(text, 16 if text[:2] in ("0x", "0X") else 10) if len(text) <= 80 else -1
    except ValueError:
        number = -1
    if not 0 <= number <= LARGEST_SEED:
        raise Problem(catalogue.text("problem-seed", seed=repr(text[:40]), most=str(LARGEST_SEED)))
    return number


def language_settings(catalogue: Catalogue) -> dict[str, Any]:
    """Return the settings of ``--language``; :func:`edokko.cli.application.language_of` has already read its value."""
    return {
        "callback": lambda ctx, param, name: _read_language(catalogue, name),
        "expose_value": False,
        "metavar": "LANGUAGE",
        "help": catalogue.text("help-language", languages=", ".join(languages())),
    }


def _read_language(catalogue: Catalogue, name: str | None) -> str | None:
    if name is None or language_named(name):
        return name
    raise no_such_language(catalogue, "--language", name)


def no_such_language(catalogue: Catalogue, source: str, name: str) -> Problem:
    """Return the problem of an unknown language; ``source`` is the option or the environment variable."""
    known = ", ".join(languages())
    return Problem(catalogue.text("problem-language", source=source, language=repr(name[:40]), languages=known))


def language(catalogue: Catalogue) -> Option:
    """Return the option ``--language``."""
    return click.option("--language", **language_settings(catalogue))


def components(catalogue: Catalogue) -> Option:
    """Return the option ``--components``, the file of an overlay."""
    return click.option(
        "--components",
        "overlay",
        metavar="FILE",
        type=FileName(catalogue),
        envvar="EDOKKO_COMPONENTS",
        help=catalogue.text("help-components-option"),
    )


def output(
    catalogue: Catalogue, message: str, name: str = "file", *, is_required: bool = True, metavar: str = "FILE"
) -> Option:
    """Return the option ``--output``, short ``-o``: a file or a folder that the command writes.

    Args:
        catalogue: the language of the help and of error messages.
        message: the identifier of the help.
        name: the parameter of the command.
        is_required: whether the caller must give it.
        metavar: what the help calls the value.
    """
    return click.option(
        "-o",
        "--output",
        name,
        required=is_required,
        metavar=metavar,
        type=FileName(catalogue, is_written=True),
        help=catalogue.text(message),
    )


def file(
    catalogue: Catalogue, name: str, message: str, *, is_written: bool = True, is_required: bool = False
) -> Option:
    """Return an option for a file.

    Args:
        catalogue: the language of the help and of error messages.
        name: the option, such as ``--record``.
        message: the identifier of the help.
        is_written: whether the command writes the file.
        is_required: whether the caller must give it.
    """
    return click.option(
        name,
        required=is_required,
        metavar="FILE",
        type=FileName(catalogue, is_written=is_written),
        help=catalogue.text(message),
    )


def edition(catalogue: Catalogue) -> Option:
    """Return the option ``--edition``."""
    return click.option(
        "--edition",
        type=click.Choice(EDITIONS),
        default=EDITIONS[0],
        show_default=True,
        help=catalogue.text("help-edition"),
    )


def count(
    catalogue: Catalogue,
    name: str,
    message: str,
    default: int | None,
    most: int | None = None,
    *,
    least: int = 1,
) -> Option:
    """Return an option for a whole number.

    Args:
        catalogue: the language.
        name: the option, such as ``--games``.
        message: the message of its help.
        default: its default value; ``None`` if the option may be missing.
        most: its greatest value; ``None`` without a limit.
        least: its least value.
    """
    return click.option(
        name,
        type=click.IntRange(least, most),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=catalogue.text(message),
    )


def is_given(name: str) -> bool:
    """Check whether the caller has used an option of the running command."""
    return click.get_current_context().get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def workers(catalogue: Catalogue, message: str) -> Option:
    """Return the option for the number of parallel workers, with its help message."""
    return click.option(
        "--workers",
        type=click.IntRange(1, MOST_WORKERS),
        default=1,
        show_default=True,
        metavar="N",
        help=catalogue.text(message),
    )


def game(catalogue: Catalogue) -> Option:
    """Return the option ``--game``, the number of a game in a file of records."""
    return click.option("--game", type=click.IntRange(1), default=1, metavar="N", help=catalogue.text("help-show-game"))


def players(catalogue: Catalogue, message: str = "help-players", default: int | None = None, **args: int) -> Option:
    """Return the option ``--players``; without a default, its value is ``None`` if it is missing.

    Args:
        catalogue: the language.
        message: the message of its help, with the arguments ``args``.
        default: its default value.
    """
    return click.option(
        "--players",
        type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS),
        default=default,
        show_default=default is not None,
        metavar=f"{MIN_PLAYERS}-{MAX_PLAYERS}",
        help=catalogue.text(message, **args),
    )


def seats(catalogue: Catalogue, message: str) -> Option:
    """Return the option ``--seats``, a comma-separated list."""
    return click.option("--seats", metavar="LIST", default=None, help=catalogue.text(message))


def seed(catalogue: Catalogue, message: str) -> Option:
    """Return the option ``--seed``."""
    return click.option(
        "--seed",
        metavar="NUMBER",
        callback=lambda ctx, param, text: _read_seed(catalogue, text),
        help=catalogue.text(message),
    )


def as_json(catalogue: Catalogue) -> Option:
    """Return the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help=catalogue.text("help-json"))


def budget(catalogue: Catalogue, default: str, message: str) -> Option:
    """Return the option ``--budget``, a time or a number of simulations."""
    return click.option(
        "--budget",
        metavar="BUDGET",
        default=default,
        show_default=True,
        callback=lambda ctx, param, text: _read_budget(catalogue, text),
        help=catalogue.text(message),
    )


def _read_budget(catalogue: Catalogue, text: str) -> Budget:
    from edokko.players.budget import Budget

    try:
        return Budget.parse(with_ordinary_letters(text))
    except ValueError:
        raise Problem(catalogue.text("problem-budget", budget=repr(text[:40]))) from None


def new_file(catalogue: Catalogue, name: str, exists: str = "problem-record-exists", *, replaces: bool = False) -> Path:
    """Return the path of a file to create.

    Args:
        catalogue: the language of error messages.
        name: the name of the file.
        exists: the message for an existing file.
        replaces: whether the file may exist.

    Raises:
        Problem: a file or folder of that name exists, or the parent folder does not.
    """
    path = Path(name)
    if path.exists() and not (replaces and path.is_file()):
        raise Problem(catalogue.text(exists, file=str(path)))
    if not path.parent.is_dir():
        raise Problem(catalogue.text("problem-no-folder", file=str(path), folder=str(path.parent)))
    return path


def load_components(catalogue: Catalogue, edition: str, overlay: str | None) -> Components:
    """Load the components of an edition, with an overlay if one is named."""
    from edokko.components import load, parse_overlay, read_overlay
    from edokko.components.reading import LARGEST_FILE

    if overlay == STANDARD_INPUT:
        file = input_of(catalogue, overlay)
        return load(edition, parse_overlay(file.read(LARGEST_FILE + 1), file.name))
    return load(edition, read_overlay(overlay) if overlay else None)


def read_seats(
    catalogue: Catalogue,
    text: str | None,
    players: int | None,
    default: list[str],
    mismatch: str = "problem-seats-players",
) -> list[SeatChoice]:
    """Parse the value of ``--seats``.

    Args:
        catalogue: the language of error messages.
        text: the list, such as ``Hana=human,greedy``; ``None`` if the option is missing.
        players: the required number of seats; ``None`` for any.
        default: the kinds of four seats, used if the option is missing.
        mismatch: the message for a list of another length, which names the reason for the required number.

    Raises:
        Problem: the list has another length, or a kind is unknown.
    """
    if text is None:
        return [SeatChoice(kind) for kind in default[: players or len(default)]]
    if not text.strip():
        raise Problem(catalogue.text("problem-seats-empty"))
    seats = [_seat(catalogue, item) for item in text.split(",")]
    low, high = (players, players) if players else (MIN_PLAYERS, MAX_PLAYERS)
    if not low <= len(seats) <= high:
        if players:
            raise Problem(catalogue.text(mismatch, seats=len(seats), players=players))
        raise Problem(catalogue.text("problem-seats-count", seats=len(seats), fewest=MIN_PLAYERS, most=MAX_PLAYERS))
    for seat in seats:
        check_player(catalogue, "--seats", seat.kind, with_people=HUMAN in default)
    return seats


def check_player(catalogue: Catalogue, option: str, name: str, *, with_people: bool = False) -> str:
    """Check a player's name and return it.

    Args:
        catalogue: the language of error messages.
        option: the option with the name, such as ``--seats``, for messages.
        name: a kind of player, with its options after colons.
        with_people: whether ``human`` is allowed.

    Raises:
        Problem: the player or one of its options is unknown; the message lists the known ones.
    """
    from edokko.players import check_name, player_names
    from edokko.players.names import KINDS

    known = [*([HUMAN] if with_people else []), *player_names()]
    if name in known:
        return name
    head = _head(name)
    if head not in {*known, *KINDS} or head == HUMAN:
        raise Problem(
            catalogue.text("problem-player-unknown", option=option, kind=repr(name[:40]), known=", ".join(known))
        )
    try:
        check_name(name)
    except ValueError as error:
        raise Problem(catalogue.text("problem-player", option=option, reason=str(error))) from None
    return name


def _seat(catalogue: Catalogue, text: str) -> SeatChoice:
    name, kind = _split(text.strip())
    try:
        name.encode()
    except UnicodeEncodeError:
        # Python decodes invalid bytes of the command line to lone surrogates.
        raise Problem(catalogue.text("problem-seat-name", name=repr(name[:40]))) from None
    return SeatChoice(kind.strip(), name.strip())


def _split(text: str) -> tuple[str, str]:
    """Split an item into a name, which may be empty, and a kind of player.

    Both may contain equals signs: in ``Hana=mcts:1s:threads=2`` and ``mcts:1s:threads=2``, the last one belongs to the
    kind. So the kind begins at the first position where the word up to the next colon is a known kind.
    """
    from edokko.players import player_names
    from edokko.players.names import KINDS

    known = (HUMAN, *player_names(), *KINDS)
    places = [place for place, sign in enumerate(text) if sign == "="]
    for start in (0, *(place + 1 for place in places)):
        if _head(text[start:]) in known:
            return text[: max(0, start - 1)], text[start:]
    name, equals, kind = text.partition("=")
    return (name, kind) if equals else ("", text)


def _head(kind: str) -> str:
    """Return the first word of a kind of player."""
    return kind.partition(":")[0].strip()
