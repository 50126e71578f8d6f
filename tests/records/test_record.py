"""The record format: round trips, verification by replay, refusal of hostile input."""

import gzip
import io
import json
import os
import random
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edokko import Game, IllegalMove, Record, RecordError, RecordWriter, check, read, scan
from edokko.records import file
from edokko.records.file import LONGEST_LINE
from edokko.records.record import MAX_MOVES, parse_json, with_trace


def random_game(plies: int = 10_000, players: int = 3, edition: str = "2021", seed: int = 5, **options: Any) -> Game:
    game = Game(players, edition, seed, **options)
    generator = random.Random(seed)
    while not game.is_over and game.ply < plies:
        game.play(generator.choice(game.legal_moves))
    return game


@cache
def short_line() -> str:
    """Return the record of a game of 30 plies; hypothesis asks hundreds of times."""
    return random_game(plies=30).to_record().to_line()


@cache
def whole_record() -> Record:
    return random_game(seed=8).to_record()


@pytest.fixture(scope="module")
def finished() -> Record:
    return random_game().to_record()


@pytest.fixture(scope="module")
def running() -> Record:
    return random_game(plies=60).to_record()


def with_values(record: Record, **values: object) -> Record:
    table = json.loads(record.to_line())
    table.update(values)
    return Record.from_json({key: value for key, value in table.items() if value is not None})


def test_a_record_survives_its_line(finished: Record, running: Record) -> None:
    for record in (finished, running):
        assert Record.from_line(record.to_line()).to_json() == record.to_json()
        rebuilt = check(record).to_record().to_json()
        assert {**rebuilt, "seed": record.seed} == {**record.to_json(), "seed": record.seed}


def test_the_seed_is_written_only_when_the_game_is_over(finished: Record, running: Record) -> None:
    assert finished.seed == "0x5"
    assert running.seed is None
    assert running.result is None


def test_an_unfinished_record_continues_with_new_chance(running: Record) -> None:
    game = Game.from_record(running)
    while not game.is_over:
        game.play(game.legal_moves[0])
    assert check(game.to_record()).is_over


def test_a_finished_record_keeps_its_seed_when_it_is_replayed(finished: Record, running: Record) -> None:
    foreign = with_values(finished, seed="of another engine")
    for record in (finished, foreign):
        assert Game.from_record(record).to_record() == record
        assert check(record).to_record() == record
    game = Game.from_record(finished)
    game.undo()
    assert game.to_record().seed is None
    game = Game.from_record(with_values(running, seed="0x5"))
    while not game.is_over:
        game.play(game.legal_moves[0])
    assert game.to_record().seed is None, "its later chance was not that seed's"


def test_unknown_keys_are_preserved(finished: Record) -> None:
    record = with_values(finished, event="the winter cup", times=[1.5] * len(finished.moves))
    assert json.loads(record.to_line())["event"] == "the winter cup"
    assert json.loads(record.to_line())["times"][0] == 1.5


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_trace_is_checked_entry_by_entry(edition: str, players: int) -> None:
    record = with_trace(random_game(players=players, edition=edition).to_record())
    assert check(Record.from_line(record.to_line())).is_over
    for place in (0, 50, len(record.moves)):
        table = json.loads(record.to_line())
        table["trace"][place]["position"]["players"][0]["mon"] += 1
        with pytest.raises(RecordError, match=f"move {place}: trace: players"):
            check(Record.from_json(table))


@pytest.mark.parametrize("value", [8.0, True, "8", None, [8]])
def test_a_trace_with_a_number_of_another_type_is_refused(running: Record, value: object) -> None:
    table = json.loads(with_trace(running).to_line())
    player = table["trace"][20]["position"]["players"][0]
    player["rice"] = value if type(value) is not float else float(player["rice"])
    with pytest.raises(RecordError, match=r"move 20: trace: players is .* is expected"):
        check(Record.from_json(table))


def test_values_that_only_equal_an_integer_are_refused(finished: Record) -> None:
    table = json.loads(with_trace(finished).to_line())
    ones = [entry for entry in table["trace"] if entry["seat"] == 1]
    ones[0]["seat"] = True
    with pytest.raises(RecordError, match="trace: seat is True; 1 is expected"):
        check(Record.from_json(table))
    for key, damage in (("iki", float), ("ranking", float)):
        result = json.loads(finished.to_line())["result"]
        result[key][0] = damage(result[key][0])
        with pytest.raises(RecordError, match=f"result: {key} is .* is expected"):
            check(with_values(finished, result=result))
    result = json.loads(finished.to_line())["result"]
    result["lines"][0]["track"] = float(result["lines"][0]["track"])
    with pytest.raises(RecordError, match=r"result: lines is .* is expected"):
        check(with_values(finished, result=result))


