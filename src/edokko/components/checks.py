"""Constraints between values, checked on complete, merged tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .bounds import (
    MAX_AMOUNT,
    MOST_SQUARES,
    SLOT_AND_TOKEN,
    largest_possible,
    largest_possible_sandals,
    largest_possible_score,
)
from .editions import SHORTHANDS, Sections
from .model import MONTHS, RESOURCES, Components
from .problems import ProblemList


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
