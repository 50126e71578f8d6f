"""Upper bounds on what one player can hold: the engine's integers must not overflow, and moves are numbered to 99.

The bounds ignore all costs, so they hold for every game. They assume four players, the most opponents; with fewer
players the true maxima are lower.

The other constraints between values are here too; they are checked on complete, merged tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .editions import SHORTHANDS, Sections
from .model import MONTHS, RESOURCES, SEASONS, Building, Components, ScorePer
from .problems import ProblemList

MAX_AMOUNT = 32767
"""The largest amount that the engine's 16-bit integers hold."""

MOST_SQUARES = 99
"""The largest numbered ``move``."""

SLOT_AND_TOKEN = 4 + 1
"""A move is at most 4 squares, 1 for the Move +1 token, and the sandals held (RULES 3.B.2)."""

HIRES = 12
HIRES_A_SEASON = 3
TRADES = 13
OPPONENTS = 3
PAYDAYS = 4
MON_ON_A_CARD = 2
"""A row stays for three months, and each of its cards gains 1 mon in the first two (RULES 3.C.3)."""


def largest_possible_sandals(components: Components) -> int:
    """Return an upper bound on the sandals one player can hold at any time.

    The sum of: the sandals of the setup; in each of 13 turns the best shop deal (a pipe included) and the best deal
    with a character; in each opponent's turn a skill's gift to opponents; at each of 4 paydays the best salary
    entries of one start character and of three hires in each season so far; and the effects of buildings. The shipped
    tables give 1 + 13 x (2 + 2) + 0 + (3 + 7 + 9 + 10) + 0 = 82 in both editions, so no move is above 87 squares.
    """
    return largest_possible(components, "sandals")


def largest_possible(components: Components, resource: str) -> int:
    """Return an upper bound on the amount of one resource a player can hold at any time.

    Args:
        resource: one of ``RESOURCES``.

    Returns:
        The bound; for ``fire`` the end of its track.
    """
    if resource == "fire":
        return components.calendar.fire_track
    skills = [card.skill for card in components.characters.values()]
    best_skill = max(skill.gain.get(resource, 0) for skill in skills)
    best_gift = max(skill.opponents_gain.get(resource, 0) for skill in skills)
    return (
        _start(components, resource)
        + TRADES * (_best_shop(components, resource) + best_skill)
        + TRADES * OPPONENTS * best_gift
        + _salaries(components, resource)
        + _effects(components, resource)
    )


def largest_possible_score(components: Components) -> int:
    """Return an upper bound on the IKI of one player after the end scoring (RULES 8)."""
    scoring = components.scoring
    goods = components.goods.values()
    fish = max(scoring.fish) + sum(max(good.bonus for good in goods if good.season == season) for season in SEASONS)
    pouches = [good for good in goods if good.kind == "pouch"]
    worth = [
        building.score + _counted(components, building.score_per, fish) for building in components.buildings.values()
    ]
    return (
        largest_possible(components, "iki")
        + max(scoring.types)
        + fish
        + 2 * sum(pouch.score + _counted(components, pouch.score_per, fish) for pouch in pouches)
        + sum(_largest(worth, components.setup.kobun))
        + scoring.koban * largest_possible(components, "koban")
        + scoring.wood * largest_possible(components, "wood")
        + largest_possible(components, "mon") // scoring.mon_per_iki
    )


def _start(components: Components, resource: str) -> int:
    """Bound the amount gained in the setup, in the first step of each turn and, for IKI, by harmony."""
    setup = components.setup
    if resource == "mon":
        return setup.mon + HIRES * max(setup.income, setup.slot_1_4_mon, MON_ON_A_CARD)
    if resource == "iki":
        # Each own character counts the cards of its type, at most four, in its nagaya and again among the corners.
        return PAYDAYS * setup.kobun * (4 + 4)
    return {"rice": setup.rice, "sandals": setup.sandals}.get(resource, 0)


def _best_shop(components: Components, resource: str) -> int:
    options = (option.gain for shop in components.shops.values() for option in shop.options)
    pipes = (good.gain for good in components.goods.values())
    return max(gain.get(resource, 0) for gain in (*options, *pipes))


def _salaries(components: Components, resource: str) -> int:
    """Bound the salaries: one start character at all paydays, and three hires of each season from its end on."""
    best: dict[str, list[int]] = {season: [] for season in ("start", *SEASONS)}
    for card in components.characters.values():
        best[card.season].append(max((entry.get(resource, 0) for entry in card.salary), default=0))
    total = PAYDAYS * max(0, *best["start"])
    for paydays_missed, season in enumerate(SEASONS):
        hires = sum(amount for amount in _largest(best[season], HIRES_A_SEASON) if amount > 0)
        total += (PAYDAYS - paydays_missed) * hires
    return total


