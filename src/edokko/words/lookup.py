"""Search for cards and goods by name, and all that is printed on a card or a good."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from edokko.components.ids import CARD_IDS, CHARACTER_IDS, GOOD_IDS
from edokko.game import Game
from edokko.rules.moves import ROOM_IDS
from edokko.rules.state import FIRST_BUILDING, ROOMS

from .cards import building_worth, good_worth, salary, skill
from .words import Words

MAX_SUGGESTIONS = 3
MIN_SIMILARITY = 0.5
"""The least similarity of a suggested name, from 0 to 1 (:func:`difflib.get_close_matches`)."""


@dataclass(frozen=True, slots=True)
class Search:
    """The cards and goods whose names match a text; without a match, ``near`` has names similar to it."""

    ids: tuple[str, ...]
    near: tuple[str, ...] = ()


def folded(text: str) -> str:
    """Normalise a text for comparison: lower case, no accents, uniform blanks and apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold()).replace("’", "'").replace("ł", "l")
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def search(words: Words, text: str) -> Search:
    """Search for a card or a good by name or part of a name, in the language of ``words``, or by id."""
    query = folded(text)
    names = {id_: folded(name_of(words, id_)) for id_ in (*CARD_IDS, *GOOD_IDS)}
    exact = [id_ for id_, name in names.items() if query in (name, id_, id_.replace("_", " "))]
    if exact:
        return Search(tuple(exact))
    parts = query.split()
    partial = [id_ for id_, name in names.items() if parts and all(part in name for part in parts)]
    if partial:
        return Search(tuple(partial))
    return Search((), tuple(_similar(words, query, names)))


def _similar(words: Words, query: str, names: dict[str, str]) -> Iterator[str]:
    """Yield names that are similar to the query, entirely or in one of their words."""
    by_part: dict[str, str] = {}
    for id_, name in names.items():
        for part in (name, *name.split()):
            by_part.setdefault(part, id_)
    matches = get_close_matches(query, by_part, n=2 * MAX_SUGGESTIONS, cutoff=MIN_SIMILARITY)
    for id_ in list(dict.fromkeys(by_part[part] for part in matches))[:MAX_SUGGESTIONS]:
        yield name_of(words, id_)


def name_of(words: Words, name: str) -> str:
    """Return the name of a card or a good."""
    return words.good(name) if name in words.components.goods else words.card(name)


def details(words: Words, game: Game, name: str) -> list[tuple[str, str]]:
    """Return all that is printed on a card or a good, and its present place, as headings and texts.

    Args:
        name: the id of a character, a building or a good.
    """
    describe = _character if name in CHARACTER_IDS else _good if name in GOOD_IDS else _building
    lines = [*describe(words, name), (words.text("look-where"), words.commas(_places(words, game, name)))]
    return [(heading, text) for heading, text in lines if text]


def _character(words: Words, card: str) -> Iterator[tuple[str, str]]:
    character = words.components.characters[card]
    season = words.text("web-start") if character.season == "start" else words.season(character.season)
    yield words.text("board-type"), words.commas([words.type(character.type), season])
    if character.season != "start":
        yield words.text("board-cost"), words.amount("mon", character.cost)
    if character.hire_bonus:
        yield words.text("board-bonus"), words.changes({"fire": character.hire_bonus})
    yield words.text("board-skill"), skill(words, card)
    yield words.text("board-salary"), salary(words, card)


def _building(words: Words, building: str) -> Iterator[tuple[str, str]]:
    yield words.text("board-type"), words.type_of(building)
    yield words.text("board-cost"), words.plus(words.components.buildings[building].cost)
    yield words.text("look-worth"), building_worth(words, building)


def _good(words: Words, good: str) -> Iterator[tuple[str, str]]:
    yield words.text("board-cost"), words.amount("mon", words.components.goods[good].price)
    yield words.text("look-worth"), good_worth(words, good) or words.text("web-counts-fish")


def _places(words: Words, game: Game, name: str) -> list[str]:
    places = list(_good_places(words, game, name) if name in GOOD_IDS else _card_places(words, game, name))
    return places or [words.text("look-away")]


def _card_places(words: Words, game: Game, name: str) -> Iterator[str]:
    state, card = game.state, CARD_IDS.index(name)
    for room in range(ROOMS):
        if state.room_card[room] == card:
            yield _in_room(words, game, room)
    if card >= FIRST_BUILDING:
        if state.offer >> (card - FIRST_BUILDING) & 1:
            yield words.text("look-offered")
        return
    if card in state.row_card[: state.row_count]:
        yield words.text("look-in-row")
    for seat in range(game.players):
        if state.retired[seat] >> card & 1:
            yield words.text("look-retired", seat=words.seat(seat))


def _in_room(words: Words, game: Game, room: int) -> str:
    state, card = game.state, game.state.room_card[room]
    owner = words.seat(state.room_owner[room] if state.room_owner[room] >= 0 else None)
    if card >= FIRST_BUILDING:
        return words.text("look-built", room=ROOM_IDS[room], seat=owner)
    xp, xp_to_retire = state.room_xp[room], game.tables.xp_to_retire[card]
    steps = "●" * xp + "○" * (xp_to_retire - xp) if state.room_owner[room] >= 0 else ""
    return words.text("look-in-stall", room=ROOM_IDS[room], seat=owner, steps=steps).strip()


def _good_places(words: Words, game: Game, name: str) -> Iterator[str]:
    good = GOOD_IDS.index(name)
    if game.state.goods >> good & 1:
        yield words.text("look-offered")
    for seat in range(game.players):
        if game.state.held[seat] >> good & 1:
            yield words.text("look-held", seat=words.seat(seat))
