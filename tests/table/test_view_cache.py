"""The view of seats comes from a cache, whose key must contain all values that it depends on."""

from __future__ import annotations

import random
from dataclasses import asdict

import pytest

from edokko import Game
from edokko.components.ids import IKIZAMA_IDS
from edokko.rules.payday import next_to_feed, payday
from edokko.rules.phases import MOVE, NEXT_TO_FEED, STARVE
from edokko.table.views import position as position_module
from edokko.table.views.moves import legal_of
from edokko.table.views.position import position_of, turn_of


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cached_seats_match_the_state_in_every_position(edition: str, players: int) -> None:
    choice = random.Random(players)
    for seed in range(6):
        game = Game(players, edition, seed=seed)
        while not game.is_over:
            check(game)
            game.play(choice.choice(list(game.legal_moves)))
            if game.ply > 1 and choice.random() < 0.1:
                # Views of an earlier position come from the cache.
                game.undo()
        check(game)


def test_a_character_that_retires_next_is_marked() -> None:
    choice = random.Random(5)
    retired = 0
    for seed in range(6):
        game = Game(3, seed=seed)
        while not game.is_over:
            before = {room.card: room for room in position_of(game).rooms if room.card}
            game.play(choice.choice(list(game.legal_moves)))
            events = [event.to_json() for event in game.last_events]
            for event in events:
                steps = sum(other["kind"] == "xp_gained" and other["card"] == event.get("card") for other in events)
                if event["kind"] == "retired" and event["card"] in before:
                    retired += 1
                    assert before[event["card"]].retires or steps > 1
                elif event["kind"] == "xp_gained" and event["card"] in before and before[event["card"]].retires:
                    assert any(other["kind"] == "retired" and other["card"] == event["card"] for other in events)
    assert retired > 10


def test_the_cache_is_cleared_at_its_capacity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_module, "MOST_SEATS", 7)
    game = Game(4, seed=1)
    position_module.view_cache_of(game).seats.clear()
    while not game.is_over:
        check(game)
        assert len(position_module.view_cache_of(game).seats) <= 7
        game.play(game.legal_moves[0])


def check(game: Game) -> None:
    state, expected, players = game.state, game.position.players, position_of(game).players
    assert [player.seat for player in players] == list(range(game.players))
    assert [player.points for player in players] == [sheet.total for sheet in game.score()]
    for player, other in zip(players, expected, strict=True):
        for name, value in asdict(other).items():
            viewed = getattr(player, name)
            if isinstance(viewed, list):
                # The order may differ.
                viewed, value = sorted(viewed), sorted(value)
            assert viewed == value, name
        held = [slot for slot, holder in zip(IKIZAMA_IDS, state.ikizama, strict=True) if holder == player.seat]
        assert player.slot == (held[0] if held else None)
    assert [player.hungry for player in players] == hungry(game)


def hungry(game: Game) -> list[int]:
    """Return the hungry characters of each seat, from a simulated payday."""
    state, tables = game.state.copy(), game.tables
    missing = [0] * game.players
    if not tables.payday[state.month] or state.phase == STARVE:
        return missing
    payday(tables, state)
    while state.phase == NEXT_TO_FEED:
        next_to_feed(tables, state)
        if state.phase == STARVE:
            missing[state.seat] = state.hungry
            state.phase = NEXT_TO_FEED
    return missing


def test_a_turn_has_reachable_squares_until_the_oyakata_has_moved() -> None:
    game = Game(2, seed=1)
    seen: set[str] = set()
    while not game.is_over and len(seen) < 3:
        turn = turn_of(game)
        if turn is not None and turn.move == "open":
            seen.add("hire" if turn.hire == "open" else "move")
            assert turn.reaches
            if game.state.phase == MOVE:
                moves = [move.preview for move in legal_of(game) if move.kind == "move"]
                assert turn.reaches == [move.square for move in moves if not move.spend]
        elif turn is not None and turn.slot is not None:
            assert turn.reaches == []
            seen.add("after")
        game.play(game.legal_moves[0])
    assert seen == {"hire", "move", "after"}
