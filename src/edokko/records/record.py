"""The record format ``edokko/1``: one game as its setup, its chance and its moves; replaying validates it.

``docs/build/formats.md`` describes the format. Chance and moves alone rebuild a game; all other fields are checked
against the replay.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

import msgspec

from edokko.chance import ChanceSource, ImpossibleChance, SuppliedChance, SystemChance
from edokko.components import EDITIONS, RULES_VERSION, ComponentsError, load
from edokko.components.model import Components
from edokko.game import Game, IllegalMove
from edokko.position import trace_of
from edokko.rules.chance import (
    BUILDING_OUTCOMES,
    CARD_OUTCOMES,
    CHANCE_NUMBERS,
    CHANCE_WORDS,
    FIRE_OUTCOMES,
    TILE_OUTCOMES,
)
from edokko.rules.tables import Tables, tables_for

FORMAT = "edokko/1"
MAX_MOVES = 5_000
"""A record with more moves is refused; the longest possible games have a few hundred."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class RecordError(ValueError):
    """A malformed or invalid record; the message names the place and the expected value.

    Attributes:
        reason: the error.
        move: the number of the move concerned, counted from 0, or ``None``.
        line: the line of the file, counted from 1, or ``None``.
    """

    def __init__(self, reason: str, move: int | None = None, line: int | None = None) -> None:
        self.reason = reason
        self.move = move
        self.line = line
        where = [f"line {line}"] if line is not None else []
        where += [f"move {move}"] if move is not None else []
        super().__init__(f"{', '.join(where)}: {reason}" if where else reason)


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one game.

    Attributes:
        edition: ``"2021"`` or ``"2015"``.
        rules_version: the version of the rules and the shipped tables.
        players: 2, 3 or 4.
        seats: the players' names.
        chance: the chance outcomes, in order.
        moves: the decisions, in order.
        result: ``iki``, ``ranking`` and ``lines`` of a finished game; ``None`` for an unfinished one.
        seed: the source of the chance, for information; ``None`` for an unfinished game.
        components: the overlay; ``None`` for the shipped tables.
        trace: one entry per decision and one for the end, for verification; ``None`` without a trace.
        extra: all other keys, unchanged.
    """

    edition: str
    rules_version: int
    players: int
    seats: tuple[str, ...]
    chance: tuple[str, ...]
    moves: tuple[str, ...]
    result: Mapping[str, Any] | None = None
    seed: str | None = None
    components: Mapping[str, Any] | None = None
    trace: tuple[Mapping[str, Any], ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON values, in the order of the format's description."""
        fields: dict[str, Any] = {
            "format": FORMAT,
            "edition": self.edition,
            "rules_version": self.rules_version,
            "players": self.players,
            "seats": list(self.seats),
            "components": self.components,
            "seed": self.seed,
            "chance": list(self.chance),
            "moves": list(self.moves),
            "result": self.result,
            "trace": list(self.trace) if self.trace is not None else None,
        }
        return {key: value for key, value in fields.items() if value is not None} | dict(self.extra)

    def to_line(self) -> str:
        """Return the record as one line of text, without a line break.

        Raises:
            ValueError: a value of the caller has no JSON form, such as a number that is not finite.
        """
        text = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
        # Unknown keys are preserved and may hold lone surrogates, which UTF-8 cannot encode, so escape them.
        return _SURROGATE.sub(lambda surrogate: f"\\u{ord(surrogate[0]):04x}", text)

    @classmethod
    def from_json(cls, value: object) -> Record:
        """Read JSON values. This checks only the form; :func:`check` and :func:`replay` check the game.

        Raises:
            RecordError: a value is missing, has a wrong type, or is too large.
        """
        table = _table(value, "a record")
        if table.get("format") != FORMAT:
            raise RecordError(f"format is {_short(table.get('format'))}; {FORMAT!r} is expected")
        version = _whole(table, "rules_version")
        if not 1 <= version <= RULES_VERSION:
            raise RecordError(f"rules_version is {version}; this edokko replays versions 1 to {RULES_VERSION}")
        moves = _strings(table, "moves")
        if len(moves) > MAX_MOVES:
            raise RecordError(f"moves has {len(moves)} entries; more than {MAX_MOVES} are refused")
        return cls(
            edition=_one_of(table, "edition", EDITIONS),
            rules_version=version,
            players=_one_of(table, "players", (2, 3, 4)),
            seats=_strings(table, "seats"),
            chance=_strings(table, "chance"),
            moves=moves,
            result=_table(table["result"], "result") if "result" in table else None,
            seed=_string(table, "seed") if "seed" in table else None,
            components=_table(table["components"], "components") if "components" in table else None,
            trace=tuple(_table(entry, "trace") for entry in _list(table, "trace")) if "trace" in table else None,
            extra={key: value for key, value in table.items() if key not in _KNOWN} | _read_logs(table, moves),
        )

    @classmethod
    def from_line(cls, line: str) -> Record:
        """Read one line of text.

        Raises:
            RecordError: the line is not JSON, or not a record.
        """
        return cls.from_json(parse_json(line))


