"""The reasons of illegal moves, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from edokko.catalogue import Catalogue
from edokko.explain.refusals import Refusal

from .words import Words

if TYPE_CHECKING:
    from edokko.game import Game

Describe = Callable[[Words, Refusal], str]


def describe_refusal(refusal: Refusal, catalogue: Catalogue, game: Game | None = None) -> str:
    """Return a refusal as a sentence.

    Args:
        refusal: the reason why a move is illegal.
        catalogue: the language.
        game: the source of names; without it seats are numbered and cards have their shipped names.
    """
    words = Words(catalogue, game.components, game.seats) if game else Words(catalogue)
    return _DESCRIBERS[refusal.reason](words, refusal)


def _message(reason: str) -> str:
    return f"refusal-{reason.replace('_', '-')}"


def _plain(words: Words, refusal: Refusal) -> str:
    return words.text(_message(refusal.reason))


def _not_now(words: Words, refusal: Refusal) -> str:
    if not refusal.asked:
        return words.text("refusal-chance")
    return words.text("refusal-not-now", asked=words.either(words.text(f"kind-{kind}") for kind in refusal.asked))


def _short(words: Words, refusal: Refusal) -> str:
    return words.text("refusal-short", missing=_missing(words, refusal))


def _missing(words: Words, refusal: Refusal) -> str:
    return words.listed(words.amount(resource, count) for resource, count in refusal.missing)


def _room(words: Words, refusal: Refusal) -> str:
    return words.text(_message(refusal.reason), room=refusal.room or "")


def _room_and_card(words: Words, refusal: Refusal) -> str:
    card = words.owned(refusal.card, refusal.seat) if refusal.card else words.text("room-empty")
    return words.text(_message(refusal.reason), room=refusal.room or "", card=card)


def _no_character(words: Words, refusal: Refusal) -> str:
    if refusal.card:
        return words.text("refusal-no-character-there-building", room=refusal.room or "", card=words.card(refusal.card))
    return words.text("refusal-no-character-there-empty", room=refusal.room or "")


def _where(words: Words, refusal: Refusal) -> str:
    """Describe a missing card with its actual place: on the board, with a seat, or unknown."""
    message = _message(refusal.reason)
    card = words.card(refusal.card or "")
    if refusal.room:
        return words.text(f"{message}-board", card=card, room=refusal.room)
    if refusal.seat is not None:
        return words.text(f"{message}-seat", card=card, seat=words.seat(refusal.seat))
    return words.text(message, card=card)


def _slot(words: Words, refusal: Refusal) -> str:
    return words.text(_message(refusal.reason), slot=refusal.slot or "", seat=words.seat(refusal.seat))


def _limit(words: Words, refusal: Refusal) -> str:
    return words.text(_message(refusal.reason), limit=refusal.limit or 0, missing=_missing(words, refusal))


def _squares(words: Words, refusal: Refusal) -> str:
    squares = words.either(words.square(square) for square in refusal.squares)
    return words.text(_message(refusal.reason), squares=squares, room=refusal.room or "")


def _good(words: Words, refusal: Refusal) -> str:
    message = _message(refusal.reason)
    good = words.good(refusal.good or "")
    if refusal.reason == "not_on_sale" and refusal.seat is not None:
        return words.text(f"{message}-seat", good=good, seat=words.seat(refusal.seat))
    return words.text(message, good=good)


def _nothing_to_build(words: Words, refusal: Refusal) -> str:
    if not refusal.card:
        return words.text("refusal-nothing-to-build")
    return words.text(
        "refusal-nothing-to-build-nearest", card=words.card(refusal.card), missing=_missing(words, refusal)
    )


_DESCRIBERS: Mapping[str, Describe] = {
    "game_over": _plain,
    "not_now": _not_now,
    "short": _short,
    "no_free_kobun": _plain,
    "no_free_room": _plain,
    "room_not_on_board": _room,
    "room_occupied": _room_and_card,
    "not_an_outer_room": _room,
    "no_character_there": _no_character,
    "not_your_character": _room_and_card,
    "same_room": _room,
    "start_card_taken": _where,
    "not_in_row": _where,
    "not_on_offer": _where,
    "slot_not_used": _slot,
    "slot_closed": _slot,
    "slot_taken": _slot,
    "slot_only_moves": _slot,
    "too_few_squares": _limit,
    "too_many_squares": _limit,
    "option_not_in_edition": _plain,
    "wrong_square": _squares,
    "shop_done": _plain,
    "not_on_sale": _good,
    "fish_of_season_held": _good,
    "room_not_here": _squares,
    "work_done": _plain,
    "nobody_to_train": _plain,
    "needs_two_characters": _plain,
    "nothing_to_build": _nothing_to_build,
}
"""The function that describes each reason."""
