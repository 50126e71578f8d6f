"""Digits of an input method, such as the full-width ones of Japanese, count as digits at the prompt and in options."""

from __future__ import annotations

from pathlib import Path

import pytest

from edokko import Game
from edokko.cli.playing.prompt import is_command, parse
from tests.helpers.terminal import edokko


def test_the_prompt_takes_full_width_letters_and_digits() -> None:
    legal = Game(2, seed=3).legal_moves
    for typed, plain in (("１", "1"), ("　２ ", "2"), ("？", "?"), ("ｑ", "q"), ("ＵＮＤＯ", "undo")):
        assert parse(typed, legal) == parse(plain, legal)
        assert is_command(typed) == is_command(plain)
    assert parse("１", legal).move == legal[0]


@pytest.mark.parametrize("seed", ["７", "０ｘ７", "00７"])
def test_a_seed_may_have_full_width_digits(seed: str, tmp_path: Path) -> None:
    records = []
    for text in ("7", seed):
        path = tmp_path / f"{text}.jsonl"
        words = ("play", "--seats", "random,random", "--pause", "０．０", "--record", str(path))
        result = edokko(*words, "--seed", text, data=tmp_path)
        assert result.exit_code == 0, result.output
        records.append(path.read_text(encoding="utf-8").partition('"chance"')[2].partition('"moves"')[0])
    assert records[0] == records[1]


@pytest.mark.parametrize(
    "options",
    [
        ("--games", "２"),
        ("--players", "２", "--games", "1"),
        ("--games", "1", "--seats", "random,policy:temperature=５０"),
    ],
)
def test_counts_may_have_full_width_digits(options: tuple[str, ...]) -> None:
    result = edokko("simulate", *options)
    assert result.exit_code == 0, result.output


def test_a_budget_may_have_full_width_digits() -> None:
    line = Game(2, seed=3).position.to_line()
    assert edokko("hint", "--position", line, "--budget", "２sims").exit_code == 0
