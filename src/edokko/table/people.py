"""A person at a table, and the names that people may have."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from edokko.table.problems import ApiProblem
from edokko.table.seats import key_of
from edokko.texts import shown, with_ordinary_letters

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters of letter and symbol categories without a visible glyph: Hangul fillers, the blank Braille pattern."""
_OFFICES = ("", "admin", "administrator", "moderator", "official", "support", "team")
_RESERVED = {f"edokko{office}" for office in _OFFICES} | {f"{office}edokko" for office in _OFFICES} | {*_OFFICES[1:4]}
"""The letters of names that stand for the site."""


@dataclass(frozen=True, slots=True)
class Person:
    """A guest."""

    id: str
    name: str
    is_banned: bool = False


def clean_name(name: str) -> str:
    """Return a name with collapsed whitespace and ordinary letters, after checking that it can be displayed.

    Raises:
        ApiProblem: ``bad_name``: the name has no visible character, contains invisible, control or bidirectional
            characters, or stacks combining marks.
    """
    cleaned = " ".join(with_ordinary_letters(name).split())
    is_visible = any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in cleaned)
    if not is_visible or shown(cleaned) != cleaned or _has_stacked_marks(name):
        raise ApiProblem("bad_name")
    return cleaned


def player_name(name: str, default: str | None = None) -> str:
    """Return the name of a person or a computer player, or a default for a blank one.

    Raises:
        ApiProblem: ``bad_name``, or ``reserved_name`` if the name stands for the site or for deleted players.
    """
    if default is not None and not name.strip():
        return default
    cleaned = clean_name(name)
    letters = "".join(filter(str.isalpha, key_of(cleaned)))
    if letters in _RESERVED or all(unicodedata.category(sign) == "Pd" for sign in cleaned):
        raise ApiProblem("reserved_name")
    return cleaned


def _has_stacked_marks(name: str) -> bool:
    """Return whether a letter has more combining marks than any script needs; they would overlap other lines."""
    height = 0
    for sign in name:
        height = height + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        # A Burmese syllable also writes its vowel and its tone as combining marks.
        if height > (5 if unicodedata.name(sign, "").startswith("MYANMAR") else 3):
            return True
    return False


def clean_text(text: str) -> str:
    """Return a text of one line with collapsed whitespace, without characters that cannot be displayed."""
    return " ".join(shown(" ".join(text.split())).split())
