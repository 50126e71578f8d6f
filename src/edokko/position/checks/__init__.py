"""Whether a game can reach a position: all checks, in an order in which each may rely on those before it."""

from __future__ import annotations

from edokko.position.checks.cards import (
    check_buildings,
    check_deck,
    check_once,
    check_rooms,
    check_row,
    check_row_mon,
    check_seasons,
    check_start_characters,
)
from edokko.position.checks.facts import Facts
from edokko.position.checks.frame import check_components, check_month, check_stage
from edokko.position.checks.goods import check_goods_held, check_goods_known, check_goods_on_sale
from edokko.position.checks.players import (
    check_amounts,
    check_fire_order,
    check_food,
    check_kobun,
    check_retired,
    check_squares,
    check_tokens,
)
from edokko.position.checks.turn import (
    check_burning,
    check_deals_used,
    check_extra_step,
    check_ikizama,
    check_pending,
    check_seat,
    check_slot,
    check_swap,
    check_tiles,
    check_to_reveal,
    check_turn,
    check_visits,
    check_worker,
)

CHECKS = (
    check_components,
    check_month,
    check_stage,
    check_rooms,
    check_retired,
    check_amounts,
    check_fire_order,
    check_tiles,
    check_ikizama,
    check_slot,
    check_visits,
    check_turn,
    check_burning,
    check_seat,
    check_to_reveal,
    check_row,
    check_deck,
    check_kobun,
    check_pending,
    check_once,
    check_seasons,
    check_start_characters,
    check_row_mon,
    check_buildings,
    check_tokens,
    check_squares,
    check_goods_known,
    check_goods_held,
    check_goods_on_sale,
    check_deals_used,
    check_worker,
    check_swap,
    check_extra_step,
    check_food,
)


def check_position(facts: Facts) -> None:
    """Check everything about a position except that the deciding seat has a legal move.

    Raises:
        PositionError: the first thing that is impossible.
    """
    for check in CHECKS:
        check(facts)
