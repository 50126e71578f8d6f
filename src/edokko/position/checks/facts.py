"""Shared by the checks of a position: the position with its components, and groups of stages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from edokko.components import Components
from edokko.components.ids import BUILDING_IDS, CHARACTER_IDS, IKIZAMA_IDS
from edokko.components.model import SEASONS
from edokko.position.model import Position
from edokko.rules.month import LAST_SEASON, SEASON_MONTHS, season_of
from edokko.rules.moves import ROOM_IDS
from edokko.rules.state import NEW_YEAR, SEASON_CARDS, START_CARDS
from edokko.rules.tables import Tables

SETUP = frozenset({"draw_building", "choose_start", "place_start"})
BEFORE_TURNS = frozenset({"draw_tile", "draw_card", "way_of_life"})
TRADE = frozenset(
    {"deals", "place_built", "choose_trainee", "choose_building", "swap_first", "swap_second"},
)
"""The stages of the trade, the third step of a turn; New Year has it too."""
TURN = TRADE | {"income_or_hire", "place_hired", "move", "extra_step_choice"}
CHANCE = frozenset({"draw_building", "draw_tile", "draw_card", "draw_fire"})

START_SEASON = -1


def season_of_card(card: str) -> int:
    """Return the season of a character, 0 to 3; ``START_SEASON`` for the start characters."""
    return (CHARACTER_IDS.index(card) - START_CARDS) // SEASON_CARDS


def deck_season(stage: str, month: int) -> int:
    """Return the season of the deck and the goods on sale: while feeding it is already the next one (RULES 3.C.4)."""
    return min(season_of(month) + (stage == "starve"), LAST_SEASON)


@dataclass(frozen=True, slots=True)
class Facts:
    """A position and the components that it is checked against."""

    components: Components
    tables: Tables
    position: Position

    @property
    def stage(self) -> str:
        return self.position.stage

    @property
    def month(self) -> int:
        return self.position.month

    @property
    def new_year(self) -> bool:
        return self.position.month == NEW_YEAR

    @property
    def seats(self) -> range:
        return range(self.tables.players)

    @property
    def decider(self) -> int:
        """The deciding seat; only for stages in which a seat decides."""
        assert self.position.seat is not None
        return self.position.seat

    @property
    def season(self) -> int:
        """The season of the month."""
        return season_of(self.month)

    @property
    def deck_season(self) -> int:
        """The season of the deck and of the goods on sale."""
        return deck_season(self.stage, self.month)

    @property
    def months_into_season(self) -> int:
        return (self.month - 1) % SEASON_MONTHS

    @property
    def has_month_begun(self) -> bool:
        """Whether the month has begun for the players: its tile, if the game has tiles, is drawn."""
        return not self.is_setup and self.stage != "draw_tile" and not self.new_year

    @property
    def is_setup(self) -> bool:
        """Whether the game is in the setup: buildings, start characters, in 2015 the first row too (RULES 2, 9)."""
        return self.stage in SETUP or (self.stage == "draw_card" and self.is_first_row_early and self.month == 1)

    @property
    def is_first_row_early(self) -> bool:
        """Whether the row of month 1 is revealed before the start characters are chosen (RULES 9)."""
        return bool(self.tables.row_before_start)

    def own_cards(self, seat: int) -> Iterator[tuple[str, str]]:
        """Yield the rooms of a seat, with their cards."""
        for room, content in self.position.rooms.items():
            if content.owner == seat:
                yield room, content.card

    def own_characters(self, seat: int) -> int:
        return sum(card in CHARACTER_IDS for _, card in self.own_cards(seat))

    def cards(self) -> Iterator[tuple[str, str]]:
        """Yield every card with its place, except the buildings on offer."""
        for room, content in self.position.rooms.items():
            yield f"rooms.{room}.card", content.card
        for index, (card, _) in enumerate(self.position.row):
            yield f"row[{index}]", card
        for seat, player in enumerate(self.position.players):
            for card in player.retired:
                yield f"players[{seat}].retired", card
        for card in self.position.deck:
            yield "deck", card
        if self.position.pending is not None:
            yield "pending", self.position.pending

    def in_play(self) -> Iterator[tuple[str, str]]:
        """Yield the characters on the board and the retired ones, with their places."""
        for place, card in self.cards():
            if place.startswith(("rooms", "players")) and card not in BUILDING_IDS:
                yield place, card

    def room_of(self, card: str) -> str | None:
        for room, content in self.position.rooms.items():
            if content.card == card:
                return room
        return None

    def rooms_behind(self, square: int) -> list[str]:
        """Return the rooms that a square serves."""
        return [ROOM_IDS[room] for room in self.tables.square_room[square] if room >= 0]

    def acting(self) -> int:
        """Return the seat whose turn it is, in a stage of a turn."""
        if self.new_year:
            return self.position.visit_order[self.position.turn]
        return next(self.position.ikizama[slot] for slot in IKIZAMA_IDS if slot in self.position.ikizama)

    def acting_slot(self) -> str:
        """Return the slot whose turn it is, in months 1 to 12."""
        return next(slot for slot in IKIZAMA_IDS if slot in self.position.ikizama)


def season_name(season: int) -> str:
    """Return the season's name."""
    return SEASONS[season] if season >= 0 else "the start"
