"""Checks of a position: the board, the row, the deck and the buildings."""

from __future__ import annotations

from collections import Counter

from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS
from edokko.position.checks.facts import BEFORE_TURNS, SETUP, START_SEASON, Facts, season_name, season_of_card
from edokko.position.problems import PositionError, refuse, require_known, require_none, require_within
from edokko.position.values import RoomPosition
from edokko.rules.month import LAST_SEASON, SEASON_MONTHS
from edokko.rules.moves import ROOM_IDS
from edokko.rules.state import NAGAYA_ROOMS, SEASON_CARDS


def check_rooms(facts: Facts) -> None:
    """Check that rooms, cards and owners exist and that no character has the XP to retire (RULES 1, 4)."""
    exist = [room for room, exists in zip(ROOM_IDS, facts.tables.room_exists, strict=True) if exists]
    for room, content in facts.position.rooms.items():
        require_known(f"rooms.{room}", room, exist, f"a room of this board, {exist[0]} to {exist[-1]}")
        require_known(f"rooms.{room}.card", content.card, CARD_IDS, "a character or building")
        if content.owner is not None:
            require_within(f"rooms.{room}.owner", content.owner, 0, len(facts.seats) - 1, "the seats")
        _check_room(facts, f"rooms.{room}", content)


def _check_room(facts: Facts, place: str, content: RoomPosition) -> None:
    if content.card in BUILDING_IDS:
        if content.owner is None:
            refuse(f"{place}.owner", None, "a seat: a building always has an owner")
        require_within(f"{place}.xp", content.xp, 0, 0, "a building has no experience")
        return
    if content.owner is None:
        if not facts.tables.neutrals:
            refuse(f"{place}.owner", None, "a seat: neutrals come with two players only")
        if season_of_card(content.card) == START_SEASON:
            refuse(f"{place}.owner", None, "a seat: a start character is never neutral")
        require_within(f"{place}.xp", content.xp, 0, 0, "a neutral has no experience")
        return
    steps = facts.components.characters[content.card].xp_to_retire
    require_within(f"{place}.xp", content.xp, 0, steps - 1, f"{content.card} retires with {steps}")


def check_once(facts: Facts) -> None:
    """Check that every card is in at most one place."""
    places: dict[str, str] = {}
    for place, card in facts.cards():
        if card in places:
            raise PositionError(place, f"found {card}, which is already in {places[card]}; expected every card once")
        places[card] = place


def check_deck(facts: Facts) -> None:
    """Check that the deck has the right season and the right number of cards (RULES 3.0, 3.C.4)."""
    deck = facts.position.deck
    for card in deck:
        require_known("deck", card, CHARACTER_IDS, "a character")
        if season_of_card(card) != facts.deck_season:
            refuse("deck", card, f"a character of {season_name(facts.deck_season)}")
    expected = _deck_size(facts)
    if len(deck) != expected:
        raise PositionError("deck", f"found {len(deck)} characters, expected {expected}, those not yet drawn")


def _deck_size(facts: Facts) -> int:
    each, months = facts.tables.row_per_month, facts.months_into_season
    if facts.new_year:
        return 0
    if facts.stage == "starve":
        return SEASON_CARDS if facts.deck_season > facts.season else 0
    return SEASON_CARDS - each * months - _revealed_this_month(facts)


def _revealed_this_month(facts: Facts) -> int:
    if not _has_row(facts):
        return 0
    return facts.tables.row_per_month - facts.position.to_reveal


def _has_row(facts: Facts) -> bool:
    """Check whether there is a row: not between seasons, not at New Year, in the setup only in 2015 (RULES 9)."""
    if facts.stage in SETUP:
        return facts.is_first_row_early and facts.stage != "draw_building"
    return facts.stage != "starve" and not facts.new_year


def check_row(facts: Facts) -> None:
    """Check that the row, if there is one, holds characters of the season."""
    row = facts.position.row
    if not _has_row(facts):
        require_none("row", list(row), f"there is no row in month {facts.month} in {facts.stage}")
    for index, (card, _) in enumerate(row):
        require_known(f"row[{index}]", card, CHARACTER_IDS, "a character")
        if season_of_card(card) != facts.season:
            refuse(f"row[{index}]", card, f"a character of {season_name(facts.season)}")


