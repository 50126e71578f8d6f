"""The texts of the project, looked up by message id and language.

A message that is missing, or that lacks a variable, is an error: nothing is ever shown half translated.
"""

from __future__ import annotations

from .environment import default_language, language_named, languages
from .lookup import Catalogue, CatalogueError, messages

__all__ = ["Catalogue", "CatalogueError", "default_language", "language_named", "languages", "messages"]
