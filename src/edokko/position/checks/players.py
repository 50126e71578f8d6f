"""Checks of a position: each player's resources and cards, and the fire order."""

from __future__ import annotations

from edokko.components.bounds import SLOT_AND_TOKEN
from edokko.components.ids import CHARACTER_IDS
from edokko.components.model import TOKENS
from edokko.position.checks.facts import BEFORE_TURNS, TRADE, Facts
from edokko.position.problems import PositionError, refuse, require_known, require_within
from edokko.rules.moves import LONGEST_MOVE
from edokko.rules.state import SQUARES

MOST_OF_A_RESOURCE = 9_999
MOST_SANDALS = LONGEST_MOVE - SLOT_AND_TOKEN
"""A move is at most 4 squares, 1 for the token, and the sandals; moves are numbered."""

FIRE_GUARD = TOKENS[2]


def check_amounts(facts: Facts) -> None:
    """Check that amounts are at least 0 and at most what the engine can count."""
    for seat, player in enumerate(facts.position.players):
        for name in ("mon", "rice", "wood", "koban", "iki"):
            amount = getattr(player, name)
            require_within(
                f"players[{seat}].{name}", amount, 0, MOST_OF_A_RESOURCE, "the amounts that the engine counts"
            )
        require_within(f"players[{seat}].sandals", player.sandals, 0, MOST_SANDALS, f"no move is above {LONGEST_MOVE}")
        require_within(f"players[{seat}].fire", player.fire, 0, facts.tables.fire_track, "the levels of the track")


def check_kobun(facts: Facts) -> None:
    """Check that every kobun is either free or on one of the player's cards."""
    for seat, player in enumerate(facts.position.players):
        used = sum(1 for _ in facts.own_cards(seat))
        total = facts.tables.kobun
        if used > total:
            raise PositionError("rooms", f"seat {seat} owns {used} cards, expected at most {total}, a kobun on each")
        require_within(
            f"players[{seat}].kobun", player.kobun, total - used, total - used, f"{total} less {used} on the board"
        )


def check_tokens(facts: Facts) -> None:
    """Check that every token comes from a retired card; only fire guards are ever spent (RULES 4, 6)."""
    for seat, player in enumerate(facts.position.players):
        place = f"players[{seat}].tokens"
        gained = [facts.components.characters[card].retires_with for card in player.retired]
        for token in player.tokens:
            require_known(place, token, TOKENS, "a token")
        for token in TOKENS:
            count, most = player.tokens.count(token), gained.count(token)
            if count > most or (count < most and token != FIRE_GUARD):
                at_most = "at most " if token == FIRE_GUARD else ""
                expected = f"{at_most}{most}, as the retired cards give"
                raise PositionError(place, f"found {count} {token}, expected {expected}")


def check_squares(facts: Facts) -> None:
    """Check the oyakata: off the street until their first move, and again from the last payday to their visit."""
    for seat, player in enumerate(facts.position.players):
        place = f"players[{seat}].square"
        require_within(place, player.square, 0, SQUARES, "the squares, or 0 off the street")
        if _is_on_street(facts, seat) != (player.square > 0):
            wants = f"1 to {SQUARES}: it has moved" if player.square == 0 else "0: it is not on the street now"
            refuse(place, player.square, wants)


def _is_on_street(facts: Facts, seat: int) -> bool:
    position = facts.position
    if facts.new_year:
        visit = position.visit_order.index(seat)
        return visit < position.turn or (visit == position.turn and facts.stage in TRADE)
    if facts.month > 1:
        return not (facts.stage == "starve" and facts.month == 12)
    if facts.is_setup or facts.stage in BEFORE_TURNS:
        return False
    has_moved = facts.stage in TRADE or facts.stage == "extra_step_choice"
    return seat not in position.ikizama.values() or (seat == facts.acting() and has_moved)


def check_fire_order(facts: Facts) -> None:
    """Check that the fire order is by F, highest first, and seats at F 0 are in seat order (RULES 2, 4)."""
    position = facts.position
    if sorted(position.fire_order) != list(facts.seats):
        refuse("fire_order", list(position.fire_order), f"each of the seats 0 to {len(facts.seats) - 1} once")
    levels = [position.players[seat].fire for seat in position.fire_order]
    if levels != sorted(levels, reverse=True):
        refuse("fire_order", list(position.fire_order), f"the highest F first; in this order F is {levels}")
    lowest = [seat for seat in position.fire_order if position.players[seat].fire == 0]
    if lowest != sorted(lowest):
        refuse("fire_order", list(position.fire_order), f"the seats at F 0 in the order {sorted(lowest)}")
    if facts.is_setup and len(lowest) < len(facts.seats):
        raise PositionError("players", "found a player with F above 0, expected 0 for every player in the setup")


def check_food(facts: Facts) -> None:
    """Check that a seat has no rice while its characters starve, and that it has enough characters (RULES 5.3)."""
    position = facts.position
    if facts.stage != "starve":
        require_within("hungry", position.hungry, 0, 0, "no seat is feeding its characters now")
        return
    seat = facts.decider
    mouths = facts.own_characters(seat)
    if mouths == 0:
        raise PositionError("rooms", f"seat {seat} has no character, expected one that starves")
    require_within("hungry", position.hungry, 1, mouths, f"the characters of seat {seat} on the board")
    rice = position.players[seat].rice
    require_within(f"players[{seat}].rice", rice, 0, 0, "rice is eaten before a character starves")


def check_retired(facts: Facts) -> None:
    """Check that every retired card is a character."""
    for seat, player in enumerate(facts.position.players):
        for card in player.retired:
            require_known(f"players[{seat}].retired", card, CHARACTER_IDS, "a character")
