"""A building's lasting effect, read from its sentence in the tables."""

from __future__ import annotations

import re

from .model import Effect

FED = re.compile(r"(\d{1,2}) (mon|rice|sandals|wood|koban|iki) per own character fed", re.ASCII)
LARGEST_TYPE = re.compile(r"(\d{1,2}) (mon) per character of the owner's largest type", re.ASCII)
HIRE_BONUS = re.compile(r"(\d{1,2}) (iki) when the hired character has a hire bonus", re.ASCII)

SEASON_END = {"fed": FED, "largest_type": LARGEST_TYPE}
ON_HIRE = {"hire_bonus": HIRE_BONUS}


def read_effect(sentence: str) -> Effect | None:
    """Parse a building's effect from a sentence; return ``None`` if no pattern matches."""
    for per, pattern in (SEASON_END | ON_HIRE).items():
        match = pattern.fullmatch(sentence)
        if match:
            return Effect(amount=int(match[1]), resource=match[2], per=per)
    return None
