"""Unavailable moves of a view: those whose cards and goods are on offer, and no others."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from edokko.explain.refusals import refusal
from edokko.game import Game
from edokko.move import Move
from edokko.rules.moves import KINDS
from edokko.rules.phases import KINDS_BY_PHASE
from edokko.table.views.moves import unavailable_of
from edokko.table.views.position import position_of

NOT_THERE = {"room_not_on_board", "not_in_row", "not_on_offer", "not_on_sale", "slot_not_used", "option_not_in_edition"}
A_LAP = 8


def expected(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the expected unavailable moves, from the public position."""
    position = position_of(game)
    lying = {*(item.card for item in position.row), *(item.good for item in position.goods)}
    lying |= {item.building for item in position.offer}
    to_take = {*game.components.characters, *game.components.goods, *game.components.buildings}
    for number, kind in enumerate(KINDS):
        why = refusal(game.tables, game.state, number) if kind in KINDS_BY_PHASE[game.state.phase] else None
        if why is None or why.reason in NOT_THERE:
            continue
        move = Move.of(number)
        takes = kind in ("hire", "neutral", "shop", "build")
        if takes and not lying.issuperset(to_take.intersection(move.arguments)):
            continue
        if why.reason == "no_character_there" and why.card is None:
            continue
        if why.reason == "too_many_squares" and int(move.arguments[0]) > (why.limit or 0) + A_LAP:
            continue
        yield move.words, why.reason


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_unavailable_moves_match_the_supply(edition: str, players: int) -> None:
    game, choice = Game(players, edition, seed=players), random.Random(players)
    seen: set[str] = set()
    while game.seat is not None:
        refusals = [(entry.words, entry.reason) for entry in unavailable_of(game)]
        assert refusals == list(expected(game))
        seen |= {reason for _, reason in refusals}
        game.play(choice.choice(list(game.legal_moves)))
    assert seen >= {"wrong_square", "too_many_squares", "room_not_here", "slot_taken"}
    assert unavailable_of(game) == []


def test_goods_that_are_not_on_sale_are_omitted() -> None:
    game = Game(2, seed=1)
    choice = random.Random(1)
    while "shop" not in KINDS_BY_PHASE[game.state.phase]:
        game.play(choice.choice(list(game.legal_moves)))
    parts_of_moves = {tuple(entry.parts) for entry in unavailable_of(game) if entry.kind == "shop"}
    on_sale = {good.good for good in position_of(game).goods}
    pairs = [parts for parts in parts_of_moves if len(parts) == 4]
    assert pairs
    assert all(parts[1] in on_sale and parts[3] in on_sale for parts in pairs)
