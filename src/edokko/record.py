"""The record format ``edokko/1``: one game as its setup, its chance and its moves; checked by replaying it.

``docs/record.md`` describes the format. Chance and moves alone rebuild a game; everything else is checked against them.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from edokko.chance import ChanceSource, ImpossibleChance, SuppliedChance, SystemChance
from edokko.chance_words import outcomes_of, words_of
from edokko.components import EDITIONS, RULES_VERSION, ComponentsError, load
from edokko.game import Game, IllegalMove
from edokko.position import trace_of
from edokko.rules.tables import tables_for

FORMAT = "edokko/1"
MOST_MOVES = 5_000
"""A game with more moves is refused: the longest possible ones have a few hundred."""
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")

_KNOWN = (
    "format",
    "edition",
    "rules_version",
    "players",
    "seats",
    "components",
    "seed",
    "chance",
    "moves",
    "result",
    "players_log",
    "times",
    "trace",
)


class RecordError(ValueError):
    """A record that cannot be read or does not hold; the message names the place and what would be right.

    Attributes:
        reason: what is wrong.
        move: the number of the move it is about, counted from 0, or ``None``.
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
    """One game.

    Attributes:
        edition: ``"2021"`` or ``"2015"``.
        rules_version: the version of the rules and the shipped tables it was played by.
        players: 2, 3 or 4.
        seats: the players' names.
        chance: what chance revealed, in order.
        moves: the decisions, in order.
        result: ``iki``, ``ranking`` and ``lines`` of a finished game; ``None`` of an unfinished one.
        seed: where the chance came from, for information; ``None`` while a game is running.
        components: the overlay it was played with; ``None`` for the shipped tables.
        trace: one entry a decision and one for the end, for checking; ``None`` where there is none.
        extra: everything else that was found, kept as it was.
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
        """Return the record as JSON values, in the order in which the format shows them."""
        found: dict[str, Any] = {
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
        return {key: value for key, value in found.items() if value is not None} | dict(self.extra)

    def to_line(self) -> str:
        """Return the record as one line of text, without the line's end.

        Raises:
            ValueError: a value that was put in has no JSON, such as a number that is not finite.
        """
        text = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
        # UTF-8 has no half characters; JSON can name them, and unknown keys are kept as they were.
        return _HALF_CHARACTER.sub(lambda half: f"\\u{ord(half[0]):04x}", text)

    @classmethod
    def from_json(cls, value: object) -> Record:
        """Read JSON values. The shape is checked here, the game by :func:`check` or :func:`replay`.

        Raises:
            RecordError: something is missing, of the wrong kind, or too large.
        """
        table = _table(value, "a record")
        if table.get("format") != FORMAT:
            raise RecordError(f"format is {_short(table.get('format'))}; {FORMAT!r} is expected")
        version = _whole(table, "rules_version")
        if not 1 <= version <= RULES_VERSION:
            raise RecordError(f"rules_version is {version}; this edokko replays versions 1 to {RULES_VERSION}")
        moves = _strings(table, "moves")
        if len(moves) > MOST_MOVES:
            raise RecordError(f"moves has {len(moves)} entries; more than {MOST_MOVES} are refused")
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
            trace=tuple(_table(one, "trace") for one in _list(table, "trace")) if "trace" in table else None,
            extra={key: value for key, value in table.items() if key not in _KNOWN} | _checked_logs(table, moves),
        )

    @classmethod
    def from_line(cls, line: str) -> Record:
        """Read one line of text.

        Raises:
            RecordError: it is no JSON, or no record.
        """
        return cls.from_json(parse_json(line))


def parse_json(text: str) -> Any:
    """Parse JSON strictly: no key twice, no NaN, no number too large to be written again, no endless nesting.

    Raises:
        RecordError: the text is something else.
    """
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise RecordError("not a record: nested too deeply") from None
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"not JSON: {error}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise RecordError(f"the key {_short(twice)} stands twice in one object")
    return table


def _no_constant(name: str) -> None:
    raise RecordError(f"{name} is no number of JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise RecordError(f"{digits[:80]} is no number that can be kept")
    return number


def _short(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 80 else words[:77] + "..."


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordError(f"{name} is {_short(value)}; an object is expected")
    return value


def _required(table: Mapping[str, Any], key: str) -> Any:
    if key not in table:
        raise RecordError(f"{key} is missing")
    return table[key]


def _whole(table: Mapping[str, Any], key: str) -> int:
    value = _required(table, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{key} is {_short(value)}; a whole number is expected")
    return value


def _one_of(table: Mapping[str, Any], key: str, allowed: Sequence[Any]) -> Any:
    value = _required(table, key)
    if isinstance(value, bool) or value not in allowed or type(value) is not type(allowed[0]):
        raise RecordError(f"{key} is {_short(value)}; one of {', '.join(map(repr, allowed))} is expected")
    return value


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    value = _required(table, key)
    if not isinstance(value, list | tuple):
        raise RecordError(f"{key} is {_short(value)}; a list is expected")
    return list(value)


def _string(table: Mapping[str, Any], key: str) -> str:
    value = _required(table, key)
    if not isinstance(value, str):
        raise RecordError(f"{key} is {_short(value)}; a string is expected")
    return _writable(value, key)


def _writable(value: str, name: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RecordError(f"{name} is {_short(value)}; it holds half a character and cannot be written") from None
    return value


def _strings(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = _list(table, key)
    for place, value in enumerate(values):
        if not isinstance(value, str):
            raise RecordError(f"{key}[{place}] is {_short(value)}; a string is expected")
        _writable(value, f"{key}[{place}]")
    return tuple(values)


def _checked_logs(table: Mapping[str, Any], moves: Sequence[str]) -> dict[str, Any]:
    """``players_log`` and ``times``, which are for information but must have their form."""
    kept: dict[str, Any] = {}
    if "times" in table:
        times = _list(table, "times")
        if len(times) != len(moves) or not all(type(time) in (int, float) and math.isfinite(time) for time in times):
            raise RecordError(f"times has {len(times)} entries; one number for each of {len(moves)} moves is expected")
        kept["times"] = times
    if "players_log" in table:
        for place, entry in enumerate(_list(table, "players_log")):
            entry = _table(entry, f"players_log[{place}]")
            _whole(entry, "ply")
            _whole(entry, "seat")
            _string(entry, "name")
        kept["players_log"] = table["players_log"]
    return kept


def as_record(record: Record | Mapping[str, Any] | str) -> Record:
    """Return a record from any of its forms."""
    if isinstance(record, Record):
        return record
    return Record.from_line(record) if isinstance(record, str) else Record.from_json(record)


def record_of(game: Game, outcomes: Sequence[int], seed: str | None) -> Record:
    """Return the record of a game that began with setup.

    Args:
        game: the game.
        outcomes: the chance outcomes that have happened in it.
        seed: where they came from; written only when the game is over, a running one cannot tell the future.
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
    """Return the result as a record holds it: totals, ranking, the lines of each score sheet."""
    sheets = game.score()
    return {
        "iki": [sheet.total for sheet in sheets],
        "ranking": list(game.ranking),
        "lines": [dict(sheet.lines) for sheet in sheets],
    }


