"""Perft: all numbers in perft.json are computed again (docs/develop/engine.md)."""

from __future__ import annotations

import json

import pytest

from edokko import Game
from edokko.components import RULES_VERSION
from tests.rules.make_perft import DATA, DOCUMENT, TABLE_BEGINS, TABLE_ENDS, games, measure, table

STORED = json.loads(DATA.read_text(encoding="utf-8"))
ENTRIES = {(entry["edition"], entry["players"], entry["seed"]): entry for entry in STORED["games"]}


def test_the_numbers_are_those_of_this_rules_version() -> None:
    assert STORED["rules_version"] == RULES_VERSION, "a new rules version: run python -m tests.rules.make_perft"
    assert list(ENTRIES) == list(games())


@pytest.mark.no_cover  # thousands of positions, which coverage would make ten times slower
@pytest.mark.parametrize("game", ENTRIES, ids=str)
def test_the_game_counts_as_before(game: tuple[str, int, int]) -> None:
    assert measure(*game) == ENTRIES[game]


def test_perft_does_not_change_the_game() -> None:
    game = Game(3, seed=1)
    before = game.state.copy()
    assert game.perft(3) == 48
    assert game.state == before
    assert game.ply == 0


def test_the_document_shows_the_numbers() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    documented = text.split(TABLE_BEGINS)[1].split(TABLE_ENDS)[0].strip()
    assert documented == table(STORED["games"])