@pytest.mark.parametrize("key", ["result", "seed", "components", "trace", "times", "players_log"])
def test_null_for_an_optional_key_is_refused(running: Record, key: str) -> None:
    with pytest.raises(RecordError, match=f"{key} is None"):
        Record.from_json(json.loads(running.to_line()) | {key: None})


def test_a_trace_of_the_wrong_length_is_refused(finished: Record) -> None:
    record = json.loads(with_trace(finished).to_line())
    record["trace"].pop()
    with pytest.raises(RecordError, match=r"trace has .* one more than moves"):
        check(Record.from_json(record))


def test_the_error_of_an_illegal_move_lists_the_legal_moves(finished: Record) -> None:
    moves = list(finished.moves)
    moves[20] = "swap A1"
    with pytest.raises(RecordError, match=r"move 20: 'swap A1' is not legal.*legal: "):
        check(with_values(finished, moves=moves))


def test_an_illegal_move_of_any_length_has_a_short_message(finished: Record) -> None:
    words = "a" * 3_000_000
    with pytest.raises(IllegalMove, match=r"'a{70,}…' is not legal; legal: start") as caught:
        Game(seed=1).play(words)
    assert caught.value.words == words
    assert len(str(caught.value)) < 500
    with pytest.raises(RecordError, match=r"move 0: 'a+…' is not legal"):
        check(with_values(finished, moves=[words]))


def test_names_that_cannot_be_written_are_refused(running: Record) -> None:
    for seats in (["\ud800"] * 4, ["a", "b", "c", "\udcff"]):
        with pytest.raises(ValueError, match="a lone surrogate and cannot be written"):
            Game(seats=seats)
    with pytest.raises(ValueError, match="a lone surrogate and cannot be written"):
        Game.from_position(Game(3, seed=1).position, seats=["a", "b", "\ud800"])


def test_a_move_after_the_end_is_refused(finished: Record) -> None:
    with pytest.raises(RecordError, match=f"move {len(finished.moves)}: 'done' is not legal"):
        check(with_values(finished, moves=[*finished.moves, "done"]))


IMPOSSIBLE = [
    (lambda chance: [*chance[:1], "reveal monk monk ox_cart kite_maker", *chance[2:]], "cannot happen"),
    (lambda chance: [*chance[:1], "reveal samurai monk ox_cart kite_maker", *chance[2:]], "cannot happen"),
    (lambda chance: [*chance[:1], "reveal monk ox_cart", *chance[2:]], "4 after 'reveal', not 2"),
    (lambda chance: [*chance[:1], "reveal", *chance[2:]], "not 0"),
    (lambda chance: [chance[1], chance[0], *chance[2:]], "cannot happen"),
    (lambda chance: chance[:-1], "chance is missing"),
    (lambda chance: [*chance, "fire A"], "1 outcomes too many"),
    (lambda chance: ["buildings inn inn well shrine farmhouse restaurant", *chance[1:]], "cannot happen"),
    (lambda chance: ["buildings castle well shrine farmhouse restaurant inn", *chance[1:]], "can never be drawn"),
    (lambda chance: ["weather rain", *chance[1:]], "begins with none of"),
    (lambda chance: [7, *chance[1:]], "a string is expected"),
]


