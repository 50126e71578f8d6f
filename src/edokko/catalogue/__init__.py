"""The texts of the project, looked up by message id and language.

A missing message or a missing variable is an error, so the interface is never partly translated.
"""

from __future__ import annotations

from .lookup import Catalogue, CatalogueError, default_language, language_named, languages, messages

__all__ = ["Catalogue", "CatalogueError", "default_language", "language_named", "languages", "messages"]
