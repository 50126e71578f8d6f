"""Look-up commands of the prompt: the row, offers, players, cards and rules."""

from __future__ import annotations

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from edokko.board import compact
from edokko.board.screen import QUIET
from edokko.board.view import card_of, view_of
from edokko.cli.playing.table import Screen
from edokko.components.model import SEASONS
from edokko.game import Game
from edokko.rules.month import season_of
from edokko.words import Words, clean
from edokko.words.lookup import details, folded, name_of, search
from edokko.words.rulebook import Chapter, rule_chapters

MOST_SHOWN = 2
"""The maximum number of search results with full details; with more, only names are shown."""
START = "start"


def look_up(screen: Screen, game: Game, command: str, about: str) -> None:
    """Answer a look-up command; ``about`` are the words after it."""
    if command == "row":
        screen.row(game)
    elif command == "offers":
        screen.offers(game)
    elif command == "players":
        screen.players(game)
    elif command == "card":
        _card(screen, game, about)
    elif command == "cards":
        _cards(screen, game, about)
    else:
        _rules(screen, game, about)


def _card(screen: Screen, game: Game, about: str) -> None:
    words = screen.words
    if not about:
        screen.say("play-card-what")
        return
    result = search(words, about)
    if not result.ids:
        _unknown(screen, about, result.near)
    elif len(result.ids) > MOST_SHOWN:
        names = words.commas(name_of(words, id_) for id_ in result.ids)
        screen.say("play-card-several", typed=clean(about), cards=names)
    for id_ in result.ids if len(result.ids) <= MOST_SHOWN else ():
        screen.print(name_of(words, id_), "bold")
        for heading, text in details(words, game, id_):
            line = Text(words.text("web-pair", what=heading, said=text))
            line.stylize(QUIET, 0, len(heading) + 1)
            screen.show(Padding(line, (0, 0, 0, 2), expand=False))


def _unknown(screen: Screen, about: str, near: tuple[str, ...]) -> None:
    if near:
        screen.say("play-card-near", typed=clean(about), near=screen.words.commas(near))
    else:
        screen.say("play-card-unknown", typed=clean(about))


def _cards(screen: Screen, game: Game, about: str) -> None:
    """Print the characters of a season, of a type, or with a part of a name; by default those of the current season."""
    words = screen.words
    season_names = {season: folded(_season(words, season)) for season in (START, *SEASONS)}
    type_names = {kind: folded(words.type(kind)) for kind in words.components.types}
    wanted = folded(about)
    if wanted:
        seasons = [season for season, name in season_names.items() if wanted in (season, name)]
        types = [kind for kind, name in type_names.items() if wanted == kind or name.startswith(wanted)]
    else:
        seasons, types = [SEASONS[season_of(min(12, max(1, game.month)))]], []
    ids = set(search(words, about).ids) if wanted and not seasons and not types else set()
    characters = [
        character
        for character in words.components.characters.values()
        if character.season in seasons or character.type in types or character.id in ids
    ]
    if not characters:
        _unknown(screen, about, search(words, about).near)
        return
    view = view_of(game, words)
    for season in dict.fromkeys(character.season for character in characters):
        rows = [card_of(words, character.id) for character in characters if character.season == season]
        table = compact.card_table(view, rows, with_prices=season != START)
        screen.show(Group(Text(_season(words, season), "bold"), table), together=True)


def _season(words: Words, season: str) -> str:
    return words.text("web-start") if season == START else words.season(season)


def _rules(screen: Screen, game: Game, about: str) -> None:
    words = screen.words
    chapters = rule_chapters(words, game.tables)
    wanted = folded(about)
    matches = [chapter for chapter in chapters if wanted in (chapter.id, folded(chapter.title))]
    if not matches:
        matches = [
            chapter
            for chapter in chapters
            if wanted in folded(" ".join((chapter.title, chapter.badge, *chapter.lines)))
        ]
    if not matches:
        titles = words.commas(chapter.title for chapter in chapters)
        screen.say("play-rules-unknown", typed=clean(about), chapters=titles)
    for chapter in matches:
        screen.show(_chapter(chapter), together=True)


def _chapter(chapter: Chapter) -> Group:
    heading = Text.assemble((chapter.title, "bold"), (f"   {chapter.badge}" if chapter.badge else "", QUIET))
    return Group(heading, *(Padding(Text(line), (0, 0, 0, 2), expand=False) for line in chapter.lines))
