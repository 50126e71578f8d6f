"""The plan of a run: the games to play, the tables to keep, and how the games are cut into chunks.

A plan is a TOML file or built from options. :func:`read_plan` checks it and puts the contents of overlays in, so that a
plan fixes every row of its run. Its hash names the files, so rows of different plans never mix.

A **condition** is one edition, one number of players and one overlay. All conditions use the same seeds, so two
overlays meet the same cards and fires. A **block** is the games of a condition that share their chance: with several
players, each of them holds every seat once in it (:mod:`edokko.lab.arena.schedule`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product
from math import comb
from pathlib import Path
from typing import Annotated, Any, ClassVar, SupportsIndex

import msgspec
from msgspec import Meta

from edokko.components import EDITIONS, RULES_VERSION, Components, ComponentsError, load, parse_overlay
from edokko.components.problems import parse, read
from edokko.lab.arena.schedule import MAX_PLAYERS, MIN_PLAYERS, MOST_ENTRIES, Schedule
from edokko.lab.data.plan_form import PlanError, PlanForm, check_seed, check_versions, convert, plan_from_json
from edokko.lab.data.schema import SUMMARY, TABLES
from edokko.players import BUILT_IN, Budget, check_name

FORMAT = 1
"""Rises when the same plan would play other games."""
ROTATE, FIXED = "rotate", "fixed"
SEATINGS = (ROTATE, FIXED)
MOST_GAMES = 10**12
MOST_CHUNKS = 10**6
"""A run is a list of files, one or more for each chunk."""
SHIPPED = ""
"""The name of the overlay of the shipped numbers."""
LARGE, MEDIUM, SMALL = 16384, 256, 16
"""The games of a chunk by default: without a replay of the games, with one, and with players that think."""

Games = Annotated[int, Meta(ge=1, le=MOST_GAMES)]
Players = Annotated[int, Meta(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
Share = Annotated[float, Meta(ge=0, le=1)]


class DecisionsPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table of decisions keeps: a share of the games, 0 to 1.

    ``evaluator`` is the budget of the search that evaluates each option, such as ``"2000sims"``; empty for none.
    """

    share: Share = 1.0
    evaluator: str = ""


class PlanFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as people write it."""

    entries: str | list[str]  # the players' names; one name sits on every seat
    games: Games  # the minimum number of games of each condition, rounded up to whole blocks
    players: Players | list[Players] = 4  # the numbers of players
    editions: str | list[str] = EDITIONS[0]  # the editions
    # ``"rotate"``: each player holds every seat once in a block; ``"fixed"``: entries are in the order of the seats,
    # and each block is one game.
    seats: str = ROTATE
    seed: Annotated[int, Meta(ge=0)] = 0  # fixes everything
    tables: str | list[str] = "all"  # the names of the tables to keep; ``"all"`` for all but decisions
    records: bool = False  # whether records of the games are kept
    overlays: dict[str, str] = {}  # files of overlays by name; the empty file name stands for the shipped numbers
    decisions: DecisionsPlan = DecisionsPlan()  # what the table of decisions keeps
    chunk: Annotated[int, Meta(ge=0, le=10**6)] = 0  # the games of a chunk; 0 for the default


class RunPlan(PlanForm, frozen=True, kw_only=True):
    """A checked plan, which fixes every row of its run. Its fields are those of :class:`PlanFile` in one form each.

    ``overlays`` has the contents of each overlay by name; ``None`` for the shipped numbers. ``chunk`` is whole blocks.
    ``versions`` are those that rows depend on: of plans, rules and each table.
    """

    subject: ClassVar[str] = "a run"
    entries: tuple[str, ...]
    games: int
    players: tuple[int, ...]
    editions: tuple[str, ...]
    seats: str
    seed: int
    tables: tuple[str, ...]
    records: bool
    overlays: dict[str, dict[str, Any] | None]
    decisions: DecisionsPlan
    chunk: int
    versions: dict[str, int]

    @property
    def is_built_in(self) -> bool:
        """Whether native code plays all games."""
        return all(name in BUILT_IN for name in self.entries)

    @property
    def is_summary(self) -> bool:
        """Whether no game has to be replayed."""
        return set(self.tables) <= set(SUMMARY) and not self.records

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> RunPlan:
        """Read a plan; :func:`read_plan` also says what is raised."""
        return read_plan(path)

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return Layout(self).chunks


@dataclass(frozen=True, slots=True)
class Chunk:
    """A unit of work: consecutive games of one condition. Its first game is numbered in the condition."""

    number: int
    condition: int
    first: int
    games: int


@dataclass(frozen=True)
class Condition:
    """One edition, one number of players and one overlay, by name, of a plan.

    Its first game and its first block are numbered in the run.
    """

    plan: RunPlan
    edition: str
    players: int
    overlay: str
    first_game: int = 0
    first_block: int = 0

    @cached_property
    def components(self) -> Components:
        """The components, with the overlay applied."""
        return load(self.edition, self.plan.overlays[self.overlay])

    @property
    def is_rotated(self) -> bool:
        """Whether a block holds several games with rotated seats."""
        return self.plan.seats == ROTATE and len(set(self.plan.entries)) > 1

    @cached_property
    def schedule(self) -> Schedule:
        """The schedule of a rotated condition."""
        rounds = -(-self.plan.games // (self.players * comb(len(self.plan.entries), self.players)))
        return Schedule(self.plan.entries, self.players, rounds, self.plan.seed)

    @property
    def block_games(self) -> int:
        """The games of a block."""
        return self.players if self.is_rotated else 1

    @property
    def games(self) -> int:
        """The number of games, whole rounds of blocks."""
        return self.schedule.games if self.is_rotated else self.plan.games

    @property
    def seating(self) -> tuple[str, ...]:
        """The players by seat where seats do not rotate."""
        entries = self.plan.entries
        return entries if len(entries) == self.players else entries[:1] * self.players

    @property
    def chunk_games(self) -> int:
        """The games of a full chunk: whole blocks."""
        return max(1, self.plan.chunk // self.block_games) * self.block_games


@dataclass(frozen=True)
class Layout:
    """The conditions and chunks of a plan."""

    plan: RunPlan

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """All conditions, in the order of editions, players and overlays."""
        plan = self.plan
        bare = [Condition(plan, *choice) for choice in product(plan.editions, plan.players, plan.overlays)]
        games = accumulate((each.games for each in bare), initial=0)
        blocks = accumulate((each.games // each.block_games for each in bare), initial=0)
        return tuple(
            Condition(plan, each.edition, each.players, each.overlay, first_game, first_block)
            for each, first_game, first_block in zip(bare, games, blocks, strict=False)
        )

    @cached_property
    def _first_chunks(self) -> list[int]:
        """The number of the first chunk of each condition, and the number of all chunks."""
        return list(accumulate((-(-each.games // each.chunk_games) for each in self.conditions), initial=0))

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return self._first_chunks[-1]

    @property
    def games(self) -> int:
        """The number of games of the run."""
        return sum(each.games for each in self.conditions)

    def chunk(self, number: int) -> Chunk:
        """Return a chunk. Raises ``PlanError`` if the plan has no chunk of this number."""
        if not 0 <= number < self.chunks:
            raise PlanError(f"chunk: {number}; the plan has the chunks 0 to {self.chunks - 1}")
        place = next(place for place, first in enumerate(self._first_chunks[1:]) if number < first)
        condition = self.conditions[place]
        first = (number - self._first_chunks[place]) * condition.chunk_games
        return Chunk(number, place, first, min(condition.chunk_games, condition.games - first))


# --- reading


def read_plan(path: str | os.PathLike[str]) -> RunPlan:
    """Read a plan: a TOML file as people write it, or the ``plan.json`` of a run.

    Paths of overlays in it are relative to its folder.

    Raises:
        PlanError: the file cannot be read or is not a plan, or an overlay is invalid; the message says why.
    """
    source = os.fspath(path)
    try:
        if source.endswith(".json"):
            return _check_saved(plan_from_json(source, RunPlan), source)
        return resolve(convert(parse(read(source), source), PlanFile, source), Path(source).parent, source)
    except ComponentsError as error:
        raise PlanError(str(error)) from None


def plan_of(fields: Mapping[str, Any]) -> RunPlan:
    """Return a plan from its fields; paths of overlays are relative to the working folder.

    Raises:
        PlanError: a field is invalid.
        edokko.components.ComponentsError: an overlay is invalid.
    """
    return resolve(convert(dict(fields), PlanFile, "plan"))


def resolve(file: PlanFile, folder: Path = Path(), source: str = "plan") -> RunPlan:
    """Check a plan, called ``source`` in messages, and put the contents of its overlays in from a folder.

    Raises:
        PlanError: a value is invalid; the message names the field.
        edokko.components.ComponentsError: an overlay is invalid.
    """
    check_seed(file.seed, source)
    try:
        entries, players = _listed(file.entries), _numbers(file.players)
        _check_entries(entries, players, file.seats)
        tables = _tables(_listed(file.tables))
        plan = RunPlan(
            entries=entries,
            games=file.games,
            players=players,
            editions=_known("editions", _listed(file.editions), EDITIONS),
            seats=_known("seats", (file.seats,), SEATINGS)[0],
            seed=file.seed,
            tables=tables,
            records=file.records,
            overlays={name: _overlay(name, path, folder) for name, path in file.overlays.items()} or {SHIPPED: None},
            decisions=_decisions(file.decisions, tables),
            chunk=file.chunk or _chunk(entries, tables, file.records),
            versions=_versions(tables),
        )
    except PlanError as error:
        raise PlanError(f"{source}: {error}") from None
    layout = Layout(plan)
    if layout.chunks > MOST_CHUNKS:
        many = f"{plan.chunk} games make {layout.chunks} chunks; at most {MOST_CHUNKS} are possible"
        raise PlanError(f"{source}: chunk: {many}")
    for condition in layout.conditions:
        condition.components  # noqa: B018 an overlay may be invalid for one edition only
    return plan


def _listed(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _numbers(value: int | Sequence[int]) -> tuple[int, ...]:
    numbers = (value,) if isinstance(value, SupportsIndex) else tuple(value)
    if not numbers or len(set(numbers)) < len(numbers):
        raise PlanError(f"players: {list(numbers)}; different numbers from {MIN_PLAYERS} to {MAX_PLAYERS} are expected")
    return numbers


def _known(field: str, names: tuple[str, ...], known: Sequence[str]) -> tuple[str, ...]:
    """Check that names are known and different."""
    for name in names:
        if name not in known:
            raise PlanError(f"{field}: {name!r} is unknown; known: {', '.join(known)}")
    if not names or len(set(names)) < len(names):
        raise PlanError(f"{field}: {list(names)}; at least one is needed, and each only once")
    return names


def _check_entries(entries: tuple[str, ...], players: tuple[int, ...], seats: str) -> None:
    if not 1 <= len(entries) <= MOST_ENTRIES:
        raise PlanError(f"entries: found {len(entries)}; 1 to {MOST_ENTRIES} are possible")
    for name in dict.fromkeys(entries):
        try:
            check_name(name)
        except ValueError as error:
            raise PlanError(f"entries: {error}") from None
    for number in players if len(entries) > 1 else ():
        if seats == FIXED and len(entries) != number:
            raise PlanError(f"entries: found {len(entries)}; {number} players on fixed seats need {number}, or one")
        if len(entries) < number:
            raise PlanError(f"entries: found {len(entries)}; {number} players need at least {number}, or one")


def _tables(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tables in the order of the schema; ``all`` leaves out the decisions, which take most space."""
    if names == ("all",):
        return tuple(name for name in TABLES if name != "decisions")
    _known("tables", names, ("all", *TABLES))
    if "all" in names:
        raise PlanError(f"tables: {', '.join(names)}; 'all' stands alone")
    return tuple(name for name in TABLES if name in names)


