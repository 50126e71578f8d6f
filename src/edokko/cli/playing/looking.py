"""Looking something up at the prompt: the row, what is for sale, the players, cards and rules."""

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
from edokko.terms import Words, clean
from edokko.terms.lookup import details, folded, name_of, search
from edokko.terms.rulebook import Chapter, rule_chapters

MOST_SHOWN = 2
"""So many cards with a part of a name are shown whole; of more only the names."""
START = "start"


def look(screen: Screen, game: Game, command: str, about: str) -> None:
    """Answer a command.

    Args:
        screen: where.
        game: what is looked at.
        command: ``row``, ``offers``, ``players``, ``card``, ``cards`` or ``rules``.
        about: the words after it.
    """
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
    found = search(words, about)
    if not found.ids:
        _unknown(screen, about, found.near)
    elif len(found.ids) > MOST_SHOWN:
        names = words.commas(name_of(words, one) for one in found.ids)
        screen.say("play-card-several", typed=clean(about), cards=names)
    for one in found.ids if len(found.ids) <= MOST_SHOWN else ():
        screen.print(name_of(words, one), "bold")
        for heading, text in details(words, game, one):
            line = Text(words.text("web-pair", what=heading, said=text))
            line.stylize(QUIET, 0, len(heading) + 1)
            screen.show(Padding(line, (0, 0, 0, 2), expand=False))


def _unknown(screen: Screen, about: str, near: tuple[str, ...]) -> None:
    if near:
        screen.say("play-card-near", typed=clean(about), near=screen.words.commas(near))
    else:
        screen.say("play-card-unknown", typed=clean(about))


def _cards(screen: Screen, game: Game, about: str) -> None:
    """All characters of a season, of a type, or with a part of a name; of the present season where nothing is said."""
    words = screen.words
    seasons = {season: folded(_season(words, season)) for season in (START, *SEASONS)}
    kinds = {kind: folded(words.type(kind)) for kind in words.components.types}
    wanted = folded(about)
    here = SEASONS[season_of(min(12, max(1, game.month)))]
    chosen = [one for one, name in seasons.items() if wanted and wanted in (one, name)] or ([] if wanted else [here])
    kind = [one for one, name in kinds.items() if wanted and (wanted == one or name.startswith(wanted))]
    held = set(search(words, about).ids) if wanted and not chosen and not kind else set()
    shown = [
        one
        for one in words.components.characters.values()
        if one.season in chosen or one.type in kind or one.id in held
    ]
    if not shown:
        _unknown(screen, about, search(words, about).near)
        return
    view = view_of(game, words)
    for season in dict.fromkeys(one.season for one in shown):
        rows = [card_of(words, one.id) for one in shown if one.season == season]
        table = compact.card_table(view, rows, with_prices=season != START)
        screen.show(Group(Text(_season(words, season), "bold"), table), together=True)


def _season(words: Words, season: str) -> str:
    return words.text("web-start") if season == START else words.season(season)


def _rules(screen: Screen, game: Game, about: str) -> None:
    words = screen.words
    chapters = rule_chapters(words, game.tables)
    wanted = folded(about)
    titled = [one for one in chapters if wanted in (one.id, folded(one.title))]
    found = titled or [one for one in chapters if wanted in folded(" ".join((one.title, one.badge, *one.lines)))]
    if not found:
        titles = words.commas(one.title for one in chapters)
        screen.say("play-rules-unknown", typed=clean(about), chapters=titles)
    for chapter in found:
        screen.show(_chapter(chapter), together=True)


def _chapter(chapter: Chapter) -> Group:
    heading = Text.assemble((chapter.title, "bold"), (f"   {chapter.badge}" if chapter.badge else "", QUIET))
    return Group(heading, *(Padding(Text(line), (0, 0, 0, 2), expand=False) for line in chapter.lines))
