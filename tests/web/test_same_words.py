"""The page tells games in the words of the terminal: 120 recorded games are rendered through both and compared."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from edokko import Game, Record
from edokko.catalogue import Catalogue, languages
from edokko.events import Event
from edokko.rules.refusals import ASKED
from edokko.server.match import events_of
from edokko.server.views.components import components_of
from edokko.server.views.moves import legal_of, unavailable_of
from edokko.server.views.position import position_of, turn_of
from edokko.terms import (
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

ROOT = Path(__file__).parents[2]
EVERY = 6
"""Moves are compared at each sixth position: a position has dozens of moves and refusals."""

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and (ROOT / "web" / "node_modules").is_dir()), reason="no Node.js or no page's libraries"
)


def backwards(game: Game) -> Iterator[Game]:
    """The game at each ply, from the last to the first."""
    yield game
    while game.ply:
        game.undo()
        yield game


def told_by_terminal(game: Game, words: Words) -> dict[str, Any]:
    catalogue = words.catalogue
    return {
        "question": question(words, game) if game.seat is not None else "",
        "moves": [[move_name(words, game, move), move_details(words, game, move)] for move in game.legal_moves],
        "unavailable": [
            [move_name(words, game, refused), describe_refusal(refused_why, catalogue, game)]
            for refused, refused_why in ((one, game.why_not(one)) for one in refused_moves(game))
            if refused_why
        ],
    }


def refused_moves(game: Game) -> list[Any]:
    from edokko import Move

    return [Move(unavailable.words) for unavailable in unavailable_of(game)]


def asked_of_page(game: Game) -> dict[str, Any]:
    return {
        "position": position_of(game),
        "turn": turn_of(game),
        "asked": list(ASKED.get(game.state.phase, ())),
        "moves": legal_of(game),
        "unavailable": unavailable_of(game),
    }


def test_the_page_and_the_terminal_tell_games_in_the_same_words() -> None:
    asked, told = [], []
    spoken = cycle(languages())
    for path in sorted((ROOT / "tests" / "samples").glob("games-*.jsonl")):
        for line in path.read_text().splitlines():
            game = Game.from_record(Record.from_line(line))
            catalogue = Catalogue(next(spoken))
            words = Words(catalogue, game.components, game.seats)
            box = components_of(game.components, game.tables)
            steps: list[list[Event]] = []
            sent: list[Any] = []
            page: list[dict[str, Any]] = []
            terminal: list[dict[str, Any]] = []
            for earlier in backwards(game):
                steps.append(list(earlier.last_events))
                sent.append(events_of(earlier))
                if earlier.ply % EVERY == 0:
                    # As bytes: the position changes with the game.
                    page.append(json.loads(msgspec.json.encode(asked_of_page(earlier))))
                    terminal.append(told_by_terminal(earlier, words))
            seats = [{"kind": "person", "name": name} for name in game.seats]
            case = {"language": catalogue.language, "box": box, "seats": seats, "steps": sent, "positions": page}
            asked.append(msgspec.json.encode(case))
            told.append(
                {
                    "cards": [
                        *(skill(words, card.id) for card in box.characters),
                        *(building_worth(words, building.id) for building in box.buildings),
                        *(good_worth(words, good.id) for good in box.goods),
                    ],
                    "log": [[entry.text for entry in describe_events(events, words)] for events in steps],
                    "positions": terminal,
                }
            )
    rendered = subprocess.run(
        ["node", "scripts/words.mjs"], cwd=ROOT / "web", input=b"\n".join(asked), stdout=subprocess.PIPE, check=True
    )
    shown = [json.loads(line) for line in rendered.stdout.splitlines()]
    assert len(shown) == len(told) == 120
    for by_page, by_terminal in zip(shown, told, strict=True):
        assert by_page == by_terminal
