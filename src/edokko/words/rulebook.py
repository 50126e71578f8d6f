"""The short rules as chapters of plain text, from the page's messages, with the numbers of a game's own components."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from edokko.components import Components
from edokko.components.model import ShopOption
from edokko.rules.state import NAGAYA_ROOMS, NEW_YEAR
from edokko.rules.tables import Tables

from .words import Words

MARKUP = re.compile(r"\*|\[([^\]|]+)(?:\|[^\]]*)?\]")
"""The page's markup: ``*strong*``, ``[word]`` and ``[inflected word|note]``."""
NOTES = ("kobun", "nagaya", "oyakata", "firefighting", "lap", "experience", "neutral")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; ``id`` is the same in every language."""

    id: str
    title: str
    badge: str
    lines: tuple[str, ...]


def rule_chapters(words: Words, tables: Tables) -> list[Chapter]:
    """Return the chapters in their order.

    Args:
        tables: the components for a number of players.
    """
    return [
        Chapter(name, words.text(f"rules-{name}"), badge, tuple(map(plain, lines)))
        for name, badge, lines in _chapters(words, words.components, tables)
    ]


def plain(line: str) -> str:
    """Remove the markup from a sentence."""
    return MARKUP.sub(lambda match: match[1] or "", line)


def _chapters(words: Words, box: Components, tables: Tables) -> Iterator[tuple[str, str, list[str]]]:
    end = words.text("rules-goods-end")
    yield "goal", "", [words.text("rules-goal-text")]
    yield "month", "", [words.text("rules-month-text"), *_free_slot(words, tables)]
    income = _mon(words, box.setup.income)
    yield "hire", "", [words.text("rules-hire-text", income=income), *_surcharge(words, tables)]
    yield "move", "", [words.text("rules-move-text")]
    yield "trade", "", [words.text("rules-trade-text"), words.text("rules-trade-retire")]
    yield "shops", "", list(_shops(words))
    months = [month for month in range(1, NEW_YEAR) if tables.payday[month]]
    yield "payday", words.text("rules-payday-months", months=words.commas(map(str, months))), _payday(words, box)
    yield "fire", words.text("rules-fire-less"), [words.text("rules-fire-text"), *_fires(words, tables)]
    yield "types", end, [words.text("rules-types-text"), _scale(words, "types", box.scoring.types)]
    yield "fish", end, [_scale(words, "fish", box.scoring.fish)]
    yield "goods", end, [words.text("rules-goods-text"), _goods(words, box)]
    yield "buildings", "", [_buildings(words, box)]
    yield "end", "", [words.text("rules-end-text")]
    if tables.players == 2:
        is_small = box.board(2) is box.small
        yield "two", "", [words.text("rules-two-text" if is_small else "rules-two-old")]
    yield "words", "", [words.text(f"web-note-{note}") for note in NOTES]


def _mon(words: Words, count: int) -> str:
    return words.amount("mon", count)


def _free_slot(words: Words, tables: Tables) -> Iterator[str]:
    mon = words.components.setup.slot_1_4_mon
    if tables.slot_open[0]:
        yield words.text("rules-month-free", mon=_mon(words, mon)) if mon else words.text("rules-month-bare")


def _surcharge(words: Words, tables: Tables) -> Iterator[str]:
    dearest = max(tables.surcharge[room] for room in range(len(tables.surcharge)) if tables.room_exists[room])
    if dearest:
        is_corner = words.components.board(tables.players) is words.components.large
        message = "rules-hire-corner" if is_corner else "rules-hire-middle"
        yield words.text(message, mon=_mon(words, dearest))


def _shops(words: Words) -> Iterator[str]:
    for square, shop in enumerate(words.components.squares, 1):
        options = (_option(words, option) for option in words.components.shops[shop].options)
        yield words.text("web-pair", what=words.square(square), said=words.either(filter(None, options)))


def _option(words: Words, option: ShopOption) -> str:
    """Return one deal of a shop; an empty text for two goods in one deal, which their own deals name."""
    if option.do == "buy":
        return words.name(words.components.terms[option.id]) if option.id in words.components.terms else ""
    gain = words.plus(option.gain) if option.do is None else words.text(f"card-{option.do}")
    if not option.spend:
        return gain
    return words.text("card-trade", spend=words.plus(option.spend), gain=gain)


def _payday(words: Words, box: Components) -> list[str]:
    houses = [
        building.id
        for building in box.buildings.values()
        if building.effect and building.effect.per in ("fed", "largest_type")
    ]
    lines = [words.text("rules-salary"), words.text("rules-harmony", kobun=2, cards=3, iki=6), words.text("rules-food")]
    if houses:
        lines.append(words.text("rules-houses", names=words.listed(map(words.card, houses))))
    return lines


def _fires(words: Words, tables: Tables) -> Iterator[str]:
    depth = sum(bool(tables.room_exists[room]) for room in range(NAGAYA_ROOMS))
    for month in range(1, NEW_YEAR):
        strength = tables.fire_strength[month]
        if strength:
            strengths = words.text("card-step").join(str(max(0, strength - place)) for place in range(depth))
            yield words.text("rules-fire-scale", month=month, strengths=strengths)


def _scale(words: Words, name: str, iki: tuple[int, ...]) -> str:
    step = words.text("card-step")
    counts, amounts = range(1, len(iki)), iki[1:]
    return words.text(f"rules-{name}-scale", counts=step.join(map(str, counts)), iki=step.join(map(str, amounts)))


def _goods(words: Words, box: Components) -> str:
    scoring = box.scoring
    pairs = (("koban", 1, scoring.koban), ("wood", 1, scoring.wood), ("mon", scoring.mon_per_iki, 1))
    return words.commas(
        words.text("card-trade", spend=words.amount(good, count), gain=words.amount("iki", iki))
        for good, count, iki in pairs
    )


def _buildings(words: Words, box: Components) -> str:
    for square, shop in enumerate(box.squares, 1):
        for option in box.shops[shop].options:
            if option.do == "build":
                fee = _mon(words, option.spend.get("mon", 0))
                return words.text("rules-buildings-text", shop=words.shop(square), mon=fee)
    return ""
