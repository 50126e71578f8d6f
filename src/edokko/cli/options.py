"""Options that several commands share, and the reading of what they are given."""

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

if TYPE_CHECKING:
    from edokko.components import Components
    from edokko.players.budget import Budget

HUMAN = "human"
OPPONENT = "easy"
"""Who sits opposite where nothing is said: somebody whom a newcomer can beat, and who needs no compiler."""
EDITIONS = ("2021", "2015")
LARGEST_SEED = (1 << 64) - 1
FEWEST, MOST = 2, 4

Option = Callable[[Any], Any]


class Number(click.FloatRange):
    """A number in a range; ``nan`` compares with nothing, so click lets it through.

    Args:
        catalogue: for what is wrong.
        low, high: the range.
        settings: as click's range takes them.
    """

    def __init__(self, catalogue: Catalogue, low: float, high: float, **settings: Any) -> None:
        super().__init__(low, high, **settings)
        self._catalogue = catalogue

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number.

        Raises:
            Problem: it is ``nan``.
        """
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            option = param.opts[0] if param else ""
            raise Problem(self._catalogue.text("problem-number", option=option, low=self.min or 0, high=self.max or 0))
        return number


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat: a kind of player and, where one was given, a name."""

    kind: str
    name: str = ""


def _read_seed(catalogue: Catalogue, text: str | None) -> int | None:
    """A whole number, decimal (zeros may lead) or hexadecimal after 0x, from 0 to 2**64 - 1."""
    if text is None:
        return None
    try:
        number = int(text, 16 if text[:2] in ("0x", "0X") else 10) if len(text) <= 80 else -1
    except ValueError:
        number = -1
    if not 0 <= number <= LARGEST_SEED:
        raise Problem(catalogue.text("problem-seed", seed=repr(text[:40]), most=str(LARGEST_SEED)))
    return number


def language_settings(catalogue: Catalogue) -> dict[str, Any]:
    """What ``--language`` is; :func:`edokko.cli.application.language_of` has read it already."""
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
    """What is wrong with a language that nobody speaks here, by an option or a variable."""
    known = ", ".join(languages())
    return Problem(catalogue.text("problem-language", source=source, language=repr(name[:40]), languages=known))


def language(catalogue: Catalogue) -> Option:
    """``--language``."""
    return click.option("--language", **language_settings(catalogue))


def components(catalogue: Catalogue) -> Option:
    """``--components``: an overlay."""
    return click.option(
        "--components",
        "overlay",
        metavar="FILE",
        type=FileName(catalogue),
        envvar="EDOKKO_COMPONENTS",
        help=catalogue.text("help-components-option"),
    )


def edition(catalogue: Catalogue) -> Option:
    """``--edition``."""
    return click.option(
        "--edition",
        type=click.Choice(EDITIONS),
        default=EDITIONS[0],
        show_default=True,
        help=catalogue.text("help-edition"),
    )


def players(catalogue: Catalogue, default: int) -> Option:
    """``--players``, ``None`` where it is not given."""
    return click.option(
        "--players",
        type=click.IntRange(FEWEST, MOST),
        default=None,
        metavar=f"{FEWEST}-{MOST}",
        help=catalogue.text("help-players", count=default),
    )


def seats(catalogue: Catalogue, message: str) -> Option:
    """``--seats``, a list with commas."""
    return click.option("--seats", metavar="LIST", default=None, help=catalogue.text(message))


def seed(catalogue: Catalogue, message: str) -> Option:
    """``--seed``."""
    return click.option(
        "--seed",
        metavar="NUMBER",
        callback=lambda ctx, param, text: _read_seed(catalogue, text),
        help=catalogue.text(message),
    )


def as_json(catalogue: Catalogue) -> Option:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help=catalogue.text("help-json"))


def budget(catalogue: Catalogue, default: str, message: str) -> Option:
    """``--budget``: time or simulations."""
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
        return Budget.parse(text)
    except ValueError:
        raise Problem(catalogue.text("problem-budget", budget=repr(text[:40]))) from None


def is_plain(catalogue: Catalogue) -> Option:
    """``--plain``: without the compiler."""
    return click.option("--plain", "is_plain", is_flag=True, help=catalogue.text("help-plain"))


