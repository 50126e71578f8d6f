"""The data for a thumbnail of a running game: the cards in the rooms, the oyakata, the IKI track."""

from __future__ import annotations

from edokko.components.ids import CARD_IDS
from edokko.components.model import SEASONS
from edokko.game import Game
from edokko.rules.month import season_of
from edokko.rules.moves import ROOM_IDS
from edokko.rules.state import CHARACTERS, IKI
from edokko.table.shapes import lobby as shapes
from edokko.table.views.position import MONTHS, view_cache_of


def picture_of(game: Game) -> shapes.Picture:
    """Return the picture of a game."""
    state, cache = game.state, view_cache_of(game)
    month = cache.calendar[state.month - 1] if 1 <= state.month <= MONTHS else None
    return shapes.Picture(
        rooms=[ROOM_IDS[number] for number in cache.room_numbers],
        stalls=[_stall(game, number) for number in cache.room_numbers if state.room_card[number] >= 0],
        squares=list(state.square[: game.players]),
        iki=[resources[IKI] for resources in state.resources[: game.players]],
        month=state.month,
        season=SEASONS[season_of(max(1, state.month))],
        payday=month is not None and month.payday,
        fire=month.fire if month is not None else 0,
    )


def _stall(game: Game, number: int) -> shapes.Stall:
    card, owner = game.state.room_card[number], game.state.room_owner[number]
    kind = game.components.characters[CARD_IDS[card]].type if card < CHARACTERS else None
    return shapes.Stall(ROOM_IDS[number], owner if owner >= 0 else None, kind)
