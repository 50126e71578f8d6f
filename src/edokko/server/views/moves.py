"""Every legal move with what it costs and yields, and every unavailable thing with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from edokko.game import Game
from edokko.move import Move
from edokko.rules import previews
from edokko.rules.refusals import ASKED, KINDS, Refusal, refusal
from edokko.server import shapes

NOTHING_THERE = frozenset(
    {"room_not_on_board", "not_in_row", "not_on_offer", "not_on_sale", "slot_not_used", "option_not_in_edition"}
)
"""Reasons of moves for which nothing lies on the table, so that there is nothing to say it at."""

_MOVES = tuple(map(Move.of, range(len(KINDS))))
_NUMBERS = {kind: [number for number, one in enumerate(KINDS) if one == kind] for kind in set(KINDS)}


def legal_of(game: Game) -> list[shapes.LegalMove]:
    """The legal moves of the seat that decides."""
    return [
        shapes.LegalMove(move.words, move.kind, list(move.arguments), preview_of(game.preview(move)))
        for move in game.legal_moves
    ]


def unavailable_of(game: Game) -> list[shapes.Unavailable]:
    """The other moves of the kinds asked for which something lies on the table."""
    return list(_unavailable(game)) if game.seat is not None else []


def _unavailable(game: Game) -> Iterator[shapes.Unavailable]:
    legal = set(game.legal_moves.numbers)
    for kind in ASKED[game.state.phase]:
        for number in _NUMBERS[kind]:
            if number in legal:
                continue
            why = refusal(game.tables, game.state, number)
            if why is None or why.reason in NOTHING_THERE or (why.reason == "no_character_there" and not why.card):
                continue
            yield refusal_of(_MOVES[number], why)


def refusal_of(move: Move, why: Refusal) -> shapes.Unavailable:
    """A refusal in the shape of the API."""
    return shapes.Unavailable(
        move.words,
        move.kind,
        why.reason,
        list(move.arguments),
        dict(why.missing),
        why.card,
        why.good,
        why.room,
        why.slot,
        why.seat,
        list(why.squares),
        why.limit,
    )


def preview_of(found: previews.Preview) -> shapes.Preview:
    """A preview in the shape of the API."""
    return shapes.Preview(
        spend=dict(found.spend),
        gain=dict(found.gain),
        fire=found.fire,
        fire_order=list(found.fire_order or ()),
        goods=list(found.goods),
        trains=[shapes.TrainingPreview(one.card, one.seat, one.room, one.xp) for one in found.trains],
        retires=list(found.retires),
        tokens=dict(found.tokens),
        leaves=list(found.leaves),
        square=found.square,
        laps=found.laps,
        opponents_gain={seat: dict(amounts) for seat, amounts in found.opponents_gain.items()},
        rooms=dict(found.rooms or {}),
        missing=dict(found.missing or {}),
        alike=dict(found.alike or {}),
        reaches=list(found.reaches),
        asks=list(found.asks),
        later=preview_of(found.later) if found.later is not None else None,
    )
