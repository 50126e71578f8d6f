"""Checks of a position: slots and tiles, whose turn it is, and unfinished steps of a turn or a fire."""

from __future__ import annotations

from edokko.components.ids import BUILDING_IDS, CHARACTER_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS
from edokko.position.checks.facts import CHANCE, SETUP, START_SEASON, TRADE, TURN, Facts, season_name, season_of_card
from edokko.position.problems import PositionError, refuse, require_known, require_none, require_within
from edokko.rules.moves import ROOM_IDS
from edokko.rules.state import NAGAYA_ROOMS, NEW_YEAR

PLACING = ("place_start", "place_hired", "place_built", "place_neutral")
WORK = {"choose_trainee": "train", "choose_building": "build", "swap_first": "swap", "swap_second": "swap"}
"""The stages inside a character's deal, with the operation of its skill."""


# --- the month


def check_tiles(facts: Facts) -> None:
    """Check the tiles: one is drawn each month and closes its slot until the month ends (RULES 3.0)."""
    position, tables = facts.position, facts.tables
    for slot, count in position.tiles.items():
        require_known(f"tiles.{slot}", slot, IKIZAMA_IDS, f"a slot, one of {', '.join(IKIZAMA_IDS)}")
        most = tables.tiles[IKIZAMA_IDS.index(slot)]
        if most == 0:
            require_none("tiles", dict(position.tiles), "this game has no tiles for that slot")
        require_within(f"tiles.{slot}", count, 1, most, "the tiles of the slot; a slot without any is left out")
    drawn = facts.month if facts.has_month_begun else facts.month - 1
    expected = sum(tables.tiles) - drawn if tables.tiles_drawn else 0
    total = sum(position.tiles.values())
    if total != expected:
        raise PositionError("tiles", f"found {total} in all, expected {expected}: one goes each month")
    _check_closed(facts)


def _check_closed(facts: Facts) -> None:
    closed = facts.position.closed
    if not facts.tables.tiles_drawn or not facts.has_month_begun:
        reason = "no tile is drawn now" if facts.tables.tiles_drawn else "this game has no blocking tiles"
        require_none("closed", closed, reason)
        return
    if closed is None:
        refuse("closed", None, "a slot: a tile closes one each month")
    require_known("closed", closed, IKIZAMA_IDS, f"a slot, one of {', '.join(IKIZAMA_IDS)}")
    if facts.position.tiles.get(closed, 0) >= facts.tables.tiles[IKIZAMA_IDS.index(closed)]:
        refuse("closed", closed, "a slot whose tile has been drawn; all of its tiles are left")


def check_ikizama(facts: Facts) -> None:
    """Check that each seat has at most one ikizama, on an open slot, from its choice to its turn's end (RULES 3.A)."""
    position = facts.position
    for slot, seat in position.ikizama.items():
        require_known(f"ikizama.{slot}", slot, IKIZAMA_IDS, f"a slot, one of {', '.join(IKIZAMA_IDS)}")
        require_within(f"ikizama.{slot}", seat, 0, len(facts.seats) - 1, "the seats")
        if not facts.tables.slot_open[IKIZAMA_IDS.index(slot)]:
            raise PositionError(f"ikizama.{slot}", f"not with {len(facts.seats)} players: that slot is not in use")
        if slot == position.closed:
            raise PositionError(f"ikizama.{slot}", "a tile closes that slot this month, expected no seat there")
    taken = list(position.ikizama.values())
    if len(set(taken)) < len(taken):
        refuse("ikizama", dict(position.ikizama), "every seat on one slot at most")
    if facts.stage == "way_of_life":
        chosen = list(position.fire_order[: len(taken)])
        if len(taken) == len(facts.seats) or sorted(taken) != sorted(chosen):
            refuse("ikizama", dict(position.ikizama), f"slots of the first {len(taken)} in fire order, one seat left")
    elif facts.stage not in TURN or facts.new_year:
        require_none("ikizama", dict(position.ikizama), f"no slot is taken in month {facts.month} in {facts.stage}")
    elif not taken:
        raise PositionError("ikizama", f"no slot is taken, expected that of the seat whose turn it is in {facts.stage}")


def check_slot(facts: Facts) -> None:
    """Check that a turn on slot 1-4 begins with the move (RULES 3.B.1)."""
    if facts.stage not in ("income_or_hire", "place_hired"):
        return
    slot = facts.acting_slot()
    if not facts.tables.slot_hires[IKIZAMA_IDS.index(slot)]:
        raise PositionError("stage", f"{facts.stage} is impossible: it is the turn of slot {slot}, which moves at once")