def _decisions(decisions: DecisionsPlan, tables: tuple[str, ...]) -> DecisionsPlan:
    if "decisions" not in tables and decisions != DecisionsPlan():
        raise PlanError("decisions: the table is not among the tables")
    if decisions.evaluator:
        try:
            budget = Budget.parse(decisions.evaluator)
        except ValueError as error:
            raise PlanError(f"decisions.evaluator: {error}") from None
        if budget.simulations is None:
            raise PlanError(
                f"decisions.evaluator: {decisions.evaluator!r}; a number of simulations such as '2000sims' "
                "is expected, because a time would make the rows depend on the machine"
            )
    return decisions


def _overlay(name: str, file: str, folder: Path) -> dict[str, Any] | None:
    if not file:
        return None
    if name == SHIPPED:
        raise PlanError(f"overlays: {file!r} has no name")
    path = str(folder / file)
    return dict(parse_overlay(read(path), path))


def _chunk(entries: tuple[str, ...], tables: tuple[str, ...], records: bool) -> int:
    if any(name not in BUILT_IN for name in entries):
        return SMALL
    return LARGE if set(tables) <= set(SUMMARY) and not records else MEDIUM


def _versions(tables: tuple[str, ...]) -> dict[str, int]:
    return {"plan": FORMAT, "rules": RULES_VERSION, **{name: TABLES[name].version for name in tables}}


def _check_saved(plan: RunPlan, source: str) -> RunPlan:
    """Check that a plan in JSON is as this version has written it."""
    names = [field for field in PlanFile.__struct_fields__ if field != "overlays"]
    file = convert({name: msgspec.to_builtins(getattr(plan, name)) for name in names}, PlanFile, source)
    resolved = resolve(file, source=source)
    check_versions(plan.versions, _versions(plan.tables), source)
    if msgspec.structs.replace(resolved, overlays=plan.overlays) != plan:
        raise PlanError(f"{source}: the plan has been changed; write a plan as TOML instead")
    return plan
