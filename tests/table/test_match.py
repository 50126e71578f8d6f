"""A match that plays moves, and a match that applies the rows of these moves, are the same."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import pytest

from edokko.table.clocks import Clock
from edokko.table.match import Match, WrongMove, rebuild
from edokko.table.rows import Row
from edokko.table.setup import Setup

SETUP = Setup("2021", 1, 2)
CLOCK = Clock(30, 5, 0, "easy")


def longest_batch(match: Match, choice: random.Random) -> list[str]:
    """Return moves that the deciding seat may play in one request, at most four."""
    trial, words = match.copy(), list[str]()
    while len(words) < 4 and trial.seat == match.seat:
        words.append(choice.choice(trial.game.legal_moves).words)
        row = trial.play(words[-1:], trial.version, None, None, 0.0)[0]
        if row.chance:
            break
    return words


def play_game(seed: int) -> tuple[Match, list[Row], list[list[str]]]:
    """Play a game in batches, with undos."""
    choice, match = random.Random(seed), Match(SETUP, CLOCK)
    rows, batches = [match.begin(0, 0.0)], list[list[str]]()
    while not match.is_over:
        number, time = len(rows), 3.0 * len(rows)
        if match.undo_by is not None and choice.random() < 0.1:
            rows.append(match.undo(number, None, None, time))
        else:
            batches.append(longest_batch(match, choice))
            rows += match.play(batches[-1], number, "guest", f"key {number}", time)
    return match, rows, batches


def as_seen(match: Match) -> tuple[Any, ...]:
    steps = [(version, asdict(step)) for version, step in match.steps]
    times = match.times and (match.times.left, match.times.running, match.times.since)
    undo = match.undo_by, match.undo_count, match.no_undo
    return match.version, match.ply, match.seat, match.decided, steps, times, undo, match.game.state


@pytest.mark.parametrize("seed", range(3))
def test_the_rows_of_moves_rebuild_the_match_that_played_them(seed: int) -> None:
    match, rows, batches = play_game(seed)
    assert max(map(len, batches)) > 1
    rebuilt = Match(SETUP, CLOCK)
    for row in rows:
        rebuilt.apply(row)
    assert as_seen(rebuilt) == as_seen(match)
    assert as_seen(rebuild(SETUP, rows, CLOCK)) == as_seen(match)


def test_each_move_of_a_request_has_the_month_in_which_it_was_played() -> None:
    """A later move of the request may end the month."""
    choice = random.Random(5)
    for _ in range(4):
        match = Match(SETUP)
        rows = [match.begin(0, 0.0)]
        while not match.is_over:
            before = match.version
            rows += match.play(longest_batch(match, choice), before, None, None, 0.0)
            played = [(step.ply, step.month) for step in match.steps_since(before) or []]
            rebuilt = rebuild(SETUP, rows)
            assert [(step.ply, step.month) for step in rebuilt.steps_since(before) or []] == played


@pytest.mark.parametrize("played", [0, 1])
def test_a_refused_request_changes_nothing(played: int) -> None:
    match = Match(SETUP, CLOCK)
    match.begin(0, 0.0)
    before = as_seen(match)
    with pytest.raises(WrongMove) as refused:
        match.play([match.game.legal_moves[0].words] * played + ["fly"], 1, None, None, 1.0)
    assert refused.value.place == played
    assert as_seen(match) == before
