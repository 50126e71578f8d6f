"""Whether a game can reach a position: all checks, in an order in which each may rely on those before it."""

from __future__ import annotations

from edokko.components import RULES_VERSION
from edokko.position.checks import cards, goods, players, turn
from edokko.position.checks.facts import SETUP, TRADE, Facts
from edokko.position.problems import PositionError, refuse, require_known, require_within
from edokko.rules.phases import STAGES
from edokko.rules.state import NEW_YEAR


def check_components(facts: Facts) -> None:
    """Check that the caller's components are the ones that the position names."""
    position, components = facts.position, facts.components
    if position.edition != components.edition:
        refuse("edition", position.edition, f"{components.edition}, the edition of the components")
    if position.rules_version != RULES_VERSION:
        refuse("rules_version", position.rules_version, f"{RULES_VERSION}, the version of these rules")
    if (position.components or None) != (components.overlay or None):
        raise PositionError("components", "the overlay is not the one that the components were loaded with")
    if len(position.players) != facts.tables.players:
        raise PositionError("players", f"found {len(position.players)} players, expected {facts.tables.players}")


def check_month(facts: Facts) -> None:
    """Check that the stage is possible in the month (RULES 2, 3, 7)."""
    stage, month = facts.stage, facts.month
    require_known("stage", stage, STAGES, "a stage of the game")
    require_within("month", month, 1, NEW_YEAR, "the months, and New Year")
    if stage in SETUP:
        require_within("month", month, 1, 1, f"{stage} belongs to the setup")
    elif stage in ("visit", "over"):
        require_within("month", month, NEW_YEAR, NEW_YEAR, f"{stage} comes at New Year")
    elif stage not in TRADE:
        require_within("month", month, 1, NEW_YEAR - 1, f"{stage} does not come at New Year")


def check_stage(facts: Facts) -> None:
    """Check stages that need certain months, certain components or two players."""
    tables, month, stage = facts.tables, facts.month, facts.stage
    if stage == "draw_building" and tables.fixed_offer:
        raise PositionError("stage", "draw_building is impossible: this edition's buildings are fixed")
    if stage == "draw_tile" and not tables.tiles_drawn:
        raise PositionError("stage", "draw_tile is impossible: this game has no blocking tiles")
    if stage in ("draw_fire", "guard_or_burn") and not tables.fire_strength[month]:
        months = ", ".join(str(other) for other, strength in enumerate(tables.fire_strength) if strength)
        raise PositionError("stage", f"{stage} is impossible in month {month}: fires come in months {months or 'none'}")
    if stage == "starve" and not tables.payday[month]:
        months = ", ".join(str(other) for other, payday in enumerate(tables.payday) if payday)
        raise PositionError("stage", f"starve is impossible in month {month}: paydays come in months {months}")
    if stage in ("choose_neutral", "place_neutral") and not tables.neutrals:
        raise PositionError("stage", f"{stage} is impossible: neutrals come with two players only")
    is_full = len(facts.position.rooms) >= sum(tables.room_exists)
    if stage == "choose_neutral" and tables.neutral_needs_room and is_full:
        raise PositionError("stage", "choose_neutral is impossible: this edition needs a free room for it")


CHECKS = (
    check_components,
    check_month,
    check_stage,
    cards.check_rooms,
    players.check_retired,
    players.check_amounts,
    players.check_fire_order,
    turn.check_tiles,
    turn.check_ikizama,
    turn.check_slot,
    turn.check_visits,
    turn.check_turn,
    turn.check_burning,
    turn.check_seat,
    turn.check_to_reveal,
    cards.check_row,
    cards.check_deck,
    players.check_kobun,
    turn.check_pending,
    cards.check_once,
    cards.check_seasons,
    cards.check_start_characters,
    cards.check_row_mon,
    cards.check_buildings,
    players.check_tokens,
    players.check_squares,
    goods.check_goods_known,
    goods.check_goods_held,
    goods.check_goods_on_sale,
    turn.check_deals_used,
    turn.check_worker,
    turn.check_swap,
    turn.check_extra_step,
    players.check_food,
)


def check_position(facts: Facts) -> None:
    """Check everything about a position except that the deciding seat has a legal move.

    Raises:
        PositionError: the first thing that is impossible.
    """
    for check in CHECKS:
        check(facts)
