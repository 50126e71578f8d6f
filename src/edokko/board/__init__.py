"""The board for display: as text for a terminal or ``print(game)``, and as SVG for notebooks."""

from __future__ import annotations

from edokko.catalogue import Catalogue
from edokko.game import Game
from edokko.words import Words

from .view import BoardView, view_of

__all__ = ["board_svg", "board_text"]


def board_text(game: Game, language: str = "en", width: int = 80) -> str:
    """Return the whole table as plain text, in a language of :func:`edokko.catalogue.languages`.

    A width of 80 columns is the least that shows everything.
    """
    from .screen import board, plain

    return plain(board(_view(game, language), width), width)


def board_svg(game: Game, language: str = "en") -> str:
    """Return the whole table as a self-contained SVG, in a language of :func:`edokko.catalogue.languages`."""
    from .svg import svg

    return svg(_view(game, language))


def _view(game: Game, language: str) -> BoardView:
    return view_of(game, Words(Catalogue(language), game.components, game.seats))