_KNOWN = {"format", "players_log", "times", *(each.name for each in fields(Record))} - {"extra"}
"""The keys of the format; all others are extra."""


def parse_json(text: str) -> Any:
    """Parse JSON strictly: no duplicate keys, no NaN, no number that overflows, no deep nesting.

    Raises:
        RecordError: the text violates that, or is not JSON.
    """
    try:
        return json.loads(
            text.removeprefix("\ufeff"),  # the byte order mark
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_integer,
        )
    except RecursionError:
        raise RecordError("not a record: nested too deeply") from None
    except json.JSONDecodeError as error:
        is_cut = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated")
        reason = "the text ends too early" if is_cut else f"character {error.pos + 1} is wrong"
        raise RecordError(f"not JSON: {reason}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        duplicate = next(key for key, count in counts.items() if count > 1)
        raise RecordError(f"duplicate key {_short(duplicate)} in one object")
    return table


def _no_constant(name: str) -> None:
    raise RecordError(f"{name} is not a JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise RecordError(f"{digits[:80]} is too large for a number")
    return number


def _integer(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:  # Python refuses thousands of digits.
        raise RecordError(f"{digits[:80]} is too large for a number") from None


def _short(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 80 else words[:77] + "..."


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordError(f"{name} is {_short(value)}; an object is expected")
    return value


def _value(table: Mapping[str, Any], key: str, kind: Any, wants: str) -> Any:
    if key not in table:
        raise RecordError(f"{key} is missing")
    try:
        return msgspec.convert(table[key], kind)
    except msgspec.ValidationError:
        raise RecordError(f"{key} is {_short(table[key])}; {wants} is expected") from None


def _whole(table: Mapping[str, Any], key: str) -> int:
    return _value(table, key, int, "a whole number")  # type: ignore[no-any-return]


def _one_of(table: Mapping[str, Any], key: str, allowed: Sequence[Any]) -> Any:
    return _value(table, key, Literal[tuple(allowed)], f"one of {', '.join(map(repr, allowed))}")


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    return _value(table, key, list, "a list")  # type: ignore[no-any-return]


def _string(table: Mapping[str, Any], key: str) -> str:
    return _writable(_value(table, key, str, "a string"), key)


def _writable(value: str, name: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RecordError(f"{name} is {_short(value)}; it contains a lone surrogate and cannot be written") from None
    return value


def _strings(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = _list(table, key)
    for place, value in enumerate(values):
        if not isinstance(value, str):
            raise RecordError(f"{key}[{place}] is {_short(value)}; a string is expected")
        _writable(value, f"{key}[{place}]")
    return tuple(values)


def _read_logs(table: Mapping[str, Any], moves: Sequence[str]) -> dict[str, Any]:
    """Return ``players_log`` and ``times``, which are informational, after checking their form."""
    logs: dict[str, Any] = {}
    if "times" in table:
        times = _list(table, "times")
        if len(times) != len(moves) or not all(type(time) in (int, float) and math.isfinite(time) for time in times):
            raise RecordError(f"times has {len(times)} entries; one number for each of {len(moves)} moves is expected")
        logs["times"] = times
    if "players_log" in table:
        for place, entry in enumerate(_list(table, "players_log")):
            entry = _table(entry, f"players_log[{place}]")
            _whole(entry, "ply")
            _whole(entry, "seat")
            _string(entry, "name")
        logs["players_log"] = table["players_log"]
    return logs


def as_record(record: Record | Mapping[str, Any] | str) -> Record:
    """Convert any form of a record to a :class:`Record`."""
    if isinstance(record, Record):
        return record
    return Record.from_line(record) if isinstance(record, str) else Record.from_json(record)


def record_of(game: Game, outcomes: Sequence[int], seed: str | None) -> Record:
    """Return the record of a game that began with setup.

    Args:
        seed: the seed of the outcomes; written only when the game is over, so that it cannot reveal future chance.
    """
    over = game.is_over
    return Record(
        edition=game.edition,
        rules_version=RULES_VERSION,
        players=game.players,
        seats=game.seats,
        chance=tuple(words_of(game.components, game.tables, outcomes)),
        moves=tuple(move.words for move in game.moves),
        result=result_of(game) if over else None,
        seed=seed if over else None,
        components=game.components.overlay,
    )


def result_of(game: Game) -> dict[str, Any]:
    """Return the result in the form of a record: totals, ranking, the lines of each score sheet."""
    sheets = game.score()
    return {
        "iki": [sheet.total for sheet in sheets],
        "ranking": list(game.ranking),
        "lines": [dict(sheet.lines) for sheet in sheets],
    }


def trace_entry(game: Game) -> dict[str, Any]:
    """Return one entry of a trace: the deciding seat, the legal moves, the position before the decision."""
    return {
        "seat": game.seat,
        "legal": sorted(move.words for move in game.legal_moves),
        "position": trace_of(game.tables, game.state),
    }


def with_trace(record: Record) -> Record:
    """Return a copy of a record with its trace.

    Raises:
        RecordError: the record is invalid.
    """
    trace: list[Mapping[str, Any]] = []
    replay(record, before_move=lambda ply, game: trace.append(trace_entry(game)))
    return replace(record, trace=tuple(trace))


def check(record: Record | Mapping[str, Any] | str) -> Game:
    """Replay a record and verify all of it: moves, chance, result and, if present, the trace.

    Args:
        record: a record, its JSON form, or its line of text.

    Returns:
        The game after the last move.

    Raises:
        RecordError: the first error.
    """
    record = as_record(record)
    trace = record.trace
    if trace is None:
        return replay(record)
    if len(trace) != len(record.moves) + 1:
        raise RecordError(f"trace has {len(trace)} entries; {len(record.moves) + 1} are expected, one more than moves")
    return replay(record, before_move=lambda ply, game: _check_trace(ply, game, trace[ply]))


def replay(
    record: Record, then: ChanceSource | None = None, before_move: Callable[[int, Game], None] | None = None
) -> Game:
    """Replay a record.

    Args:
        then: the source of further chance; ``None`` for the system's generator.
        before_move: a callback that receives the ply and the game before each move and at the end.

    Raises:
        RecordError: the record is invalid.
    """
    source, game = _begin(record)
    for ply, words in enumerate(record.moves):
        if before_move:
            before_move(ply, game)
        try:
            game.play(words)
        except (IllegalMove, ImpossibleChance) as error:
            raise RecordError(str(error), move=ply) from None
    if before_move:
        before_move(len(record.moves), game)
    if source.remaining:
        raise RecordError(f"chance goes on after the last move: {source.remaining} outcomes too many")
    source.continue_with(then or SystemChance())
    _check_result(record, game)
    if game.is_over:
        # The seed stays valid after undo and replay, because all chance of a finished game has already happened.
        game._recorded_seed = record.seed
    return game


def _begin(record: Record) -> tuple[SuppliedChance, Game]:
    try:
        components = load(record.edition, record.components)
        tables = tables_for(components, record.players)
        source = SuppliedChance(outcomes_of(components, tables, record.chance))
        return source, Game(record.players, record.edition, components=components, seats=record.seats, chance=source)
    except ComponentsError as error:
        raise RecordError(f"components: {error}") from None
    except ValueError as error:
        raise RecordError(str(error)) from None


def _check_trace(ply: int, game: Game, entry: Mapping[str, Any]) -> None:
    for key, expected in trace_entry(game).items():
        if key not in entry or not _equal(entry[key], expected):
            difference = f"trace: {key} is {_short(entry.get(key))}; {_short(expected)} is expected"
            if key == "position" and isinstance(entry.get(key), Mapping):
                parts = [part for part in expected if not _equal(entry[key].get(part), expected[part])]
                parts = parts or [part for part in entry[key] if part not in expected]
                part = parts[0]
                difference = (
                    f"trace: {part} is {_short(entry[key].get(part))}; {_short(expected.get(part))} is expected"
                )
            raise RecordError(difference, move=ply)


def _check_result(record: Record, game: Game) -> None:
    if not game.is_over:
        if record.result is not None:
            raise RecordError("result is there, but the game is not over")
        return
    if record.result is None:
        raise RecordError("result is missing, but the game is over")
    for key, expected in result_of(game).items():
        if not _equal(record.result.get(key), expected):
            raise RecordError(f"result: {key} is {_short(record.result.get(key))}; {_short(expected)} is expected")


def _equal(value: object, expected: object) -> bool:
    """Compare two values as JSON, where ``1``, ``1.0`` and ``true`` are three different values."""
    if isinstance(expected, Mapping):
        if not isinstance(value, Mapping) or value.keys() != expected.keys():
            return False
        return all(_equal(value[key], expected[key]) for key in expected)
    if isinstance(expected, list | tuple):
        return isinstance(value, list | tuple) and len(value) == len(expected) and all(map(_equal, value, expected))
    return type(value) is type(expected) and value == expected


# --- chance: one string for all outcomes that are revealed together, in order

OUTCOME_KINDS = {"buildings": "building", "reveal": "reveal", "closed": "closed", "fire": "fire"}
"""The first word of a record's string, and the first word of the chance outcomes that it joins."""


def words_of(components: Components, tables: Tables, outcomes: Iterable[int]) -> list[str]:
    """Join chance outcomes into the strings of a record.

    Args:
        outcomes: the outcomes' numbers in the order in which they happened.
    """
    strings: list[str] = []
    group: list[str] = []
    size = 0
    if tables.fixed_offer:
        strings.append(" ".join(("buildings", *components.switches.fixed_buildings)))
    for outcome in outcomes:
        kind, item = CHANCE_WORDS[outcome].split()
        if not group:
            first = "buildings" if BUILDING_OUTCOMES <= outcome < TILE_OUTCOMES else kind
            group, size = [first], _group_size(tables, outcome)
        group.append(item)
        if len(group) > size:
            strings.append(" ".join(group))
            group = []
    if group:
        strings.append(" ".join(group))
    return strings


def outcomes_of(components: Components, tables: Tables, strings: Sequence[object]) -> list[int]:
    """Parse the strings of a record into outcome numbers.

    This checks only their form; the game checks whether each outcome is possible at its step.

    Raises:
        ImpossibleChance: a string is malformed; the message quotes it and says what is expected.
    """
    outcomes: list[int] = []
    for place, string in enumerate(strings):
        if place == 0 and tables.fixed_offer:
            _check_fixed(components, string)
        else:
            outcomes += _steps(tables, place, string)
    return outcomes


def _check_fixed(components: Components, string: object) -> None:
    expected = " ".join(("buildings", *components.switches.fixed_buildings))
    if string != expected:
        raise ImpossibleChance(f"chance[0] is {string!r}; this edition's games begin with {expected!r}")


def _steps(tables: Tables, place: int, string: object) -> list[int]:
    if not isinstance(string, str):
        raise ImpossibleChance(f"chance[{place}] is {string!r}; a string such as 'fire C' is expected")
    kind, *ids = string.split(" ")
    if kind not in OUTCOME_KINDS:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; it begins with none of {', '.join(OUTCOME_KINDS)}")
    unknown = [item for item in ids if f"{OUTCOME_KINDS[kind]} {item}" not in CHANCE_NUMBERS]
    if unknown:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; {unknown[0][:40]!r} can never be drawn")
    outcomes = [CHANCE_NUMBERS[f"{OUTCOME_KINDS[kind]} {item}"] for item in ids]
    size = _group_size(tables, outcomes[0]) if outcomes else 1
    if len(ids) != size:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; {size} after {kind!r}, not {len(ids)}")
    return outcomes


def _group_size(tables: Tables, outcome: int) -> int:
    if outcome < TILE_OUTCOMES:
        return tables.buildings_drawn
    if CARD_OUTCOMES <= outcome < FIRE_OUTCOMES:
        return tables.row_per_month
    return 1
