"""Checks of a position: fish, pipes and pouches, on sale and held."""

from __future__ import annotations

from collections.abc import Iterator

from edokko.components.ids import GOOD_IDS
from edokko.components.model import SEASONS
from edokko.position.checks.facts import Facts, season_name
from edokko.position.problems import PositionError, refuse, require_known

KINDS = {"pipes": "pipe", "pouches": "pouch", "fish": "fish"}


def _holdings(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Yield every good that a player holds: its place in the position, its kind, its id."""
    for seat, player in enumerate(facts.position.players):
        for name, kind in KINDS.items():
            for good in getattr(player, name):
                yield f"players[{seat}].{name}", kind, good


def check_goods_known(facts: Facts) -> None:
    """Check that every good exists, is listed under its own kind, and is in one place."""
    places: dict[str, str] = {}
    for good in facts.position.goods:
        require_known("goods", good, GOOD_IDS, "a fish, a pipe or a pouch")
        if good in places:
            raise PositionError("goods", f"found {good} twice, expected every good once")
        places[good] = "goods"
    for place, kind, good in _holdings(facts):
        known = [id_ for id_ in GOOD_IDS if facts.components.goods[id_].kind == kind]
        require_known(place, good, known, f"a {kind}")
        if good in places:
            raise PositionError(place, f"found {good}, which is already in {places[good]}; expected every good once")
        places[good] = place


def check_goods_held(facts: Facts) -> None:
    """Check that no good was bought in the setup or before its season, and one fish per season (RULES 4)."""
    goods = facts.components.goods
    stacked = _stacks(facts)
    fish: set[tuple[str, str]] = set()
    for place, kind, good in _holdings(facts):
        season = goods[good].season
        if facts.is_setup:
            refuse(place, good, "nothing yet: nothing is bought in the setup")
        if kind not in stacked and SEASONS.index(season) > facts.season:
            refuse(place, good, f"nothing of {season} before its season")
        if kind != "fish":
            continue
        if (place, season) in fish:
            refuse(place, good, f"one fish of {season}: a player may buy only one a season")
        fish.add((place, season))


def check_goods_on_sale(facts: Facts) -> None:
    """Check the goods on sale: all unsold goods of the season; of a stack, the first unsold good (RULES 4, 9)."""
    holders = {good: place for place, _, good in _holdings(facts)}
    tops = _stack_tops(facts, holders)
    stacked = _stacks(facts)
    for good in facts.position.goods:
        piece = facts.components.goods[good]
        if piece.kind in stacked and good not in tops:
            refuse("goods", good, f"the top of the stack of each kind, {' and '.join(tops) or 'both bought up'}")
        if piece.kind not in stacked and SEASONS.index(piece.season) != facts.deck_season:
            refuse("goods", good, f"goods of {season_name(facts.deck_season)}")
    in_season = [
        good
        for good, piece in facts.components.goods.items()
        if piece.kind not in stacked and SEASONS.index(piece.season) == facts.deck_season
    ]
    for good in (*tops, *in_season):
        if good not in holders and good not in facts.position.goods:
            raise PositionError("goods", f"{good} is missing, expected it on sale: no player holds it")


def _stacks(facts: Facts) -> dict[str, tuple[str, ...]]:
    """Return the stack of each kind of goods that is sold from one."""
    switches = facts.components.switches
    stacks = {"pipe": switches.pipe_stack, "pouch": switches.pouch_stack}
    return {kind: stack for kind, stack in stacks.items() if stack}


def _stack_tops(facts: Facts, holders: dict[str, str]) -> list[str]:
    """Return the good on top of each stack; refuse a good that is held while a good above it is unsold."""
    tops = []
    for kind, stack in _stacks(facts).items():
        top = [good for good in stack if good not in holders][:1]
        tops += top
        bought = stack[: stack.index(top[0])] if top else stack
        for good, place in holders.items():
            if facts.components.goods[good].kind == kind and good not in bought:
                wants = f"only {', '.join(bought)}" if bought else f"none yet: {top[0]} is the first of the stack"
                refuse(place, good, f"{wants}, from the top of the stack")
    return tops