def check_to_reveal(facts: Facts) -> None:
    """Check the number of cards to reveal: a month's cards come after its tile, singly (RULES 3.0, 9).

    With an early first row, month 1 reveals no cards after its tile.
    """
    each = facts.tables.row_per_month
    after_tile = 0 if facts.is_first_row_early and facts.month == 1 else each
    least, most = {"draw_tile": (after_tile, after_tile), "draw_card": (1, each)}.get(facts.stage, (0, 0))
    require_within("to_reveal", facts.position.to_reveal, least, most, f"the cards of the month, in {facts.stage}")


# --- whose turn it is


def check_visits(facts: Facts) -> None:
    """Check that the visit order exists from the beginning of New Year (RULES 7)."""
    position, players = facts.position, len(facts.seats)
    order = position.visit_order
    if not facts.new_year:
        require_none("visit_order", list(order), f"it is fixed when New Year begins, month {NEW_YEAR}")
        return
    if sorted(order) != list(facts.seats):
        refuse("visit_order", list(order), f"each of the seats 0 to {players - 1} once")
    if facts.stage == "visit" and position.turn == 0 and order != position.fire_order:
        refuse("visit_order", list(order), f"{list(position.fire_order)}, the fire order, until a seat has visited")


def check_turn(facts: Facts) -> None:
    """Check the number of seats whose feeding has begun (payday) or whose visit is over (New Year)."""
    players = len(facts.seats)
    least, most, meaning = 0, 0, f"nothing is counted in month {facts.month} in {facts.stage}"
    if facts.stage == "over":
        least, most, meaning = players, players, "every visit is over"
    elif facts.new_year:
        most, meaning = players - 1, "the visits that are over"
    elif facts.stage == "starve":
        least, most, meaning = 1, players, "the seats whose feeding has begun"
    require_within("turn", facts.position.turn, least, most, meaning)


def check_burning(facts: Facts) -> None:
    """Check that a fire waits only for a character's owner who holds a fire guard (RULES 6)."""
    position, burning = facts.position, facts.position.burning
    if facts.stage != "guard_or_burn":
        require_none("burning", burning, "no fire waits for a decision now")
        return
    if burning is None:
        refuse("burning", None, "the nagaya and the rooms passed")
    require_known("burning.nagaya", burning.nagaya, NAGAYAS, "one of A, B, C, D")
    require_within("burning.passed", burning.passed, 0, NAGAYA_ROOMS - 1, "fewer than the rooms of the nagaya")
    room = ROOM_IDS[NAGAYAS.index(burning.nagaya) * NAGAYA_ROOMS + burning.passed]
    content = position.rooms.get(room)
    if content is None or content.owner is None or content.card not in CHARACTER_IDS:
        raise PositionError("burning", f"{room} has no character of a player, expected one that may be guarded")
    owner = position.players[content.owner]
    strength = facts.tables.fire_strength[facts.month] - burning.passed
    if "fire_guard" not in owner.tokens:
        refuse(f"players[{content.owner}].tokens", list(owner.tokens), f"a fire_guard: the fire waits in {room}")
    if owner.fire >= strength:
        sentence = f"found F {owner.fire}, expected less than {strength}: it would put out the fire in {room}"
        raise PositionError(f"players[{content.owner}].fire", sentence)


def check_seat(facts: Facts) -> None:
    """Check that the deciding seat is the one that the stage implies."""
    seat = facts.position.seat
    if facts.stage in CHANCE or facts.stage == "over":
        if seat is not None:
            refuse("seat", seat, f"null: no seat decides in {facts.stage}")
        return
    if seat is None:
        refuse("seat", None, f"the seat that decides in {facts.stage}")
    require_within("seat", seat, 0, len(facts.seats) - 1, "the seats")
    if facts.stage in SETUP:
        return
    expected, why = _expected_seat(facts)
    if seat != expected:
        refuse("seat", seat, f"{expected}: {why}")