def new_file(catalogue: Catalogue, name: str, exists: str = "problem-record-exists") -> Path:
    """A file that is going to be written.

    Args:
        catalogue: for what is wrong.
        name: where.
        exists: the message for a file that is there already.

    Raises:
        Problem: it is there already, which may be a folder too, or its folder is not.
    """
    path = Path(name)
    if path.exists():
        raise Problem(catalogue.text(exists, file=str(path)))
    if not path.parent.is_dir():
        raise Problem(catalogue.text("problem-no-folder", file=str(path), folder=str(path.parent)))
    return path


def load_components(catalogue: Catalogue, edition: str, overlay: str | None) -> Components:
    """The components of an edition, with an overlay where one is named."""
    from edokko.components import load, parse_overlay, read_overlay
    from edokko.components.reading import LARGEST_FILE

    if overlay == STANDARD_INPUT:
        file = input_of(catalogue, overlay)
        return load(edition, parse_overlay(file.read(LARGEST_FILE + 1), file.name))
    return load(edition, read_overlay(overlay) if overlay else None)


def read_seats(
    catalogue: Catalogue,
    given: str | None,
    players: int | None,
    default: list[str],
    mismatch: str = "problem-seats-players",
) -> list[Seat]:
    """Who plays.

    Args:
        catalogue: for what is wrong.
        given: the list of ``--seats``, such as ``Hana=human,greedy``.
        players: the number that the list has to have, ``None`` where nothing says so.
        default: kinds for four seats, where no list is given.
        mismatch: the message for a list of another length, which says who wants that number.

    Raises:
        Problem: the list and the number do not fit, or a kind does not exist.
    """
    if given is None:
        return [Seat(kind) for kind in default[: players or len(default)]]
    found = [_seat(catalogue, one) for one in given.split(",")]
    wanted = (players, players) if players else (FEWEST, MOST)
    if not wanted[0] <= len(found) <= wanted[1]:
        if players:
            raise Problem(catalogue.text(mismatch, seats=len(found), players=players))
        raise Problem(catalogue.text("problem-seats-count", seats=len(found), fewest=FEWEST, most=MOST))
    for seat in found:
        check_player(catalogue, "--seats", seat.kind, with_people=HUMAN in default)
    return found


def check_player(catalogue: Catalogue, option: str, name: str, *, with_people: bool = False) -> str:
    """Check the name of a player, for every command that takes one.

    Args:
        catalogue: for what is wrong.
        option: the option that holds the name, such as ``--seats``.
        name: a kind of player, with options of its own behind colons.
        with_people: whether ``human`` is allowed.

    Returns:
        The name.

    Raises:
        Problem: there is no such player, or it does not take these options; the message lists what there is.
    """
    from edokko.players import check_name, player_names

    known = [*([HUMAN] if with_people else []), *player_names()]
    if name in known:
        return name
    head = _head(name)
    if head not in known or head == HUMAN:
        raise Problem(
            catalogue.text("problem-player-unknown", option=option, kind=repr(name[:40]), known=", ".join(known))
        )
    try:
        check_name(name)
    except ValueError as error:
        raise Problem(catalogue.text("problem-player", option=option, reason=str(error))) from None
    return name


def _seat(catalogue: Catalogue, text: str) -> Seat:
    name, kind = _split(text.strip())
    try:
        name.encode()
    except UnicodeEncodeError:
        # Bytes of the command line that are no text arrive as halves of characters.
        raise Problem(catalogue.text("problem-seat-name", name=repr(name[:40]))) from None
    return Seat(kind.strip(), name.strip())


def _split(text: str) -> tuple[str, str]:
    """A name, or nothing, and a kind of player.

    Both may hold equals signs: ``Hana=mcts:1s:threads=2`` and ``mcts:1s:threads=2`` have one that belongs to the
    kind. So the kind begins at the first place where the word up to the next colon is one that is known.
    """
    from edokko.players import player_names

    known = (HUMAN, *player_names())
    places = [place for place, sign in enumerate(text) if sign == "="]
    for start in (0, *(place + 1 for place in places)):
        if _head(text[start:]) in known:
            return text[: max(0, start - 1)], text[start:]
    name, equals, kind = text.partition("=")
    return (name, kind) if equals else ("", text)


def _head(kind: str) -> str:
    """The word that a kind of player begins with."""
    return kind.partition(":")[0].strip()
