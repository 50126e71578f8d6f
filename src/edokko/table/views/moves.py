"""Legal moves with previews of their costs and yields, and unavailable moves with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from edokko.components.ids import BUILDING_IDS, CHARACTER_IDS, GOOD_IDS
from edokko.explain.previews import preview
from edokko.explain.refusals import Refusal, refusal_when_due
from edokko.game import Game
from edokko.move import Move
from edokko.rules.moves import KINDS
from edokko.rules.phases import KINDS_BY_PHASE
from edokko.rules.state import SQUARES, State
from edokko.table.shapes import position as shapes

NOTHING_THERE = frozenset({"room_not_on_board", "slot_not_used", "option_not_in_edition"})
"""Reasons of moves for which the page has no place to show a refusal: the game lacks the room, slot or option."""


_FIRST_GOOD = len(CHARACTER_IDS)
_FIRST_BUILDING = _FIRST_GOOD + len(GOOD_IDS)
_SUPPLY_BITS = {card: 1 << number for number, card in enumerate((*CHARACTER_IDS, *GOOD_IDS, *BUILDING_IDS))}
"""A bit for each card and good of the supply."""


def _needs(move: Move) -> int:
    """Return the bits of the cards and goods that a move takes from the supply."""
    if move.kind not in ("hire", "neutral", "shop", "build"):
        return 0
    return sum(_SUPPLY_BITS.get(argument, 0) for argument in move.arguments)


def _supply(state: State) -> int:
    """Return the bits of the cards and goods that are on offer."""
    row = sum(1 << card for card in state.row_card[: state.row_count])
    return row | state.goods << _FIRST_GOOD | state.offer << _FIRST_BUILDING


_MOVES = tuple(map(Move.of, range(len(KINDS))))
_NUMBERS = {kind: [number for number, other in enumerate(KINDS) if other == kind] for kind in set(KINDS)}
_NEEDS = tuple(map(_needs, _MOVES))
_WORDS = tuple((move.words, move.kind, list(move.arguments)) for move in _MOVES)


def legal_of(game: Game) -> list[shapes.LegalMove]:
    """Return the legal moves of the seat that decides."""
    tables, state = game.tables, game.state
    return [shapes.LegalMove(*_WORDS[number], preview(tables, state, number)) for number in game.legal_moves.numbers]


def unavailable_of(game: Game) -> list[shapes.Unavailable]:
    """Return the illegal moves of the expected kinds whose cards and goods are on offer."""
    return list(_unavailable(game)) if game.seat is not None else []


def _unavailable(game: Game) -> Iterator[shapes.Unavailable]:
    tables, state = game.tables, game.state
    absent = ~_supply(state)
    legal = set(game.legal_moves.numbers)
    for kind in KINDS_BY_PHASE[state.phase]:
        for number in _NUMBERS[kind]:
            if number in legal or _NEEDS[number] & absent:
                continue
            why = refusal_when_due(tables, state, number)
            if why is None or why.reason in NOTHING_THERE or (why.reason == "no_character_there" and not why.card):
                continue
            if why.limit is not None and int(_MOVES[number].arguments[0]) > why.limit + SQUARES:
                # A full lap has covered every square; longer moves lead to the same ones.
                break
            yield refusal_of(number, why)


@lru_cache(maxsize=10_000)
def refusal_of(number: int, why: Refusal) -> shapes.Unavailable:
    """Return the refusal of a move in the shape of the API."""
    words, kind, parts = _WORDS[number]
    return shapes.Unavailable(
        words,
        kind,
        why.reason,
        parts,
        dict(why.missing),
        why.card,
        why.good,
        why.room,
        why.slot,
        why.seat,
        list(why.squares),
        why.limit,
    )