def _effects(components: Components, resource: str) -> int:
    """Bound the effects of buildings; a player owns at most one building per kobun."""
    gains = (_effect(building, resource, components.setup.kobun) for building in components.buildings.values())
    return sum(_largest(gains, components.setup.kobun))


def _effect(building: Building, resource: str, kobun: int) -> int:
    effect = building.effect
    if effect is None or effect.resource != resource:
        return 0
    if effect.per == "fed":
        return effect.amount * PAYDAYS * kobun
    if effect.per == "largest_type":
        # One start character, and three hires more at each payday.
        return effect.amount * sum(1 + HIRES_A_SEASON * payday for payday in range(1, PAYDAYS + 1))
    return effect.amount * HIRES


def _counted(components: Components, per: ScorePer | None, fish: int) -> int:
    if per is None:
        return 0
    counts = {"types": 5, "largest_type": 1 + HIRES, "fish_value": fish}
    count = counts[per.good] if per.good in counts else largest_possible(components, per.good)
    score = per.iki * (count // per.every)
    return score if per.max is None else min(score, per.max)


def _largest(amounts: Iterable[int], count: int) -> list[int]:
    return sorted(amounts, reverse=True)[:count]


def check_tables(tables: Sections, edition: str, report: ProblemList) -> None:
    """Check the merged tables before they are built."""
    for good, table in tables["goods"].items():
        if table["kind"] == "pouch" and "score" not in table and "score_per" not in table:
            report.problem(f"goods.{good}", "a pouch needs score or score_per")
    for building, table in tables["buildings"].items():
        if "season_end" in table and "on_hire" in table:
            report.problem(f"buildings.{building}", "a building has one effect: season_end or on_hire, not both")
    tiles = sum(tables["board"]["small"]["blocking"].values())
    if tiles != MONTHS:
        report.problem("board.small.blocking", f"found {tiles} tiles, expected {MONTHS}, one for each month")
    fixed = tables["switches"].get("fixed_buildings")
    drawn = tables["setup"]["buildings"]
    if fixed is not None and len(fixed) != drawn:
        report.problem(
            f"editions.{edition}.buildings",
            f"found {len(fixed)} fixed buildings, expected {drawn}, the number of setup.buildings",
        )
    if ("pipe_stack" in tables["switches"]) != ("pouch_stack" in tables["switches"]):
        report.problem(f"editions.{edition}", "found one of pipe_stack and pouch_stack, expected both or none")


def check_components(components: Components, report: ProblemList) -> None:
    """Check that every deal has an effect and that no amount can exceed its bound."""
    _check_deals(components, report)
    sandals = largest_possible_sandals(components)
    if SLOT_AND_TOKEN + sandals > MOST_SQUARES:
        report.problem(
            "sandals",
            f"a player could come to hold {sandals} sandals and move {SLOT_AND_TOKEN + sandals} squares, "
            f"expected at most {MOST_SQUARES - SLOT_AND_TOKEN} sandals: moves are numbered to {MOST_SQUARES}",
        )
    for resource in RESOURCES:
        amount = largest_possible(components, resource)
        if amount > MAX_AMOUNT:
            report.problem(
                resource, f"a player could come to hold {amount}, expected at most {MAX_AMOUNT}: lower what gives it"
            )
    score = largest_possible_score(components)
    if score > MAX_AMOUNT:
        report.problem(
            "scoring", f"a player could come to score {score} iki, expected at most {MAX_AMOUNT}: lower what scores"
        )


def check_section(section: Mapping[str, Any], edition: str, report: ProblemList) -> None:
    """Check that ``[editions.X]`` does not set one value under two names."""
    for name, path in SHORTHANDS.items():
        table: Any = section if name in section else {}
        for step in path:
            table = table.get(step, {}) if isinstance(table, Mapping) else {}
        if table != {}:
            report.problem(f"editions.{edition}.{name}", f"also given as editions.{edition}.{'.'.join(path)}; keep one")
    goods = section.get("goods", {}) if "fish_bonus" in section else {}
    for good, table in goods.items():
        if "bonus" in table:
            report.problem(
                f"editions.{edition}.goods.{good}.bonus", "also given by fish_bonus, which sets every bonus; keep one"
            )


def _check_deals(components: Components, report: ProblemList) -> None:
    for card in components.characters.values():
        if not card.skill.gain and card.skill.do is None:
            report.problem(f"characters.{card.id}.skill", "the skill has no effect, expected gain or do")
        if card.skill.discount and card.skill.do != "build":
            report.problem(f"characters.{card.id}.skill.discount", 'a discount needs do = "build"')
    for good in components.goods.values():
        if good.kind == "pipe" and not good.gain and good.do is None:
            report.problem(f"goods.{good.id}", "the pipe has no effect, expected gain or do")
    for shop in components.shops.values():
        for option in shop.options:
            if not option.gain and option.do is None:
                report.problem(f"shops.{shop.id}.options.{option.id}", "the option gives nothing; leave it out instead")