def trace_entry(game: Game) -> dict[str, Any]:
    """Return one entry of a trace: who decides, what is legal, the position before the decision."""
    return {
        "seat": game.seat,
        "legal": sorted(move.words for move in game.legal_moves),
        "position": trace_of(game.tables, game.state),
    }


def traced(record: Record) -> Record:
    """Return the same record with its trace.

    Raises:
        RecordError: the record does not hold.
    """
    trace: list[Mapping[str, Any]] = []
    _follow(record, lambda ply, game: trace.append(trace_entry(game)))
    values = {name: getattr(record, name) for name in Record.__dataclass_fields__}
    return Record(**(values | {"trace": tuple(trace)}))


def check(record: Record | Mapping[str, Any] | str) -> Game:
    """Replay a record and verify all of it: moves, chance, result and, where there is one, the trace.

    Args:
        record: a record, its JSON form, or its line of text.

    Returns:
        The game after the last move.

    Raises:
        RecordError: the first thing that does not hold.
    """
    record = as_record(record)
    trace = record.trace
    if trace is None:
        return _follow(record, None)
    if len(trace) != len(record.moves) + 1:
        raise RecordError(f"trace has {len(trace)} entries; {len(record.moves) + 1} are expected, one more than moves")
    return _follow(record, lambda ply, game: _check_trace(ply, game, trace[ply]))


def replay(record: Record, then: ChanceSource | None = None) -> Game:
    """Replay a record.

    Args:
        record: the game.
        then: where chance comes from if the game goes on; ``None`` for the system's generator.

    Raises:
        RecordError: the record does not hold.
    """
    return _follow(record, None, then)


def _follow(record: Record, look: Any, then: ChanceSource | None = None) -> Game:
    source, game = _begin(record)
    for ply, words in enumerate(record.moves):
        if look:
            look(ply, game)
        try:
            game.play(words)
        except (IllegalMove, ImpossibleChance) as error:
            raise RecordError(str(error), move=ply) from None
    if look:
        look(len(record.moves), game)
    if source.left:
        raise RecordError(f"chance goes on after the last move: {source.left} outcomes too many")
    source.go_on(then or SystemChance())
    _check_result(record, game)
    if game.is_over:
        # All its chance has happened, so it comes from there whatever is undone and played again.
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
    for key, right in trace_entry(game).items():
        if key not in entry or not _same(entry[key], right):
            differing = f"trace: {key} is {_short(entry.get(key))}; it follows {_short(right)}"
            if key == "position" and isinstance(entry.get(key), Mapping):
                parts = [part for part in right if not _same(entry[key].get(part), right[part])]
                parts = parts or [part for part in entry[key] if part not in right]
                part = parts[0]
                differing = f"trace: {part} is {_short(entry[key].get(part))}; it follows {_short(right.get(part))}"
            raise RecordError(differing, move=ply)


def _check_result(record: Record, game: Game) -> None:
    if not game.is_over:
        if record.result is not None:
            raise RecordError("result is there, but the game is not over")
        return
    if record.result is None:
        raise RecordError("result is missing, but the game is over")
    for key, right in result_of(game).items():
        if not _same(record.result.get(key), right):
            raise RecordError(f"result: {key} is {_short(record.result.get(key))}; it follows {_short(right)}")


def _same(found: object, right: object) -> bool:
    """Check whether two values are alike as JSON, where ``1``, ``1.0`` and ``true`` are three different things."""
    if isinstance(right, Mapping):
        if not isinstance(found, Mapping) or found.keys() != right.keys():
            return False
        return all(_same(found[key], right[key]) for key in right)
    if isinstance(right, list | tuple):
        return isinstance(found, list | tuple) and len(found) == len(right) and all(map(_same, found, right))
    return type(found) is type(right) and found == right