@pytest.mark.parametrize(("damage", "reason"), IMPOSSIBLE)
def test_impossible_chance_is_refused(finished: Record, damage: Callable[[list[str]], list[str]], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        check(with_values(finished, chance=damage(list(finished.chance))))


def test_the_first_edition_must_begin_with_its_six_buildings() -> None:
    record = random_game(edition="2015").to_record()
    chance = ["buildings inn farmhouse fire_watchtower kabuki_theater shrine well", *record.chance[1:]]
    with pytest.raises(RecordError, match="games begin with 'buildings farmhouse"):
        check(with_values(record, chance=chance))


def test_a_result_must_equal_the_replay(finished: Record, running: Record) -> None:
    result = json.loads(finished.to_line())["result"]
    result["iki"][0] += 1
    with pytest.raises(RecordError, match=r"result: iki is .* is expected"):
        check(with_values(finished, result=result))
    with pytest.raises(RecordError, match="result is missing"):
        check(with_values(finished, result=None))
    with pytest.raises(RecordError, match="the game is not over"):
        check(with_values(running, result=result))


SHAPES = [
    ({"format": "edokko/2"}, "format is 'edokko/2'"),
    ({"edition": "1999"}, "edition is '1999'"),
    ({"edition": 2021}, "edition is 2021"),
    ({"players": 5}, "players is 5"),
    ({"players": True}, "players is True"),
    ({"players": 3.0}, "players is 3.0"),
    ({"rules_version": 2}, "rules_version is 2"),
    ({"seats": ["a", "b"]}, "3 names are needed"),
    ({"seats": "abc"}, "a list is expected"),
    ({"seats": ["a", "b", "\ud800"]}, "a lone surrogate"),
    ({"moves": [None]}, r"moves\[0\] is None"),
    ({"moves": ["done"] * (MAX_MOVES + 1)}, "more than 5000 are refused"),
    ({"components": []}, "components is"),
    ({"components": {"nonsense": 1}}, "nonsense"),
    ({"times": [1]}, "times has 1 entries"),
    ({"players_log": [{"ply": "a"}]}, "ply is 'a'"),
]


@pytest.mark.parametrize(("values", "reason"), SHAPES)
def test_a_wrong_form_is_refused_with_its_place(finished: Record, values: dict[str, Any], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        check(with_values(finished, **values))


@pytest.mark.parametrize("key", ["format", "edition", "rules_version", "players", "seats", "chance", "moves"])
def test_a_missing_key_is_named(finished: Record, key: str) -> None:
    table = json.loads(finished.to_line())
    del table[key]
    with pytest.raises(RecordError, match=key):
        Record.from_json(table)


HOSTILE = [
    ("[" * 100_000, "nested too deeply|not JSON"),
    ('{"a": ' * 50_000, "nested too deeply|not JSON"),
    ('{"format": "edokko/1", "format": "edokko/1"}', "duplicate key"),
    ('{"players": NaN}', "NaN is not a JSON number"),
    ('{"note": [1e999]}', "1e999 is too large"),
    ('{"note": -1e999}', "-1e999 is too large"),
    ("1" * 10_000, "too large for a number"),
    ("null", "a record is None"),
    ("", "not JSON: the text ends too early"),
    ('{"moves": ["start sal', "not JSON: the text ends too early"),
    ('{"players": 3 "seed": 1}', "not JSON: character 15 is wrong"),
]


@pytest.mark.parametrize(("text", "reason"), HOSTILE)
def test_hostile_text_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        Record.from_line(text)


def test_a_duplicate_key_among_many_is_detected_fast() -> None:
    keys = ", ".join(f'"{number}": 0' for number in range(40_000))
    began = time.process_time()
    with pytest.raises(RecordError, match="duplicate key '39999'"):
        parse_json(f'{{{keys}, "39999": 0}}')
    assert time.process_time() - began < 2


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_a_number_that_json_does_not_have_is_never_written_or_read(running: Record, number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        Record(
            **{name: getattr(running, name) for name in Record.__dataclass_fields__} | {"extra": {"a": number}}
        ).to_line()
    with pytest.raises(RecordError, match="times"):
        with_values(running, times=[number] * len(running.moves))


def test_a_surrogate_under_an_unknown_key_is_preserved(running: Record) -> None:
    line = running.to_line()[:-1] + ', "note": "\\ud800 ü"}'
    record = Record.from_line(line)
    assert record.extra == {"note": "\ud800 ü"}
    assert record.to_line() == line


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@given(
    st.sampled_from(["edition", "players", "seats", "chance", "moves", "result", "seed", "components", "trace"]),
    json_values,
)
@settings(max_examples=300, deadline=None)
def test_any_value_in_any_place_is_either_read_or_refused(key: str, value: object) -> None:
    table = json.loads(short_line())
    table[key] = value
    try:
        check(Record.from_json(table))
    except RecordError:
        return
    assert key in ("seats", "seed", "components", "trace")


@given(st.integers(0, 10_000), st.sampled_from(["drop", "swap", "replace"]), st.integers(0, 400))
@settings(max_examples=150, deadline=None)
def test_any_damage_to_the_moves_is_refused_or_still_a_valid_game(place: int, damage: str, other: int) -> None:
    record = whole_record()
    moves = list(record.moves)
    place %= len(moves) - 1
    if damage == "drop":
        del moves[place]
    elif damage == "swap":
        moves[place], moves[place + 1] = moves[place + 1], moves[place]
    else:
        moves[place] = moves[other % len(moves)]
    try:
        game = check(with_values(record, moves=moves))
    except RecordError:
        return
    assert list(game.to_record().moves) == moves


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_json_or_refused(text: str) -> None:
    try:
        parse_json(text)
    except RecordError:
        return
    json.loads(text)


# --- files


def test_a_file_is_written_and_read_plain_and_compressed(tmp_path: Path, finished: Record, running: Record) -> None:
    for name in ("games.jsonl", "games.jsonl.gz"):
        path = tmp_path / name
        with RecordWriter(path) as writer:
            writer.write(finished)
            writer.write(running)
        assert [record.to_json() for record in read(path)] == [finished.to_json(), running.to_json()]
    packed = (tmp_path / "games.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "games.jsonl").read_bytes()


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old\n")

    def interrupted() -> None:
        with RecordWriter(path) as writer:
            writer.write(finished)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_a_file_that_cannot_be_written_is_named_and_leaves_no_partial_file(tmp_path: Path, finished: Record) -> None:
    missing = tmp_path / "none" / "games.jsonl"
    for path, error in ((tmp_path, IsADirectoryError), (Path(), IsADirectoryError), (missing, FileNotFoundError)):
        with pytest.raises(error) as caught:
            RecordWriter(path)
        assert caught.value.filename == str(path)
    for name in ("games.jsonl", "games.jsonl.gz"):
        path = tmp_path / name
        writer = RecordWriter(path)
        writer.write(finished)
        path.mkdir()
        with pytest.raises(IsADirectoryError) as caught, writer:
            pass
        assert (caught.value.filename, caught.value.filename2) == (str(path), None)
        assert str(caught.value).endswith(f": {str(path)!r}")
    assert sorted(os.listdir(tmp_path)) == ["games.jsonl", "games.jsonl.gz"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("packed", [False, True])
def test_a_pipe_is_read_like_a_file(tmp_path: Path, finished: Record, running: Record, packed: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    content = f"{finished.to_line()}\n{running.to_line()}\n".encode()
    threading.Thread(target=pipe.write_bytes, args=(gzip.compress(content) if packed else content,)).start()
    assert [record.to_json() for record in read(pipe)] == [finished.to_json(), running.to_json()]


def test_scanning_continues_after_invalid_lines(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "games.jsonl"
    long = b'{"a": "' + b"x" * LONGEST_LINE + b'"}'
    valid = finished.to_line().encode()
    path.write_bytes(b"\n".join([valid, b"{", long, b"\xff\xfe", b"", valid]))
    results = list(scan(path))
    assert [number for number, _ in results] == [1, 2, 3, 4, 6]
    assert [isinstance(result, Record) for _, result in results] == [True, False, False, False, True]
    messages = [str(error) for _, error in results[1:4]]
    assert "line 2: not JSON" in messages[0]
    assert "line 3: longer than 4000000 bytes" in messages[1]
    assert "line 4: not UTF-8 at byte 0" in messages[2]
    with pytest.raises(RecordError, match="line 2"):
        list(read(path))


def test_a_damaged_compressed_file_is_refused(tmp_path: Path, finished: Record) -> None:
    path = tmp_path / "games.jsonl.gz"
    content = gzip.compress(b"\n".join([finished.to_line().encode()] * 50))
    path.write_bytes(content[: len(content) // 2])
    assert "damaged" in str(list(scan(path))[-1][1])


class Endless(io.RawIOBase):
    """A line without an end, such as that of a device."""

    size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.size += len(buffer)
        assert self.size < 50_000_000, "the reader goes on"
        buffer[:] = b" " * len(buffer)
        return len(buffer)


def test_an_endless_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the command read such a file for ever."""
    monkeypatch.setattr(file, "LONGEST_SKIPPED", 10_000_000)
    ((line, error),) = scan(io.BufferedReader(Endless()))
    assert str(error) == "line 1: longer than 10000000 bytes: the rest is not read"
    assert line == 1
    assert len(list(scan("/dev/zero"))) == 1


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_over_the_limit_is_refused(
    tmp_path: Path, finished: Record, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    line = finished.to_line().encode() + b"\n"
    path.write_bytes(gzip.compress(line * 5) if packed else line * 5)
    monkeypatch.setattr(file, "LARGEST_FILE", len(line) * 3)
    results = [result for _, result in scan(path)]
    assert [isinstance(result, Record) for result in results] == [True, True, True, False]
    assert str(results[-1]) == f"line 4: the file is larger than {len(line) * 3} bytes, which is refused"


def test_reading_a_huge_line_takes_constant_memory(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "bomb.jsonl.gz"
    with gzip.open(path, "wb") as file:
        for _ in range(200):
            file.write(b" " * 1_000_000)
    tracemalloc.start()
    results = list(scan(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * LONGEST_LINE
    assert [str(error) for _, error in results] == ["line 1: longer than 4000000 bytes, which is refused"]


def test_check_accepts_a_record_in_all_forms() -> None:
    record = random_game(plies=30).to_record()
    for form in (record, record.to_json(), record.to_line()):
        assert check(form).ply == 30
    with pytest.raises(RecordError, match="not JSON"):
        check("x")
    with pytest.raises(RecordError, match="a record is 5; an object is expected"):
        check(5)  # type: ignore[arg-type]
