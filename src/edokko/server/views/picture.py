"""A running game as a small picture: what stands in the stalls, where the oyakata are, what everybody has."""

from __future__ import annotations

from edokko.components.ids import CARD_IDS
from edokko.game import Game
from edokko.rules.moves import ROOM_IDS
from edokko.rules.state import CHARACTERS, IKI
from edokko.server import shapes
from edokko.server.views.position import MONTHS, shown_of


def picture_of(game: Game) -> shapes.Picture:
    """Return the picture of a game."""
    state, shown = game.state, shown_of(game)
    month = shown.calendar[state.month - 1] if 1 <= state.month <= MONTHS else None
    return shapes.Picture(
        rooms=[ROOM_IDS[number] for number in shown.existing],
        stalls=[_stall(game, number) for number in shown.existing if state.room_card[number] >= 0],
        squares=list(state.square[: game.players]),
        iki=[resources[IKI] for resources in state.resources[: game.players]],
        payday=month is not None and month.payday,
        fire=month.fire if month is not None else 0,
    )


def _stall(game: Game, number: int) -> shapes.Stall:
    card, owner = game.state.room_card[number], game.state.room_owner[number]
    kind = game.components.characters[CARD_IDS[card]].type if card < CHARACTERS else None
    return shapes.Stall(ROOM_IDS[number], owner if owner >= 0 else None, kind)
