"""Options that several commands share, and the parsing of their values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.cli.group import option
from edokko.cli.inputs import FILE, NEW_FILE, STANDARD_INPUT, input_of
from edokko.cli.language import text
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


# --- options, as decorators of a command

edition = option("--edition", type=click.Choice(EDITIONS), default=EDITIONS[0], show_default=True, help="help-edition")
components = option(
    "--components", "overlay", metavar="FILE", type=FILE, envvar="EDOKKO_COMPONENTS", help="help-components-option"
)
as_json = option("--json", "as_json", is_flag=True, help="help-json")
game = option("--game", type=click.IntRange(1), default=1, metavar="N", help="help-show-game")


def output(message: str, name: str = "file", *, is_required: bool = True, metavar: str = "FILE") -> Option:
    """Return the option ``--output``, short ``-o``: a file or folder that the command writes, as parameter ``name``."""
    return option("-o", "--output", name, required=is_required, metavar=metavar, type=NEW_FILE, help=message)


def new(name: str, message: str) -> Option:
    """Return an option for a file that the command writes."""
    return option(name, metavar="FILE", type=NEW_FILE, help=message)


def count(name: str, message: str, default: int | None, most: int | None = None, *, least: int = 1) -> Option:
    """Return an option for a whole number; without a default it may be missing, without ``most`` it has no limit."""
    has_default, kind = default is not None, click.IntRange(least, most)
    return option(name, type=kind, default=default, show_default=has_default, metavar="N", help=message)


def workers(message: str) -> Option:
    """Return the option for the number of parallel workers."""
    return count("--workers", message, 1, MOST_WORKERS)


def players(message: str = "help-players", **values: int) -> Option:
    """Return the option ``--players``; its value is ``None`` if it is missing."""
    kind, metavar = click.IntRange(MIN_PLAYERS, MAX_PLAYERS), f"{MIN_PLAYERS}-{MAX_PLAYERS}"
    return option("--players", type=kind, metavar=metavar, help=message, values=values)


def seats(message: str) -> Option:
    """Return the option ``--seats``, a comma-separated list."""
    return option("--seats", metavar="LIST", help=message)


def seed(message: str) -> Option:
    """Return the option ``--seed``."""
    return option("--seed", metavar="NUMBER", callback=_read_seed, help=message)


def _read_seed(ctx: click.Context, param: click.Parameter, typed: str | None) -> int | None:
    """Parse a whole number from 0 to 2**64 - 1, decimal (leading zeros are allowed) or hexadecimal after 0x."""
    if typed is None:
        return None
    try:
        typed = with_ordinary_letters(typed)
        number = int(typed, 16 if typed[:2] in ("0x", "0X") else 10) if len(typed) <= 80 else -1
    except ValueError:
        number = -1
    if not 0 <= number <= LARGEST_SEED:
        raise Problem(text("problem-seed", seed=repr(typed[:40]), most=str(LARGEST_SEED)))
    return number


def budget(default: str, message: str) -> Option:
    """Return the option ``--budget``, a time or a number of simulations."""
    return option("--budget", metavar="BUDGET", default=default, show_default=True, callback=_read_budget, help=message)


def _read_budget(ctx: click.Context, param: click.Parameter, typed: str) -> Budget:
    from edokko.players.budget import Budget

    try:
        return Budget.parse(with_ordinary_letters(typed))
    except ValueError:
        raise Problem(text("problem-budget", budget=repr(typed[:40]))) from None


def is_given(name: str) -> bool:
    """Check whether the caller has used an option of the running command."""
    return click.get_current_context().get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


# --- values


def new_file(name: str, exists: str = "problem-record-exists", *, replaces: bool = False) -> Path:
    """Return the path of a file to create; ``exists`` is the message for an existing file, if it is not replaced.

    Raises:
        Problem: a file or folder of that name exists, or the parent folder does not.
    """
    path = Path(name)
    if path.exists() and not (replaces and path.is_file()):
        raise Problem(text(exists, file=str(path)))
    if not path.parent.is_dir():
        raise Problem(text("problem-no-folder", file=str(path), folder=str(path.parent)))
    return path


def load_components(edition: str, overlay: str | None) -> Components:
    """Load the components of an edition, with an overlay if one is named."""
    from edokko.components import load, parse_overlay, read_overlay
    from edokko.components.problems import LARGEST_FILE

    if overlay == STANDARD_INPUT:
        file = input_of(overlay)
        return load(edition, parse_overlay(file.read(LARGEST_FILE + 1), file.name))
    return load(edition, read_overlay(overlay) if overlay else None)


def read_seats(
    typed: str | None, players: int | None, default: list[str], mismatch: str = "problem-seats-players"
) -> list[SeatChoice]:
    """Parse the value of ``--seats``, such as ``Hana=human,greedy``; ``None`` if the option is missing.

    ``players`` is the required number of seats; ``None`` for any. ``default`` has the kinds of four seats, used if the
    option is missing. ``mismatch`` is the message for a list of another length; it names the reason for the number.

    Raises:
        Problem: the list has another length, or a kind is unknown.
    """
    if typed is None:
        return [SeatChoice(kind) for kind in default[: players or len(default)]]
    if not typed.strip():
        raise Problem(text("problem-seats-empty"))
    seats = [_seat(item) for item in typed.split(",")]
    low, high = (players, players) if players else (MIN_PLAYERS, MAX_PLAYERS)
    if not low <= len(seats) <= high:
        if players:
            raise Problem(text(mismatch, seats=len(seats), players=players))
        raise Problem(text("problem-seats-count", seats=len(seats), fewest=MIN_PLAYERS, most=MAX_PLAYERS))
    for seat in seats:
        check_player("--seats", seat.kind, with_people=HUMAN in default)
    return seats


def check_player(option: str, name: str, *, with_people: bool = False) -> str:
    """Check a player's name, a kind with its options after colons, and return it; the option is for messages.

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
        raise Problem(text("problem-player-unknown", option=option, kind=repr(name[:40]), known=", ".join(known)))
    try:
        check_name(name)
    except ValueError as error:
        raise Problem(text("problem-player", option=option, reason=str(error))) from None
    return name


def _seat(typed: str) -> SeatChoice:
    name, kind = _split(typed.strip())
    try:
        name.encode()
    except UnicodeEncodeError:
        # Python decodes invalid bytes of the command line to lone surrogates.
        raise Problem(text("problem-seat-name", name=repr(name[:40]))) from None
    return SeatChoice(kind.strip(), name.strip())


def _split(text: str) -> tuple[str, str]:
    """Split an item into a name, which may be empty, and a kind of player.

    Both may contain equals signs: in ``Hana=mcts:1s:playout=1`` and ``mcts:1s:playout=1``, the last one belongs to the
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
