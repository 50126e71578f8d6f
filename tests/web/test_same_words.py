"""The page tells games in the words of the terminal: 120 recorded games are rendered through both and compared."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import msgspec
import pytest

from edokko import Game, Move, Record
from edokko.catalogue import Catalogue, languages
from edokko.table.views.components import components_of
from edokko.table.views.moves import unavailable_of
from edokko.words import (
    SeatWords,
    Words,
    building_worth,
    describe_events,
    describe_refusal,
    good_worth,
    move_details,
    move_name,
    question,
    skill,
)
from tests.helpers.moments import api_view
from tests.helpers.paths import ROOT

EVERY = 12
"""Moves are compared at each twelfth position: a position has dozens of moves and refusals."""

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and (ROOT / "web" / "node_modules").is_dir()), reason="no Node.js or no page's libraries"
)


def backwards(game: Game) -> Iterator[Game]:
    """Yield the game at each ply, from the last to the first."""
    yield game
    while game.ply:
        game.undo()
        yield game


def terminal_words(game: Game, words: Words) -> dict[str, Any]:
    unavailable = [Move(move.words) for move in unavailable_of(game)]
    refusals = [(move, game.why_not(move)) for move in unavailable]
    assert all(refusal for _, refusal in refusals)
    return {
        "is_fire": Move("guard") in game.legal_moves,
        "question": question(words, game) if game.seat is not None else "",
        "moves": [[move_name(words, game, move), move_details(words, game, move)] for move in game.legal_moves],
        "unavailable": [
            [move_name(words, game, move), describe_refusal(refusal, words.catalogue, game)]
            for move, refusal in refusals
            if refusal
        ],
    }


def page_words(cases: list[bytes]) -> list[dict[str, Any]]:
    rendered = subprocess.run(
        ["node", "scripts/words.mjs"], cwd=ROOT / "web", input=b"\n".join(cases), stdout=subprocess.PIPE, check=True
    )
    return [json.loads(line) for line in rendered.stdout.splitlines()]


def test_the_page_and_the_terminal_use_the_same_words() -> None:
    cases: list[bytes] = []
    expected: list[dict[str, Any]] = []
    catalogues = cycle([Catalogue(language) for language in languages()])
    for path in sorted((ROOT / "tests" / "samples").glob("games-*.jsonl")):
        for line in path.read_text().splitlines():
            game = Game.from_record(Record.from_line(line))
            catalogue = next(catalogues)
            # A reader in each seat, and a spectator.
            reader = [*range(game.players), None][len(cases) % (game.players + 1)]
            words = Words(catalogue, game.components, game.seats)
            log_words = SeatWords(words, reader)
            box = components_of(game.components, game.tables)
            steps, log, views, positions = [], [], [], []
            for earlier in backwards(game):
                steps.append([event.to_json() for event in earlier.last_events])
                log.append([entry.text for entry in describe_events(earlier.last_events, log_words)])
                if earlier.ply % EVERY == 0:
                    views.append(api_view(earlier))
                    positions.append(terminal_words(earlier, words))
            seats = [{"kind": "person", "name": name} for name in game.seats]
            case = {
                "language": catalogue.language,
                "box": box,
                "seats": seats,
                "reader": reader,
                "steps": steps,
                "positions": views,
            }
            cases.append(msgspec.json.encode(case))
            cards = [
                *(skill(words, card.id) for card in box.characters),
                *(building_worth(words, building.id) for building in box.buildings),
                *(good_worth(words, good.id) for good in box.goods),
            ]
            expected.append({"cards": cards, "log": log, "positions": positions})
    rendered = page_words(cases)
    assert len(rendered) == len(expected) == 120
    for page, terminal in zip(rendered, expected, strict=True):
        assert page["cards"] == terminal["cards"]
        assert page["log"] == terminal["log"]
        for on_page, in_terminal in zip(page["positions"], terminal["positions"], strict=True):
            assert on_page["moves"] == in_terminal["moves"]
            assert on_page["unavailable"] == in_terminal["unavailable"]
            # The page's bar has no room for the full name of a burning card and its owner.
            if not in_terminal["is_fire"]:
                assert on_page["question"] == in_terminal["question"]
