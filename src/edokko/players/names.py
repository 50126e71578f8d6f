"""The names of players: a kind and its options, such as ``mcts:500ms:playout=1``.

random
greedy
planner
mcts, mcts:2000sims, mcts:1s:playout=1      any constant of the search by its name
champion, champion:net=FILE, options of mcts      a search whose leaves a network corrects
policy, policy:temperature=2, policy:net=FILE     draws its moves from the priors of the champion's policy network
easy, medium, skilled, hard, expert, master      levels, each an alias of a name above
hard:builder      a level, from medium on, with a style
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeVar

from edokko.native.backends import Backend
from edokko.players.base import Player
from edokko.players.budget import Budget
from edokko.players.champion.player import ChampionPlayer, champion_settings
from edokko.players.champion.policy import PolicyPlayer, check_temperature
from edokko.players.champion.stored import StoredNetwork, is_shipped, read_network, shipped_network
from edokko.players.evaluation.style import Style, styles
from edokko.players.policies.greedy import GreedyPlayer
from edokko.players.policies.planner import PlannerPlayer
from edokko.players.policies.simple import RandomPlayer
from edokko.players.search import data
from edokko.players.search.data import PRIORS, Settings
from edokko.players.search.player import SearchPlayer

CHAMPION = "champion"
POLICY = "policy"
SEARCHES = ("mcts", CHAMPION)
"""The kinds that take a budget."""
NETWORKS = (CHAMPION, POLICY)
"""The kinds that take the file of a network."""
KINDS = ("random", "greedy", "planner", POLICY, *SEARCHES)
Raw = TypeVar("Raw")
Value = TypeVar("Value")

NETWORK = "net"
TEMPERATURE = "temperature"
STYLE = "style"


def listed_kinds() -> tuple[str, ...]:
    """Return the kinds that need no file of the caller: those with a network only if one is shipped."""
    return tuple(kind for kind in KINDS if kind not in NETWORKS or is_shipped())


@cache
def levels() -> Mapping[str, str]:
    """Return the player name behind each level, the weakest level first."""
    return data.read("edokko.players", "levels.toml")


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed player name.

    Attributes:
        name: the original text.
        kind: one of ``KINDS``, or another package's player.
        options: the options in order: a budget, or ``key=value``.
        budget: the budget of a search.
        numbers: the values of the ``key=value`` options.
        network: the file of a network; ``None`` for the shipped one.
        style: the name of what a player with a network likes.
    """

    name: str
    kind: str
    options: tuple[str, ...] = ()
    budget: Budget | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    network: Path | None = None
    style: str | None = None


def parse_name(name: str) -> Spec:
    """Parse a player's name.

    Args:
        name: as above. The options of another package's player are not checked.

    Raises:
        ValueError: an option is invalid; the message lists the valid ones.
    """
    kind, *options = _without_level(name).split(":")
    if kind not in KINDS:
        return Spec(name, kind, tuple(options))
    allowed = _allowed(kind)
    budget: Budget | None = None
    network: Path | None = None
    style: str | None = None
    numbers: dict[str, float] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if equals and kind in NETWORKS and key == NETWORK and network is None:
            network = Path(value)
        elif equals and kind in NETWORKS and key == STYLE and style is None:
            style = _read_option(name, check_style, value)
        elif not equals and kind in SEARCHES and budget is None:
            budget = _read_option(name, Budget.parse, option)
        elif equals and key in allowed and key not in numbers:
            numbers[key] = _read_option(name, allowed[key], value)
        else:
            files = [f"{NETWORK}=", f"{STYLE}="] if kind in NETWORKS else []
            budgets = ["500ms", "2000sims"] if kind in SEARCHES else []
            known = ", ".join([*budgets, *files, *(f"{key}=" for key in allowed)])
            raise ValueError(f"player {name!r}: {option!r} is not possible here; possible: {known or 'nothing'}")
    _read_option(name, data.changed, {key: value for key, value in numbers.items() if key in Settings.cells})
    if kind in NETWORKS:
        _read_option(name, _network, network)
    return Spec(name, kind, tuple(options), budget, numbers, network, style)


def is_level(name: str) -> bool:
    """Check whether a name is a level, alone or with a style that it may have."""
    try:
        return name in levels() or _without_level(name) != name
    except ValueError:
        return False


def _without_level(name: str) -> str:
    """Return the name that a level stands for, with its style as an option; any other name unchanged."""
    level, colon, style = name.partition(":")
    if level not in levels():
        return name
    if not colon:
        return levels()[level]
    weakest, *others = levels()
    if level == weakest:
        raise ValueError(f"player {name!r}: the level {level} has no style; {', '.join(others)} have")
    return f"{levels()[level]}:{STYLE}={_read_option(name, check_style, style)}"


def check_style(style: str) -> str:
    """Return the name of a style after a check that it exists.

    Raises:
        ValueError: there is no such style.
    """
    if style not in styles():
        raise ValueError(f"there is no style {style!r}; styles: {', '.join(styles())}")
    return style


def _network(path: Path | None) -> StoredNetwork:
    return shipped_network() if path is None else read_network(path)


def create(spec: Spec, seed: int | None, backend: Backend) -> Player:
    """Create a player of this package.

    Args:
        spec: the result of :func:`parse_name`.
        seed: fixes the player's random choices (0 to 2**64 - 1); ``None`` takes one from the system's generator.
        backend: how it runs, ``PLAIN`` or ``NATIVE``.
    """
    player: Player
    if spec.kind == "random":
        player = RandomPlayer(seed)
    elif spec.kind == "greedy":
        player = GreedyPlayer(seed, backend=backend)
    elif spec.kind == "planner":
        player = PlannerPlayer(seed, backend=backend)
    elif spec.kind == POLICY:
        temperature = spec.numbers.get(TEMPERATURE, 1.0)
        player = PolicyPlayer(seed, temperature, style=_style(spec), network=_network(spec.network), backend=backend)
    else:
        player = _create_search(spec, seed, backend)
    player.name = spec.name
    return player


def _create_search(spec: Spec, seed: int | None, backend: Backend) -> Player:
    base = champion_settings() if spec.kind == CHAMPION else data.settings()
    settings, budget = data.changed(spec.numbers, base), spec.budget or SearchPlayer.default
    if spec.kind == CHAMPION:
        network = _network(spec.network)
        return ChampionPlayer(seed, budget, network=network, settings=settings, style=_style(spec), backend=backend)
    return SearchPlayer(seed, budget, settings=settings, backend=backend)


def _style(spec: Spec) -> Style | None:
    return None if spec.style is None else styles()[spec.style]


def _allowed(kind: str) -> dict[str, Callable[[str], float]]:
    """Return the ``key=value`` options of a kind, each with the function that reads its value."""
    if kind == POLICY:
        return {TEMPERATURE: _temperature}
    if kind in SEARCHES:
        constants = [name for name in Settings.cells if kind != CHAMPION or name not in PRIORS]
        return dict.fromkeys(constants, _number)
    return {}


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a number") from None


def _temperature(text: str) -> float:
    return check_temperature(_number(text))


def _read_option(name: str, read: Callable[[Raw], Value], raw: Raw) -> Value:
    """Read an option; on failure, prefix the error message with the player's name."""
    try:
        return read(raw)
    except ValueError as error:
        raise ValueError(f"player {name!r}: {error}") from None