def _expected_seat(facts: Facts) -> tuple[int, str]:
    position, stage = facts.position, facts.stage
    if stage == "way_of_life":
        taken = position.ikizama.values()
        return next(seat for seat in position.fire_order if seat not in taken), "the first in fire order without a slot"
    if stage == "guard_or_burn":
        assert position.burning is not None
        room = ROOM_IDS[NAGAYAS.index(position.burning.nagaya) * NAGAYA_ROOMS + position.burning.passed]
        owner = position.rooms[room].owner
        assert owner is not None
        return owner, f"the owner of {room}, which the fire has reached"
    if stage == "starve":
        return position.fire_order[position.turn - 1], f"number {position.turn} in fire order, as turn says"
    if stage in ("choose_neutral", "place_neutral"):
        return 1 - facts.month % 2, "the Sun player in odd months, the Moon player in even ones"
    if facts.new_year:
        return facts.acting(), f"visit_order[{position.turn}], as turn says"
    return facts.acting(), f"slot {facts.acting_slot()} is the first taken"


# --- inside a turn


def check_pending(facts: Facts) -> None:
    """Check that the pending card is of the kind that the stage places."""
    position, stage = facts.position, facts.stage
    card = position.pending
    if stage not in PLACING:
        require_none("pending", card, f"no card waits to be placed in {stage}")
        return
    if card is None:
        refuse("pending", None, f"the card to be placed in {stage}")
    if stage == "place_built":
        require_known("pending", card, BUILDING_IDS, "a building")
    else:
        require_known("pending", card, CHARACTER_IDS, "a character")
        season = START_SEASON if stage == "place_start" else facts.season
        if season_of_card(card) != season:
            refuse("pending", card, f"a character of {season_name(season)}")
    if stage != "place_neutral" and position.players[facts.decider].kobun == 0:
        refuse(f"players[{facts.decider}].kobun", 0, "a free kobun for the card to be placed")


def check_deals_used(facts: Facts) -> None:
    """Check that a deal is marked as used only in a stage of trade (RULES 3.B.3)."""
    position = facts.position
    if facts.stage not in TRADE:
        require_none("shop_used", position.shop_used, f"no deal is made in {facts.stage}")
        require_none("work_used", position.work_used, f"no deal is made in {facts.stage}")


def check_worker(facts: Facts) -> None:
    """Check that an unfinished deal belongs to a character, or to a shop: a pipe that trains, a building."""
    position, stage = facts.position, facts.stage
    operation = "build" if stage == "place_built" else WORK.get(stage)
    if operation is None:
        require_none("worker", position.worker, f"no character is at work in {stage}")
    elif position.worker is not None:
        _check_at_work(facts, position.worker, operation)
    elif stage == "place_built":
        _check_at_shop(facts, facts.tables.build_square)
    elif stage == "choose_trainee":
        _check_at_shop(facts, facts.tables.tobacco_square)
        seat = facts.decider
        if not any(facts.components.goods[pipe].do == "train" for pipe in position.players[seat].pipes):
            refuse("worker", None, f"the character that trains: seat {seat} holds no pipe that does")
    else:
        refuse("worker", None, f"the character at work in {stage}")


def _check_at_work(facts: Facts, worker: str, operation: str) -> None:
    position = facts.position
    able = [card for card in CHARACTER_IDS if facts.components.characters[card].skill.do == operation]
    require_known("worker", worker, able, f"a character whose skill is to {operation}")
    square = position.players[facts.decider].square
    room = facts.room_of(worker)
    if room is None or room not in facts.rooms_behind(square):
        where = "not on the board" if room is None else f"in {room}"
        raise PositionError("worker", f"{worker} is {where}, expected behind square {square}, where the oyakata stands")
    if not position.work_used:
        refuse("work_used", False, f"true: {worker} is at work")


def _check_at_shop(facts: Facts, square: int) -> None:
    position = facts.position
    seat = facts.decider
    if not position.shop_used:
        refuse("shop_used", False, "true: without a worker the deal is the shop's")
    require_within(f"players[{seat}].square", position.players[seat].square, square, square, "the shop of the deal")


def check_swap(facts: Facts) -> None:
    """Check that the first room of a swap holds a character (RULES 4)."""
    room = facts.position.swap_room
    if facts.stage != "swap_second":
        require_none("swap_room", room, f"no room is named in {facts.stage}")
        return
    if room is None:
        refuse("swap_room", None, "the first room of the swap")
    content = facts.position.rooms.get(room)
    if content is None or content.card not in CHARACTER_IDS:
        refuse("swap_room", room, "a room with a character")


def check_extra_step(facts: Facts) -> None:
    """Check that the extra step comes with its token, just gained (RULES 3.B.2)."""
    if facts.stage != "extra_step_choice":
        return
    seat = facts.decider
    if "extra_step" not in facts.position.players[seat].tokens:
        raise PositionError(f"players[{seat}].tokens", "no extra_step, expected it: its card has just retired")
