"""Every reader of people's files takes what Windows programs write, and says in its own words what it cannot read."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from edokko import Game
from edokko.records.file import RecordWriter, read
from edokko.records.record import RecordError, parse_json
from edokko.texts import NotText, decode
from tests.helpers.paths import SAMPLES
from tests.helpers.terminal import edokko

BOM = b"\xef\xbb\xbf"
GAME = SAMPLES / "games-2021-2.jsonl"
PLAN = b'entries = ["random"]\ngames = 2\nplayers = [2]\n'


def unfinished() -> bytes:
    game = Game(2, seed=3, seats=["Hana", "Ken"])
    game.play(game.legal_moves[0])
    return game.to_record().to_line().encode() + b"\n"


def position() -> Game:
    return Game(2, seed=3)


READERS: dict[str, tuple[str, Callable[[], bytes], tuple[str, ...]]] = {
    "record check": ("games.jsonl", GAME.read_bytes, ("record", "check", "FILE")),
    "record show": ("games.jsonl", GAME.read_bytes, ("record", "show", "FILE")),
    "review": ("games.jsonl", unfinished, ("review", "FILE", "--budget", "1sims", "--brief")),
    "hint": ("game.jsonl", unfinished, ("hint", "FILE", "--budget", "1sims")),
    "position as text": (
        "position.txt",
        lambda: position().position.to_line().encode() + b"\n",
        ("hint", "--position", "FILE", "--budget", "1sims"),
    ),
    "position as JSON": (
        "position.json",
        lambda: json.dumps(position().position.to_json(), indent=1).encode() + b"\n",
        ("hint", "--position", "FILE", "--budget", "1sims"),
    ),
    "saved game": ("game.json", unfinished, ("play", "--resume", "FILE", "--seats", "random,random", "--pause", "0")),
    "overlay": ("my.toml", lambda: b"[setup]\nmon = 9\n", ("components", "--components", "FILE")),
    "overlay to check": ("my.toml", lambda: b"[setup]\nmon = 9\n", ("components", "check", "FILE")),
    "plan": ("plan.toml", lambda: PLAN, ("lab", "chunks", "FILE")),
}


def run(reader: str, folder: Path, change: Callable[[bytes], bytes], end: str = "") -> tuple[int, str, str]:
    """Let a reader's command read its content after a change; return the exit code, the output and the name."""
    name, content, command = READERS[reader]
    path = folder / (name + end)
    path.write_bytes(change(content()))
    result = edokko(*(str(path) if word == "FILE" else word for word in command), data=folder)
    return result.exit_code, result.output, str(path)


@pytest.mark.parametrize("reader", READERS)
def test_a_byte_order_mark_and_crlf_are_taken(reader: str, tmp_path: Path) -> None:
    code, output, _ = run(reader, tmp_path, lambda content: BOM + content.replace(b"\n", b"\r\n"))
    assert code == 0, output


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
@pytest.mark.parametrize("reader", READERS)
def test_utf_16_is_told_in_one_line(reader: str, encoding: str, tmp_path: Path) -> None:
    code, output, path = run(reader, tmp_path, lambda content: content.decode().encode(encoding))
    complaints = [line for line in output.splitlines() if "UTF-8" in line]
    assert code == (1 if reader in ("record check", "overlay to check") else 2), output
    assert len(complaints) == 1, output
    assert path in complaints[0].replace("edokko: ", "")
    assert "encoding UTF-8" in complaints[0]


@pytest.mark.parametrize("reader", [name for name in READERS if READERS[name][0].endswith((".jsonl", ".json", ".txt"))])
def test_gzip_is_recognised_by_its_content(reader: str, tmp_path: Path) -> None:
    code, output, _ = run(reader, tmp_path, gzip.compress, ".GZ")
    assert code == 0, output
    code, output, _ = run(reader, tmp_path, lambda content: gzip.compress(content)[:40], ".gz")
    assert code != 0
    assert "the compressed file is damaged" in output


def test_standard_input_takes_a_byte_order_mark() -> None:
    typed = "\ufeff" + GAME.read_text(encoding="utf-8")
    result = edokko("record", "check", "-", typed=typed)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("name", ["game.jsonl.gz", "game.jsonl.GZ", "game.Gz"])
def test_the_name_decides_on_compression_in_any_case(name: str, tmp_path: Path) -> None:
    (record,) = [next(read(GAME))]
    with RecordWriter(tmp_path / name) as writer:
        writer.write(record)
    played = tmp_path / "played" / name
    played.parent.mkdir()
    result = edokko("play", "--seats", "random,random", "--seed", "1", "--pause", "0", "--record", str(played))
    assert result.exit_code == 0, result.output
    for path in (tmp_path / name, played):
        assert gzip.decompress(path.read_bytes()).startswith(b'{"format"')
        assert len(list(read(path))) == 1


@pytest.mark.parametrize(
    ("command", "content", "words"),
    [
        (("record", "check", "FILE"), '{"n": ' + "1" * 5000 + "}", "is too large for a number"),
        (("components", "--components", "FILE"), "n = " + "1" * 5000, "a number has thousands of digits"),
        (("simulate", "--seats", "random,mcts:exploration=high", "--games", "1"), "", "'high' is not a number"),
        (("simulate", "--seats", "random,policy:temperature=x", "--games", "1"), "", "'x' is not a number"),
        (("simulate", "--seats", "random,mcts:playout=two", "--games", "1"), "", "'two' is not a number"),
        (("simulate", "--seats", "random,mcts:playout=1.5", "--games", "1"), "", "1.5 is not a whole number"),
    ],
)
def test_a_number_is_refused_in_our_own_words(
    command: tuple[str, ...], content: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    result = edokko(*(str(path) if word == "FILE" else word for word in command))
    assert result.exit_code in (1, 2)
    for pythons in ("set_int_max_str_digits", "could not convert", "invalid literal", "utf-8-sig", "Traceback"):
        assert pythons not in result.output
    assert words in result.output


def test_a_text_of_a_client_may_begin_with_a_byte_order_mark() -> None:
    assert parse_json('\ufeff{"a": 1}') == {"a": 1}
    with pytest.raises(RecordError, match="too large"):
        parse_json("1" * 5000)


@pytest.mark.parametrize("content", [b"\xff\xfe{\0", b"\0{\0}", b"a\xff"])
def test_what_is_not_utf_8_is_refused(content: bytes) -> None:
    with pytest.raises(NotText):
        decode(content)
