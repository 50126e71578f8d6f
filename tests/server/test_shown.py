"""What a view shows of the seats: made once for all that it depends on, so it has to depend on all of it."""

from __future__ import annotations

import random
from dataclasses import asdict

import pytest

from edokko import Game
from edokko.components.ids import IKIZAMA_IDS
from edokko.rules.payday import next_to_feed, payday
from edokko.rules.state import MOVE, NEXT_TO_FEED, STARVE
from edokko.server.views import position as shown
from edokko.server.views.moves import legal_of
from edokko.server.views.position import position_of, turn_of


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_those_of_the_state_in_every_position(edition: str, players: int) -> None:
    choice = random.Random(players)
    for seed in range(6):
        game = Game(players, edition, seed=seed)
        while not game.is_over:
            check(game)
            game.play(choice.choice(list(game.legal_moves)))
            if game.ply > 1 and choice.random() < 0.1:
                # What was shown before is shown again.
                game.undo()
        check(game)


def test_whoever_retires_with_the_next_step_is_told_before() -> None:
    choice = random.Random(5)
    retired = 0
    for seed in range(6):
        game = Game(3, seed=seed)
        while not game.is_over:
            before = {one.card: one for one in position_of(game).rooms if one.card}
            game.play(choice.choice(list(game.legal_moves)))
            told = [one.to_json() for one in game.last_events]
            for event in told:
                steps = sum(one["kind"] == "xp_gained" and one["card"] == event.get("card") for one in told)
                if event["kind"] == "retired" and event["card"] in before:
                    retired += 1
                    assert before[event["card"]].retires or steps > 1
                elif event["kind"] == "xp_gained" and event["card"] in before and before[event["card"]].retires:
                    assert any(one["kind"] == "retired" and one["card"] == event["card"] for one in told)
    assert retired > 10


def test_what_is_kept_is_let_go_when_there_is_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MOST_SEATS", 7)
    game = Game(4, seed=1)
    shown.shown_of(game).seats.clear()
    while not game.is_over:
        check(game)
        assert len(shown.shown_of(game).seats) <= 7
        game.play(game.legal_moves[0])


def check(game: Game) -> None:
    state, expected, found = game.state, game.position.players, position_of(game).players
    assert [one.seat for one in found] == list(range(game.players))
    assert [one.points for one in found] == [sheet.total for sheet in game.score()]
    for seat, whole in zip(found, expected, strict=True):
        for name, value in asdict(whole).items():
            told = getattr(seat, name)
            if isinstance(told, list):
                # Two ways to put several things in an order.
                told, value = sorted(told), sorted(value)
            assert told == value, name
        held = [slot for slot, holder in zip(IKIZAMA_IDS, state.ikizama, strict=True) if holder == seat.seat]
        assert seat.slot == (held[0] if held else None)
    assert [one.hungry for one in found] == hungry(game)


def hungry(game: Game) -> list[int]:
    """How many of each seat would go without rice, told by a payday that is held now."""
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


def test_a_turn_tells_where_the_oyakata_can_land_until_it_has_moved() -> None:
    game = Game(2, seed=1)
    seen = set()
    while not game.is_over and len(seen) < 3:
        turn = turn_of(game)
        if turn is not None and turn.move == "open":
            seen.add("hire" if turn.hire == "open" else "move")
            assert turn.reaches
            if game.state.phase == MOVE:
                moves = [one.preview for one in legal_of(game) if one.kind == "move"]
                assert turn.reaches == [one.square for one in moves if not one.spend]
        elif turn is not None and turn.slot is not None:
            assert turn.reaches == []
            seen.add("after")
        game.play(game.legal_moves[0])
    assert seen == {"hire", "move", "after"}