def check_row_mon(facts: Facts) -> None:
    """Check the mon on the row: a character gains 1 mon a month, so the first has the most (RULES 3.C.3)."""
    row, each = facts.position.row, facts.tables.row_per_month
    most = facts.months_into_season
    for index, (_, mon) in enumerate(row):
        require_within(f"row[{index}][1]", mon, 0, most, "1 mon for each month since it was revealed")
        most = mon
    by_mon = Counter(mon for _, mon in row)
    for mon, count in by_mon.items():
        if count > each:
            raise PositionError("row", f"found {count} characters with {mon} mon, expected at most {each}")
    if (facts.is_setup or facts.stage in BEFORE_TURNS) and by_mon[0] != _revealed_this_month(facts):
        expected = _revealed_this_month(facts)
        raise PositionError(
            "row", f"found {by_mon[0]} characters without mon, expected {expected}, revealed this month"
        )


def check_seasons(facts: Facts) -> None:
    """Check that no later season is in play, and no more of an earlier season than was revealed."""
    revealed = facts.tables.row_per_month * SEASON_MONTHS
    in_play: Counter[int] = Counter()
    for place, card in facts.in_play():
        season = season_of_card(card)
        in_play[season] += 1
        if season > facts.season:
            refuse(place, card, f"no character of {season_name(season)} before its season")
    ended = facts.season + (facts.new_year or facts.stage == "starve")
    for season in range(min(ended, LAST_SEASON + 1)):
        if in_play[season] > revealed:
            excess = f"found {in_play[season]} characters of {season_name(season)} on the board or retired"
            raise PositionError("rooms", f"{excess}, expected at most {revealed}, those revealed")


def check_start_characters(facts: Facts) -> None:
    """Check that each player has one start character, during the setup in an outermost room (RULES 2)."""
    position = facts.position
    for seat, player in enumerate(position.players):
        cards = [*player.retired, *(card for _, card in facts.own_cards(seat))]
        start_cards = [card for card in cards if card in CHARACTER_IDS and season_of_card(card) == START_SEASON]
        if len(start_cards) > 1:
            names = " and ".join(start_cards)
            raise PositionError(f"players[{seat}]", f"found the start characters {names}, expected one")
    if not facts.is_setup:
        return
    for room, content in position.rooms.items():
        is_outermost = ROOM_IDS.index(room) % NAGAYA_ROOMS == 0
        if content.card in BUILDING_IDS or content.xp or not is_outermost:
            refuse(f"rooms.{room}", content.card, "only start characters, without xp, in rooms 1 during the setup")
    first = len(facts.seats) if position.seat is None else position.seat + 1
    chosen = list(range(first, len(facts.seats)))
    owners = sorted(content.owner for content in position.rooms.values() if content.owner is not None)
    if owners != chosen:
        raise PositionError(
            "rooms", f"found start characters of the seats {owners}, expected {chosen}: the last seat is first"
        )


def check_buildings(facts: Facts) -> None:
    """Check the number of buildings on offer, built and taken: at most those drawn, less any burnt (RULES 2, 9)."""
    position, drawn = facts.position, facts.tables.buildings_drawn
    fixed = facts.components.switches.fixed_buildings
    buildings = [card for _, card in facts.cards() if card in BUILDING_IDS]
    for building in position.buildings:
        require_known("buildings", building, BUILDING_IDS, "a building")
        if building in buildings:
            raise PositionError("buildings", f"found {building} twice, or taken; expected every building once")
        buildings.append(building)
    for building in buildings:
        if fixed and building not in fixed:
            refuse("buildings", building, f"this edition's {', '.join(fixed)}")
    least = drawn if facts.month < _first_fire(facts) else 0
    if facts.stage == "draw_building":
        least, drawn = 0, drawn - 1
    if not least <= len(buildings) <= drawn:
        span = f"{drawn}" if least == drawn else f"at most {drawn}"
        raise PositionError("buildings", f"found {len(buildings)} on offer and built, expected {span}")


def _first_fire(facts: Facts) -> int:
    """Return the month of the first fire; without a fire, a number after every month."""
    months = [month for month, strength in enumerate(facts.tables.fire_strength) if strength > 0]
    return min(months, default=len(facts.tables.fire_strength))
