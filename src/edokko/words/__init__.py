"""Texts for players: names from the components and sentences from the catalogue, for every move, event and refusal."""

from __future__ import annotations

from .cards import building_worth, good_worth, salary, skill
from .events import LogLine, describe_event, describe_events
from .moves import SeatWords, describe_line, describe_move, move_details, move_name, question, walk_ahead
from .refusals import describe_refusal
from .words import Words, clean

__all__ = [
    "LogLine",
    "SeatWords",
    "Words",
    "building_worth",
    "clean",
    "describe_event",
    "describe_events",
    "describe_line",
    "describe_move",
    "describe_refusal",
    "good_worth",
    "move_details",
    "move_name",
    "question",
    "salary",
    "skill",
    "walk_ahead",
]
