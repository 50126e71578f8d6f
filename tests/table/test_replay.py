"""A game at any ply: the same from a checkpoint as from the start, and current after an undo."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from edokko.table.match import Match
from edokko.table.replay import Replay
from edokko.table.rows import Row, effective_rows
from edokko.table.setup import Setup
from edokko.table.views.running import running_of

SETUP = Setup("2021", 1, 3)


def random_game(seed: int) -> list[Row]:
    """Return the rows of a whole game with undos and handovers."""
    draw = random.Random(seed)
    match = Match(SETUP)
    rows = [match.begin(0, 1.0)]
    while not match.is_over:
        number, time = len(rows), float(len(rows))
        if match.undo_by is not None and draw.random() < 0.1:
            rows.append(match.undo(number, None, None, time))
        elif draw.random() < 0.05:
            rows.append(Row(number, "bot", match.ply, match.seat, "easy", time=time))
            match.apply(rows[-1])
        else:
            rows += match.play([draw.choice(match.game.legal_moves).words], number, None, None, time)
    return rows


def as_shown(match: Match) -> tuple[Any, ...]:
    return match.version, match.ply, match.seat, match.decided, msgspec.json.encode(running_of(match))


def test_every_ply_in_any_order_is_as_if_replayed_from_the_start() -> None:
    rows = random_game(7)
    effective = effective_rows(rows)
    assert {row.kind for row in rows} == {"start", "move", "undo", "bot"}
    replay, match = Replay(SETUP, rows), Match(SETUP)
    expected = []
    for row in effective:
        if row.kind == "move":
            expected.append(as_shown(match))
        match.apply(row)
    expected.append(as_shown(match))
    plies = [*range(len(expected)), *reversed(range(len(expected)))]
    random.Random(7).shuffle(plies)
    for ply in plies:
        assert as_shown(replay.at(ply)) == expected[ply]
    assert as_shown(replay.at(10_000)) == expected[-1]


def test_a_match_that_is_played_on_changes_no_later_answer() -> None:
    replay = Replay(SETUP, random_game(8))
    before = as_shown(replay.at(16))
    match = replay.at(16)
    for number in range(match.version, match.version + 5):
        match.play([match.game.legal_moves[0].words], number, None, None, 1.0)
    assert as_shown(replay.at(16)) == before
